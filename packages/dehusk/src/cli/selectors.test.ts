// Selectors and overrides by host in every command that extracts.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Loopback, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { rowsIn, runHere } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-selectors-'));
after(() => rmSync(home, { recursive: true }));
const at = (name: string): string => join(home, name);

const SENTENCE = 'The lighthouse keeper wrote down every ship that passed the island during the long winter. ';
const PAGE = `<!doctype html><html lang="en"><title>Ships</title><nav><a href="/">Home</a></nav>
<main><h1>Ships</h1><p class="lead">${SENTENCE.repeat(3)}</p><div class="box">Order the almanac of the tides.</div>
<p>${SENTENCE.repeat(2)}</p></main><aside>Beside the story.</aside></html>`;
const url = 'https://news.example.org/ships';
writeFileSync(at('page.html'), PAGE);
const row = (id: string, more: object = {}): string => `${JSON.stringify({ id, url, html: PAGE, ...more })}\n`;
writeFileSync(
  at('pages.jsonl'),
  row('override') + row('other', { url: 'https://example.com/' }) + row('typed', { pageType: 'service' }),
);
writeFileSync(
  at('hosts.toml'),
  `[overrides."*.example.org"]
contentSelector = "main"
excludeSelector = [".box", "h1"]
pageType = "documentation"

[overrides."rules.example.org"]
extractor = "boilerpipe-num-words"
options = { maxShortWords = 5 }
`,
);

const LEAD_AND_REST = `${SENTENCE.repeat(3).trim()}\n${SENTENCE.repeat(2).trim()}\n`;

let server: Loopback;
before(async () => {
  server = await loopback({ '/robots.txt': sends(''), '*': sends(PAGE) });
});
after(() => server.close());

for (const [what, flags, out] of [
  [
    'content',
    ['--content-selector', '.box', '--content-selector', 'aside'],
    'Order the almanac of the tides.\nBeside the story.\n',
  ],
  ['content without a part', ['--content-selector', 'main', '--exclude-selector', '.box, h1'], LEAD_AND_REST],
  ['an override', ['--overrides', at('hosts.toml'), '--url', url], LEAD_AND_REST],
] as const)
  test(`one page: ${what}`, async () => {
    const { code, out: printed } = await runHere([at('page.html'), ...flags]);
    assert.deepEqual([code, printed], [0, out]);
  });

test('--include-selector adds, and --explain names the selector', async () => {
  const { out } = await runHere([at('page.html'), '--include-selector', 'aside', '--explain']);
  assert.match(out, /✓ .*selector: aside .*Beside the story/);
});

test('content that is not there is reported with the selector', async () => {
  const { code, out, err } = await runHere([at('page.html'), '--content-selector', '.story']);
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /no-content: no element matches contentSelector: \.story$/m);
});

test('batch: an override holds for the pages of its host, and the page type of a line holds against it', async () => {
  const args = ['batch', at('pages.jsonl'), '--fields', 'id,text,pageType', '--overrides', at('hosts.toml')];
  const { code, out, err } = await runHere(args);
  assert.equal(code, 0, err);
  const [override, other, typed] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([override.text, override.pageType], [LEAD_AND_REST.trimEnd(), 'documentation']);
  assert.match(other.text, /almanac/);
  assert.deepEqual([typed.text, typed.pageType], [override.text, 'service']);
});

test('--site takes both', async () => {
  const learnt = await runHere([at('pages.jsonl'), '--state', at('learnt')]);
  assert.equal(learnt.code, 0, learnt.err);
  const extract = async (...flags: readonly string[]): Promise<string> =>
    (await runHere([at('page.html'), '--url', 'https://news.example.org/page', '--state', at('learnt'), ...flags])).out;
  assert.ok((await extract('--overrides', at('hosts.toml'))).endsWith(LEAD_AND_REST));
  assert.match(await extract('--content-selector', 'aside'), /\n?Beside the story\.\n$/);
});

test('crawl and watch take both', async () => {
  const crawled = await runHere([
    ...['crawl', server.home, '--pages', '1', '--allow-private', '--delay', '0', '--workers', '1'],
    ...['--state', at('crawl-state'), '-o', at('crawled'), '--content-selector', 'aside'],
  ]);
  assert.equal(crawled.code, 0, crawled.err);
  assert.deepEqual(
    rowsIn(at('crawled')).map(({ text }) => text),
    ['Beside the story.'],
  );

  writeFileSync(
    at('watch.toml'),
    `[[sources]]
kind = "jsonl"
path = "${at('pages.jsonl')}"
[[sinks]]
kind = "jsonl"
folder = "${at('watched')}"
[stream]
workers = 1
[state]
folder = "${at('watch-state')}"
${readFileSync(at('hosts.toml'), 'utf8')}`,
  );
  const watched = await runHere(['watch', at('watch.toml')]);
  assert.equal(watched.code, 0, watched.err);
  const texts = Object.fromEntries(rowsIn(at('watched')).map((one) => [new URL(String(one.url)).host, one.text]));
  assert.equal(texts['news.example.org'], LEAD_AND_REST.trimEnd());
  assert.match(String(texts['example.com']), /almanac/);
  // A configuration is a file of overrides, too.
  const again = await runHere([at('page.html'), '--url', url, '--overrides', at('watch.toml')]);
  assert.equal(again.out, LEAD_AND_REST);
});

const wrong: readonly (readonly [what: string, flags: readonly string[], code: number, err: RegExp])[] = [
  [
    'a selector',
    ['--exclude-selector', 'p >'],
    2,
    /^dehusk: --exclude-selector got "p >", expected a CSS selector: .* at position 3\n$/,
  ],
  ['a file', ['--overrides', at('none.toml')], 3, /none\.toml/],
  ['a section', ['--overrides', at('empty.toml')], 2, /empty\.toml:1:1: the file lacks "overrides"[^[\]]*$/],
  [
    'settings',
    ['--overrides', at('wrong.toml')],
    2,
    /wrong\.toml:2:19: contentSelector got "a\.\.b".*\n.*wrong\.toml:4:11: bte has no option "k"/,
  ],
];
writeFileSync(at('empty.toml'), '[log]\nlevel = "warn"\n');
writeFileSync(
  at('wrong.toml'),
  '[overrides."a.org"]\ncontentSelector = "a..b"\nextractor = "bte"\noptions = { k = 3 }\n',
);
for (const [what, flags, code, message] of wrong)
  test(`wrong usage is one line for each fault, with its place: ${what}`, async () => {
    const { code: got, err } = await runHere([at('page.html'), ...flags]);
    assert.match(err, message);
    assert.equal(got, code);
  });
