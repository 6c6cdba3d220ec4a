/**
 * The effect of each HTML element on the text around it when a document is built: starts a paragraph, a list, a format …
 *
 * As in the standard's rendering section: a page is read without its styles.
 */

import { baseAddress, firstChild, memoized, type NodeId, nameOf, nextSibling, type Page } from '@dehusk/html';
import type { MarkName } from './document.js';

/** Elements by role; all others are inline, as in a browser. */
const ELEMENTS = {
  block:
    '#document html body address article aside button center dialog div fieldset footer form frameset header hgroup ' +
    'legend main nav option optgroup p search section select summary tbody template tfoot textarea thead tr',
  heading: 'h1 h2 h3 h4 h5 h6',
  list: 'ul ol menu dir',
  item: 'li',
  definitions: 'dl',
  term: 'dt',
  description: 'dd',
  quote: 'blockquote',
  pre: 'pre listing xmp plaintext',
  table: 'table',
  cell: 'td th',
  caption: 'caption',
  figure: 'figure',
  figcaption: 'figcaption',
  format: 'b strong i em cite dfn var del s strike sub sup mark kbd',
  link: 'a',
  code: 'code samp tt',
  image: 'img amp-img amp-anim',
  media: 'video audio iframe object embed svg lite-youtube lite-vimeo youtube-video amp-youtube amp-vimeo',
  script: 'script',
  quotation: 'q',
  ruby: 'ruby',
  abbreviation: 'abbr acronym',
  details: 'details',
  input: 'input',
  break: 'br',
  rule: 'hr',
  hidden: 'head style',
};
export type ElementRole = keyof typeof ELEMENTS | 'inline';

const INLINE_FORMATS: Readonly<Record<MarkName, string>> = {
  strong: 'b strong',
  emphasis: 'i em cite dfn var',
  deleted: 'del s strike',
  subscript: 'sub',
  superscript: 'sup',
  mark: 'mark',
  keyboard: 'kbd',
};

const ROLE_OF = byElement(ELEMENTS);
const FORMAT_OF = byElement(INLINE_FORMATS);

function byElement<K extends string>(table: Readonly<Record<K, string>>): ReadonlyMap<string, K> {
  const entries = Object.entries<string>(table) as [K, string][];
  return new Map(entries.flatMap(([key, names]) => names.split(' ').map((name) => [name, key] as const)));
}

/** The format that an element of role `format` gives its text. */
export function formatOf(name: string): MarkName {
  return FORMAT_OF.get(name) as MarkName;
}

/** Roles that do not end a paragraph. */
export const INLINE_ROLES: ReadonlySet<ElementRole> = new Set<ElementRole>([
  'inline',
  'format',
  'link',
  'code',
  'image',
  'media',
  'input',
  'quotation',
  'ruby',
  'abbreviation',
]);

/** The role of each tag name of the page, and the base of relative addresses. Computed once a page, in linear time. */
export const pageRoles = memoized((page: Page) => ({
  roles: page.names.map((name) => ROLE_OF.get(name) ?? 'inline'),
  base: baseAddress(page),
}));

/** The items of a list. */
export function itemsOf(page: Page, list: NodeId): NodeId[] {
  const items: NodeId[] = [];
  for (let item = firstChild(page, list); item >= 0; item = nextSibling(page, item))
    if (nameOf(page, item) === 'li') items.push(item);
  return items;
}
