/**
 * What a source of metadata gives: a raw value for one field, and where it stood. Sources judge nothing; `index.ts` picks by the
 * priority of the kinds and cleans what it picked.
 */
import { type NodeId, type Page, TEXT } from '../page.js';
import type { MetadataField } from './metadata.js';

/** The kinds of sources, one a file, or one a vocabulary of meta tags. */
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
  | 'text';

export interface Finding {
  readonly field: MetadataField;
  readonly kind: SourceKind;
  /** As it stands in the page; not empty. */
  readonly value: string;
  /** Where it stood, for people: `json-ld NewsArticle.headline`, `meta og:title`, `<h1>`. */
  readonly source: string;
}

/** Most characters of one value looked at; longer values are cut, so that no later step is slow on them. */
export const MAX_VALUE_LENGTH = 2_000;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
};

/**
 * The text of an element as one line, with a space between the texts of different elements: `<b>By</b><i>Jane</i>` is "By Jane".
 * Reads at most {@link MAX_VALUE_LENGTH} characters.
 */
export function spacedText(page: Page, node: NodeId): string {
  let text = '';
  for (let inner = node; inner < page.end[node] && text.length < MAX_VALUE_LENGTH; inner++)
    if (page.tag[inner] === TEXT)
      text += ` ${page.chars.slice(page.textFrom[inner], Math.min(page.textTo[inner], page.textFrom[inner] + MAX_VALUE_LENGTH))}`;
  return oneLine(text);
}

/**
 * One line of text: tags cut out, entities of twice-escaped values decoded, runs of white space and zero-width signs made one
 * space, at most {@link MAX_VALUE_LENGTH} characters.
 */
export function oneLine(value: string): string {
  let text = value.slice(0, MAX_VALUE_LENGTH);
  // Twice: JSON in pages is often escaped once by the publishing system and once more by a plug-in.
  for (let times = 0; times < 2 && text.includes('&'); times++)
    text = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const point = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
      return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : whole;
    });
  if (text.includes('<')) text = text.replace(/<\/?[a-z!][^<>]{0,200}>/gi, ' ');
  return text.replace(/[\s\u00A0\u200B-\u200F\uFEFF\u00AD]+/g, ' ').trim();
}
