/** `dehusk corpus` as a real process over the demo's web and over a server that waits. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openLmdbStore } from '@dehusk/stream';
import { type Loopback, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { until } from '../../../node/dist/until.fixture.js';
import { DEMO_SITES, openDemoServer, wordF1 } from '../demo/index.js';
import { type Ended, MAIN, runHere, startDehusk } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-corpus-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const servers: { close(): Promise<void> }[] = [];
after(async () => {
  for (const one of servers) await one.close();
  rmSync(home, { recursive: true });
});
const QUICK = ['--delay', '0', '--allow-private'];
const corpus = (...args: readonly string[]): Promise<Ended> => runHere(['corpus', ...args]);
const textOf = (...names: readonly string[]): string => readFileSync(at(...names), 'utf8');

interface VerticalDocument {
  readonly head: string;
  readonly words: string[];
}

/** Reads a vertical file and checks that its structures nest. */
function readVertical(text: string): VerticalDocument[] {
  const documents: VerticalDocument[] = [];
  const open: string[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const [, end, name] = /^<(\/?)([a-z]+)(?: [a-z]+="[^"<>]*")*\/?>$/.exec(line) ?? [];
    if (name === undefined) {
      assert.doesNotMatch(line, /[<>\s]/, line);
      assert.deepEqual(open, ['doc', 'p', 's']);
      documents.at(-1)?.words.push(line);
    } else if (name === 'g') assert.equal(open.at(-1), 's');
    else if (end === '/') assert.equal(open.pop(), name);
    else {
      assert.equal(open.push(name), ['doc', 'p', 's'].indexOf(name) + 1, line);
      if (name === 'doc') documents.push({ head: line, words: [] });
    }
  }
  assert.deepEqual(open, []);
  return documents;
}

const valueIn = (head: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(head)?.[1] ?? '';

test('two newspapers become a corpus; their archive makes the same one again', async () => {
  const still = { firstAt: 1.7e12, elapsed: () => 0 };
  const [english, german] = await Promise.all(
    [DEMO_SITES[0], DEMO_SITES[2]].map((site) => openDemoServer({ sites: [site], ...still })),
  );
  servers.push(english, german);
  const starts = [`http://127.0.0.1:${english.port}/`, `http://localhost:${german.port}/`];
  const { code, err } = await startDehusk(home, ['corpus', ...starts, '-o', 'news', ...QUICK]).ended;
  assert.equal(code, 0, err);
  const documents = readVertical(textOf('news', 'corpus.vert'));
  assert.equal(documents.length, DEMO_SITES[0].backlog + DEMO_SITES[2].backlog, err);
  for (const { head, words } of documents) {
    const url = valueIn(head, 'url');
    const found = (url.includes('127.0.0.1') ? english : german).find(url);
    assert.ok(found !== null, url);
    const text = `${valueIn(head, 'title').replaceAll('&amp;', '&')} ${words.join(' ')}`;
    assert.ok(wordF1(found.newsroom.truth(found.number), text) > 0.95, url);
  }
  const report = JSON.parse(textOf('news', 'report.json'));
  assert.deepEqual(
    report.sites.map(({ documents: count, languages }: { documents: number; languages: object }) => [count, languages]),
    [
      [DEMO_SITES[0].backlog, { en: DEMO_SITES[0].backlog }],
      [DEMO_SITES[2].backlog, { de: DEMO_SITES[2].backlog }],
    ],
  );
  assert.equal(
    report.total.tokens,
    documents.reduce((sum, { words }) => sum + words.length, 0),
  );
  assert.match(textOf('news', 'report.html'), new RegExp(`127\\.0\\.0\\.1:${english.port}`));

  const asked = english.requests() + german.requests();
  const archive = at('news', 'pages', 'pages.warc.gz');
  const again = await corpus('--from', archive, '-o', at('again'));
  assert.equal(again.code, 0, again.err);
  assert.equal(textOf('again', 'corpus.vert'), textOf('news', 'corpus.vert'));
  assert.deepEqual(readdirSync(at('again')).sort(), ['corpus.vert', 'report.html', 'report.json']);
  assert.equal(english.requests() + german.requests(), asked);
});

/** A site of articles, of which those from a number on wait to be answered until they may go. */
async function waitingSite(articles: number, waitFrom: number): Promise<Loopback & { letGo(): void }> {
  let held: (() => void)[] | null = [];
  // Words of letters alone, as Onion takes digits for tokens.
  const word = (...numbers: readonly number[]): string =>
    numbers.map((one) => String(one).replace(/\d/g, letter)).join('x');
  const letter = (digit: string): string => 'abcdefghij'[Number(digit)];
  const article = (number: number): string =>
    `<!doctype html><html lang="en"><title>Report ${number}</title><h1>Report ${number}</h1>${[1, 2, 3]
      .map((part) => `<p>${Array.from({ length: 30 }, (_, at) => word(number, part, at)).join(' ')}.</p>`)
      .join('')}`;
  const links = Array.from({ length: articles }, (_, number) => `<a href="/report-${number}.html">x</a>`).join(' ');
  const server = await loopback({
    '/robots.txt': sends('', { 'content-type': 'text/plain' }),
    '/': sends(`<!doctype html><title>Reports</title>${links}`),
    ...Object.fromEntries(
      Array.from({ length: articles }, (_, number) => [
        `/report-${number}.html`,
        (...[request, response]: Parameters<ReturnType<typeof sends>>) => {
          const answer = (): void => sends(article(number))(request, response);
          if (held !== null && number >= waitFrom) held.push(answer);
          else answer();
        },
      ]),
    ),
  });
  servers.push(server);
  return Object.assign(server, {
    letGo() {
      for (const go of held ?? []) go();
      held = null;
    },
  });
}

/** Whether the crawl of a corpus committed as many addresses, as another process sees it. */
async function hasCommitted(folder: string, addresses: number): Promise<boolean> {
  const store = openLmdbStore(join(folder, 'state'), false);
  try {
    return (await store.keys('crawl/')).length >= addresses;
  } finally {
    await store.close();
  }
}

test('stopped or killed, the same command continues: committed pages are not fetched again, no document twice', async () => {
  for (const [signal, code, waitFrom, mostTwice] of [
    ['SIGTERM', 143, 5, 1],
    ['SIGKILL', null, 58, 10],
  ] as const) {
    const articles = waitFrom + 4;
    const site = await waitingSite(articles, waitFrom);
    const args = [site.home, '-o', at(signal), '--extractor', 'everything', ...QUICK];
    const { child, ended } = startDehusk(home, ['corpus', ...args]);
    // robots.txt, the front page, and one article that waits.
    await until(() => site.asked.length >= 2 + waitFrom + 1);
    if (signal === 'SIGKILL') await until(() => hasCommitted(at(signal), articles));
    child.kill(signal);
    const stopped = await ended;
    assert.equal(stopped.code, code, stopped.err);
    if (code !== null) assert.match(stopped.err, /stopped; the same command continues/);
    assert.ok(!readdirSync(at(signal)).includes('corpus.vert'));
    const before = site.asked.length;
    site.letGo();
    const next = await corpus(...args, '--format', 'jsonl');
    assert.equal(next.code, 0, next.err);
    const pages = site.asked.slice(before).filter((path) => path.startsWith('/report'));
    assert.ok(pages.length <= articles - waitFrom + mostTwice, `${signal}: ${pages}`);
    const urls = textOf(signal, 'corpus.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).url);
    // The front page is a document, too.
    assert.equal(urls.length, articles + 1);
    assert.equal(new Set(urls).size, articles + 1);
  }
});

test('repeated pages and paragraphs are dropped and counted, by Onion when it is named; filters too', async () => {
  const sentence = (name: string): string => `${Array.from({ length: 30 }, (_, at) => `${name}${at}`).join(' ')}.`;
  const page = (...names: readonly string[]): string =>
    `<!doctype html><html lang="en"><title>t</title>${names.map((one) => `<p>${sentence(one)}</p>`).join('')}`;
  const rows = [
    ['a', page('one', 'two')],
    ['b', page('one', 'two')],
    ['c', page('two', 'three')],
    ['d', '<p>Only a few words.</p>'],
    ['e', '<title>nothing</title>'],
  ].map(([id, html]) => JSON.stringify({ url: `https://news.example/${id}`, html }));
  writeFileSync(at('rows.jsonl'), `${rows.join('\n')}\nno JSON\n`);
  const { code, err } = await corpus(
    '--from',
    at('rows.jsonl'),
    '-o',
    at('rows'),
    '--extractor',
    'everything',
    '--format',
    'jsonl',
    '--dedupe',
    'onion',
  );
  assert.equal(code, 3, err);
  assert.match(err, /rows\.jsonl:6/);
  const [total] = JSON.parse(textOf('rows', 'report.json')).sites;
  const { pages, documents, duplicates, short, trimmed, withoutText, learnt } = total;
  assert.deepEqual(
    { pages, documents, duplicates, short, trimmed, learnt },
    { pages: 5, documents: 2, duplicates: 1, short: 1, trimmed: 1, learnt: 0 },
  );
  assert.equal(Object.values(withoutText as Record<string, number>)[0], 1);
  const texts = textOf('rows', 'corpus.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    texts.map(({ id, text }) => [id, text.split('\n').length]),
    [
      [1, 2],
      [2, 1],
    ],
  );
  const rest = ['--extractor', 'everything', '--format', 'jsonl'];
  assert.equal((await corpus('--from', at('rows.jsonl'), '-o', at('first'), ...rest)).code, 3);
  const [safe] = JSON.parse(textOf('first', 'report.json')).sites;
  assert.deepEqual([safe.documents, safe.duplicates, safe.short, safe.trimmed], [3, 1, 0, 1]);
  assert.match(textOf('first', 'corpus.jsonl'), /Only a few words/);
  assert.equal((await corpus('--from', at('rows.jsonl'), '-o', at('all'), ...rest, '--no-dedupe')).code, 3);
  const { dedupe, total: whole } = JSON.parse(textOf('all', 'report.json'));
  assert.deepEqual([dedupe, whole.documents, whole.trimmed, whole.paragraphs.dropped], ['none', 4, 0, 0]);
  const refused = await corpus(
    '--from',
    at('rows.jsonl'),
    '-o',
    at('refused'),
    '--extractor',
    'everything',
    '--min-length',
    '5000',
  );
  assert.equal(JSON.parse(textOf('refused', 'report.json')).total.withoutText['too-short'], 4, refused.err);
});

test('wrong usage and what cannot be read', async () => {
  writeFileSync(at('empty.jsonl'), '');
  const cases: readonly (readonly [args: readonly string[], code: number, err: RegExp])[] = [
    [[], 2, /got neither sites nor --from/],
    [['https://a.example/', '--from', at('empty.jsonl')], 2, /got sites and --from/],
    [['--from', '-'], 2, /--from got "-", expected JSON lines, WARC files or folders/],
    [['news.example'], 2, /got "news\.example", expected http/],
    [['--from', at('empty.jsonl'), '--format', 'xml'], 2, /Allowed choices are vertical, jsonl/],
    [['--from', at('missing.jsonl')], 3, /there is no file or folder/],
    [['--from', at('empty.jsonl')], 1, /0 pages: 0 kept, 0 rejected, 0 duplicates/],
    [['http://127.0.0.1:9/'], 3, /127\.0\.0\.1:9\/: private-address: .*/],
    [['https://a.example/', '-o', MAIN], 3, /dehusk\.js/],
  ];
  for (const [args, code, err] of cases) {
    const run = await corpus('-o', at('wrong'), ...args);
    assert.match(run.err, err, args.join(' '));
    assert.equal(run.code, code, args.join(' '));
  }
});
