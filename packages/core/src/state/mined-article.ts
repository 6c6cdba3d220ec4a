/**
 * The article in a page's state, as HTML: prose, HTML strings and rich text, in order, with headings.
 *
 * Steps: (1) Walk the values in order and collect pieces: blocks of rich text, HTML strings, plain strings that are running text,
 * short strings under the keys of titles. Parts that are no main content by their key (comments, related, translations …) are left
 * out. (2) Leave out pieces that the page shows. (3) Choose the record with the title of the page, else go down from the state as a whole
 * while one value holds most of the words. (4) Write its pieces in order, without those that longer ones repeat.
 *
 * Every object is visited once, whatever refers to it. Strings count each time they are read, because references may name one string
 * thousands of times. Linear; no recursion.
 */

import { computed, HashSet, tagNames, tokensOf, trigram } from '@dehusk/html';
import { isRecord } from '../metadata/json-ld.js';
import { folded } from '../metadata/title.js';
import { fromText, type StateValue } from './read-state.js';
import {
  type Allowance,
  blockOf,
  cleanHtml,
  DROPPED,
  escaped,
  isHtml,
  type JsonObject,
  type ResolveReference,
  richHtml,
} from './rich-text.js';

/** Values visited, pieces collected, and strings read as JSON inside JSON. */
const MAX_VALUES = 500_000;
const MAX_PIECES = 5_000;
const MAX_INNER = 3;
/** Characters read of strings and written, per character of the page, and the least of both for a small page. */
const MAX_READ = 4;
const MAX_WRITTEN = 3;
const MIN_ALLOWED = 200_000;
/** Share of word trigrams that are elsewhere, from which a piece is a repeat. */
const SEEN_SHARE = 0.6;
/** Share of the words of a value that one value inside it must hold to be chosen instead. */
const DOMINANT = 0.7;
/** Steps from the chosen value up to the record that has the title. */
const MAX_CLIMB = 8;
/** Words from which a plain string is running text; with the end of a sentence, fewer. */
const PROSE_WORDS = 20;
const SENTENCE_WORDS = 8;
const TITLE_LENGTH = 250;
/** Strings of one record from which it is a dictionary. */
const MAX_STRINGS = 100;

const TITLE_KEYS = /^(?:title|headline|heading|header|name|fancy_title|post_?title)$/i;
const DATE_KEYS =
  /^(?:date|(?:date_?)?published(?:_?at|_?on|_?time)?|publish_?date|publication_?date|created_?at|first_?published.*)$/i;
const AUTHOR_KEYS = /^(?:authors?|by_?line|creator|written_?by|author_?name)$/i;
/** Keys of summaries: the text says the same at more length. */
const SUMMARY_KEYS = /^(?:excerpt|summary|teaser|abstract|(?:meta|seo|og|short)?_?description|.*alt|caption)$/i;
/** Keys of what is no main content of the page. */
const OTHER_KEYS =
  /related|recommend|trending|popular|similar|sidebar|footer|breadcrumb|cookie|consent|newsletter|subscri|translation|i18n|locale|advert|promo|banner|config|setting|permission|manifest|stylesheet|schema|fragment|^(?:nav|navigation|menus?|main_?menu|comments?|authors?|creator|bio|user|session|messages|dictionary|strings|labels|intl|ads?|css|styles?|scripts?|icon|svg|seo|meta|metadata|openGraph|twitter|jsonLd|structuredData|tags|categories|routes?|router|query|variables|errors?|policy|terms|legal|disclaimer|className|href|url|src|srcset|path|id|_id|sku|__typename|toc|excerpts?|next|prev|previous)$/i;
const OFFER_KEYS = /^(?:(?:list_?|sale_?|current_?)?(?:price|sku)s?|variants|offers)$/i;
const ELEMENTS_LEFT_OUT = tagNames(DROPPED, 'header aside meta link');
const SENTENCE_END = /[.!?。！？।؟…]["'”’»)\]]*(?:\s|$)/;
const SPACELESS = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/;

interface Passage {
  readonly html: string;
  readonly tokens: Uint32Array;
  /** `title` for the text of a title key; else the kind of {@link blockOf}, `html` or `text`. */
  readonly kind: string;
  readonly isSummary: boolean;
  /** Words that count: 0 for titles and for what is left out. */
  words: number;
}

/** A record or list of the state; its pieces are [from, to). */
interface Container {
  readonly parent: number;
  readonly value: unknown;
  readonly resolve: ResolveReference;
  readonly from: number;
  to: number;
}

/**
 * Finds the article in a state.
 * @param shown whether a trigram of word hashes is in the visible page
 * @param titlesOfPage finds the titles of the page, folded
 * @param minWords words that the page does not show, of an article
 * @param source characters of the page, which bound the characters read and written
 * @returns HTML of the article (`<h1>` if the state has a title, the pieces, and microdata of author and date), whether the title
 *   of its record is one of the page's, how many of its words the page does not show and shows, and whether it ends where more was
 *   read than is allowed; null when the state has none, or describes something for sale
 */
export function mineArticle(
  state: readonly StateValue[],
  shown: (tokens: Uint32Array, at: number) => boolean,
  titlesOfPage: () => ReadonlySet<string>,
  minWords: number,
  source: number,
) {
  const allowance: Allowance = { left: Math.max(MIN_ALLOWED, MAX_READ * source) };
  const { pieces, containers } = collect(state, allowance);
  const shownWords = leaveOutShown(pieces, shown);
  const words = [0];
  for (const piece of pieces) words.push(words[words.length - 1] + piece.words);
  const wordsOf = ({ from, to }: Container): number => words[to] - words[from];
  if (words[words.length - 1] < minWords) return null;
  const pageTitles = titlesOfPage();
  const keysOf: TitleKeys = new Map();
  const titles = containers.map(({ value }) => titleOf(value, keysOf));
  const hasTitle = titles.map((title) => title !== null && pageTitles.has(folded(title)));
  const { at, isTitled } = choose(containers, wordsOf, hasTitle);
  const own = containers[at];
  if (isOffer(containers, at, hasTitle)) return null;
  let seen = 0;
  for (let one = own.from; one < own.to; one++) seen += shownWords[one];
  const written = write(pieces, containers, titles, at, wordsOf, Math.max(MIN_ALLOWED, MAX_WRITTEN * source));
  return { ...written, isTitled, shownWords: seen, isCut: written.isCut || allowance.left < 0 };
}

interface ValueVisit {
  readonly value: unknown;
  readonly key: string;
  readonly container: number;
  readonly resolve: ResolveReference;
  readonly inner: number;
  /** The end of a container: nothing is visited. */
  readonly closes: boolean;
}

/** The pieces of a state in order, and the records and lists they are in. Container 0 is the whole state. */
function collect(state: readonly StateValue[], allowance: Allowance): { pieces: Passage[]; containers: Container[] } {
  const pieces: Passage[] = [];
  const containers: Container[] = [{ parent: -1, value: null, resolve: (value) => value, from: 0, to: 0 }];
  const visited = new Set<unknown>();
  const add = (html: string, kind: string, key: string): void => {
    const tokens = tokensOf(withoutTags(html).replace(/&\w+;/g, ' '));
    const isSummary = SUMMARY_KEYS.test(key);
    if (tokens.length > 0) pieces.push({ html, tokens, kind, isSummary, words: kind === 'title' ? 0 : tokens.length });
  };
  const pending: ValueVisit[] = [];
  const enter = (
    value: unknown,
    parent: ValueVisit,
    entries: readonly (readonly [key: string, value: unknown])[],
  ): void => {
    const { key, resolve, inner } = parent;
    const from = pieces.length;
    const container = containers.push({ parent: parent.container, value, resolve, from, to: from }) - 1;
    pending.push({ value, key, container, resolve, inner, closes: true });
    for (const [name, one] of [...entries].reverse())
      pending.push({ value: one, key: name, container, resolve, inner, closes: false });
  };
  for (const { value, resolve } of [...state].reverse())
    pending.push({ value, key: '', container: 0, resolve, inner: 0, closes: false });
  for (let visits = 0; visits < MAX_VALUES && pieces.length < MAX_PIECES && allowance.left >= 0; visits++) {
    const visit = pending.pop();
    if (visit === undefined) break;
    if (visit.closes) {
      containers[visit.container].to = pieces.length;
      continue;
    }
    const { key, resolve } = visit;
    const value = resolve(visit.value);
    if (typeof value === 'string') {
      allowance.left -= value.length;
      if (allowance.left < 0) break;
      const json = visit.inner < MAX_INNER && value.length > 60 ? fromText(value) : undefined;
      if (json !== undefined) pending.push({ ...visit, value: json, inner: visit.inner + 1 });
      else addString(value, key, add);
      continue;
    }
    if (typeof value !== 'object' || value === null || visited.has(value)) continue;
    const kind = blockOf(value);
    if (kind !== null) {
      add(richHtml(value, resolve, visited, allowance), kind, key);
      continue;
    }
    visited.add(value);
    if (Array.isArray(value) && value[0] === '$' && value.length >= 4) {
      // A React element that is no block of text. Its children come first: other properties are data of the component.
      if (typeof value[1] === 'string' && ELEMENTS_LEFT_OUT.has(value[1])) continue;
      const { children, ...rest } = isRecord(value[3]) ? value[3] : {};
      enter(value, visit, [['children', children], ...entriesOf(rest)]);
    } else if (Array.isArray(value))
      enter(
        value,
        visit,
        value.map((one) => [key, one] as const),
      );
    else enter(value, visit, entriesOf(value as JsonObject));
  }
  // Where a limit ended the walk, containers end with the last piece.
  for (const { container, closes } of pending) if (closes) containers[container].to = pieces.length;
  containers[0].to = pieces.length;
  return { pieces, containers };
}

/** The entries of a record that may be main content: titles first. */
function entriesOf(record: JsonObject): [string, unknown][] {
  const entries = Object.entries(record).filter(([key]) => !OTHER_KEYS.test(key));
  let strings = 0;
  for (const [, value] of entries) if (typeof value === 'string') strings++;
  const kept = strings <= MAX_STRINGS ? entries : entries.filter(([, value]) => typeof value !== 'string');
  // A normalised cache is read from its root, which has the order of the page.
  const first = kept.filter(
    ([key, value]) => key === 'ROOT_QUERY' || (typeof value === 'string' && TITLE_KEYS.test(key)),
  );
  return first.length === 0 ? kept : [...first, ...kept.filter((entry) => !first.includes(entry))];
}

function addString(value: string, key: string, add: (html: string, kind: string, key: string) => void): void {
  if (value.length < 3) return;
  if (TITLE_KEYS.test(key)) {
    if (value.length <= TITLE_LENGTH) add(isHtml(value) ? cleanHtml(value) : escaped(value), 'title', key);
    return;
  }
  if (value.length < 20 && !SPACELESS.test(value)) return;
  if (isHtml(value)) {
    const html = cleanHtml(value);
    if (isProse(withoutTags(html))) add(html, 'html', key);
    return;
  }
  if (/^(?:https?:|\/|data:|[.#{@]|\$)/.test(value) || /[{};]\s*$|\{\{|%\{|\$\{|function\s*\(/.test(value)) return;
  if (!isProse(value)) return;
  for (const line of value.split(/\n+/)) if (line.trim() !== '') add(`<p>${escaped(line.trim())}</p>`, 'text', key);
}

function isProse(text: string): boolean {
  if (!SPACELESS.test(text) && !/\s\S+\s\S+\s/.test(text.slice(0, 400))) return false;
  const words = tokensOf(text.slice(0, 2_000)).length;
  return words >= PROSE_WORDS
    ? SENTENCE_END.test(text) || words >= 2 * PROSE_WORDS
    : words >= SENTENCE_WORDS && SENTENCE_END.test(text);
}

/** Sets the words of pieces to 0 that the page shows. @returns per piece: its words, if the page shows them */
function leaveOutShown(pieces: readonly Passage[], shown: (tokens: Uint32Array, at: number) => boolean): Float64Array {
  return Float64Array.from(pieces, (piece) => {
    const { tokens, words } = piece;
    if (words === 0 || share(tokens, (at) => shown(tokens, at)) <= SEEN_SHARE) return 0;
    piece.words = 0;
    return words;
  });
}

/** Sets the words of pieces to 0 that longer ones repeat. */
function leaveOutRepeats(pieces: readonly Passage[]): void {
  const before = new HashSet(pieces.reduce((sum, { tokens }) => sum + tokens.length, 0));
  for (const piece of [...pieces].sort((a, b) => b.tokens.length - a.tokens.length)) {
    const { tokens, words } = piece;
    if (words === 0) continue;
    if (share(tokens, (at) => before.has(trigram(tokens, at))) > SEEN_SHARE) piece.words = 0;
    else for (let at = 0; at + 2 < tokens.length; at++) before.add(trigram(tokens, at));
  }
}

/** Share of the trigrams of a text for which a test holds; 0 for less than three words. */
function share(tokens: Uint32Array, test: (at: number) => boolean): number {
  let count = 0;
  for (let at = 0; at + 2 < tokens.length; at++) if (test(at)) count++;
  return tokens.length < 3 ? 0 : count / (tokens.length - 2);
}

/** The container of the article. */
function choose(
  containers: readonly Container[],
  wordsOf: (container: Container) => number,
  hasTitle: readonly boolean[],
): { at: number; isTitled: boolean } {
  const best = new Int32Array(containers.length).fill(-1);
  let titled = 0;
  for (let at = 1; at < containers.length; at++) {
    const { parent } = containers[at];
    const words = wordsOf(containers[at]);
    if (best[parent] < 0 || words > wordsOf(containers[best[parent]])) best[parent] = at;
    if (hasTitle[at] && words > (titled === 0 ? 0 : wordsOf(containers[titled]))) titled = at;
  }
  if (titled > 0 && wordsOf(containers[titled]) >= SENTENCE_WORDS * 3) return { at: titled, isTitled: true };
  let chosen = 0;
  while (best[chosen] >= 0 && wordsOf(containers[best[chosen]]) >= DOMINANT * wordsOf(containers[chosen]))
    chosen = best[chosen];
  return { at: chosen, isTitled: false };
}

/**
 * Whether the page is about something for sale: a record around the text, or one with the title of the page, has a price. Most text of
 * such a state is about other things (sizes, reviews, other products); the hidden texts (`blocks/hidden-text.ts`) choose among it.
 */
function isOffer(containers: readonly Container[], chosen: number, hasTitle: readonly boolean[]): boolean {
  for (let at = chosen, step = 0; at > 0 && step < MAX_CLIMB; at = containers[at].parent, step++)
    if (hasPrice(containers[at].value)) return true;
  return containers.some(({ value }, at) => hasTitle[at] && hasPrice(value));
}

const hasPrice = (value: unknown): boolean => isRecord(value) && Object.keys(value).some((key) => OFFER_KEYS.test(key));

/** The title of a record: its own, or that of the part that describes it (Gatsby, Contentful, Strapi). */
function titleOf(value: unknown, keysOf: TitleKeys): string | null {
  if (!isRecord(value)) return null;
  for (const record of [value, value.frontmatter, value.fields, value.attributes])
    if (isRecord(record))
      for (const key of computed(keysOf, record, titleKeysIn)) {
        const given = record[key];
        const title = isRecord(given) ? given.rendered : given;
        if (typeof title === 'string' && title.length <= TITLE_LENGTH) return title;
      }
  return null;
}

/** Keys of titles by record: thousands of records may describe themselves by one part. */
type TitleKeys = Map<JsonObject, readonly string[]>;

const titleKeysIn = (record: JsonObject): readonly string[] =>
  Object.keys(record).filter((key) => TITLE_KEYS.test(key));

/** The HTML of a container's pieces, up to a number of characters. */
function write(
  pieces: readonly Passage[],
  containers: readonly Container[],
  titles: readonly (string | null)[],
  chosen: number,
  wordsOf: (container: Container) => number,
  most: number,
): { html: string; words: number; isCut: boolean } {
  const own = containers[chosen];
  // The title is often in a record around the text.
  let about = chosen;
  for (let step = 0; step < MAX_CLIMB && titles[about] === null && containers[about].parent > 0; step++)
    about = containers[about].parent;
  const record = wordsOf(containers[about]) <= wordsOf(own) * 1.1 ? containers[about].value : null;
  const title = record === null ? null : titles[about];
  const out: string[] = ['<article itemscope itemtype="https://schema.org/Article">'];
  if (title !== null) out.push(`<h1 itemprop="headline">${escaped(title)}</h1>`);
  if (isRecord(record))
    for (const [key, value] of Object.entries(record)) {
      const property = AUTHOR_KEYS.test(key) ? 'author' : DATE_KEYS.test(key) ? 'datePublished' : null;
      const text = property === null ? null : textIn(containers[about].resolve(value));
      if (text !== null) out.push(`<meta itemprop="${property}" content="${escaped(text)}">`);
    }
  leaveOutRepeats(pieces.slice(own.from, own.to));
  let list = '';
  let heading: string | null = null;
  const total = wordsOf(own);
  let written = 0;
  let length = 0;
  let at = own.from;
  for (; at < own.to; at++) {
    const { html, kind, words, isSummary } = pieces[at];
    if (kind === 'title') {
      // Written before the text that follows; of several, the last.
      heading = title !== null && folded(html) === folded(escaped(title)) ? null : html;
      continue;
    }
    if (words === 0 || (isSummary && words < total / 5)) continue;
    if (length > most) break;
    length += html.length;
    const around = / li$/.test(kind) ? kind.slice(0, 2) : '';
    if (around !== list) {
      if (list !== '') out.push(`</${list}>`);
      if (around !== '') out.push(`<${around}>`);
      list = around;
    }
    if (heading !== null) out.push(`<h2>${heading}</h2>`);
    heading = null;
    written += words;
    out.push(kind === 'html' ? `<div>${html}</div>` : html);
  }
  if (list !== '') out.push(`</${list}>`);
  out.push('</article>');
  return { html: out.join('\n'), words: written, isCut: at < own.to };
}

/** Milliseconds of dates from 1990 to 2100. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 6e11 && value < 4.2e12;

/** A short text, a time, the name of a record, or that of the first record of a list. */
function textIn(value: unknown): string | null {
  if (isTime(value)) return new Date(value).toISOString();
  const one = Array.isArray(value) ? value[0] : value;
  const text = isRecord(one) ? (one.name ?? one.full_name ?? one.title) : one;
  return typeof text === 'string' && text.length <= TITLE_LENGTH && text !== '' ? text : null;
}

/** After the last `>` no tag is searched: each `<` there would cost the rest of the text. */
function withoutTags(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replace(/<[^>]*>/g, ' ') + html.slice(end);
}
