// The command line with its files, streams and exit codes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { FORMATS } from '@dehusk/core';
import { EXTRACTORS } from '@dehusk/papers';
import { type Ended, MAIN, runHere, startDehusk } from './stream-process.fixture.js';

const DEMO = fileURLToPath(new URL('../../demo', import.meta.url));
const GOLDEN = fileURLToPath(new URL('../../src/cli/golden', import.meta.url));

const SENTENCE =
  'The lighthouse keeper wrote down every ship that passed the island during the long winter of that year. ';
const page = (title: string, words = SENTENCE): string =>
  `<!doctype html><html lang="en"><title>${title}</title><ul><li><a href="/c">Contact</a><li><a href="/i">Imprint</a><li><a href="/">Home</a></ul><h1>${title}</h1><p>${title}. ${words.repeat(3)}</p><p>${words.repeat(2)}</p>`;
const NO_TEXT = '<!doctype html><title>empty</title><img src="a.png">';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-cli-'));
const at = (...names: string[]): string => join(folder, ...names);
mkdirSync(at('site', 'deep'), { recursive: true });
writeFileSync(at('a.html'), page('A'));
writeFileSync(at('empty.html'), NO_TEXT);
writeFileSync(at('site', 'one.html'), page('One'));
writeFileSync(at('site', 'one.htm'), page('One again'));
writeFileSync(at('site', 'deep', 'two.xhtml.gz'), gzipSync(page('Two')));
writeFileSync(at('site', 'notes.txt'), 'not a page');
writeFileSync(at('site', '.hidden.html'), page('Hidden'));
symlinkSync(at('site'), at('site', 'deep', 'loop'));
mkdirSync(at('nothing'));
after(() => rmSync(folder, { recursive: true }));

const dehusk = (args: readonly string[]): Promise<Ended> => runHere(args);

/** The command as a process, for the real standard input and another environment. */
function dehuskProcess(args: readonly string[], input?: string | Uint8Array, environment = {}): Promise<Ended> {
  const { child, ended } = startDehusk(folder, args, { input: input !== undefined, environment });
  child.stdin?.on('error', () => {}).end(input);
  return ended;
}

let server: Server;
let home = '';
before(async () => {
  server = createServer((request, response) => {
    if (request.url === '/missing') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' })
        .end(Buffer.from(page('Größe'), 'latin1'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

const ENDS: readonly (readonly [what: string, args: () => string[], code: number, says: RegExp])[] = [
  ['a page', () => [at('a.html')], 0, /^$/],
  ['the command by name', () => ['extract', at('a.html')], 0, /^$/],
  ['a folder', () => [at('site')], 0, /^$/],
  ['a page without text', () => [at('a.html'), at('empty.html')], 1, /empty\.html: no-(text|content): /],
  ['a missing file', () => [at('none.html'), at('a.html')], 3, /none\.html: unreadable: there is no file or folder/],
  ['a missing file and a page without text', () => [at('none.html'), at('empty.html')], 3, /no-(text|content)/],
  ['a folder without pages', () => [at('nothing')], 3, /folder without pages/],
  [
    'a page that is too large',
    () => ['--max-bytes', '100', at('a.html')],
    3,
    /too-large: .* bytes, more than the 100 allowed; --max-bytes allows more/,
  ],
  ['the addresses of files', () => ['--list', at('a.html')], 2, /--list prints addresses and no files/],
  ['a browser for files', () => ['--render', at('a.html')], 2, /--render runs the scripts of fetched pages only/],
  ['a host without https', () => ['example.org'], 3, /there is no file or folder example.org; an address begins with/],
  ['no input', () => [], 2, /no input: name a file/],
  ['an unknown option', () => ['--extracter', 'x'], 2, /unknown option '--extracter'[\s\S]*--extractor/],
  [
    'an unknown extractor',
    () => ['--extractor', 'magic', at('a.html')],
    2,
    /Expected an extractor: .*boilerpipe-article/,
  ],
  ['an unknown format', () => ['--format', 'docx', at('a.html')], 2, /Expected a format: text/],
  [
    'a file for a folder',
    () => [at('a.html'), '-o', at('a.md')],
    2,
    /Expected a folder; for one file, redirect the output: > .*a\.md/,
  ],
  ['two formats', () => ['--format', 'text', '--html', at('a.html')], 2, /--html and --format text contradict/],
  ['two preferences', () => ['--precision', '--recall', at('a.html')], 2, /--precision and --recall contradict/],
  [
    'a preference and an extractor',
    () => ['--recall', '--extractor', 'everything', at('a.html')],
    2,
    /everything has no option "focus"/,
  ],
  [
    'an unknown setting',
    () => ['--extractor', 'min-words', '--set', 'most=1', at('a.html')],
    2,
    /min-words has no option "most" \(options: /,
  ],
  [
    'a setting of the wrong type',
    () => ['--extractor', 'min-words', '--set', 'k=many', at('a.html')],
    2,
    /k: got "many", expected an integer/,
  ],
  ['a setting without a value', () => ['--set', 'k', at('a.html')], 2, /--set got "k", expected name=value/],
  ['a bad number', () => ['--parallel', '-3', at('a.html')], 2, /integer of at least 1/],
  [
    'a bad base address',
    () => ['--url', 'example', at('a.html')],
    2,
    /--url got "example", expected an absolute address/,
  ],
  ['a table into a folder', () => ['--explain', '-o', at('x'), at('a.html')], 2, /--explain writes a table/],
  ['a missing list', () => ['-i', at('none.txt')], 3, /there is no file or folder .*none\.txt/],
  ['a private address', () => [`${home}/`], 3, /private-address: 127\.0\.0\.1 is not a public address \(loopback\)/],
  [
    'an address that answers 404',
    () => ['--allow-private', `${home}/missing`],
    3,
    /http-status: the server answered 404/,
  ],
];
for (const [what, args, code, says] of ENDS)
  test(`${what} ends with code ${code}`, async () => {
    // Only a process has no standard input.
    const run = await (args().length === 0 ? dehuskProcess : dehusk)(args());
    assert.equal(run.code, code, run.err);
    assert.match(run.err, says);
  });

test('the same text from a file, standard input, gzip, and an address', async () => {
  const { out } = await dehusk([at('a.html')]);
  assert.match(out, /The lighthouse keeper wrote down every ship/);
  assert.doesNotMatch(out, /Contact/);
  assert.equal((await dehuskProcess([], page('A'))).out, out);
  assert.equal((await dehuskProcess(['-'], gzipSync(page('A')))).out, out);
  const fetched = await dehusk(['--allow-private', `${home}/`]);
  assert.match(fetched.out, /Größe[\s\S]*lighthouse/);
});

test('pages in a row are named, in the order of their paths; links to folders and hidden files are left out', async () => {
  const { out } = await dehusk([at('site')]);
  const names = [...out.matchAll(/^==> (.*) <==$/gm)].map(([, name]) => name.slice(folder.length + 1));
  assert.deepEqual(names, ['site/deep/two.xhtml.gz', 'site/one.htm', 'site/one.html']);
});

test('a list of addresses is fetched, one a line', async () => {
  writeFileSync(at('list.txt'), `# pages\n${home}/1\n\n${home}/2\n`);
  const { out, code } = await dehusk(['--allow-private', '--fetch', 'pause=0.01', '-i', at('list.txt')]);
  assert.deepEqual([code, [...out.matchAll(/^==> .*\/(\d) <==$/gm)].map((one) => one[1])], [0, ['1', '2']]);
});

test('output goes to the same places below a folder, never over another file', async () => {
  const run = await dehusk([at('site'), '-o', at('texts')]);
  assert.equal(run.code, 0, run.err);
  const files = readdirSync(at('texts'), { recursive: true }).map(String).sort();
  assert.deepEqual(files, ['deep', 'deep/two.txt', 'one-2.txt', 'one.txt']);
  assert.match(readFileSync(at('texts', 'one.txt'), 'utf8'), /^One again\. /m);
  assert.match(readFileSync(at('texts', 'one-2.txt'), 'utf8'), /^One\. /m);

  const again = await dehusk([at('site', 'one.html'), '-o', at('texts')]);
  assert.deepEqual([again.code, again.err], [0, '']);
  assert.match(readFileSync(at('texts', 'one.txt'), 'utf8'), /^One again\. /m);
  assert.equal((await dehusk([at('site', 'one.html'), '-o', at('texts'), '--overwrite'])).code, 0);
  assert.match(readFileSync(at('texts', 'one.txt'), 'utf8'), /^One\. /m);

  const html = await dehusk(['--allow-private', `${home}/a%2F..%2Fb/?q=1`, '-o', at('web'), '--format', 'html']);
  assert.equal(html.code, 0, html.err);
  const host = home.slice('http://'.length).replace(':', '-');
  assert.ok(existsSync(at('web', host)), readdirSync(at('web')).join());
});

test('the knob: precision keeps no more than recall; other extractors have no such knob', async () => {
  const [precise, generous] = await Promise.all([
    dehusk(['--precision', at('a.html')]),
    dehusk(['--recall', at('a.html')]),
  ]);
  assert.ok(precise.out.length <= generous.out.length, `${precise.out.length} > ${generous.out.length}`);
  const wrong = await dehusk(['--precision', '--extractor', 'bte', at('a.html')]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /bte has no option "focus"/);
});

test('settings reach the extractor', async () => {
  const all = await dehusk(['--extractor', 'min-words', '--set', 'k=1', at('a.html')]);
  const long = await dehusk(['--extractor', 'min-words', '--set', 'k=45', at('a.html')]);
  assert.match(all.out, /Contact/);
  assert.equal(long.out.trim().split('\n').length, 1);
});

test('options of the formats', async () => {
  writeFileSync(
    at('rich.html'),
    page('Lamps').replace(
      '</h1>',
      `</h1><p>${SENTENCE.repeat(2)}<a href="/oil">About oil</a> ${SENTENCE}</p><h2>Wicks</h2>` +
        '<table><tr><th>A<th>B<tr><td>1<td><s>2</s></table>',
    ),
  );
  const printed = async (...flags: string[]): Promise<string> =>
    (await dehusk([at('rich.html'), '--url', 'https://sea.example/', ...flags])).out;
  assert.match(await printed('--for-llm'), /^# Lamps\n.*About oil.*\n\|A\|B\|\n/s);
  assert.doesNotMatch(await printed('--for-llm'), /sea\.example|<\w/);
  assert.match(await printed('--with-metadata', '--format', 'md'), /^---\ntitle: "Lamps"\n.*\n---\n\n# Lamps\n/s);
  assert.match(await printed('--for-llm', '--format', 'json'), /^{\n/);
  assert.match(
    await printed('--markdown', '--set', 'linkStyle=reference'),
    /\[About oil\]\[1\].*\n\[1\]: https:\/\/sea\.example\/oil\n/s,
  );
  assert.match(
    await printed('--markdown', '--set', 'headingShift=1', '--set', 'flavour=commonmark'),
    /^## Lamps\n.*### Wicks\n.*<del>2</s,
  );
  assert.ok(
    (await printed('--markdown', '--set', 'wrap=60', '--set', 'links=false'))
      .split('\n')
      .every((line) => line.length <= 60),
  );
  const wrong = await dehusk([at('rich.html'), '--set', 'tableStyle=wide']);
  assert.deepEqual([wrong.code, /expected pipe, compact or html/.test(wrong.err)], [2, true]);
});

test('--list names every extractor and format, and the options of one', async () => {
  const { out } = await dehusk(['--list']);
  for (const one of [...EXTRACTORS, ...FORMATS]) assert.match(out, new RegExp(`^${one.name} `, 'm'));
  const one = await dehusk(['--list', '--extractor', 'min-words']);
  assert.match(one.out, /^k +\d+ +\S/m);
});

test('--fields names the fields of records, the page in a format among them', async () => {
  const { out } = await dehusk(['--json', '--fields', 'title,markdown,html', at('a.html')]);
  const record = JSON.parse(out) as Record<string, string>;
  assert.deepEqual(Object.keys(record), ['title', 'markdown', 'html']);
  assert.match(record.markdown, /^# A\n/);
  assert.match(record.html, /^<!doctype html>/i);
  assert.equal((await dehusk(['--fields', 'title', at('a.html')])).out, '{\n  "title": "A"\n}\n');
  const both = await dehusk(['--format', 'csv', '--fields', 'title,ok', at('a.html'), at('empty.html')]);
  assert.equal(both.out, 'title,ok\nA,true\nempty,false\n');
  const text = await dehusk(['--format', 'text', '--fields', 'title', at('a.html')]);
  assert.match(text.err, /no format with fields is named "text" \(there are: json, jsonl, csv\)/);
  assert.match((await dehusk(['--fields', 'byline', at('a.html')])).err, /did you mean "author"/);
});

test('--max-length cuts between blocks, and says how to go on', async () => {
  const whole = await dehusk([at('a.html')]);
  const first = await dehusk(['--max-length', '400', at('a.html')]);
  const [, next, total] =
    /characters 0 to (\d+) of (\d+); --max-length (400@\1) prints the next part\n$/.exec(first.err) ?? [];
  // A line feed ends the last line.
  assert.equal(Number(total), whole.out.length - 1);
  const rest = await dehusk(['--max-length', `4000@${next}`, at('a.html')]);
  assert.equal(first.out + rest.out, whole.out);
  assert.match(rest.err, /of \d+; this is the last part/);
  assert.equal((await dehusk(['--max-length', '4000', at('a.html')])).err, '');
  for (const wrong of [['--json'], ['--explain'], ['--html']])
    assert.match((await dehusk(['--max-length', '9', ...wrong, at('a.html')])).err, /--max-length is for the formats/);
});

test('the options of a command can be read at once', async () => {
  for (const [words, most] of [
    [[], 40],
    [['batch'], 35],
  ] as const) {
    const { out } = await dehusk([...words, '--help']);
    const options = out.match(/^ {2}(?:-\w, )?--.*$/gm) ?? [];
    assert.ok(options.length > 25 && options.length <= most, `${words}: ${options.length} options`);
  }
});

test('help keeps within 80 columns, examples and all', async () => {
  const commands =
    ',batch,dedupe,watch,crawl,corpus,serve,mcp,demo,completion,help,site,site explain,site export,site import,state,state verify,state repair,state export,state import';
  for (const name of commands.split(',')) {
    const { out } = await dehusk([...name.split(' ').filter(Boolean), '--help']);
    assert.match(out, new RegExp(`^Usage: dehusk ${name}`));
    for (const line of out.split('\n')) assert.ok(line.length <= 80, `dehusk ${name}: ${line}`);
  }
});

test('dehusk serve refuses what would open it to others or never match', async () => {
  for (const [option, value] of [
    ['--host', ''],
    ['--port', ''],
    ['--port', '65536'],
    ['--cors', ''],
    ['--cors', 'example.org'],
    ['--cors', 'https://example.org/'],
    ['--cors', 'https://example.org/page'],
  ]) {
    const { code, err } = await dehusk(['serve', option, value]);
    assert.deepEqual([code, err.includes(`'${value}' is invalid. Expected`)], [2, true], `${option} ${value}: ${err}`);
  }
});

test('--explain shows what each field could have, the best first', async () => {
  writeFileSync(
    at('byline.html'),
    '<title>Willow fences</title><meta name=author content="Nord Courier"><h1>Willow fences</h1><p class=author>Anna Berg</p>' +
      `<p>${SENTENCE.repeat(20)}</p>`,
  );
  const { out, code } = await dehusk(['--explain', '--json', at('byline.html')]);
  const { candidates } = JSON.parse(out) as { candidates: { field: string; value: string }[] };
  const authors = candidates.filter(({ field }) => field === 'authors');
  assert.deepEqual([code, authors.map(({ value }) => value)], [0, ['Anna Berg', 'Nord Courier']]);
  const shown = (await dehusk(['--explain', at('byline.html')])).out;
  assert.match(shown, /^authors +\S.* 0\.\d\d +Anna Berg\n +\S.* Nord Courier$/m);
});

test('--explain gives reasons in words; features only with -v', async () => {
  const plain = (await dehusk(['--explain', at('a.html')])).out;
  assert.match(plain, /^ *# +keep +kind +p +reason +text$/m);
  assert.doesNotMatch(plain, /=[-\d]|words *reason|density/);
  assert.match((await dehusk(['--explain', '-v', at('a.html')])).out, /^ *# .* words .*reason[\s\S]*=-?\d/m);
});

test('the front matter of Markdown has the names of fields', async () => {
  writeFileSync(
    at('front.html'),
    `<title>Willow</title><meta name=description content="Of fences."><p>${SENTENCE.repeat(9)}`,
  );
  const { out } = await dehusk(['--with-metadata', '--format', 'md', at('front.html')]);
  const { out: fields } = await dehusk(['--json', at('front.html')]);
  const names = [...out.split('\n---\n')[0].matchAll(/^(\w+):/gm)].map(([, name]) => name);
  assert.ok(names.includes('excerpt'));
  for (const name of names) assert.ok(Object.hasOwn(JSON.parse(fields), name), name);
});

test('colour only where it is wanted', async () => {
  const plain = await dehusk(['--explain', at('a.html')]);
  const forced = await dehuskProcess(['--explain', at('a.html')], undefined, { FORCE_COLOR: '1' });
  assert.ok(!plain.out.includes('\x1b['));
  assert.equal(forced.out.replace(/\x1b\[\d+m/g, ''), plain.out);
  assert.ok(forced.out.includes('\x1b[32m'));
});

test('a reader that closes the pipe ends the command quietly', async () => {
  writeFileSync(at('long.html'), page('Long', SENTENCE.repeat(20_000)));
  const child = spawn(process.execPath, [MAIN, at('long.html'), at('long.html')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (text) => (err += text));
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((done) => child.on('close', done));
  assert.deepEqual([code, err], [0, '']);
});

test('demo --pages lists every page of the demo and prints the text of one', async () => {
  const { out, code } = await dehuskProcess(['demo', '--pages']);
  assert.equal(code, 0);
  for (const name of readdirSync(DEMO)) if (name.endsWith('.html')) assert.match(out, new RegExp(`^${name} `, 'm'));
  assert.match(out, /the first night ferry since the old pier/i);
  assert.match(out, /dehusk(?:\.js)? --explain .*forum\.de\.html/);
});

/** Goldens: `npm run goldens` rewrites them; read the difference before committing. */
const GOLDENS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['help.txt', ['--help']],
  ['help-batch.txt', ['batch', '--help']],
  ['help-watch.txt', ['watch', '--help']],
  ['help-crawl.txt', ['crawl', '--help']],
  ['help-corpus.txt', ['corpus', '--help']],
  ['explain.txt', ['--explain', '--extractor', 'boilerpipe-num-words', join(DEMO, 'forum.de.html')]],
];
for (const [name, args] of GOLDENS)
  test(`golden ${name}`, async () => {
    const { out, code } = await dehusk(args);
    assert.equal(code, 0);
    const got = out.replaceAll(DEMO, 'demo').replace(/^(.*--threads.*default: )\d+/m, '$1CPUs');
    const file = join(GOLDEN, name);
    if (process.env.UPDATE_GOLDENS === '1') {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(file, got);
    }
    assert.ok(existsSync(file), `${file} is missing: write it with npm run goldens and read it`);
    assert.equal(got, readFileSync(file, 'utf8'));
  });
