/**
 * Formulas that KaTeX drew as HTML without MathML beside (`output: 'html'`): MathML built again from the boxes.
 *
 * Observation: KaTeX sets scripts, fractions, roots, limits and columns as lists of boxes (`vlist`), each with its height in `top`, in
 * an element whose class says which (`msupsub`, `mfrac`, `sqrt`, `op-limits`, `mtable`). Everything else is a row of characters whose
 * class says what they are (`mord mathnormal`, `mbin`, `mrel`, `mop`).
 */
import { firstChild, type NodeId, nextSibling, type Page, TEXT, textOf } from '@dehusk/html';
import { asRow, foldFormula, mathText } from './drawn.js';

/** Maximum columns whose rows are counted. */
const MAX_COLUMNS = 300;

/** A box of a list: its height (less is higher) and its markup. */
interface Box {
  readonly top: number;
  readonly markup: string;
  readonly hasLine: boolean;
}

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
  const { items } = foldFormula<Part>(page, root, (node, parts) => partOf(page, node, parts)) ?? NOTHING;
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
  if (has(classes, 'text')) return { ...NOTHING, items: [leaf('text', textOf(page, node).replaceAll('\u200b', ''))] };
  // The last letter of a function may be in another box.
  if (text.trim() !== '') items.splice(0, items.length, leaf(classes, textOf(page, node).replaceAll('\u200b', '')));
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
  if (second !== undefined) return `<msubsup>${of}${first}${second}</msubsup>`;
  return isDeep ? `<msub>${of}${first}</msub>` : `<msup>${of}${first}</msup>`;
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
  if (has(classes, 'mtable')) return table(page, node, parts);
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
function table(page: Page, node: NodeId, parts: ReadonlyMap<NodeId, Part>): string {
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

function leaf(classes: string, text: string): string {
  const shown = mathText(text);
  if (/(?:^|\s)text(?:\s|$|rm|bf|it)/.test(classes)) return `<mtext>${shown}</mtext>`;
  if (/^[\d.,]+$/.test(text)) return `<mn>${shown}</mn>`;
  const isLetter = /^\p{L}+$/u.test(text);
  if (OPERATOR.test(classes) || !isLetter) return `<mo>${shown.trim().replace('ˉ', '¯')}</mo>`;
  const variant =
    VARIANTS.find(([, pattern]) => pattern.test(classes))?.[0] ?? (/math(?:normal|it)/.test(classes) ? '' : 'normal');
  return variant === '' || text.length > 1 ? `<mi>${shown}</mi>` : `<mi mathvariant="${variant}">${shown}</mi>`;
}
