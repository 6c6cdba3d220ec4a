/**
 * The effect of each HTML element on the text around it when a document is built: starts a paragraph, a list, a format …
 *
 * As in the standard's rendering section: a page is read without its styles.
 */

import { baseAddress, memoized, type NodeId, type Page } from '@dehusk/html';
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

/** Class names of programs that set text apart by style sheets alone: LaTeXML, LaTeX2HTML, AsciiDoctor. */
const CLASS_FORMATS: readonly (readonly [MarkName, RegExp])[] = [
  ['strong', /(?:^|\s)(?:ltx_font_bold|textbf)(?:\s|$)/],
  ['emphasis', /(?:^|\s)(?:ltx_font_italic|ltx_font_slanted|textit|textsl|textem)(?:\s|$)/],
  ['deleted', /(?:^|\s)line-through(?:\s|$)/],
];
const STYLE_FORMATS: readonly (readonly [MarkName, RegExp])[] = [
  ['strong', /(?:^|[;\s])font-weight\s*:\s*(?:bold|[6-9]00)/i],
  ['emphasis', /(?:^|[;\s])font-style\s*:\s*(?:italic|oblique)/i],
  ['deleted', /(?:^|[;\s])text-decoration(?:-line)?\s*:\s*line-through/i],
  ['superscript', /(?:^|[;\s])vertical-align\s*:\s*super/i],
  ['subscript', /(?:^|[;\s])vertical-align\s*:\s*sub(?![\w-])/i],
];
const REGULAR_STYLE = /(?:^|[;\s])font-(?:weight\s*:\s*(?:normal|[1-5]00)|style\s*:\s*normal)/i;
const CODE_CLASS = /(?:^|\s)(?:ltx_font_typewriter|texttt|docutils literal)(?:\s|$)/;

/** The formats that an element without a name for them gives its text, by its style and class: editors write bold as a style. */
export function styledFormats(page: Page, node: NodeId): MarkName[] {
  const style = page.attribute(node, 'style') ?? '';
  const classes = page.attribute(node, 'class') ?? '';
  const of = (formats: typeof CLASS_FORMATS, text: string): MarkName[] =>
    text === '' ? [] : formats.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
  return [...new Set([...of(CLASS_FORMATS, classes), ...of(STYLE_FORMATS, style)])];
}

/** True for a `<b>` or `<i>` whose style says that it is not: editors wrap copied text in one. */
export function isUnformatted(page: Page, node: NodeId): boolean {
  return REGULAR_STYLE.test(page.attribute(node, 'style') ?? '');
}

/** True for an element without a name for it that is code. */
export function isStyledCode(page: Page, node: NodeId): boolean {
  return CODE_CLASS.test(page.attribute(node, 'class') ?? '');
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
