/**
 * Producers × constructs: one page about moss that uses every construct of a writer, as each program prints it (`fixtures/producers/`),
 * with the exact Markdown. `docs/structure.md` has the table that this test computes.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toMarkdown } from '../index.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/producers/', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../../../docs/structure.md', import.meta.url));
const UPDATE = process.env.UPDATE_GOLDENS === '1';
const URL_OF_PAGE = 'https://moss.example/garden/page.html';

/** What the Markdown of each construct holds. Headings of the page name the constructs. */
const CONSTRUCTS: Readonly<Record<string, readonly RegExp[]>> = {
  Marks: [/\*\*every morning\*\*/, /_never_/],
  Links: [/\[Moss Society\]\(https:\/\/moss\.example\/society/],
  Lists: [/^- shade in summer\n(?: {2}- a tree\n {2}- or a wall\n)?- water$/m],
  Tasks: [/^- \[x\] Rake the ground\n- \[ \] Lay the moss/m],
  Definitions: [/^- \*\*_?Rhizoid_?\*\*\n\n {2}A thread/m],
  Code: [
    /^```i?python3?\ndef water\(litres\)(?::|: \(1\))\n {4}# Never at noon\.\n {4}return \[litres \* 2, "ok"\]\n/m,
  ],
  Table: [/^\| \**Kind\** \|.*\n\|[ :|-]+\|\n\| Cushion \|/m],
  Quotes: [/^> Moss asks for nothing\./m],
  Callouts: [/^> (?:Moss is protected|Do not walk)/m],
  Details: [/<summary>How long does it take\?<\/summary>|^> \*\*How long does it take\?\*\*/m],
  Formulas: [/\$A ?= ?\\pi r\^(?:2|\{2\})\$|\$\$g\(t\)/],
  Figures: [/!\[(?:Moss on a stone)?\]\(https:\/\//],
  Notes: [/no roots\. ?\[\^1\]/],
  Lines: [/A stone lies still,\\\n(?:> )?the moss comes slowly\\\n(?:> )?and stays\./],
};

/** Where a construct has another form, and why. */
const OTHER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  blogger: { Code: 'the program prints no name of a language' },
  docutils: { Formulas: 'the program sets formulas as text with italics and powers' },
  elementor: { Details: 'titles of boxes that a script opens are paragraphs' },
  doxygen: { Code: 'the program prints no name of a language' },
  gitbook: { Code: 'the program prints no name of a language' },
  javadoc: { Code: 'another language, and the program keeps a space before each line' },
  latex2html: {
    Code: 'the program prints no name of a language',
    Table: 'the program prints the first row as any other: the table gets an empty row of headings',
  },
  latexml: { Code: 'the program prints no name of a language' },
  medium: { Code: 'the program prints no name of a language' },
  'mkdocs-material': { Code: 'this version prints no name of a language' },
  mkdocs: { Code: 'the program prints no name of a language' },
  nbconvert: { Tasks: 'the program prints the boxes as text' },
  pelican: { Code: 'the program prints no name of a language' },
  rustdoc: { Code: 'the program prints the language of documentation tests only' },
  texinfo: { Code: 'the program prints no name of a language' },
  typedoc: { Tasks: 'the program prints the boxes as text' },
};

const PRODUCERS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -'.html'.length));

/** The Markdown under the heading of each construct, and all notes. */
function sectionsOf(markdown: string): Map<string, string> {
  const sections = new Map<string, string>();
  let name = '';
  for (const line of markdown.split('\n')) {
    const heading = /^#{1,4} (?:\d+ )?(\w+)$/.exec(line)?.[1];
    if (heading !== undefined) name = heading in CONSTRUCTS ? heading : '';
    if (name !== '') sections.set(name, `${sections.get(name) ?? ''}${line}\n`);
  }
  return sections;
}

const pages = new Map(
  PRODUCERS.map((name) => [name, toMarkdown(readFileSync(`${FOLDER}${name}.html`, 'utf8'), { url: URL_OF_PAGE })]),
);

for (const [name, markdown] of pages)
  test(`${name}: its Markdown is that of its golden`, () => {
    const file = `${FOLDER}${name}.md`;
    if (UPDATE) writeFileSync(file, markdown ?? '');
    assert.equal(markdown, readFileSync(file, 'utf8'), `${file} differs: when that is meant, npm run goldens`);
  });

/** Per producer: its constructs, true for those in the form of the table. */
function stateOf(markdown: string): Map<string, boolean> {
  const sections = sectionsOf(markdown);
  return new Map(
    Object.entries(CONSTRUCTS).flatMap(([construct, patterns]) => {
      const text = sections.get(construct);
      return text === undefined ? [] : [[construct, patterns.every((pattern) => pattern.test(text))] as const];
    }),
  );
}

for (const [name, markdown] of pages)
  test(`${name}: each construct has its form, or another for a reason`, () => {
    const other = [...stateOf(markdown ?? '')].filter(([, isKept]) => !isKept).map(([construct]) => construct);
    assert.deepEqual(other, Object.keys(OTHER[name] ?? {}));
    if (stateOf(markdown ?? '').has('Notes'))
      assert.match(markdown ?? '', /^\[\^1\]: It has rhizoids, which only hold it\.$/m);
  });

/** The table, and what each construct becomes, as `docs/structure.md` prints them. */
function tables(): string {
  const constructs = Object.keys(CONSTRUCTS);
  const reasons = new Set<string>();
  const rows = [...pages].map(([name, markdown]) => {
    const source = readFileSync(`${FOLDER}${name}.html`, 'utf8');
    const program = /<!-- (?:Rendered by (.+?) from|Written after the output of (.+?);)/.exec(source);
    const state = stateOf(markdown ?? '');
    const cells = constructs.map((construct) => {
      const isKept = state.get(construct);
      if (isKept === undefined) return '–';
      if (isKept) return '✓';
      const reason = OTHER[name]?.[construct] ?? '';
      reasons.add(reason);
      return `${[...reasons].indexOf(reason) + 1}`;
    });
    return `| ${program?.[1] ?? `*${program?.[2]}*`} | ${cells.join(' | ')} |`;
  });
  const all = sectionsOf(pages.get('pandoc') ?? '');
  const becomes = constructs.map((construct) => (all.get(construct) ?? '').replace(/^## /, '### ').trim());
  return [
    `| producer | ${constructs.join(' | ')} |`,
    `| --- |${' :-: |'.repeat(constructs.length)}`,
    ...rows,
    '',
    ...[...reasons].map((reason, at) => `${at + 1}. ${reason}`),
    '',
    '## What each construct becomes',
    '',
    'The Markdown of the page as Pandoc prints it:',
    '',
    '````markdown',
    becomes.join('\n\n'),
    '````',
  ].join('\n');
}

test('docs/structure.md has the table of this test', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [start, end] = ['<!-- producers:begin -->\n', '\n<!-- producers:end -->'];
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end);
  assert.ok(from >= start.length && to >= from, 'docs/structure.md has no place for the table');
  const written = text.slice(0, from) + tables() + text.slice(to);
  if (UPDATE) writeFileSync(DOCUMENT, written);
  assert.equal(written, readFileSync(DOCUMENT, 'utf8'), 'docs/structure.md differs: npm run goldens');
});
