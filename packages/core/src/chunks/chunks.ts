/**
 * A document in chunks for retrieval: pieces of text of bounded size, each with the headings it is under, its range of the text and of
 * the page's source, and a link that a browser opens at its place.
 *
 * A chunk begins at a heading, unless the section before is short. Its id depends on its headings and words only, so a revision of a page
 * keeps the ids of the sections that it keeps.
 */
import { hashHigh, hashLow, hashToHex } from '@dehusk/html';
import { type Content, type Document, type Inline, NO_STRUCTURE } from '../document/document.js';
import { type SourceRange, sourceRangeOf } from '../document/source-ranges.js';
import { textOfContents } from '../render/content-text.js';
import { markdown } from '../render/markdown/markdown.js';
import { resolveOptions } from '../render/options.js';
import { partsOf } from '../render/parts.js';
import { prune } from '../render/prune.js';
import type { RenderOptions } from '../render/renderer.js';
import { approximateTokens, Divider } from './divide.js';

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
  readonly source: SourceRange | null;
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
  const divider = new Divider(max);
  const pieces: Piece[] = [];
  const headings: { readonly level: number; readonly text: string }[] = [];
  let at = 0;
  for (const own of contents.flatMap((one) => divider.divide(one))) {
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
    const shown = divider.shown(own);
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
function rangeOf(contents: readonly Content[]): SourceRange | null {
  let found: SourceRange | null = null;
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
