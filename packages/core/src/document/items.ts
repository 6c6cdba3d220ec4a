/**
 * The entries of a list page: cards of a grid, rows of results, teasers of a blog.
 *
 * Steps: (1) every kept link with words marks an entry, unless three or more have the same words ("Read more"); (2) groups of
 * similar elements around them (`record-groups.ts`): the best one has one such link in each member and holds most of the kept text;
 * (3) of each member the title, its address, the first image, the price, the date, and the other words.
 */

import { linkAddress, type NodeId, type Page, TEXT } from '@dehusk/html';
import { SELECTED } from '../blocks/block.js';
import { spacedText } from '../metadata/finding.js';
import { type Byline, bylinesOf, shownCharacters } from '../records/bylines.js';
import {
  bestGroup,
  bestSlot,
  groupsAround,
  keptCharacters,
  type RecordGroup,
  slotKey,
  weightIn,
  withoutRepeatedLines,
} from '../records/record-groups.js';
import { type Title, titlesOf } from '../records/titles.js';
import type { Item } from './document.js';
import { imageOf } from './image.js';
import { keptLists } from './kept.js';
import { priceIn } from './product.js';
import type { Located } from './record-nodes.js';
import { pageRoles } from './roles.js';
import { contentOf } from './walk/walk.js';

interface ItemsWanted {
  /** Per node: 1 for kept text. */
  readonly kept: Uint8Array;
  /** Per node: one of `SELECTED`; absent without selectors of the caller. */
  readonly selected?: Uint8Array;
  /** True on pages of shops. */
  readonly sells: boolean;
}

/** Minimum number of entries: two similar elements may be anything. */
const MIN_ITEMS = 3;
/** Minimum share of the kept text in the entries, and minimum evidence for a group, 0…1. */
const MIN_SHARE = 0.25;
const MIN_EVIDENCE = 0.6;
/** The minimum share of all shown text for entries with prices, and the number of entries checked for one. */
const MIN_PRICED_SHARE = 0.02;
const PRICED_SAMPLE = 10;
/** Maximum length of a title in characters; a longer link is a card with its first words as title. */
const MAX_TITLE = 200;

/**
 * The entries of a page in document order; empty when it has none. Linear in the page. The kept text of shops often describes the
 * collection and leaves the goods out: there similar elements with prices are entries, kept or not.
 */
export function itemsOf(page: Page, wanted: ItemsWanted): Located<Item> {
  const shown = shownCharacters(page);
  if (wanted.sells) {
    const all = new Uint8Array(page.size);
    for (let node = 0; node < page.size; node++) if (shown[node + 1] > shown[node]) all[node] = 1;
    const titles = titlesOf(page, all);
    const groups = groupsAround(page, titles);
    const priced = bestItems(page, groups, shown, MIN_PRICED_SHARE, (group) => isPriced(page, group));
    if (priced !== null) return readItems(page, priced, titles, all, wanted);
  }
  const titles = titlesOf(page, wanted.kept);
  if (titles.length < MIN_ITEMS) return NO_ITEMS;
  const weight = keptCharacters(page, wanted.kept);
  const group = bestItems(page, groupsAround(page, titles), weight, MIN_SHARE, () => true);
  return group === null ? NO_ITEMS : readItems(page, group, titles, wanted.kept, wanted);
}

const NO_ITEMS: Located<Item> = { records: [], nodes: [] };

/** True when most of a group's first members name a price. */
function isPriced(page: Page, group: RecordGroup): boolean {
  const some = group.members.slice(0, PRICED_SAMPLE);
  return some.filter((node) => priceIn(page, node) !== null).length > some.length / 2;
}

function readItems(
  page: Page,
  group: RecordGroup,
  titles: readonly Title[],
  kept: Uint8Array,
  wanted: ItemsWanted,
): Located<Item> {
  const slot = bestSlot(group, 'title')?.key ?? -1;
  const bylines = bylinesOf(page).filter((one) => one.kind === 'date');
  const { base } = pageRoles(page);
  const keptOnly = keptLists(page);
  const isLeftOut = (node: NodeId): boolean => (wanted.selected?.[node] ?? SELECTED.undecided) > SELECTED.kept;
  const found: { readonly item: Omit<Item, 'content'>; root: NodeId; title: NodeId[]; others: NodeId[] }[] = [];
  let until = 0;
  let nextTitle = 0;
  let nextByline = 0;
  for (const node of group.members) {
    if (node < until) continue;
    until = page.end[node];
    while (nextTitle < titles.length && titles[nextTitle].node < node) nextTitle++;
    let title: Title | null = null;
    for (; nextTitle < titles.length && titles[nextTitle].node < until; nextTitle++) {
      const one = titles[nextTitle];
      if (title === null || (slotKey(page, one) === slot && slotKey(page, title) !== slot)) title = one;
    }
    while (nextByline < bylines.length && bylines[nextByline].node < node) nextByline++;
    let date: Byline | null = null;
    for (; nextByline < bylines.length && bylines[nextByline].node < until; nextByline++)
      if (date === null || bylines[nextByline].rank > date.rank) date = bylines[nextByline];
    if (title === null || isLeftOut(title.node)) continue;
    const words = titleWords(page, title.words);
    const others: NodeId[] = [];
    for (let inner = node + 1; inner < until; inner++)
      if (page.tag[inner] === TEXT && kept[inner] === 1 && !words.nodes.has(inner) && !isLeftOut(inner))
        others.push(inner);
    const item = {
      title: words.text,
      url: linkAddress(page.attribute(title.node, 'href') ?? '', base),
      price: priceIn(page, node, !wanted.sells),
      image: firstImage(page, node, base),
      date: date?.value ?? null,
    };
    found.push({ item, root: node, title: [...words.nodes], others });
  }
  const said = withoutRepeatedLines(
    page,
    found.map(({ others }) => others),
  );
  const records = found.map(({ item, root }, at): Item => {
    return { ...item, content: contentOf(page, keptOnly(said[at]), root + 1, page.end[root]) };
  });
  return { records, nodes: found.map(({ title }, at) => [...title, ...said[at]]) };
}

/** The group that holds the most of a weight with the best evidence. */
function bestItems(
  page: Page,
  groups: readonly RecordGroup[],
  weight: Uint32Array,
  minShare: number,
  accepts: (group: RecordGroup) => boolean,
): RecordGroup | null {
  const total = Math.max(1, weight[page.size]);
  return bestGroup(groups, (group) => {
    const count = group.members.length;
    const title = count < MIN_ITEMS ? null : bestSlot(group, 'title');
    if (title === null) return 0;
    const share = weightIn(page, group.members, weight) / total;
    const { members, total: titles, rank } = title.slot;
    const evidence = (members ** 2 / titles / count) * (0.5 + 0.1 * rank) * Math.sqrt(group.density);
    return share < minShare || evidence < MIN_EVIDENCE || !accepts(group) ? 0 : share * evidence;
  });
}

/** The words of a title and their text nodes; of a link around a card only its first text. */
function titleWords(page: Page, node: NodeId): { text: string; nodes: ReadonlySet<NodeId> } {
  const shown = shownCharacters(page);
  const nodes = new Set<NodeId>();
  const title = spacedText(page, node);
  for (let inner = node; inner < page.end[node]; inner++) {
    if (page.tag[inner] !== TEXT || shown[inner + 1] === shown[inner]) continue;
    nodes.add(inner);
    if (title.length > MAX_TITLE) return { text: spacedText(page, inner).slice(0, MAX_TITLE), nodes };
  }
  return { text: title, nodes };
}

function firstImage(page: Page, root: NodeId, base: string | null): string | null {
  const image = page.nameIndex('img');
  if (image < 0) return null;
  for (let node = root; node < page.end[root]; node++) {
    if (page.tag[node] !== image) continue;
    const found = imageOf(page, node, base);
    if (found?.type === 'image') return found.url;
  }
  return null;
}
