// Wrong options are refused before anything runs, in every channel of the packed tool and library: for each option of each extractor,
// site learner and format a wrong type, a number out of range, NaN, an unknown word, and a misspelt name.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { INSTALLED, INSTALLED_DEHUSK } from './installed-packages.mjs';
import {
  client,
  core,
  dehusk,
  demo,
  each,
  extend,
  MISSPELT,
  papers,
  run,
  STACK,
  TABLES,
  WRONG,
  WRONG_RENDERING,
} from './wrong-options.fixture.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-options-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** No page: a check that comes too late reports this. */
const NO_PAGE = 5;

/** Calls that must fail by an option, before they look at the page. */
function assertRefused(call, { option, expected, error, what }, owner) {
  assert.throws(call, (thrown) => {
    const place = `${owner}: ${option}, ${what}`;
    assert.equal(thrown.name, error, `${place}: ${thrown.message}`);
    assert.ok(thrown.message.startsWith(`${option}: got `), `${place}: ${thrown.message}`);
    assert.ok(thrown.message.includes(`, expected ${expected}`), `${place}: ${thrown.message}`);
    return true;
  });
}

test('library: wrong values of every extractor and learner', () => {
  for (const wrong of WRONG) {
    const { kind, name, option, value } = wrong;
    const options = { [option]: value };
    if (kind === 'extractor') {
      for (const call of ['extract', 'toText', 'toMarkdown'])
        assertRefused(
          () => core[call](NO_PAGE, { extractor: papers.extractorNamed(name), options }),
          wrong,
          `${call} ${name}`,
        );
    } else if (kind === 'site-extractor') {
      const reader = core.siteReader({ extractor: papers.siteExtractorNamed(name) });
      for (const call of ['read', 'learn'])
        assertRefused(() => reader[call](NO_PAGE, { url: 'https://example.org/', options }), wrong, `${call} ${name}`);
    } else
      assertRefused(
        () => extend.learnersInUse([papers.siteLearnerNamed(name)], () => options),
        wrong,
        `learner ${name}`,
      );
  }
});

test('library: misspelt names of every extractor and learner', () => {
  for (const { kind, name, option, misspelt } of MISSPELT) {
    const call = () =>
      kind === 'learner'
        ? extend.learnersInUse([papers.siteLearnerNamed(name)], () => ({ [misspelt]: 1 }))
        : kind === 'extractor'
          ? core.extract(NO_PAGE, { extractor: papers.extractorNamed(name), options: { [misspelt]: 1 } })
          : core
              .siteReader({ extractor: papers.siteExtractorNamed(name) })
              .read(NO_PAGE, { options: { [misspelt]: 1 } });
    assert.throws(call, (thrown) => {
      assert.equal(thrown.name, 'TypeError');
      assert.match(thrown.message, new RegExp(`${name} has no option "${misspelt}".*; did you mean "`));
      assert.ok(thrown.message.includes(option));
      return true;
    });
  }
});

test('library: wrong and misspelt options of every format', () => {
  const { document } = core.extract('<p>The harbour master counts the boats.');
  for (const wrong of WRONG_RENDERING) {
    const rendering = { [wrong.option]: wrong.value };
    for (const renderer of core.RENDERERS)
      assertRefused(() => renderer.render(document, rendering), wrong, renderer.name);
    assertRefused(() => core.toText(NO_PAGE, { rendering }), wrong, 'toText');
    assertRefused(() => core.toMarkdown(NO_PAGE, { rendering }), wrong, 'toMarkdown');
    assertRefused(() => core.pageRecord({ ok: false }, {}, rendering), wrong, 'pageRecord');
  }
  for (const option of new Set(WRONG_RENDERING.map((one) => one.option)))
    assert.throws(() => core.toText(NO_PAGE, { rendering: { [`${option}x`]: true } }), {
      name: 'TypeError',
      message: new RegExp(`has no option "${option}x".*did you mean "${option}"`),
    });
});

/** Wrong values of the options that every extraction has, with a part of the message. */
const EXTRACTION = [
  [{ langage: 'en' }, /has no option "langage".*did you mean "language"/],
  [{ language: 5 }, /^language: got 5, expected a language tag/],
  [{ language: 'en us' }, /^language: got "en us"/],
  [{ pageType: 'artcle' }, /^pageType: got "artcle", expected article, .*did you mean "article"/],
  [{ allArticles: 'yes' }, /^allArticles: got "yes", expected true or false/],
  [{ hidden: 'drops' }, /^hidden: got "drops", expected drop, keep or mark; did you mean "drop"/],
  [{ contentSelector: 5 }, /^contentSelector: got 5, expected a string or a list/],
  [{ contentSelector: [5] }, /^contentSelector: got \[5\]/],
  [{ excludeSelector: 'a..b' }, /excludeSelector got "a..b"/],
  [{ options: [] }, /^options: got \[\], expected an object/],
  [{ limits: { maxNodes: 0 } }, /^maxNodes: got 0, expected an integer of at least 1/],
  [{ limits: { maxBytes: Number.NaN } }, /^maxBytes: got NaN/],
  [{ limits: { maxMilliseconds: -1 } }, /^maxMilliseconds: got -1, expected a number of at least 0/],
  [{ limits: { maxDepht: 5 } }, /limits has no option "maxDepht".*did you mean "maxDepth"/],
  [{ limits: 5 }, /^limits: got 5, expected an object/],
];

/** The pure functions take the extractor itself, those that read files and addresses its name. */
const PURE = ['extract', 'toText', 'toMarkdown'];
const VALUES = [
  [{ extractor: 'justext' }, /^extractor: got "justext", expected an extractor/],
  [{ extractor: 5 }, /^extractor: got 5, expected an extractor/],
];
const NAMES = [
  [{ extractor: 'juztext' }, /no extractor is named "juztext".*did you mean "justext"/],
  [{ extractor: 5 }, /^extractor: got 5, expected a string/],
];

/** Functions that take these options. What they were given besides must not matter: it is wrong, too. */
const CALLS = {
  extract: (options) => core.extract(NO_PAGE, options),
  toText: (options) => core.toText(NO_PAGE, options),
  toMarkdown: (options) => core.toMarkdown(NO_PAGE, options),
  extractFile: (options) => dehusk.extractFile(join(folder, 'none.html'), options),
  extractUrl: (options) => dehusk.extractUrl('http://127.0.0.1:9/', options),
  extractWithLanguage: (options) => dehusk.extractWithLanguage(NO_PAGE, options),
  batch: (extraction) => dehusk.batch([{ html: '<p>x' }], { extraction }).next(),
};
for (const [name, call] of Object.entries(CALLS))
  test(`library: ${name} refuses wrong options of the extraction`, async () => {
    for (const [options, message] of [...EXTRACTION, ...(PURE.includes(name) ? VALUES : NAMES)])
      await assert.rejects(
        async () => call(options),
        (thrown) => {
          assert.match(thrown.name, /^(Type|Range)Error$/, thrown.stack);
          assert.match(thrown.message, message);
          return true;
        },
      );
  });

/** Every other function with options: the name of one of them, to be misspelt. */
const OTHERS = [
  ['siteReader', 'extractor', (options) => core.siteReader(options)],
  ['siteReader().read', 'corrections', (options) => core.siteReader().read(NO_PAGE, options)],
  ['siteReader().learn', 'at', (options) => core.siteReader().learn(NO_PAGE, options)],
  ['explainPage', 'movers', (options) => core.explainPage(core.extract('<p>x'), options)],
  ['urlKey', 'mode', (options) => core.urlKey('https://example.org/', null, options)],
  ['pageRecord', 'url', (known) => core.pageRecord({ ok: false }, known)],
  ...core.FORMATS.filter(({ name }) => name !== 'x').map(({ name, print }) => [
    `format ${name}`,
    'links',
    (options) => print(core.extract('<p>The harbour master counts the boats.'), options),
  ]),
  ['batch', 'threads', (options) => dehusk.batch([], options).next()],
  ['batch, passthrough', 'passthrough', (options) => dehusk.batch([], options).next()],
  ['batch, filters', 'minLength', (filters) => dehusk.batch([], { filters }).next()],
  ['batch, rendering', 'links', (rendering) => dehusk.batch([], { rendering }).next()],
  [
    'extractUrl, url',
    'url',
    (options) => dehusk.extractUrl('http://127.0.0.1:9/', options),
    { url: 'https://a.example/' },
  ],
  ['extractUrl, overrides', 'pageType', (one) => dehusk.extractUrl('http://127.0.0.1:9/', { overrides: { '*': one } })],
  ['extractUrl, fetching', 'maxBytes', (options) => dehusk.extractUrl('http://127.0.0.1:9/', {}, options)],
  ['fetchPage', 'maxRedirects', (options) => dehusk.fetchPage('http://127.0.0.1:9/', options)],
  ['openFetcher', 'userAgent', (options) => dehusk.openFetcher(options)],
  ['openPipeline', 'moreSinks', (options) => dehusk.openPipeline(options)],
  ['openStream', 'commitPages', (options) => dehusk.openStream({ ...dehusk.STREAM_DEFAULTS, ...options }, {})],
  ['readWarc', 'maxBlockBytes', (options) => dehusk.readWarc([], options).next()],
  ['readWarcPages', 'canReopen', (options) => dehusk.readWarcPages('none', options).next()],
  ['a sink', 'folder', (options) => dehusk.sinkNamed('jsonl').open(options, undefined)],
  ['a source', 'path', (options) => dehusk.sourceNamed('folder').open(options, {})],
  ['openDemoServer', 'port', (options) => demo.openDemoServer({ sites: [], ...options })],
  ['DehuskClient', 'retries', (options) => new client.DehuskClient('http://127.0.0.1:9', options)],
  ['a request', 'signal', (options) => new client.DehuskClient('http://127.0.0.1:9').extractors(options)],
  [
    'a batch of the client',
    'fields',
    (options) => new client.DehuskClient('http://127.0.0.1:9').batch([], options).next(),
  ],
];
for (const [name, option, call, given = { [`${option}x`]: {} }] of OTHERS)
  test(`library: ${name} refuses an unknown option`, async () => {
    await assert.rejects(
      async () => call(given),
      (thrown) => {
        assert.equal(thrown.name, 'TypeError', thrown.stack);
        const [wrong] = Object.keys(given);
        assert.match(thrown.message, new RegExp(`has no option "${wrong}" \\(options: .*`));
        assert.ok(wrong === option || thrown.message.includes(option), thrown.message);
        return true;
      },
    );
  });

test('library: Readability and Defuddle accept unknown options, as the originals do', async () => {
  const compat = await import(pathToFileURL(join(INSTALLED, 'node_modules/@dehusk/core/dist/compat/index.js')).href);
  const page = { documentElement: { outerHTML: '<body><p>The harbour master counts the boats every evening.</p>' } };
  assert.ok(new compat.Readability(page, { unknown: 1 }).parse());
  assert.ok(new compat.Defuddle(page, { unknown: 1 }).parse());
});

test('configuration: wrong and misspelt options of every extractor, at their place', () => {
  const faultsOf = (extractor, extractorOptions) => {
    const loaded = dehusk.configurationFrom({
      sources: [{ kind: 'folder', path: folder }],
      sinks: [{ kind: 'jsonl', folder }],
      stream: { extractor, extractorOptions },
    });
    return loaded.ok ? [] : loaded.faults.map(({ message }) => message);
  };
  assert.deepEqual(faultsOf('site', {}), []);
  // All options of an extractor at once: a check takes long.
  for (const { kind, name } of TABLES.filter((one) => one.kind !== 'learner')) {
    const own = (one) => one.kind === kind && one.name === name;
    const wrong = new Map(WRONG.filter(own).map((one) => [one.option, one]));
    const misspelt = MISSPELT.filter(own).map((one) => one.misspelt);
    if (wrong.size === 0) continue;
    const faults = faultsOf(name, {
      ...Object.fromEntries([...wrong].map(([option, { value }]) => [option, value])),
      ...Object.fromEntries(misspelt.map((option) => [option, 1])),
    });
    for (const [option, { expected }] of wrong)
      assert.ok(
        faults.some((message) => message.startsWith(`${option}: got `) && message.includes(`expected ${expected}`)),
        `${name}, ${option}: ${faults.join('; ')}`,
      );
    for (const option of misspelt)
      assert.ok(
        faults.some((message) => message.includes(`has no option "${option}"`) && message.includes('did you mean')),
      );
  }
});

const FLAGS = [
  [['--set', 'focus=wrong', '-'], /focus: got "wrong", expected balanced, precision or recall/],
  [['--set', 'focs=recall', '-'], /dehusk has no option "focs".*did you mean "focus"/],
  [['batch', '--set', 'focus=wrong'], /focus: got "wrong"/],
  [
    ['batch', '--extractor', 'justext', '--set', 'maxLinkDensity=2'],
    /maxLinkDensity: got 2, expected a number from 0 to 1/,
  ],
  [['--set', 'flavour=wrong', '-'], /flavour: got "wrong", expected gfm or commonmark/],
  [['--set', 'linkStyle=wrong', '-'], /expected inline or reference/],
  [['--set', 'tableStyle=wrong', '-'], /expected pipe, compact or html/],
  [['--set', 'callouts=wrong', '-'], /expected quote or github/],
  [['--set', 'wrap=1.5', '-'], /expected an integer from 0 to 10000/],
  [['--set', 'wrap=NaN', '-'], /expected an integer/],
  [['--set', 'headingShift=6', '-'], /expected an integer from -5 to 5/],
  [['--set', 'flavor=gfm', '-'], /no option "flavor".*did you mean "flavour"/s],
  [['--language', 'en us', '-'], /language: got "en us"/],
  [['batch', '--language', 'en us'], /language: got "en us"/],
  [['--set', 'pageType=artcle', '-'], /pageType: got "artcle", expected article/],
  [['--max-bytes', '0', '-'], /Expected a number of bytes/],
  [['--fetch', 'pauses=0', '-'], /--fetch got "pauses", expected NAME=VALUE/],
  [['--timeout', '-1', '-'], /Expected a positive number/],
  [['--explain', '--format', 'markdown', '-'], /--explain prints a table, or JSON with --json, but markdown/],
];
test('command line: wrong options of every command end with 2, without output', async () => {
  await each(FLAGS, async ([given, message]) => {
    const { code, stdout, stderr } = await run(given, '<p>The harbour master counts the boats.', folder);
    assert.equal(code, 2, `${given.join(' ')}: ${stderr}`);
    assert.equal(stdout, '', given.join(' '));
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, STACK);
  });
});

test('command line: --explain --json prints the explanation as JSON, one page or several', async () => {
  for (const name of ['one.html', 'two.html'])
    writeFileSync(join(folder, name), '<html lang="en"><p>The harbour master counts the boats every evening.');
  const one = await run(['--explain', '--json', 'one.html'], '', folder);
  assert.equal(one.code, 0, one.stderr);
  assert.equal(JSON.parse(one.stdout).blocks[0].keep, true);
  const lines = await run(['--explain', '--format', 'jsonl', 'one.html', 'two.html'], '', folder);
  assert.deepEqual(
    lines.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).schema),
    [2, 2],
  );
  const missing = await run(['--explain', 'none.html'], '', folder);
  assert.equal(missing.code, 3);
  assert.match(missing.stderr, /none\.html: unreadable: there is no file/);
});

let address = '';
let service;
before(async () => {
  service = spawn(process.execPath, [INSTALLED_DEHUSK, 'serve', '--port', '0', '--threads', '1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: service.stdout })) {
    [, address = ''] = /(http:\S+?)\/ /.exec(line) ?? [];
    if (address !== '') break;
  }
  assert.notEqual(address, '');
});
after(() => service.kill());

async function assertBadRequest(path, init, message) {
  const answer = await fetch(address + path, { signal: AbortSignal.timeout(60_000), ...init });
  const body = await answer.text();
  assert.equal(answer.status, 400, `${path} ${init?.body}: ${body}`);
  const { reason, detail } = JSON.parse(body);
  assert.equal(reason, 'bad-request', body);
  assert.match(detail, message, path);
  assert.doesNotMatch(body, STACK);
}

const PAGE = '<p>The harbour master counts the boats.';
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const inQuery = (extractor, options) => `extractor=${extractor}&options=${encodeURIComponent(JSON.stringify(options))}`;

test('service: wrong and misspelt options of every extractor are 400, in the query and in the body', async () => {
  const json = { 'content-type': 'application/json' };
  const html = { 'content-type': 'text/html' };
  const lines = { 'content-type': 'application/x-ndjson' };
  const wrong = WRONG.filter(
    ({ kind, value }) => kind === 'extractor' && (typeof value !== 'number' || Number.isFinite(value)),
  );
  const cases = [
    ...wrong.map(({ name, option, value, expected }) => [
      name,
      { [option]: value },
      new RegExp(`${option}: got .*expected ${escaped(expected)}`),
    ]),
    ...MISSPELT.filter(({ kind }) => kind === 'extractor').map(({ name, misspelt }) => [
      name,
      { [misspelt]: 1 },
      new RegExp(`${escaped(name)} has no option "${misspelt}".*did you mean`),
    ]),
  ];
  await each(cases, async ([extractor, options, message]) => {
    const body = JSON.stringify({ html: PAGE, extractor, options });
    await assertBadRequest('/v1/extract', { method: 'POST', headers: json, body }, message);
    const query = inQuery(extractor, options);
    await assertBadRequest(`/v1/explain?${query}`, { method: 'POST', headers: html, body: PAGE }, message);
    await assertBadRequest(
      `/v1/batch?${query}`,
      { method: 'POST', headers: lines, body: JSON.stringify({ html: PAGE }) },
      message,
    );
  });
});

const QUERIES = [
  ['options={"focus":"x"}', /focus: got "x", expected balanced, precision or recall/],
  ['options=[]', /got "\[\]", expected a JSON object/],
  ['options=focus', /expected a JSON object/],
  ['option={}', /has no "option"; did you mean "options"/],
  ['langauge=en', /has no "langauge"; did you mean "language"/],
  ['language=en%20us', /language: got "en us"/],
  ['pageType=artcle', /"pageType"/],
  ['allArticles=yes', /"allArticles"/],
  ['extractor=juztext', /no extractor is named "juztext".*did you mean "justext"/],
  ['excludeSelector=a..b', /excludeSelector got "a..b"/],
  ['fields=titel', /titel.*title/],
];
test('service: wrong parameters of the query are 400', async () => {
  for (const [query, message] of QUERIES)
    for (const [path, type] of [
      ['/v1/extract', 'text/html'],
      ['/v1/batch', 'application/x-ndjson'],
    ])
      await assertBadRequest(
        `${path}?${query}`,
        { method: 'POST', headers: { 'content-type': type }, body: PAGE },
        message,
      );
});

test('MCP: wrong and misspelt arguments are errors of the tool', async () => {
  const page = { html: PAGE };
  const calls = [
    ['extract', { ...page, extractor: 'juztext' }, /juztext.*did you mean "justext"/],
    ['extract', { ...page, extractor: 5 }, /extractor/],
    ['extract', { ...page, pageType: 'artcle' }, /pageType/],
    ['extract', { ...page, format: 'docx' }, /format/],
    ['extract', { ...page, formt: 'text' }, /formt.*did you mean "format"/],
    ['extract', { htm: PAGE }, /htm.*did you mean "html"/],
    ['explain', { ...page, maxBlocks: 0 }, /maxBlocks/],
    ['explain', { ...page, maxBlocks: 1.5 }, /maxBlocks/],
    ['explain', { ...page, maxBlock: 5 }, /maxBlock.*did you mean "maxBlocks"/],
  ];
  const message = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const child = spawn(process.execPath, [INSTALLED_DEHUSK, 'mcp'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const timer = setTimeout(() => child.kill(), 60_000);
  const answers = new Map();
  child.stdin.write(message(0, 'initialize', hello));
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  for (const [at, [name, given]] of calls.entries())
    child.stdin.write(message(at + 1, 'tools/call', { name, arguments: given }));
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = JSON.parse(line);
    answers.set(answer.id, answer);
    if (answers.size === calls.length + 1) break;
  }
  clearTimeout(timer);
  child.kill();
  for (const [at, [name, given, expected]] of calls.entries()) {
    const { result } = answers.get(at + 1) ?? {};
    assert.equal(result?.isError, true, `${name} ${JSON.stringify(given)}: ${JSON.stringify(answers.get(at + 1))}`);
    const [{ text }] = result.content;
    assert.match(text, expected);
    assert.doesNotMatch(text, STACK);
  }
});
