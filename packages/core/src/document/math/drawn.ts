/**
 * Formulas that MathJax 3 and 4 drew without leaving their TeX or MathML: the elements it draws with (`<mjx-msub>`) or, as SVG, the
 * groups (`<g data-mml-node="msub">`) name the MathML elements they show, so the MathML is built again from them.
 *
 * Departures from the order of MathML: what stands above comes before what stands below, the index of a root before the root, and
 * the sign of a root is drawn as an operator. Elements that only position are passed through.
 */
import { firstChild, type NodeId, nameOf, nextSibling, type Page, TEXT, tagNames, textOf } from '@dehusk/html';
import { PIECES } from './symbols-data.js';

/** Maximum nodes of a formula, and nesting. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 300;

/** The place of a part in the element around it; `item` for the next one. */
type MathSlot = 'item' | 'base' | 'over' | 'under' | 'script' | 'root' | 'before' | 'label';

interface DrawnPart {
  readonly slot: MathSlot;
  /** The height SVG draws it at. */
  readonly height: number;
  readonly markup: string;
}

/** Elements of MathJax that say where their content belongs. */
const SLOTS: ReadonlyMap<string, MathSlot> = new Map([
  ['base', 'base'],
  ['over', 'over'],
  ['under', 'under'],
  ['root', 'root'],
  ['script', 'script'],
  ['scripts', 'script'],
  ['prescripts', 'before'],
  ['labels', 'label'],
]);
/** Elements of MathML that hold text, and those that hold other elements. */
const LEAVES = tagNames('mi mn mo mtext ms');
const CONTAINERS = tagNames(
  'math mrow texatom mstyle mpadded mphantom merror menclose mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
    'mmultiscripts mtable mtr mlabeledtr mtd',
);
const ROOT_SIGN = '<mo>√</mo>';
const CHARACTER_CLASS = /(?:^|\s)mjx-c([0-9A-F]{2,6})(?=\s|$)/;
/** MathJax's calligraphic letters have the codes of plain ones in a font of their own. */
const CALLIGRAPHIC = /(?:TEX|NCM)-B?C(?:-|\s|$)/;

/**
 * What the root of a formula becomes: `read` makes it for an element from what those after it became. Null for one that is too large.
 * Linear in the element.
 */
export function foldFormula<T>(
  page: Page,
  root: NodeId,
  maxDepth: number,
  read: (node: NodeId, parts: ReadonlyMap<NodeId, T>) => T,
): T | null {
  const end = page.end[root];
  if (end - root > MAX_NODES) return null;
  const parts = new Map<NodeId, T>();
  for (let node = end - 1; node >= root; node--) {
    if (page.tag[node] === TEXT) continue;
    if (page.depth[node] - page.depth[root] > maxDepth) return null;
    parts.set(node, read(node, parts));
  }
  return parts.get(root) ?? null;
}

/** The MathML of a formula that MathJax drew; null for none. Linear in the element. */
export function drawnMathml(page: Page, root: NodeId): string | null {
  const drawn = foldFormula<readonly DrawnPart[]>(page, root, MAX_DEPTH, (node, parts) => partsOf(page, node, parts));
  // A formula that may break into lines is drawn in several parts.
  const whole = (drawn ?? [])
    .map(({ markup }) => markup)
    .join('')
    .replaceAll('</math><math>', '');
  return whole === '' ? null : whole;
}

/** The name of the MathML element or of the helper that MathJax's element stands for; null for one that only positions. */
function drawnName(page: Page, node: NodeId): string | null {
  const name = nameOf(page, node);
  if (name.startsWith('mjx-')) return name.slice(4);
  if (page.attribute(node, 'data-labels') !== null) return 'labels';
  return page.attribute(node, 'data-mml-node')?.toLowerCase() ?? null;
}

function partsOf(page: Page, node: NodeId, parts: ReadonlyMap<NodeId, readonly DrawnPart[]>): readonly DrawnPart[] {
  const name = drawnName(page, node);
  if (name !== null && LEAVES.has(name)) return [{ ...item(leaf(page, node, name)), height: heightOf(page, node) }];
  if (name === 'mspace') return [item(`<mspace width="${widthOf(page, node)}"></mspace>`)];
  if (name === 'none') return [item('<none></none>')];
  if (name === 'surd' || name === 'assistive-mml') return [];
  const inner: DrawnPart[] = [];
  for (let child = firstChild(page, node); child >= 0; child = nextSibling(page, child))
    if (page.tag[child] !== TEXT) inner.push(...(parts.get(child) ?? []));
  const slot = name === null ? undefined : SLOTS.get(name);
  if (slot === 'script' || slot === 'before' || slot === 'label') return inner.map((part) => ({ ...part, slot }));
  if (slot !== undefined) return [{ ...item(row(inner)), slot }];
  if (name === null && nameOf(page, node) === 'g' && /^m(?:sqr|roo)t$/.test(drawnName(page, page.parent[node]) ?? ''))
    return [{ ...item(row(inner)), slot: 'base' }];
  return name === null || !CONTAINERS.has(name) || isHelper(page, node, name)
    ? inner
    : [{ ...item(element(page, node, name, inner)), height: heightOf(page, node) }];
}

/** True for the part of `munderover` that is drawn as an `munder`. */
function isHelper(page: Page, node: NodeId, name: string): boolean {
  const up = page.parent[node];
  return name === 'munder' && nameOf(page, up) === 'mjx-box' && nameOf(page, page.parent[up]) === 'mjx-munderover';
}

function element(page: Page, node: NodeId, name: string, inner: readonly DrawnPart[]): string {
  const inSlot = (slot: MathSlot): string[] => inner.filter((part) => part.slot === slot).map(({ markup }) => markup);
  const isSvg = nameOf(page, node) === 'g';
  const items = inSlot('item').filter((one) => one !== ROOT_SIGN || !name.endsWith('t'));
  const base = inSlot('base')[0] ?? items[0];
  // Above, then below; SVG has limits of operators in both orders.
  const scripts = isSvg ? drawnScripts(inner) : inSlot('script');
  const [above, below] = scripts;
  switch (name) {
    case 'msub':
    case 'msup':
      return tagged(name, base, above);
    case 'msubsup':
      return tagged(name, base, below, above);
    case 'munder':
      return tagged(name, base, inSlot('under')[0] ?? above);
    case 'mover':
      return tagged(name, base, inSlot('over')[0] ?? above);
    case 'munderover':
      return tagged(name, base, inSlot('under')[0] ?? below, inSlot('over')[0] ?? above);
    case 'mmultiscripts':
      return isSvg ? tagged('mrow', ...items) : multiscripts(base, scripts, inSlot('before'));
    case 'mfrac':
      return tagged(name, ...items).replace('>', hasLine(page, node) ? '>' : ' linethickness="0">');
    case 'msqrt':
      return tagged(name, inSlot('base')[0] ?? row(inner));
    case 'mroot':
      return tagged(name, inSlot('base')[0] ?? asRow(inSlot('item')), inSlot('root')[0] ?? items[0]);
    case 'mtable':
      return table(items, inSlot('label'));
    case 'texatom':
    case 'mpadded':
    case 'menclose':
      return row(inner);
    default:
      return tagged(name, ...items);
  }
}

const item = (markup: string): DrawnPart => ({ slot: 'item', markup, height: 0 });

function heightOf(page: Page, node: NodeId): number {
  const found = /translate\([-\d.]{1,12},\s?([-\d.]{1,12})\)/.exec(page.attribute(node, 'transform') ?? '');
  return found === null ? 0 : Number(found[1]);
}

const tagged = (name: string, ...content: readonly (string | undefined)[]): string =>
  `<${name}>${content.map((one) => one ?? '<mrow></mrow>').join('')}</${name}>`;

function drawnScripts(inner: readonly DrawnPart[]): string[] {
  const scripts = inner.slice(1);
  return (scripts.length === 2 ? scripts.sort((a, b) => b.height - a.height) : scripts).map(({ markup }) => markup);
}

/** Elements of MathML as one. */
const asRow = (items: readonly string[]): string => (items.length === 1 ? items[0] : tagged('mrow', ...items));

const row = (parts: readonly DrawnPart[]): string => asRow(parts.map(({ markup }) => markup));

/** The text of an element of MathML as markup. */
const mathText = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Scripts after and before a base, each first those above. */
function multiscripts(base: string, after: readonly string[], before: readonly string[]): string {
  const pairs = (scripts: readonly string[]): string[] => {
    const half = scripts.length / 2;
    return scripts.slice(0, half).flatMap((above, at) => [scripts[half + at], above]);
  };
  const prescripts = before.length === 0 ? [] : ['<mprescripts></mprescripts>', ...pairs(before)];
  return tagged('mmultiscripts', base, ...pairs(after), ...prescripts);
}

/** False for a fraction without a line, as a binomial has. */
function hasLine(page: Page, fraction: NodeId): boolean {
  const isSvg = nameOf(page, fraction) === 'g';
  for (let child = firstChild(page, fraction); child >= 0; child = nextSibling(page, child))
    if (isSvg ? nameOf(page, child) === 'rect' : page.attribute(child, 'atop') !== null) return isSvg;
  return !isSvg;
}

/** A table with the labels of its rows; TeX begins the right sides of aligned equations with an empty identifier. */
function table(rows: readonly string[], labels: readonly string[]): string {
  let next = 0;
  const labelled = rows.map((one) =>
    one.startsWith('<mlabeledtr>') ? one.replace('>', `>${tagged('mtd', labels[next++])}`) : one,
  );
  const isAligned = rows.some((one) => one.includes('<mtd><mi></mi><mo>'));
  return tagged('mtable', ...labelled).replace('>', isAligned ? ' columnalign="right left">' : '>');
}

function widthOf(page: Page, space: NodeId): string {
  return /(?:^|[\s;])(?:width|margin-left)\s*:\s*([\d.]{1,8}em)/.exec(page.attribute(space, 'style') ?? '')?.[1] ?? '0';
}

function leaf(page: Page, node: NodeId, name: string): string {
  const end = page.end[node];
  let text = '';
  let isCalligraphic = false;
  let isPath = false;
  for (let at = node + 1; at < end; at++) {
    if (page.tag[at] === TEXT) {
      text += textOf(page, at);
      continue;
    }
    const classes = page.attribute(at, 'class') ?? '';
    if (nameOf(page, at) === 'path') isPath = true;
    isCalligraphic ||= CALLIGRAPHIC.test(`${classes} ${page.attribute(at, 'xlink:href') ?? ''}`);
    const isGlyph = page.textTo[at] === page.textFrom[at];
    const code = page.attribute(at, 'data-c') ?? (isGlyph ? CHARACTER_CLASS.exec(classes)?.[1] : undefined);
    if (code === undefined || !/^[0-9a-f]{1,5}$/i.test(code)) continue;
    text += String.fromCodePoint(Number.parseInt(code, 16));
    at = page.end[at] - 1;
  }
  if (name === 'mo') text = PIECES[text[0]] ?? (text === '∣' && nameOf(page, node) === 'g' ? '|' : text);
  else if (name === 'mn') text = text.normalize('NFKC');
  const isPlain = name === 'mi' && /^[A-Za-z]$/.test(text);
  // Without a font's name, a plain capital is calligraphic more often than upright.
  isCalligraphic ||= isPath && isPlain && text < 'a';
  const variant = isCalligraphic ? ' mathvariant="script"' : isPlain ? ' mathvariant="normal"' : '';
  return `<${name}${variant}>${mathText(text)}</${name}>`;
}
