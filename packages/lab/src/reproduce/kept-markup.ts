/** Labelled blocks as CleanEval's gold is written: one a line, behind the marker of what it is. */
import type { Block, LabelledBlocks } from '@dehusk/core';
import { nameOf, type Page } from '@dehusk/core/internal';

/**
 * The kept blocks, each behind `<h>`, `<l>` or `<p>`.
 *
 * @param isSpelling in the source's own spelling, entities and all, as CleanPortalEval's gold has them; else decoded
 */
export function keptMarkup(page: Page, { blocks, labels }: LabelledBlocks, isSpelling: boolean): string {
  return blocks
    .filter((_, at) => labels.keep[at] === 1)
    .map((block) => `${marker(page, block)} ${isSpelling ? spelling(page, block) : block.text}`)
    .join('\n');
}

/** `<h>` inside a heading, `<l>` inside a list item, else `<p>`. */
function marker(page: Page, block: Block): string {
  for (let node = page.parent[block.first]; node > 0; node = page.parent[node]) {
    const name = nameOf(page, node);
    if (/^h[1-6]$/.test(name)) return '<h>';
    if (name === 'li') return '<l>';
  }
  return '<p>';
}

/** The block as its source spells it, entities and all; only no-break spaces and quotation marks are written out, as in that gold. */
function spelling(page: Page, block: Block): string {
  let text = '';
  for (let node = block.first; node <= block.last; node++) {
    const name = nameOf(page, node);
    if (name === 'script' || name === 'style') node = page.end[node] - 1;
    else if (name === '#text') text += page.source.slice(page.sourceFrom[node], page.sourceTo[node]);
    else if (name === 'br') text += ' ';
  }
  return text
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&quot;', '"')
    .replace(/[ \t\r\n\f]+/g, ' ')
    .trim();
}
