/** Finding hidden text costs time in proportion to the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countExecutions } from './executions.fixture.js';
import { NO_CONTEXT } from './extractors/extractor.js';

const takeCounts = countExecutions(/[/](?:visibility|style-reader|style-rules|controls|display|classes|unseen)[.]js$/);
const { parse, visibilityOf } = await import('@dehusk/html');
const { withoutUnseen } = await import('./extractors/unseen.js');
const { plainTextExtractor } = await import('./extractors/plain-text.js');

function workOf(html: string): number {
  const parsed = parse(html, { url: 'https://example.org/', limits: { maxDepth: 100_000 } });
  assert.ok(parsed.ok);
  const labelled = plainTextExtractor.label(parsed.page, {}, NO_CONTEXT);
  takeCounts();
  visibilityOf(parsed.page);
  withoutUnseen(parsed.page, labelled, 'drop');
  return takeCounts();
}

const rules = (size: number, selector: (at: number) => string): string =>
  `<style>${Array.from({ length: size }, (_, at) => `${selector(at)}{display:none}`).join('')}</style>`;
const paragraphs = (size: number, attributes: (at: number) => string): string =>
  Array.from({ length: size }, (_, at) => `<p ${attributes(at)}>words of a paragraph`).join('');

/** Pages that grow with a number; each repeats what a loop inside a loop would multiply. */
const PAGES: Readonly<Record<string, (size: number) => string>> = {
  'nested hidden boxes': (size) => `${'<div style=display:none>'.repeat(size)}x`,
  'styles on every paragraph': (size) => paragraphs(size, () => 'style="opacity:0;left:-9999px;color:#fff"'),
  'one long style': (size) => paragraphs(1, () => `style="${'color:red;'.repeat(size)}display:none"`),
  'nested colours and sizes': (size) => `${'<div style="color:#fff;background:#fff;font-size:0">x'.repeat(size)}`,
  'rules and classes, one each': (size) => rules(size, (at) => `.a${at}`) + paragraphs(size, (at) => `class=a${at}`),
  'rules of one class': (size) => rules(size, () => '.a') + paragraphs(size, () => 'class=b'),
  'rules of descendants': (size) => rules(size, (at) => `.a .b${at} i`) + paragraphs(size, () => 'class=a'),
  'children far below': (size) => `${rules(20, (at) => `.a${at} .b`)}${'<div class=b>'.repeat(size)}x`,
  'rules of attributes': (size) => rules(size, (at) => `[data-a${at}]`) + paragraphs(size, () => 'data-a1'),
  'many classes of one box': (size) => `<p class="${Array.from({ length: size }, (_, at) => `c${at}`).join(' ')}">x`,
  'controls of boxes': (size) =>
    Array.from(
      { length: size },
      (_, at) => `<button aria-controls=b${at}>x</button><div id=b${at} hidden>y</div>`,
    ).join(''),
  'controls of one box': (size) => `${'<button aria-controls=b>x</button>'.repeat(size)}<div id=b hidden>y</div>`,
  'boxes of one id': (size) => `<button aria-controls=b>x</button>${'<div id=b hidden>y</div>'.repeat(size)}`,
  'siblings after a button': (size) => `<button>more</button>${'<div hidden>y</div>'.repeat(size)}`,
  'open braces and comments': (size) => `<style>${'@media x{/*'.repeat(size)}</style><p>x`,
};

for (const [what, page] of Object.entries(PAGES))
  test(`four times the page costs at most five times the work of hiding: ${what}`, () => {
    const [small, large] = [1_000, 4_000].map((size) => workOf(page(size)));
    assert.ok(small > 100 && large <= 5 * small, `${small} executions, then ${large}`);
  });
