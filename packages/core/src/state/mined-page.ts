/**
 * Pages whose main content is only in their state: the article mined from it becomes part of the page, so that extractors, metadata and
 * renderers read it like any other.
 *
 * A page that shows its text stays as it is. It shows it when it has more running text than a part of what the state adds, or when the
 * article of the state is mostly visible.
 */

import {
  HashSet,
  type Limits,
  type NodeId,
  type Page,
  parse,
  TEXT,
  TokenList,
  tagNames,
  tagTable,
  textOf,
  trigram,
  UNREAD,
} from '@dehusk/html';
import { folded, withoutSiteName } from '../metadata/title.js';
import { mineArticle } from './mined-article.js';
import { readState } from './read-state.js';

/** Words the state has to add: an article under the title of the page, and another one. */
const MIN_WORDS = 40;
const MIN_UNTITLED_WORDS = 120;
/** A page with more words outside links shows its content; its state is not read. */
const MAX_SHOWN = 250;
/** Words of a page without content: outside links, and in all. */
const MAX_SHELL = 60;
const MAX_SHELL_WITH_LINKS = 200;
/** Running text that the page may show, as a share of what the state adds. */
const SHOWN_SHARE = 0.5;
/** Share of the article that the page may show already, of what it does not show. */
const SEEN_SHARE = 0.2;
/** Words of one text node from which it counts as running text. */
const RUNNING = 8;

const NOT_TEXT = tagNames('a nav footer button form label option');
const ROOT_IDS = tagNames('__next __nuxt root app svelte ___gatsby app-root react-root __layout main content');

/**
 * The page with the article of its state, if it lacks its content.
 *
 * The source of the new page has the article, so offsets into it hold; they are no offsets into the source of the given page.
 * @returns null for a page that shows its content, or whose state has none; `isCut`: the state has more than was read
 */
export function withMinedArticle(
  page: Page,
  limits: Limits,
  isOverBudget: () => boolean,
): { readonly page: Page; readonly isCut: boolean } | null {
  if (!mayHaveState(page) || shownText(page, false).plain > MAX_SHOWN) return null;
  const state = readState(page);
  if (state.length === 0) return null;
  const shown = shownText(page, true);
  const seen = new HashSet(shown.tokens.length);
  for (let at = 0; at + 2 < shown.tokens.length; at++) seen.add(trigram(shown.tokens.values, at));
  const article = mineArticle(
    state,
    (tokens, at) => seen.has(trigram(tokens, at)),
    () => titlesOf(page),
    Math.max(MIN_WORDS, shown.running / SHOWN_SHARE),
    page.source.length,
  );
  if (article === null || !lacks(shown, article)) return null;
  const source = withArticle(page, article.html);
  const unlimited = { ...limits, maxBytes: Number.MAX_SAFE_INTEGER };
  const parsed = parse(source, { url: page.url, limits: unlimited, isOverBudget });
  return parsed.ok ? { page: parsed.page, isCut: article.isCut } : null;
}

/** Whether a page lacks an article of its state. */
function lacks(shown: ReturnType<typeof shownText>, article: NonNullable<ReturnType<typeof mineArticle>>): boolean {
  if (article.shownWords > SEEN_SHARE * article.words || shown.running > SHOWN_SHARE * article.words) return false;
  return article.isTitled
    ? article.words >= MIN_WORDS
    : article.words >= MIN_UNTITLED_WORDS && shown.plain <= MAX_SHELL && shown.tokens.length <= MAX_SHELL_WITH_LINKS;
}

/** Whether scripts or attributes are long enough for an article. Looks at lengths only. */
function mayHaveState(page: Page): boolean {
  const script = page.nameIndex('script');
  if (script >= 0)
    for (let node = 1; node < page.size; node++)
      if (page.tag[node] === script && page.textTo[node] - page.textFrom[node] > 5 * MIN_WORDS) return true;
  const { size, length, value } = page.attributeColumns;
  for (let at = 0; at < size; at++)
    if (length(at) > 5 * MIN_WORDS && value(at).length > 5 * MIN_WORDS && /^\s*[[{]/.test(value(at))) return true;
  return false;
}

/**
 * Reads the words that a page shows, or only those outside links, navigation and forms; up to {@link MAX_SHOWN} outside
 * them. `plain` is the number of words outside, `running` that of those in running text.
 */
function shownText(page: Page, includesLinks: boolean) {
  const skipped = tagTable(page, UNREAD);
  const notText = tagTable(page, NOT_TEXT);
  const tokens = new TokenList();
  let running = 0;
  let plain = 0;
  let until = 0;
  for (let node = 1; node < page.size && plain <= MAX_SHOWN; node++) {
    const tag = page.tag[node];
    if (skipped[tag] === 1 || (notText[tag] === 1 && !includesLinks)) node = page.end[node] - 1;
    else if (notText[tag] === 1) until = Math.max(until, page.end[node]);
    else if (tag === TEXT) {
      const words = tokens.add(page.chars, page.textFrom[node], page.textTo[node]);
      if (node < until) continue;
      plain += words;
      if (words >= RUNNING) running += words;
    }
  }
  return { tokens, running, plain };
}

/** Titles that the page gives itself, folded. */
function titlesOf(page: Page): ReadonlySet<string> {
  const titles = new Set<string>();
  for (let node = 1; node < page.size; node++) {
    const name = page.names[page.tag[node]];
    let title: string | null = null;
    if (name === 'title' || name === 'h1') title = textOf(page, node).trim();
    else if (name === 'meta' && page.attribute(node, 'property') === 'og:title')
      title = page.attribute(node, 'content');
    if (title === null || title === '' || title.length > 500) continue;
    titles.add(folded(title));
    // Without the name of the site at one end.
    titles.add(folded(withoutSiteName(title, null, null)));
    const parts = title.split(/\s[-–—|·•:»]\s/);
    if (parts.length > 1 && parts.length < 6) {
      titles.add(folded(parts.slice(0, -1).join(' ')));
      titles.add(folded(parts[0]));
    }
  }
  titles.delete('');
  return titles;
}

/** The source with an article in its place, and without `<noscript>`: its notices are about the text that is now there. */
function withArticle(page: Page, html: string): string {
  const noscript = page.nameIndex('noscript');
  const part = (from: number, to: number): string => {
    const pieces: string[] = [];
    let at = from;
    for (let node = 1; node < page.size; node++)
      if (page.tag[node] === noscript && page.sourceFrom[node] >= at && page.sourceTo[node] <= to) {
        pieces.push(page.source.slice(at, page.sourceFrom[node]));
        at = page.sourceTo[node];
      }
    pieces.push(page.source.slice(at, to));
    return pieces.join('');
  };
  const place = placeOf(page);
  return `${part(0, place)}\n${html}\n${part(place, page.source.length)}`;
}

/** The place in the source where the content belongs: the end of the main element, of the root of the application, or of the body. */
function placeOf(page: Page): number {
  let root: NodeId = -1;
  for (let node = 1; node < page.size; node++) {
    const name = page.names[page.tag[node]];
    if (name === 'main' || page.attribute(node, 'role') === 'main') return beforeEndTag(page, node);
    if (root < 0 && ROOT_IDS.has(page.attribute(node, 'id') ?? '')) root = node;
  }
  if (root >= 0) return beforeEndTag(page, root);
  const body = page.nameIndex('body');
  for (let node = 1; node < page.size; node++) if (page.tag[node] === body) return beforeEndTag(page, node);
  return page.source.length;
}

function beforeEndTag(page: Page, node: NodeId): number {
  const name = page.names[page.tag[node]];
  const to = page.sourceTo[node];
  const from = page.openTo[node];
  const tag = page.source.lastIndexOf('</', to);
  // The end of an element without an end tag is where the next tag begins.
  return tag >= from &&
    page.source
      .slice(tag + 2, to)
      .toLowerCase()
      .startsWith(name)
    ? tag
    : Math.max(from, to);
}
