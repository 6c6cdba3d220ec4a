/**
 * A document in chunks for retrieval: pieces of text of bounded size, each with the headings it is under, its range of the text and of
 * the page's source, and a link that a browser opens at its place.
 *
 * A chunk begins at a heading, unless the section before is short. Its id depends on its headings and words only, so a revision of a page
 * keeps the ids of the sections that it keeps.
 */
import { hashHigh, hashLow, hashToHex, segmentsOf } from '@dehusk/html';
import {
  type Content,
  type Document,
  type Inline,
  NO_STRUCTURE,
  setSourceRange,
  sourceRangeOf,
  type Table,
  type TableRow,
} from '../document/document.js';
import { partsOf, textOfContents } from '../render/content-text.js';
import { markdown } from '../render/markdown/markdown.js';
import { prune } from '../render/prune.js';
import { type RenderOptions, resolveOptions } from '../render/renderer.js';

/** Scripts that tokenizers divide into characters, or nearly so. */
const IDEOGRAPHS = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud87f][\udc00-\udfff]/g;
/** Characters of a token in other scripts. */
const PER_TOKEN = 4;

/** About how many tokens of a language model a text has: one for each ideograph, one for each four other characters. */
function approximateTokens(text: string): number {
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  return Math.ceil(ideographs + (text.length - ideographs) / PER_TOKEN);
}

/** Words, for sentences that are longer than a piece. */
const WORDS = /\S{1,64}\s*|\s+/gu;
let sentences: Intl.Segmenter | undefined;

/**
 * Divides content into pieces of at most `max` tokens: items of lists, rows of tables, sentences of paragraphs. Code, headings and figures
 * stay whole. The lines of the pieces, one after the other, are the lines of the content.
 */
class Divider {
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

export interface Chunk {
  /** The same for the same words under the same headings, in every revision of a page. */
  readonly id: string;
  /** The headings that the chunk is under, outermost first. */
  readonly headings: readonly string[];
  /** The part of the document's text from `from` to `to`. Without overlap all texts, joined, are the text. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The same as Markdown. A table that is continued has its head again. */
  readonly markdown: string;
  /** About how many tokens `text` has. */
  readonly tokens: number;
  /** The range of the page's decoded HTML; null when it is unknown. */
  readonly source: readonly [from: number, to: number] | null;
  /** The page's address with a text fragment: a browser scrolls to the chunk. Without an address the fragment alone. */
  readonly link: string;
}

const MAX_TOKENS = 512;
/** A section of less than this share of a chunk is joined with the next one. */
const SHORT = 1 / 4;

/** A piece of content; `shown` has the head of its table again. */
interface Piece {
  readonly own: Content;
  readonly shown: Content;
  readonly path: readonly string[];
  readonly isHeading: boolean;
  readonly from: number;
  readonly tokens: number;
}

/**
 * The chunks of a document's main text in order, of at most `maxTokens` each. Linear in the document.
 *
 * @throws TypeError or RangeError for an unknown option or value
 */
export function chunksOf(given: Document, options: RenderOptions = {}): Chunk[] {
  const resolved = resolveOptions('chunks', options);
  const { maxTokens = MAX_TOKENS, overlap = 0 } = resolved;
  const document = prune(given, resolved);
  const rendering = { ...resolved, ...{ title: false, metadata: false, comments: false } };
  const text = textOfContents(document.content);
  const pieces = placed(document.content, text, maxTokens);
  const groups = grouped(pieces, maxTokens);
  const nothing: Document = { url: document.url, metadata: document.metadata, content: [], ...NO_STRUCTURE };
  const seen = new Map<string, number>();
  return groups.map((group, at) => {
    const before = overlap === 0 || at === 0 ? [] : tailOf(groups[at - 1], text, overlap);
    const to = groups[at + 1]?.[0].from ?? text.length;
    const from = at === 0 ? 0 : (before[0] ?? group[0]).from;
    const own = text.slice(group[0].from, to);
    const headings = commonPath(group);
    const key = [...headings, own.replace(/\s+/g, ' ')].join('\n');
    const hash = hashToHex(hashHigh(key), hashLow(key));
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    const part = text.slice(from, to);
    const all = [...before, ...group];
    return {
      id: count === 1 ? hash : `${hash}-${count}`,
      ...{ headings, text: part, from, to },
      markdown: markdown.render({ ...nothing, content: all.map(({ shown }) => shown) }, rendering),
      tokens: approximateTokens(part),
      source: rangeOf(all.map((piece) => piece.own)),
      link: `${document.url?.replace(/#.*/s, '') ?? ''}${textFragment(unbrokenText(all.map(({ own: one }) => one)))}`,
    };
  });
}

/** The pieces of content with their places in the text; those without text come with the piece before. */
function placed(contents: readonly Content[], text: string, max: number): Piece[] {
  const pieces: Piece[] = [];
  const headings: { readonly level: number; readonly text: string }[] = [];
  let at = 0;
  /** Tokens of the headings directly before: they share a chunk with the first piece below them. */
  let above = 0;
  const parts = contents.flatMap((one) => {
    const divider = new Divider(above <= max / 2 ? max - above : max);
    above = one.type === 'heading' ? above + tokensOf(one) : 0;
    return divider.divide(one).map((own) => ({ own, shown: divider.shown(own) }));
  });
  for (const { own, shown } of parts) {
    const words = textOfContents([own]);
    // Between pieces there is white space only.
    while (at < text.length && text[at].trim() === '' && !text.startsWith(words, at)) at++;
    const isHeading = own.type === 'heading';
    if (isHeading) {
      const { level } = own;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, text: words.replace(/\s+/g, ' ') });
    }
    const path = headings.map((heading) => heading.text);
    pieces.push({ own, shown, path, isHeading, from: at, tokens: words === '' ? 0 : approximateTokens(`${words}\n`) });
    at += words.length;
  }
  return pieces;
}

/** Pieces in groups, one for each chunk. A heading never ends a group that another follows. */
function grouped(pieces: readonly Piece[], max: number): Piece[][] {
  const groups: Piece[][] = [];
  let group: Piece[] = [];
  let tokens = 0;
  for (const piece of pieces) {
    const isLong = tokens + piece.tokens > max || (piece.isHeading && tokens >= SHORT * max);
    if (isLong && group.some((one) => !one.isHeading && one.tokens > 0)) {
      const rest: Piece[] = [];
      while (group.at(-1)?.isHeading) rest.unshift(group.pop() as Piece);
      groups.push(group);
      group = rest;
      tokens = rest.reduce((sum, one) => sum + one.tokens, 0);
    }
    group.push(piece);
    tokens += piece.tokens;
  }
  if (tokens > 0) groups.push(group);
  else groups.at(-1)?.push(...group);
  return groups;
}

/** The last pieces of a group that have at most `max` tokens; not all of it. */
function tailOf(group: readonly Piece[], text: string, max: number): Piece[] {
  const pieces = placed(
    group.map(({ own }) => own),
    text.slice(group[0].from),
    max,
  );
  let first = pieces.length;
  for (let left = max; first > 1 && pieces[first - 1].tokens <= left; first--) left -= pieces[first - 1].tokens;
  return pieces.slice(first).map((piece) => ({ ...piece, from: group[0].from + piece.from }));
}

function commonPath(group: readonly Piece[]): readonly string[] {
  const bodies = group.filter((one) => !one.isHeading && one.tokens > 0);
  const [first, ...others] = bodies.length > 0 ? bodies : group;
  let { length } = first.path;
  for (const { path } of others) while (first.path.slice(0, length).some((one, at) => one !== path[at])) length--;
  return first.path.slice(0, length);
}

/** The range of the source from the first to the last part of content. */
function rangeOf(contents: readonly Content[]): Chunk['source'] {
  let found: Chunk['source'] = null;
  const add = (part: Content | readonly Inline[]): void => {
    const range = sourceRangeOf(part);
    if (range !== null) found = found === null ? range : [Math.min(found[0], range[0]), Math.max(found[1], range[1])];
  };
  const visit = (all: readonly Content[]): void => {
    for (const one of all) {
      if (one.type === 'code') add(one);
      for (const part of partsOf(one))
        if ('inline' in part) add(part.inline);
        else visit(part.content);
    }
  };
  visit(contents);
  return found;
}

/** Words at each end of a text fragment, and characters in scripts without spaces. */
const FRAGMENT_WORDS = 6;
const FRAGMENT_CHARACTERS = 60;

/** After a mark of punctuation in a script without spaces. */
const CLAUSE_END = /(?<=[\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f])/;

/** The clauses of a line without spaces; else the line. A browser finds whole words only, and the ends of a part may divide one. */
function clausesOf(line: string): readonly string[] {
  const clauses = line.includes(' ') ? [line] : line.split(CLAUSE_END);
  return clauses.length < 3 ? clauses : clauses.slice(1, -1);
}

/** The text, with an end of line for all that is none: a browser finds no words across a picture, formula or line break. */
function unbrokenText(contents: readonly Content[]): string {
  const ofInline = (all: readonly Inline[]): string =>
    all
      .map((one) => {
        if ('inline' in one && one.type !== 'ruby') return ofInline(one.inline);
        return one.type === 'text' || one.type === 'code' ? one.text : '\n';
      })
      .join('');
  return contents
    .flatMap((one) => {
      if (one.type === 'code') return one.text;
      return partsOf(one).map((part) => ('inline' in part ? ofInline(part.inline) : unbrokenText(part.content)));
    })
    .join('\n');
}

/** A text fragment (WICG) for a text: its first words, and its last ones when there are more. */
function textFragment(text: string): string {
  // Notes have marks on the page that differ from ours.
  const lines = text
    .split(/[\n\t]| {2}|\[[^\]\n]{0,20}\]/)
    .flatMap((line) => clausesOf(line.replace(/\s+/g, ' ').trim()));
  const long = lines.filter(
    (line) => line.split(' ', FRAGMENT_WORDS).length === FRAGMENT_WORDS || line.length > FRAGMENT_CHARACTERS,
  );
  const used = long.length > 0 ? long : lines.filter((line) => line !== '');
  if (used.length === 0) return '';
  const [first, last] = [used[0], used[used.length - 1]].map((line) => line.split(' '));
  const isShort = used.length === 1 && first.length <= 2 * FRAGMENT_WORDS;
  if (isShort) return `#:~:text=${encoded(first)}`;
  return `#:~:text=${encoded(first.slice(0, FRAGMENT_WORDS))},${encoded(last.slice(-FRAGMENT_WORDS))}`;
}

function encoded(words: readonly string[]): string {
  return encodeURIComponent(words.join(' ').replace(/\p{Cs}/gu, '\ufffd')).replaceAll('-', '%2D');
}
