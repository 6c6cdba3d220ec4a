/**
 * A page as read by the reference's parser, to separate differences of the parser from differences of our extractors.
 *
 * The reference used NekoHTML 1.9.13, which balances tags by non-standard rules. Where block lists differ, the page is read
 * again under those rules; the rules without which the lists differ are the cause. They are inferred from the reference's
 * outputs and used only for the conformance report.
 */
import { nameOf, type Page, parse, TEXT } from '@dehusk/core/internal';

/** Rules that rewrite the source. */
const SOURCE_RULES = {
  'stray `</br>` is dropped (standard: a line break)': (source) => source.replace(/<\/br\s*>/gi, ''),
  'a numeric character reference without semicolon is text': (source) => source.replace(/&#(?=\d+[^\d;])/g, '&amp;#'),
  'a character reference above U+FFFF is cut to 16 bits': (source) =>
    source.replace(/&#x([0-9a-f]{5});/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16) & 0xffff)),
  'references &#128; to &#159; are control characters (standard: windows-1252)': (source) =>
    source.replace(/&#(1[2345]\d);/g, (all, decimal: string) =>
      Number(decimal) >= 128 ? String.fromCharCode(Number(decimal)) : all,
    ),
} as const satisfies Record<string, (source: string) => string>;

/** Rules that rebuild the tree. */
const TREE_RULES = [
  'a list item inside another closes it',
  'a definition inside another closes it',
  '`<noscript>` closes an open link',
  '`<noscript>` in the head opens the body, the title lands in it',
  '`<source>` and `<track>` hold what follows them',
  'a paragraph stays open over lists, tables and sections',
  'a heading inside another closes it',
  'the end tag of an element newer than HTML 4 closes the nearest such element, whatever its name',
] as const;

export type ParserRule = keyof typeof SOURCE_RULES | (typeof TREE_RULES)[number];
export const PARSER_RULES: readonly ParserRule[] = [
  ...(Object.keys(SOURCE_RULES) as (keyof typeof SOURCE_RULES)[]),
  ...TREE_RULES,
];

/** The reference had no limits. */
const UNBOUNDED = { maxDepth: 65_000, maxMilliseconds: 120_000 };

/** Reads a page under some rules of the reference's parser. */
export function readAsReference(source: string, rules: ReadonlySet<ParserRule> = new Set()): Page {
  let text = source;
  for (const [rule, rewrite] of Object.entries(SOURCE_RULES)) if (rules.has(rule as ParserRule)) text = rewrite(text);
  const parsed = parse(text, { limits: UNBOUNDED });
  if (!parsed.ok) throw new Error(`a conformance page was refused: ${parsed.detail}`);
  return TREE_RULES.some((rule) => rules.has(rule)) ? rebuilt(parsed.page, rules) : parsed.page;
}

/** Elements at which the search for an element to close ends. */
const SEARCH_ENDS = new Set(['body', 'table', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'form']);
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const HTML_4 = new Set(
  (
    'a abbr acronym address applet area b base basefont bdo big blink blockquote body br button caption center cite code ' +
    'col colgroup dd del dfn dir div dl dt em embed fieldset font form frame frameset h1 h2 h3 h4 h5 h6 head hr html i ' +
    'iframe ilayer img input ins isindex kbd keygen label layer legend li link listing map marquee menu meta multicol ' +
    'nobr noembed noframes nolayer noscript object ol optgroup option p param plaintext pre q rb rbc rp rt rtc ruby s samp ' +
    'script select small spacer span strike strong style sub sup table tbody td textarea tfoot th thead title tr tt u ul ' +
    'var wbr xmp'
  ).split(' '),
);
const HOLDERS = new Set(['source', 'track']);

/** Rebuilds the tree of a page under the tree rules. */
function rebuilt(page: Page, rules: ReadonlySet<ParserRule>): Page {
  const tag: number[] = [page.tag[0]];
  const parent: number[] = [-1];
  const end: number[] = [0];
  const textFrom: number[] = [0];
  const textTo: number[] = [0];
  /** Open elements, outermost first: position in the new columns, and name. */
  const open: number[] = [0];
  const names: string[] = ['#document'];
  const closes = new Map<string, readonly string[]>();
  if (rules.has('a list item inside another closes it')) closes.set('li', ['li']);
  if (rules.has('a definition inside another closes it')) closes.set('dt', ['dt', 'dd']).set('dd', ['dt', 'dd']);
  if (rules.has('`<noscript>` closes an open link')) closes.set('noscript', ['a']);
  const paragraphsStay = rules.has('a paragraph stays open over lists, tables and sections');
  if (paragraphsStay) for (const name of ['p', 'div', ...HEADINGS]) closes.set(name, ['p']);
  if (rules.has('a heading inside another closes it'))
    for (const name of HEADINGS) closes.set(name, [...(closes.get(name) ?? []), ...HEADINGS]);
  const newerMixUp = rules.has(
    'the end tag of an element newer than HTML 4 closes the nearest such element, whatever its name',
  );
  const kindOf = (name: string): string => (newerMixUp && !HTML_4.has(name) ? '#newer' : name);
  const sourcesHold = rules.has('`<source>` and `<track>` hold what follows them');
  const noscriptOpensBody = rules.has('`<noscript>` in the head opens the body, the title lands in it');
  const bodyTag = page.nameIndex('body');

  const append = (node: number, tagOfNode = page.tag[node]): void => {
    parent.push(open[open.length - 1]);
    tag.push(tagOfNode);
    textFrom.push(page.textFrom[node]);
    textTo.push(page.textTo[node]);
    end.push(tag.length);
  };
  const closeTo = (depth: number): void => {
    while (open.length > depth) {
      end[open.pop() as number] = tag.length;
      names.pop();
    }
  };
  const enter = (node: number, name: string, tagOfNode = page.tag[node]): void => {
    append(node, tagOfNode);
    open.push(tag.length - 1);
    names.push(name);
  };
  const start = (node: number): void => {
    const name = nameOf(page, node);
    if (name === 'body' && names.includes('body')) return;
    if (noscriptOpensBody && name === 'noscript' && names.includes('head') && bodyTag >= 0) {
      closeTo(names.indexOf('head'));
      enter(node, 'body', bodyTag);
    }
    const closed = closes.get(name);
    for (let at = names.length - 1; closed !== undefined && at > 0; at--) {
      if (closed.includes(names[at])) closeTo(at);
      else if (SEARCH_ENDS.has(names[at])) break;
    }
    enter(node, name);
  };
  const finish = (node: number): void => {
    const name = nameOf(page, node);
    if (sourcesHold && HOLDERS.has(name)) return;
    if (
      paragraphsStay &&
      name === 'p' &&
      !page.source.slice(page.sourceFrom[node], page.sourceTo[node]).endsWith('/p>')
    )
      return;
    const kind = kindOf(name);
    let at = names.length - 1;
    while (at > 0 && kindOf(names[at]) !== kind) at--;
    if (at > 0) closeTo(at);
  };

  let current = 0;
  for (let node = 1; node < page.size; node++) {
    for (; page.end[current] <= node; current = page.parent[current]) finish(current);
    if (page.tag[node] === TEXT) append(node);
    else {
      start(node);
      current = node;
    }
  }
  closeTo(0);
  return {
    ...page,
    memo: new Map(),
    size: tag.length,
    tag: Uint16Array.from(tag),
    parent: Int32Array.from(parent),
    end: Int32Array.from(end),
    textFrom: Uint32Array.from(textFrom),
    textTo: Uint32Array.from(textTo),
  };
}
