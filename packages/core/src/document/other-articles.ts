/** The articles below a page's own as items: headline, address, date, first image, content. */

import { linkAddress, type NodeId, nameOf, type Page } from '@dehusk/html';
import type { LabelledBlocks } from '../blocks/block.js';
import { oneLine } from '../metadata/finding.js';
import { bylinesOf } from '../records/bylines.js';
import type { Item } from './document.js';
import { keptLists } from './kept.js';
import type { Located } from './record-nodes.js';
import { pageRoles } from './roles.js';
import { contentOf } from './walk/walk.js';

/** Levels above a headline that may name the article's address. */
const LEVELS = 8;
const ADDRESS = 'data-url data-href data-permalink data-link data-canonical itemid'.split(' ');

/** The other articles of a page in document order. Linear in the page for each. */
export function otherArticleItems(page: Page, { blocks, otherArticles = [] }: LabelledBlocks): Located<Item> {
  const keptOnly = keptLists(page);
  const bylines = bylinesOf(page).filter(({ kind }) => kind === 'date');
  const nodesOf: (readonly NodeId[])[] = [];
  const records = otherArticles.map(({ heading, kept }): Item => {
    const headline = blocks[heading];
    const body = kept.filter((at) => at > heading).map((at) => blocks[at]);
    const nodes = body.flatMap((block) => Array.from(block.nodes));
    nodesOf.push([...Array.from(headline.nodes), ...nodes]);
    // The date of the line above the headline or below it, before the text ends.
    const before = heading > 0 ? blocks[heading - 1].first : 0;
    const until = body.length === 0 ? headline.last + 1 : (nodes[nodes.length - 1] ?? 0) + 1;
    const near = bylines.filter(({ node }) => node > before && node < until);
    return {
      title: oneLine(headline.text),
      url: addressOf(page, headline.parent),
      content: nodes.length === 0 ? [] : contentOf(page, keptOnly(nodes), body[0].parent, until),
      price: null,
      image: null,
      date: near[0]?.value ?? null,
    };
  });
  return { records, nodes: nodesOf };
}

/** The address a headline links to, or that an element around it declares; null without one. */
function addressOf(page: Page, headline: NodeId): string | null {
  const { base } = pageRoles(page);
  const inside = page.nameIndex('a');
  for (let node = headline; inside >= 0 && node < page.end[headline]; node++)
    if (page.tag[node] === inside) return linkAddress(page.attribute(node, 'href') ?? '', base);
  let up = headline;
  for (let level = 0; up > 0 && level < LEVELS; level++, up = page.parent[up]) {
    const given = nameOf(page, up) === 'a' ? page.attribute(up, 'href') : null;
    const address = given ?? ADDRESS.map((name) => page.attribute(up, name)).find((one) => one) ?? null;
    if (address !== null) return linkAddress(address, base);
  }
  return null;
}
