/**
 * Content in pieces of bounded size: items of lists, rows of tables, sentences of paragraphs. Code, headings and figures stay whole. The
 * lines of the pieces, one after the other, are the lines of the content.
 */
import { segmentsOf } from '@dehusk/html';
import type { Content, Inline, Table, TableRow } from '../document/document.js';
import { setSourceRange, sourceRangeOf } from '../document/source-ranges.js';
import { textOfContents } from '../render/content-text.js';

/** Scripts that tokenizers divide into characters, or nearly so. */
const IDEOGRAPHS = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud87f][\udc00-\udfff]/g;
/** Characters of a token in other scripts. */
const PER_TOKEN = 4;

/** About how many tokens of a language model a text has: one for each ideograph, one for each four other characters. */
export function approximateTokens(text: string): number {
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  return Math.ceil(ideographs + (text.length - ideographs) / PER_TOKEN);
}

/** Words, for sentences that are longer than a piece. */
const WORDS = /\S{1,64}\s*|\s+/gu;
let sentences: Intl.Segmenter | undefined;

/** Divides content into pieces of at most `max` tokens, where they can be divided. */
export class Divider {
  /** Per piece that continues a table: the table's head. */
  private readonly heads = new Map<Content, readonly TableRow[]>();

  constructor(private readonly max: number) {}

  divide(one: Content): readonly Content[] {
    if (tokensOf(one) <= this.max) return [one];
    switch (one.type) {
      case 'paragraph':
        return this.inlines(one.inline).map((inline) => ({ ...one, inline }));
      case 'list': {
        const items = one.items.flatMap((item) =>
          this.contents(item).map((content, at) => ({ content, isFirst: at === 0 })),
        );
        let next = one.start;
        return this.packed(items, ({ content }) => sum(content)).map((group) => {
          // What continues an item has its number.
          const start = one.ordered && !group[0].isFirst ? next - 1 : next;
          if (one.ordered) next += group.filter(({ isFirst }) => isFirst).length;
          return { ...one, start, items: group.map(({ content }) => content) };
        });
      }
      case 'quote':
      case 'callout':
      case 'details':
        return this.contents(one.content).map((content, at) => {
          const title =
            at === 0 ? {} : one.type === 'callout' ? { title: [] } : one.type === 'details' && { summary: [] };
          return { ...one, ...title, content };
        });
      case 'definitions':
        return this.packed(one.entries, (entry) => sum(entry.description)).map((entries) => ({ ...one, entries }));
      case 'footnotes':
        return this.packed(one.notes, (note) => sum(note.content)).map((notes) => ({ ...one, notes }));
      case 'table':
        return this.rows(one);
      default:
        return [one];
    }
  }

  /** A piece as it is printed: a continued table has its head again. */
  shown(piece: Content): Content {
    const head = this.heads.get(piece);
    return head === undefined || piece.type !== 'table' ? piece : { ...piece, rows: [...head, ...piece.rows] };
  }

  private contents(all: readonly Content[]): Content[][] {
    return this.packed(
      all.flatMap((one) => this.divide(one)),
      tokensOf,
    );
  }

  /** Cells that span rows stay together, and the head with the first row. */
  private rows(table: Table): Content[] {
    const first = table.rows.findIndex((row) => !row.head);
    const bands: TableRow[][] = [];
    let left = 0;
    for (const [at, row] of table.rows.entries()) {
      if (at === 0 || (left <= 0 && at > first)) bands.push([row]);
      else bands[bands.length - 1].push(row);
      left = Math.max(left, ...row.cells.map((cell) => cell.rows)) - 1;
    }
    const cells = (band: readonly TableRow[]): number =>
      band.flatMap((row) => row.cells).reduce((size, cell) => size + sum(cell.content), 0);
    return this.packed(bands, cells).map((group, at) => {
      const piece: Content = { ...table, caption: at === 0 ? table.caption : [], rows: group.flat() };
      if (at > 0 && first > 0) this.heads.set(piece, table.rows.slice(0, first));
      return piece;
    });
  }

  private inlines(all: readonly Inline[]): Inline[][] {
    sentences ??= new Intl.Segmenter('und', { granularity: 'sentence' });
    const units = all.flatMap((one): Inline[] => {
      if (inlineTokens(one) <= this.max || one.type === 'ruby') return [one];
      if ('inline' in one) return this.inlines(one.inline).map((inline) => ({ ...one, inline }));
      if (one.type !== 'text') return [one];
      const found = [...segmentsOf(sentences as Intl.Segmenter, one.text)].map(({ segment }) => segment);
      const pieces = found.flatMap((text) => (approximateTokens(text) > this.max ? (text.match(WORDS) ?? []) : [text]));
      return pieces.map((text) => ({ ...one, text }));
    });
    const range = sourceRangeOf(all);
    const parts = this.packed(units, inlineTokens);
    if (range !== null) for (const part of parts) setSourceRange(part, ...range);
    return parts;
  }

  /** Units in groups of at most `max` tokens, at least one in each. */
  private packed<T>(units: readonly T[], sizeOf: (unit: T) => number): T[][] {
    const groups: T[][] = [];
    let size = Number.POSITIVE_INFINITY;
    for (const unit of units) {
      const own = sizeOf(unit);
      if (size + own <= this.max) groups[groups.length - 1].push(unit);
      else {
        groups.push([unit]);
        size = 0;
      }
      size += own;
    }
    return groups;
  }
}

/** With its line end, so that a sum is not less than what all have together. */
const tokensOf = (one: Content): number => approximateTokens(`${textOfContents([one])}\n`);
const inlineTokens = (one: Inline): number =>
  'text' in one ? approximateTokens(one.text) : tokensOf({ type: 'paragraph', inline: [one] });
const sum = (all: readonly Content[]): number => all.reduce((size, one) => size + tokensOf(one), 0);
