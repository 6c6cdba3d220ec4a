/** Printing, reading and printing again produces the same Markdown, in every style, on documents that are hard to print. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { mathHtml } from 'micromark-extension-math';
import type { Content } from '../../document/document.js';
import { documentOf, FULL, HOSTILE, longRuns } from '../documents.fixture.js';
import type { RenderOptions } from '../renderer.js';
import { contentTree } from './arbitrary.fixture.js';
import { dollarMath } from './dollar-math.fixture.js';
import { markdown } from './markdown.js';
import { readBack } from './read-back.fixture.js';

const STYLES: readonly RenderOptions[] = [
  {},
  { linkStyle: 'reference' },
  { wrap: 30 },
  { tableStyle: 'compact', callouts: 'github' },
  { htmlFallback: false },
  { flavour: 'commonmark' },
  { flavour: 'commonmark', htmlFallback: false, linkStyle: 'reference', wrap: 40 },
];
/** Documents a style; set ROUND_TRIP_RUNS to search further. */
const RUNS = Number(process.env.ROUND_TRIP_RUNS ?? 60);
const SEED = Number(process.env.ROUND_TRIP_SEED ?? 20_261_122);

const shown = (source: string): string =>
  micromark(source, {
    extensions: [gfm(), dollarMath()],
    htmlExtensions: [gfmHtml(), mathHtml({ throwOnError: false, output: 'mathml' })],
    allowDangerousHtml: true,
  })
    .replace(/\s+/g, ' ')
    // Readers of GFM make a link of an address in a text; where it would join the next piece, the first printing prevents it.
    .replace(/<a href="[^"]*">((?:https?:\/\/|www\.|[^<\s]*@)[^<]*)<\/a>/gi, '$1');

/** What is printed from what was read shows the same, and from then on nothing changes. */
function assertStable(content: readonly Content[], options: RenderOptions): void {
  const printed = markdown.render(documentOf(content), { ...options, title: false });
  const again = markdown.render(readBack(printed), options);
  if (again === printed) return;
  // Without HTML, marks that no delimiter can express are lost.
  const words = (source: string): string =>
    options.htmlFallback === false ? shown(source).replace(/<\/?(?:strong|em|del)>/g, '') : shown(source);
  assert.equal(words(again), words(printed), printed);
  assert.equal(markdown.render(readBack(again), options), again);
}

for (const style of STYLES) {
  const name = JSON.stringify(style);
  test(`${name}: one of everything`, () => assertStable(FULL, style));
  test(`${name}: random documents`, () => {
    fc.assert(
      fc.property(contentTree.some, (content) => assertStable(content, style)),
      { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
    );
  });
}
// Micromark takes most of a minute to read the long runs in full.
for (const [name, content] of Object.entries({ ...HOSTILE, 'long runs': longRuns(500) }))
  test(name, () => assertStable(content, {}));
