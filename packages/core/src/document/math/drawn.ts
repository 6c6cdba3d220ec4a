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

// Formulas that KaTeX drew as HTML without MathML beside (`output: 'html'`): MathML built again from the boxes.
//
// Observation: KaTeX sets scripts, fractions, roots, limits and columns as lists of boxes (`vlist`), each with its height in `top`, in
// an element whose class says which (`msupsub`, `mfrac`, `sqrt`, `op-limits`, `mtable`). Everything else is a row of characters whose
// class says what they are (`mord mathnormal`, `mbin`, `mrel`, `mop`).

/** Maximum columns whose rows are counted. */
const MAX_COLUMNS = 300;

/** A box of a list: its height (less is higher) and its markup. */
type Box = Readonly<{ top: number; markup: string; hasLine: boolean }>;

/** What an element holds. */
interface Part {
  /** Each piece of its row, with its scripts. */
  readonly items: readonly string[];
  /** The boxes of the list in it that is not used yet. */
  readonly boxes: readonly Box[];
  /** True for a list with something below the line. */
  readonly isDeep: boolean;
  /** The line of a fraction is in it. */
  readonly hasLine: boolean;
}

const NOTHING: Part = { items: [], boxes: [], isDeep: false, hasLine: false };
/** Elements that only position, and the number of an equation. */
const SKIPPED =
  /(?:^|\s)(?:strut|pstrut|mspace|nulldelimiter|vlist-s|arraycolsep|hide-tail|svg-align-tail|tag|katex-mathml)(?:\s|$)/;
const OPERATOR = /(?:^|\s)(?:mbin|mrel|mopen|mclose|mpunct|op-symbol|delimsizing|accent-body|delim-size1)(?:\s|$)/;
const VARIANTS: readonly (readonly [string, RegExp])[] = [
  ['bold', /(?:^|\s)mathbf(?:\s|$)/],
  ['bold-italic', /(?:^|\s)boldsymbol(?:\s|$)/],
  ['double-struck', /(?:^|\s)(?:mathbb|amsrm)(?:\s|$)/],
  ['script', /(?:^|\s)(?:mathcal|mathscr)(?:\s|$)/],
  ['fraktur', /(?:^|\s)mathfrak(?:\s|$)/],
  ['monospace', /(?:^|\s)mathtt(?:\s|$)/],
  ['sans-serif', /(?:^|\s)mathsf(?:\s|$)/],
];
/** Height of what is on the line, in em. */
const LINE = 3.05;
const TOP = /(?:^|[;\s])top\s*:\s*(-?[\d.]{1,10})em/;

/** The MathML of a formula; null for none. Linear in the element. */
export function katexMathml(page: Page, root: NodeId): string | null {
  const { items } = foldFormula<Part>(page, root, MAX_DEPTH, (node, parts) => partOf(page, node, parts)) ?? NOTHING;
  // A slash of KaTeX's own font makes an equals sign its opposite.
  const whole = items.join('').replaceAll('<mo>\ue020</mo><mo>=</mo>', '<mo>≠</mo>');
  return items.length === 0 ? null : `<math>${whole}</math>`;
}

function partOf(page: Page, node: NodeId, parts: ReadonlyMap<NodeId, Part>): Part {
  const classes = page.attribute(node, 'class') ?? '';
  if (SKIPPED.test(classes)) return NOTHING;
  if (has(classes, 'frac-line')) return { ...NOTHING, hasLine: true };
  const items: string[] = [];
  let boxes: readonly Box[] = [];
  let isDeep = has(classes, 'vlist-t2');
  let hasLine = false;
  let text = '';
  for (let child = firstChild(page, node); child >= 0; child = nextSibling(page, child)) {
    if (page.tag[child] === TEXT) {
      text += textOf(page, child).replaceAll('\u200b', '');
      continue;
    }
    const part = parts.get(child) ?? NOTHING;
    if (has(page.attribute(child, 'class') ?? '', 'msupsub')) {
      items.push(withScripts(items.pop(), part));
      continue;
    }
    hasLine ||= part.hasLine;
    isDeep ||= part.isDeep;
    items.push(...part.items);
    // The second row of a list only says how deep it is.
    if (boxes.length === 0) boxes = part.boxes;
  }
  if (has(classes, 'vlist')) return { ...NOTHING, boxes: boxesOf(page, node, parts) };
  const shown = textOf(page, node).replaceAll('\u200b', '');
  if (has(classes, 'text')) return { ...NOTHING, items: [katexLeaf('text', shown)] };
  // The last letter of a function may be in another box.
  if (text.trim() !== '') items.splice(0, items.length, katexLeaf(classes, shown));
  if (boxes.length === 0 || has(classes, 'msupsub') || /(?:^|\s)(?:vlist|col-align)/.test(classes))
    return { items, boxes, isDeep, hasLine };
  const whole = stacked(page, node, classes, boxes, parts);
  if (has(classes, 'sqrt') && items.length > 0)
    return { ...NOTHING, items: [whole.replace(/^<msqrt>([\s\S]*)<\/msqrt>$/, `<mroot>$1${asRow(items)}</mroot>`)] };
  return { ...NOTHING, items: [...items, whole] };
}

const has = (classes: string, name: string): boolean => ` ${classes} `.includes(` ${name} `);

function boxesOf(page: Page, list: NodeId, parts: ReadonlyMap<NodeId, Part>): Box[] {
  const boxes: Box[] = [];
  for (let child = firstChild(page, list); child >= 0; child = nextSibling(page, child)) {
    const part = parts.get(child);
    const top = TOP.exec(page.attribute(child, 'style') ?? '')?.[1];
    if (part === undefined || top === undefined || (part.items.length === 0 && !part.hasLine)) continue;
    boxes.push({ top: Number(top), markup: asRow(part.items), hasLine: part.hasLine });
  }
  return boxes;
}

function withScripts(base: string | undefined, { boxes, isDeep }: Part): string {
  const of = base ?? asRow([]);
  const [first, second] = boxes.map(({ markup }) => markup);
  if (first === undefined) return of;
  if (second !== undefined) return tagged('msubsup', of, first, second);
  return tagged(isDeep ? 'msub' : 'msup', of, first);
}

/** The element of MathML for a list of boxes. */
function stacked(
  page: Page,
  node: NodeId,
  classes: string,
  boxes: readonly Box[],
  parts: ReadonlyMap<NodeId, Part>,
): string {
  const shown = boxes.filter(({ hasLine }) => !hasLine);
  const byHeight = [...shown].sort((a, b) => a.top - b.top).map(({ markup }) => markup);
  if (has(classes, 'mfrac')) {
    const thickness = shown.length < boxes.length ? '' : ' linethickness="0"';
    return `<mfrac${thickness}>${byHeight[0]}${byHeight[1] ?? asRow([])}</mfrac>`;
  }
  if (has(classes, 'sqrt')) return `<msqrt>${asRow(byHeight)}</msqrt>`;
  if (has(classes, 'op-limits') || has(classes, 'accent')) return withLimits(shown, has(classes, 'accent'));
  if (has(classes, 'mtable')) return columnTable(page, node, parts);
  return asRow(byHeight);
}

/** An operator with its limits, or a letter with its accent. */
function withLimits(boxes: readonly Box[], isAccent: boolean): string {
  const base = isAccent
    ? (boxes.find(({ markup }) => !markup.startsWith('<mo>')) ?? boxes[0])
    : boxes.reduce((best, box) => (Math.abs(box.top + LINE) < Math.abs(best.top + LINE) ? box : best));
  const above = boxes.find((box) => box !== base && (isAccent || box.top < base.top))?.markup;
  const below = boxes.find((box) => box !== base && !isAccent && box.top > base.top)?.markup;
  if (above !== undefined && below !== undefined) return `<munderover>${base.markup}${below}${above}</munderover>`;
  if (above !== undefined) return `<mover accent="${isAccent}">${base.markup}${above}</mover>`;
  return below === undefined ? base.markup : `<munder>${base.markup}${below}</munder>`;
}

/** A table, which KaTeX sets column by column. */
function columnTable(page: Page, node: NodeId, parts: ReadonlyMap<NodeId, Part>): string {
  const columns: string[][] = [];
  for (let child = firstChild(page, node); child >= 0; child = nextSibling(page, child)) {
    const boxes = parts.get(child)?.boxes ?? [];
    if (boxes.length > 0) columns.push([...boxes].sort((a, b) => a.top - b.top).map(({ markup }) => markup));
  }
  const rows = Math.max(0, ...columns.slice(0, MAX_COLUMNS).map((column) => column.length));
  const cells = Array.from({ length: rows }, (_, at) =>
    columns.map((column) => `<mtd>${column[at] ?? ''}</mtd>`).join(''),
  );
  return `<mtable>${cells.map((one) => `<mtr>${one}</mtr>`).join('')}</mtable>`;
}

function katexLeaf(classes: string, text: string): string {
  const shown = mathText(text);
  if (/(?:^|\s)text(?:\s|$|rm|bf|it)/.test(classes)) return `<mtext>${shown}</mtext>`;
  if (/^[\d.,]+$/.test(text)) return `<mn>${shown}</mn>`;
  const isLetter = /^\p{L}+$/u.test(text);
  if (OPERATOR.test(classes) || !isLetter) return `<mo>${shown.trim().replace('ˉ', '¯')}</mo>`;
  const variant =
    VARIANTS.find(([, pattern]) => pattern.test(classes))?.[0] ?? (/math(?:normal|it)/.test(classes) ? '' : 'normal');
  return variant === '' || text.length > 1 ? `<mi>${shown}</mi>` : `<mi mathvariant="${variant}">${shown}</mi>`;
}
