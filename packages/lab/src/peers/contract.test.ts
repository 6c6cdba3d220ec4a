import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText, missingPackages, PEERS, packageVersion, peerVersion } from './peers.js';

const sentence = (about: string): string =>
  `${about} kept the village busy for most of the week, and those who had come to watch stayed on until the evening, ` +
  'talking about the weather, the harvest, and what the winter might bring to the valley.';
const ARTICLE = `<!doctype html><html lang="en"><head><title>The mill is turning again</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav>
<article><h1>The mill is turning again</h1>
<p>${sentence('The first repair')}</p><p>${sentence('The second repair')}</p><p>${sentence('The third repair')}</p>
<p>${sentence('The wheel itself')}</p><p>${sentence('A new roof')}</p></article>
<footer><p>Imprint and terms of use</p></footer></body></html>`;

const FORMS = PEERS.flatMap((peer) =>
  [
    { peer, form: 'text', open: peer.open },
    { peer, form: 'Markdown', open: peer.openMarkdown },
  ].flatMap(({ open, ...rest }) => (open === undefined ? [] : [{ ...rest, open }])),
);

for (const { peer, form, open } of FORMS) {
  const missing = missingPackages(peer);
  const skip = missing.length > 0 && `skipped: needs ${missing.join(', ')}`;
  test(`${peer.name} finds an article's paragraphs, one per line (${form})`, { skip }, async () => {
    const extract = await open();
    const text = await extract(ARTICLE, null);
    const lines = text.split('\n').map((line) => line.trim());
    assert.ok(lines.includes(sentence('The second repair')), `no line is the second paragraph:\n${text}`);
    assert.ok(!text.includes('Imprint'), 'the footer is not main content');
    assert.equal(await extract(ARTICLE, 'https://example.org/mill'), text, 'a second page gives the same text');
  });
  test(`${peer.name} returns a string or throws an Error on pages without content (${form})`, { skip }, async () => {
    const extract = await open();
    for (const html of ['<p></p>', '<!doctype html><title>x</title>', 'plain words', '<div><script>let a;</script>']) {
      try {
        assert.equal(typeof (await extract(html, null)), 'string', html);
      } catch (thrown) {
        assert.ok(thrown instanceof Error && !(thrown instanceof assert.AssertionError), `${html}: ${String(thrown)}`);
      }
    }
  });
}

test('Markdown keeps headings, links and tables', async () => {
  const rows =
    '<table><thead><tr><th>Year</th><th>Mills</th></tr></thead><tbody><tr><td>1900</td><td>7</td></tr></tbody></table>';
  const page = ARTICLE.replace(
    '</article>',
    `<h2>Mills</h2>${rows}<p>${sentence('<a href="https://example.org/a">A mill</a>')}</p></article>`,
  );
  for (const { peer, form, open } of FORMS) {
    if (form !== 'Markdown' || missingPackages(peer).length > 0) continue;
    const markdown = await (await open())(page, 'https://example.org/mill');
    assert.match(markdown, /## Mills|Mills\n-+\n/, peer.name);
    assert.match(markdown, /\| Year \| Mills \|\n\| -+ \| -+ \|\n\| 1900 \| 7 \|/, peer.name);
    assert.match(markdown, /\[A mill\]\(https:\/\/example\.org\/a\)/, peer.name);
  }
});

test('names are unique and every version is read from the installed package', () => {
  assert.equal(new Set(PEERS.map((peer) => peer.name)).size, PEERS.length);
  for (const peer of PEERS)
    if (missingPackages(peer).length === 0) assert.match(peerVersion(peer), /^\S+ \d+\.\d+\.\d+/);
  assert.equal(packageVersion('no-such-package-anywhere'), null);
});

test('text of HTML breaks lines where a browser does', () => {
  const cases: readonly [html: string, text: string][] = [
    ['<p>one</p><p>two</p>', 'one\ntwo'],
    ['<p>one <b>bold</b>ly</p>', 'one boldly'],
    ['one<br>two', 'one\ntwo'],
    ['<ul><li>a<li>b</ul>c', 'a\nb\nc'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<div>a<div>b</div>c</div>', 'a\nb\nc'],
    ['<pre>a\n  b</pre>', 'a\nb'],
    ['<p>a\n  b</p>', 'a b'],
    ['<p>x<script>y</script><style>z</style></p>', 'x'],
    ['<svg><text>no</text></svg><p>yes</p>', 'yes'],
    ['', ''],
  ];
  for (const [html, text] of cases) assert.equal(blockText(html), text, html);
  assert.equal(blockText(`${'<div>'.repeat(20_000)}deep`), 'deep');
});
