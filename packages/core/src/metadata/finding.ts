/**
 * A finding: the raw value of one field in one source of metadata. Sources report all values; `read-metadata.ts` chooses by the
 * priority of the kinds and cleans the chosen value.
 */
import { addTo, decodeEntities, type NodeId, type Page, TEXT, textOf } from '@dehusk/html';
import type { MetadataField } from './metadata.js';

export type SourceKind =
  | 'json-ld'
  | 'open-graph'
  | 'twitter'
  | 'citation'
  | 'dublin-core'
  | 'meta'
  | 'microdata'
  | 'link'
  | 'html'
  | 'heading'
  | 'title'
  | 'time'
  | 'byline'
  | 'url'
  | 'text'
  | 'distant';

export interface Finding {
  readonly field: MetadataField;
  readonly kind: SourceKind;
  /** As the page has it; not empty. */
  readonly value: string;
  /** Its place, for people: `json-ld NewsArticle.headline`, `meta og:title`, `<h1>`. */
  readonly source: string;
  /** Whether an author is declared as an organisation. */
  readonly isOrganisation?: boolean;
}

/** The findings by a key, in their order. */
export function grouped<K>(all: Iterable<Finding>, keyOf: (one: Finding) => K): ReadonlyMap<K, readonly Finding[]> {
  const groups = new Map<K, Finding[]>();
  for (const one of all) addTo(groups, keyOf(one), one);
  return groups;
}

/** Maximum length of a value in characters. Longer values are cut, so that no later step is slow on them. */
const MAX_VALUE_LENGTH = 2_000;
/** Maximum number of nodes read for the text of an element: nested elements may each be read. */
export const MAX_TEXT_NODES = 2_000;

/**
 * The text of an element as one line, with a space between the texts of different elements: `<b>By</b><i>Jane</i>` is "By Jane".
 * Styles and scripts in it are skipped. Reads at most {@link MAX_VALUE_LENGTH} characters and {@link MAX_TEXT_NODES} nodes.
 *
 * @param from the first node read
 * @param isSkipped elements whose text does not count
 */
export function spacedText(
  page: Page,
  node: NodeId,
  from: NodeId = node,
  isSkipped?: (node: NodeId) => boolean,
): string {
  const style = page.nameIndex('style');
  const script = page.nameIndex('script');
  const end = Math.min(page.end[node], from + MAX_TEXT_NODES);
  let text = '';
  for (let inner = from; inner < end && text.length < MAX_VALUE_LENGTH; inner++) {
    if (isSkipped !== undefined && page.tag[inner] !== TEXT && isSkipped(inner)) {
      inner = page.end[inner] - 1;
      continue;
    }
    const parent = page.tag[page.parent[inner]];
    if (page.tag[inner] === TEXT && parent !== style && parent !== script)
      text += ` ${textOf(page, inner).slice(0, MAX_VALUE_LENGTH)}`;
  }
  return oneLine(text);
}

/** A text without white space and certain characters at its ends. Linear, where an expression that ends in `+$` is not. */
export function trimmed(text: string, before: string, after = before): string {
  let from = 0;
  let to = text.length;
  while (from < to && (before.includes(text[from]) || text[from].trim() === '')) from++;
  while (to > from && (after.includes(text[to - 1]) || text[to - 1].trim() === '')) to--;
  return text.slice(from, to);
}

/** Signs of markup in a text. Without one, `<table>` is a word: "<table>: the table element". */
const MARKUP = /<(?:\/[a-z]|!|(?:br|p|img)\b|[a-z][a-z\d]{0,20}\s[^<>=]{0,100}=)/i;

/** Signs without width. Joiners between letters are part of a word: "می‌شود". */
const ZERO_WIDTH = /[\u200B\u200E\u200F\u00AD]+|(?<!\S)[\u200C\u200D]+|[\u200C\u200D]+(?!\S)/g;

/** No other text needs a look at its markup, entities, signs without width and white space. */
const UNCLEAN = /[&<\u00AD\u200B-\u200F]|\s\s|[^\S ]/;

/**
 * One line of text: tags of markup and zero-width signs removed, entities of twice-escaped values decoded, runs of white space made one
 * space, at most {@link MAX_VALUE_LENGTH} characters.
 */
export function oneLine(value: string): string {
  let text = value.slice(0, MAX_VALUE_LENGTH).trim();
  if (!UNCLEAN.test(text)) return text;
  // Twice: JSON in pages is often escaped once by the publishing system and once more by a plug-in.
  for (let times = 0; times < 2 && text.includes('&'); times++) text = decodeEntities(text);
  if (text.includes('<') && MARKUP.test(text)) text = text.replace(/<\/?[a-z!][^<>]{0,200}>/gi, ' ');
  if (/[\u00AD\u200B-\u200F]/.test(text)) text = text.replace(ZERO_WIDTH, '');
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}
