/**
 * The classes of L3S-GN1: an annotated page has every text run in `<span class="x-nc-selN">`, N being its class (a link in the run may
 * be outside or inside the span).
 *
 * The class numbers are the paper's with one correction: its table of class shares swaps the last two rows; on the pages 4
 * is related content and 5 is comments.
 */
import type { Block } from '@dehusk/core';
import { nameOf, type Page, parse, TEXT, tagTable, textOf } from '@dehusk/html';

export const L3S_CLASSES = ['not content', 'headline', 'full text', 'supplement', 'related', 'comments'] as const;

const ANNOTATION = /(?:^|\s)x-nc-sel([0-5])(?:\s|$)/;

/** Elements whose text no segmenter counts as visible. */
const INVISIBLE = new Set(
  'script style option object embed applet noscript noembed noframes iframe template textarea'.split(' '),
);

/** The class of every character of `page.chars` by the nearest annotating element: 0…5, or −1 where none is annotated. */
function charClasses(page: Page): Int8Array {
  const chars = new Int8Array(page.chars.length).fill(-1);
  for (let node = 1; node < page.size; node++) {
    const own = ANNOTATION.exec(page.attribute(node, 'class') ?? '');
    if (own) chars.fill(Number(own[1]), page.textFrom[node], page.textTo[node]);
  }
  return chars;
}

/**
 * An annotated page without its annotation, as an extractor should see it: `span` and its class name are features of some.
 * @returns the page, and the class of every character of it for {@link blockClasses}; null when its text differs
 */
export function withoutAnnotation(annotated: Page): { readonly page: Page; readonly classes: Int8Array } | null {
  const { source, sourceFrom, openTo, sourceTo } = annotated;
  const cuts: [from: number, to: number][] = [];
  for (let node = 1; node < annotated.size; node++) {
    if (nameOf(annotated, node) !== 'span' || !ANNOTATION.test(annotated.attribute(node, 'class') ?? '')) continue;
    cuts.push([sourceFrom[node], openTo[node]]);
    const closing = /<\/span\s*>$/i.exec(source.slice(openTo[node], sourceTo[node]));
    if (closing !== null) cuts.push([sourceTo[node] - closing[0].length, sourceTo[node]]);
  }
  cuts.sort(([a], [b]) => a - b);
  let kept = '';
  let at = 0;
  for (const [from, to] of cuts) {
    kept += source.slice(at, from);
    at = to;
  }
  const parsed = parse(kept + source.slice(at), { url: annotated.url });
  if (!parsed.ok) return null;
  const { chars } = parsed.page;
  const from = charClasses(annotated);
  const classes = new Int8Array(chars.length).fill(-1);
  // White space in tables moves with the annotation, so the other characters are paired.
  let own = 0;
  for (let other = 0; other < annotated.chars.length; other++) {
    if (isSpace(annotated.chars, other)) continue;
    while (own < chars.length && isSpace(chars, own)) own++;
    if (chars[own] !== annotated.chars[other]) return null;
    classes[own++] = from[other];
  }
  return { page: parsed.page, classes };
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 0x20 || (code >= 0xa0 && /\s/.test(text[at]));
}

/**
 * Gold labels of blocks: the class that most words of the block have (ties: the smaller number). Words outside any annotation are
 * not content.
 * @param classes per character of the page; default: by the annotation in its source
 * @returns per block an index into {@link L3S_CLASSES}
 */
export function blockClasses(page: Page, blocks: readonly Block[], classes = charClasses(page)): Uint8Array {
  const table = tagTable(page, INVISIBLE);
  const isInvisible = new Uint8Array(page.size);
  for (let node = 1; node < page.size; node++)
    isInvisible[node] = table[page.tag[node]] | isInvisible[page.parent[node]];
  const words = new Float64Array(L3S_CLASSES.length);
  return Uint8Array.from(blocks, (block) => {
    words.fill(0);
    for (let node = block.first; node <= block.last; node++) {
      if (page.tag[node] !== TEXT || isInvisible[node] === 1) continue;
      for (const { 0: run, index } of textOf(page, node).matchAll(/\S+/g))
        if (/[\p{L}\p{N}]/u.test(run)) words[Math.max(0, classes[page.textFrom[node] + index])]++;
    }
    return words.indexOf(Math.max(...words));
  });
}
