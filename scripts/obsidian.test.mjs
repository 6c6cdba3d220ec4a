// integrations/obsidian, and the archive import that is built on it.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { escapedForObsidian, fileName, filled, obsidianNote } from '../integrations/obsidian/note.mjs';
import { blockOf, replaced } from './readme-programs.fixture.mjs';

const IMPORT = fileURLToPath(new URL('../examples/jobs/import-archive.mjs', import.meta.url));
const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const page = (title, inner, head = '') =>
  `<html lang="en"><head><title>${title}</title>${head}</head><nav><a href="/">Home</a></nav><article><h1>${title}</h1>${inner}</article>`;

for (const [markdown, expected] of [
  ['# Title #1', '# Title \\#1'],
  ['a #tag and #2 and a#b', 'a \\#tag and \\#2 and a#b'],
  ['#été', '\\#été'],
  ['# Heading', '# Heading'],
  ['## Heading', '## Heading'],
  ['a %%secret%% b', 'a \\%%secret\\%% b'],
  ['a ==b== c', 'a \\==b\\== c'],
  ['`#tag ==x== %%`', '`#tag ==x== %%`'],
  ['``a ` #tag`` #tag', '``a ` #tag`` \\#tag'],
  ['```sh\n#comment\nif a == b\n```\n#tag', '```sh\n#comment\nif a == b\n```\n\\#tag'],
  ['````\n```\n#a\n````\n#b', '````\n```\n#a\n````\n\\#b'],
  ['> ```\n> #a\n> ```\n> #b', '> ```\n> #a\n> ```\n> \\#b'],
  ['~~~\n#a == b', '~~~\n#a == b'],
  ['[a](/b==c#d) #e', '[a](/b==c#d) \\#e'],
  ['<a href="#b"> #c', '<a href="#b"> \\#c'],
  ['$$\na == b\n$$ #c', '$$\na == b\n$$ \\#c'],
  ['- ```\n  #a\n  ```\n- #b', '- ```\n  #a\n  ```\n- \\#b'],
  ['``` not closed `#a` #b', '``` not closed `#a` \\#b'],
  ['a ` b #c', 'a ` b \\#c'],
  ['a < b #c', 'a < b \\#c'],
  ['a $$ b #c', 'a $$ b \\#c'],
  ['', ''],
])
  test(`text stays text: ${JSON.stringify(markdown)}`, () => assert.equal(escapedForObsidian(markdown), expected));

test('escaping ends soon, whatever the text is', () => {
  // A quadratic way through any of them needs minutes.
  for (const piece of [
    '`',
    '` ',
    '``` \n',
    '~~~ ~~~\n',
    '$$',
    '$$ $',
    '](',
    '<',
    '#a ',
    '%',
    '=',
    '> > ```\n',
    '1. ',
    ' \n',
    '`` ` ',
  ])
    assert.ok(escapedForObsidian(piece.repeat(300_000)).length > 0);
});

for (const [title, expected] of [
  ['A: "B" / C?', 'A B C'],
  ['[[x]] #y ^z | w', 'x y z w'],
  ['CON', 'CON page'],
  ['...', 'page'],
  [null, 'page'],
  ['x'.repeat(300), 'x'.repeat(120)],
  ['a\u0000b\u202ec', 'a b c'],
])
  test(`the name of ${JSON.stringify(title)}`, () => assert.equal(fileName(title), expected));

test('properties are YAML, whatever the page says', () => {
  const title = 'A: "b"\n---\ninjected: true # \u2028 \\ \u0085';
  const values = { title, tags: ['a', 'b'], none: null, empty: [] };
  const text = filled('---\ntitle: {{title}}\ntags: {{tags}}\nx: {{none}}\ny: {{empty}}\nz: fixed\n---\n', values);
  assert.deepEqual(parse(text.split('---\n')[1]), { title, tags: ['a', 'b'], z: 'fixed' });
});

test('a note', () => {
  const head =
    '<meta name="author" content="Ada Pier"><meta name="keywords" content="harbour, sea birds, 2026"><meta property="article:published_time" content="2026-03-01T22:30:00-05:00">';
  const inner = `<p>${SENTENCE.repeat(3)}They say ==boats== and #sea.</p><pre><code>#include ==\n</code></pre>`;
  const { name, markdown } = obsidianNote(page('Boats: a story', inner, head), {
    url: 'https://pier.example/boats',
    now: new Date(0),
  });
  assert.equal(name, 'Boats a story');
  const [, properties, body] = markdown.split('---\n');
  assert.deepEqual(parse(properties).tags, ['harbour', 'sea-birds']);
  assert.deepEqual(
    [parse(properties).title, parse(properties).source, parse(properties).published, parse(properties).created],
    ['Boats: a story', 'https://pier.example/boats', '2026-03-01', '1970-01-01'],
  );
  assert.match(body, /^The harbour/);
  assert.ok(body.includes('say \\==boats\\== and \\#sea.'));
  assert.ok(body.includes('#include ==\n'));
  assert.throws(
    () => obsidianNote('<nav>Home</nav>', { url: 'https://pier.example/' }),
    /https:\/\/pier.example\/ has no text: no-content/,
  );
});

test('the program of the README writes a note', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-note-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const server = createServer((_, response) => response.end(page('Boats', `<p>${SENTENCE.repeat(3)}</p>`)));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${server.address().port}/boats`;
  const program = replaced(blockOf('obsidian', 'js'), {
    './note.mjs': new URL('../integrations/obsidian/note.mjs', import.meta.url).href,
    'https://example.org/article': url,
  });
  writeFileSync(join(folder, 'clip.mjs'), program);
  await promisify(execFile)(process.execPath, ['clip.mjs'], { cwd: folder });
  const [, properties, body] = readFileSync(join(folder, 'vault/Clippings/Boats.md'), 'utf8').split('---\n');
  assert.equal(parse(properties).source, url);
  assert.match(body, /^The harbour master/);
});

test('archives: Wallabag and snapshots, twice', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-archive-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const run = (from) =>
    execFileSync(process.execPath, [IMPORT, from, join(folder, 'vault')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const entries = [
    {
      url: 'https://a.example/1',
      title: 'One',
      content: '<p>Short, but saved.</p>',
      tags: ['sea'],
      published_at: '2026-03-01T10:00:00+0100',
      published_by: ['Ada'],
    },
    { url: 'https://a.example/1#top', title: 'One again', content: '<p>Short, but saved.</p>' },
    { url: 'https://a.example/2', title: 'One', content: '<h2>Two</h2><p>Another text.</p>' },
    { url: 'https://a.example/3', title: 'Nothing', content: null },
  ];
  writeFileSync(join(folder, 'wallabag.json'), JSON.stringify(entries));
  assert.equal(run(join(folder, 'wallabag.json')), 'notes written: 2, there before: 1, pages without text: 1\n');
  assert.equal(run(join(folder, 'wallabag.json')), 'notes written: 0, there before: 3, pages without text: 1\n');
  writeFileSync(join(folder, 'no-list.json'), '{}');
  writeFileSync(join(folder, 'no-json.csv'), 'url,title');
  for (const [name, message] of [
    ['missing', /missing: no such file/],
    ['no-list.json', /^[^\n]*expected an export of Wallabag/],
    ['no-json.csv', /^[^\n]*no-json\.csv: [^\n]*JSON/],
  ])
    assert.throws(
      () => run(join(folder, name)),
      ({ status, stderr }) => status === 2 && message.test(stderr),
    );
  mkdirSync(join(folder, 'storage/AB12'), { recursive: true });
  const saved = page('Boats', `<p>${SENTENCE.repeat(4)}</p>`).replace(
    '>',
    '><!--\n Page saved with SingleFile \n url: https://pier.example/boats \n saved date: Fri Nov 27 2026\n-->',
  );
  writeFileSync(join(folder, 'storage/AB12/Boats.html'), saved);
  assert.equal(run(join(folder, 'storage')), 'notes written: 1, there before: 0, pages without text: 0\n');
  assert.deepEqual(readdirSync(join(folder, 'vault')).sort(), ['Boats.md', 'One 2.md', 'One.md']);
  const [, properties, body] = readFileSync(join(folder, 'vault/One.md'), 'utf8').split('---\n');
  const { title, source, author, published, tags } = parse(properties);
  assert.deepEqual(
    { title, source, author, published, tags },
    { title: 'One', source: 'https://a.example/1', author: 'Ada', published: '2026-03-01', tags: ['sea'] },
  );
  assert.equal(body, 'Short, but saved.\n');
  assert.match(readFileSync(join(folder, 'vault/Boats.md'), 'utf8'), /source: "https:\/\/pier.example\/boats"/);
});
