/**
 * Producers × constructs: one page about moss that uses every construct of a writer, as each program prints it (`fixtures/producers/`),
 * with the exact Markdown. `docs/structure.md` has the lines that this test computes.
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
  docutils: { Formulas: 'text with italics and powers' },
  doxygen: { Code: 'no language' },
  ghost: { Details: 'the heading of a box with one short paragraph is dropped' },
  javadoc: { Code: 'another language, and a space before each line' },
  latex2html: {
    Code: 'no language',
    Table: 'the first row is printed as any other, so the table gets an empty row of headings',
  },
  latexml: { Code: 'no language' },
  medium: { Code: 'no language' },
  'mkdocs-material': { Code: 'no language' },
  mkdocs: { Code: 'no language' },
  nbconvert: { Tasks: 'boxes are text' },
  pelican: { Code: 'no language' },
  rustdoc: { Code: 'language of documentation tests only' },
  texinfo: { Code: 'no language' },
  typedoc: { Tasks: 'boxes are text' },
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

/** The programs, then those with a construct in another form, as `docs/structure.md` prints them. */
function lines(): string {
  const programs = new Map(
    [...pages.keys()].map((name) => {
      const source = readFileSync(`${FOLDER}${name}.html`, 'utf8');
      const program = /<!-- (?:Rendered by (.+?) from|Written after the output of (?:the )?(.+?);)/.exec(source);
      return [name, program?.[1] ?? `*${program?.[2]}*`];
    }),
  );
  const others = Object.entries(OTHER).map(([name, forms]) => {
    const reasons = Object.entries(forms).map(([construct, why]) => `${construct.toLowerCase()}: ${why}`);
    return `- ${programs.get(name)}: ${reasons.join('; ')}`;
  });
  return `${[...programs.values()].join('; ')}.\n\nIn another form:\n\n${others.join('\n')}`;
}

test('docs/structure.md has the lines of this test', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [start, end] = ['<!-- producers:begin -->\n', '\n<!-- producers:end -->'];
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end);
  assert.ok(from >= start.length && to >= from, 'docs/structure.md has no place for the lines');
  const written = text.slice(0, from) + lines() + text.slice(to);
  if (UPDATE) writeFileSync(DOCUMENT, written);
  assert.equal(written, readFileSync(DOCUMENT, 'utf8'), 'docs/structure.md differs: npm run goldens');
});
