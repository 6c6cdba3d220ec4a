/** The types, elements and attributes of rich text. */
import { HEADINGS, tagNames } from '@dehusk/html';

/** Types of nodes, lower case without separators, and the element of each. `h` takes its level from the node, `list` its kind. */
export const ELEMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    p: 'p paragraph unstyled normal',
    h: 'h heading header title subtitle',
    h1: 'h1 heading1 headingone headerone',
    h2: 'h2 heading2 headingtwo headertwo',
    h3: 'h3 heading3 headingthree headerthree',
    h4: 'h4 heading4 headingfour headerfour',
    h5: 'h5 heading5 headingfive headerfive',
    h6: 'h6 heading6 headingsix headersix',
    list: 'list',
    ul: 'ul bulletlist bulletedlist unorderedlist',
    ol: 'ol orderedlist numberedlist',
    li: 'li listitem',
    'ul li': 'bulletedlistitem unorderedlistitem todo checklistitem oli',
    'ol li': 'numberedlistitem orderedlistitem olistitem',
    blockquote: 'blockquote quote pullquote',
    pre: 'pre codeblock code preformatted',
    hr: 'hr thematicbreak horizontalrule delimiter divider',
    table: 'table',
    tr: 'tr tablerow',
    td: 'td tablecell',
    th: 'th tableheader tableheadercell',
    a: 'a link hyperlink',
    strong: 'strong bold b',
    em: 'em emphasis italic i',
    s: 's strike strikethrough del',
    inline: 'inlinecode',
    br: 'br break hardbreak linebreak',
    figure: 'figure',
    dl: 'dl',
  }).flatMap(([tag, types]) => types.split(' ').map((type) => [type, tag])),
);
/** Elements of HTML that are written; of others only what they contain. */
export const KEPT = tagNames(
  HEADINGS,
  'p ul ol li dl dt dd blockquote pre code table caption thead tbody tfoot tr td th figure figcaption img a strong b em i ' +
    's del sub sup mark kbd br hr q cite abbr time section div math',
);
/** Lexical's bits of text formats. */
export const FORMATS: readonly (readonly [number, string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [16, 'code'],
];
export const ATTRIBUTES = ['href', 'src', 'alt', 'colspan', 'rowspan', 'class', 'start', 'lang', 'dir'];
export const OPENING_TAG =
  /<(?:p|div|h[1-6]|[uo]l|li|br|blockquote|table|figure|section|article|a|b|i|strong|em|span|img|pre|code)\b/i;
