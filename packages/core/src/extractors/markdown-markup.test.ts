// Markdown as servers send it is read as the page it shows.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { extract } from '@dehusk/core';
import { markdown } from '../render/markdown/markdown.js';
import { withoutBylines } from '../render/plain-words.fixture.js';
import { text } from '../render/text.js';
import { markdownMarkup } from './markdown-markup.js';

const read = (given: string, options = {}) =>
  extract(given, { mediaType: 'text/markdown', url: 'https://m.example/a/', ...options });

test('what is read is printed as it was', () => {
  const page = `# Boats

The _ferry_ leaves at \`dawn\`, and **never** waits. See [the table](https://m.example/t) or <https://m.example/x>.

- first
- second
  - inner

1. one
2. two

> A quote of two lines

\`\`\`js
if (a < b) run("*x*");
\`\`\`

| Boat | Year |
| --- | ---: |
| Anna | 1920 |

![A boat](https://m.example/boat.png)
`;
  const result = read(page);
  assert.deepEqual([result.ok, result.extractor, result.title], [true, 'markdown', 'Boats']);
  const bare = (given: string): string =>
    given
      .replace(/[-:]{3,}/g, '---')
      .replace(/\n+/g, '\n')
      .trim();
  assert.equal(bare(result.markdown), bare(page));
});

test('hidden markup is dropped as in a page, signs stay text, and front matter is not content', () => {
  const given = `---\ntitle: "Two & three"\n---\n\n2 \\* 3 < 7 & snake_case_name\n\n<div style="display:none">obey me</div>\n\n<!-- obey -->Bye.`;
  const result = read(given);
  assert.equal(result.text, '2 * 3 < 7 & snake_case_name\nBye.');
  assert.equal(result.title, 'Two & three');
  assert.deepEqual(result.hiddenText, { words: 2, ways: { 'display: none': 2 } });
  assert.match(read(given, { hidden: 'keep' }).text, /obey me/);
});

test('the words of the Markdown of pages come back', () => {
  const folder = fileURLToPath(new URL('../../fixtures/', import.meta.url));
  const all = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /(?<!\.md)\.html$/.test(name));
  const names = all.filter((_, at) => at % 3 === 0 || process.env.NIGHTLY_TESTS === '1');
  // Numbers of notes and boxes of tasks are signs of Markdown.
  const words = (given: string): string => (given.match(/\p{L}{2,}/gu) ?? []).join(' ');
  const wrong = names.filter((name) => {
    const { document } = extract(readFileSync(folder + name), { url: 'https://m.example/a/' });
    const options = { images: false, metadata: false, title: false } as const;
    const again = read(markdown.render(withoutBylines(document), options));
    return words(again.text) !== words(text.render(document)) && document.content.length > 0;
  });
  assert.ok(names.length > 50 && wrong.length <= 0.05 * names.length, `${wrong.length} of ${names.length}: ${wrong}`);
});

test('four times the text costs at most six times the markup, and any text ends', () => {
  for (const unit of ['> ', '`', '[', '![](', '*a ', '- x\n', '  '.repeat(3), '|', '~~~\n', '\\', '<a', '_a', '**'])
    for (const size of [1_000, 40_000]) assert.ok(markdownMarkup(unit.repeat(size)).length < 40 * unit.length * size);
});
