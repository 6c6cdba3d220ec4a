/**
 * GoldMiner's record of a page: its tags and its paragraphs as numbers, never its text.
 *
 * A page of a news site with 1,000 tags and 150 paragraphs takes about 5 kB. The columns answer every question of the learning,
 * for any choice of unique paragraphs, which makes two samples mergeable.
 */
import type { Block, LabelledBlocks } from '@dehusk/core';
import {
  classOf,
  FALLBACKS,
  firstFrom,
  HASH_SEED_HIGH,
  HASH_SEED_LOW,
  HEADINGS,
  hashHigh,
  lowered,
  type NodeId,
  nameOf,
  type Page,
  PHRASING,
  scramble,
  stepHigh,
  stepLow,
  tagNames,
  WORD,
} from '@dehusk/html';

/** Tags read from a page's beginning: bounds the memory that a hostile page can take (a long page has 5,000). */
const MAX_TOKENS = 20_000;
/** Paragraphs read from a page's beginning. */
const MAX_PARAGRAPHS = 4_000;

/** Bits of {@link PageFeatures.marks}. */
export const GOOD = 1;
/** A heading of at most one word: never a boundary (GoldMiner's program). */
const TINY_HEADING = 2;

/** The paragraphs and the tags of a page, in columns. */
export interface PageFeatures {
  /** Per tag or comment: hash of its normalised form. */
  readonly tokens: Uint32Array;
  /** Per paragraph: 53-bit hash of its letters and digits in lower case. */
  readonly keys: Float64Array;
  /** Per paragraph: {@link GOOD} and {@link TINY_HEADING}. */
  readonly marks: Uint8Array;
  /** Per paragraph: characters. */
  readonly lengths: Uint32Array;
  /** Per paragraph: number of tokens that begin before its text, so that the last of them opens it. */
  readonly before: Uint32Array;
  /** Per paragraph: the first token after its text. */
  readonly after: Uint32Array;
  /** Per paragraph: the row of the nearest element that holds it, or −1 for `body`; −1 for paragraphs that are not good. */
  readonly holder: Int32Array;
  /** Elements that hold good paragraphs, outer before inner. Per element: its opening tag's token… */
  readonly elementFrom: Uint32Array;
  /** …the first token after it… */
  readonly elementTo: Uint32Array;
  /** …and the row of the element around it, −1 for `body`. */
  readonly elementParent: Int32Array;
}

/** The source's tokens with their hashes. */
export interface HashedTokens extends TagTokens {
  readonly hashes: Uint32Array;
}

/** The tags of a page with their hashes. */
export function hashedTokens(page: Page): HashedTokens {
  const tokens = tagTokens(page.source, MAX_TOKENS);
  return { ...tokens, hashes: Uint32Array.from(tokens.texts, (text) => hashHigh(text)) };
}

/** 53-bit hash of the letters and digits of a text, in lower case; 0 when it has none. */
export function paragraphKey(text: string): number {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((classOf(code) & WORD) === 0) continue;
    high = stepHigh(high, lowered(code));
    low = stepLow(low, lowered(code));
    count++;
  }
  return count === 0 ? 0 : joined(high, low);
}

/** Two lanes as one 53-bit number. */
export function joined(high: number, low: number): number {
  return scramble(high) * 0x200000 + (scramble(low) >>> 11);
}

/** The features of a page. @param labelled the page's paragraphs as the page-level extractor labels them */
export function featuresOf(page: Page, tokens: HashedTokens, { blocks, labels }: LabelledBlocks): PageFeatures {
  const seen: number[] = [];
  const keys: number[] = [];
  const limit = tokens.texts.length === MAX_TOKENS ? tokens.from[MAX_TOKENS - 1] : Number.POSITIVE_INFINITY;
  for (let at = 0; at < blocks.length && seen.length < MAX_PARAGRAPHS; at++) {
    if (page.sourceTo[blocks[at].last] > limit) break;
    const key = paragraphKey(blocks[at].text);
    if (key === 0) continue;
    seen.push(at);
    keys.push(key);
  }
  const size = seen.length;
  const features = {
    marks: new Uint8Array(size),
    lengths: new Uint32Array(size),
    before: new Uint32Array(size),
    after: new Uint32Array(size),
    holder: new Int32Array(size).fill(-1),
  };
  const elements = elementRows(page, tokens);
  for (let at = 0; at < size; at++) {
    const block = blocks[seen[at]];
    const isGood = labels.keep[seen[at]] === 1;
    features.marks[at] = (isGood ? GOOD : 0) | (block.words <= 1 && isHeading(page, block) ? TINY_HEADING : 0);
    features.lengths[at] = block.text.length;
    features.before[at] = firstFrom(tokens.from, page.sourceFrom[block.first]);
    features.after[at] = Math.max(features.before[at], firstFrom(tokens.from, page.sourceTo[block.last]));
    if (isGood) features.holder[at] = elements.rowOf(block.parent);
  }
  return {
    tokens: tokens.hashes,
    keys: Float64Array.from(keys),
    ...features,
    elementFrom: Uint32Array.from(elements.from),
    elementTo: Uint32Array.from(elements.to),
    elementParent: Int32Array.from(elements.parent),
  };
}

function isHeading(page: Page, block: Block): boolean {
  for (let node = page.parent[block.first], steps = 0; node > 0 && steps < 4; node = page.parent[node], steps++)
    if (HEADINGS.has(nameOf(page, node))) return true;
  return false;
}

/** The elements around good paragraphs. Each element is looked up once. */
function elementRows(page: Page, tokens: HashedTokens) {
  const from: number[] = [];
  const to: number[] = [];
  const parent: number[] = [];
  const rows = new Map<NodeId, number>();
  /** The row of the nearest element, the node itself included, that has a token and is not `body` or `html`; else −1. */
  const rowOf = (node: NodeId): number => {
    const path: NodeId[] = [];
    let at = node;
    for (; at > 0 && !rows.has(at); at = page.parent[at]) path.push(at);
    let row = rows.get(at) ?? -1;
    for (const element of path.reverse()) {
      const name = nameOf(page, element);
      const source = page.sourceFrom[element];
      const token = firstFrom(tokens.from, source);
      const isTagged = page.openTo[element] > source && tokens.from[token] === source;
      if (isTagged && name !== 'body' && name !== 'html') {
        from.push(token);
        to.push(Math.max(token + 1, firstFrom(tokens.from, page.sourceTo[element])));
        parent.push(row);
        row = from.length - 1;
      }
      rows.set(element, row);
    }
    return row;
  };
  return { from, to, parent, rowOf };
}

// A page's source as a sequence of tags and comments: the alphabet of start and end patterns.
//
// GoldMiner's program matches literal source text. Here a tag is its name, id and classes (in alphabetical order), a comment
// its text, and runs of three or more digits are `#`, so that `id="post-4711"` and time stamps in comments do not make every
// page different; no other attribute distinguishes places of a template. Inline elements (`b`, `a`, `span` …) count only with
// an id or a class, their closing tags never: whether an article's first paragraph begins with a link is no property of the
// template. Scripts, styles and images never count.
//
// Reads the source, not the tree: the tree has no comments, but has tags that the source lacks. One pass over the source.

/** Tags and comments in the order of the source, in columns. */
interface TagTokens {
  /** Per token its normalised form: `<div id="share" class="sharedaddy">`, `</p>`, `<!-- / story-body -->`. */
  readonly texts: readonly string[];
  /** Per token: offsets into the source. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Characters of a comment, an id or a list of classes that count, so that patterns stay readable. */
const MAX_CHARACTERS = 80;

const NEVER = tagNames('br wbr img script style link meta noscript param source track base option');
/** Elements whose content is text even where it looks like tags. */
const RAW = tagNames(FALLBACKS, 'script style textarea title xmp');

const TAG_NAME = /[a-z][^\s/>]*/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;

/** Tokenises a page's source, up to `most` tokens. */
export function tagTokens(source: string, most: number): TagTokens {
  const texts: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const add = (text: string, first: number, end: number): void => {
    texts.push(text);
    from.push(first);
    to.push(end);
  };
  let at = source.indexOf('<');
  while (at >= 0 && texts.length < most) {
    const next = source.charCodeAt(at + 1);
    let end = at + 1;
    if (source.startsWith('<!--', at)) {
      const close = source.indexOf('-->', at + 2);
      if (close < 0) break;
      end = close + 3;
      const text = normalised(source.slice(at + 4, Math.max(at + 4, Math.min(close, at + 4 + 4 * MAX_CHARACTERS))));
      add(`<!-- ${text} -->`, at, end);
    } else if (next === EXCLAMATION || next === QUESTION || (next === SLASH && isLetter(source.charCodeAt(at + 2)))) {
      // One search for both kinds: V8 joins two equal ones and runs the one for every `<`, which is quadratic.
      end = source.indexOf('>', at) + 1;
      if (end === 0) break;
      const name = next === SLASH ? nameAt(source, at + 2) : '';
      if (name !== '' && !PHRASING.has(name) && !NEVER.has(name)) add(`</${name}>`, at, end);
    } else if (isLetter(next)) {
      const name = nameAt(source, at + 1);
      const tag = readTag(source, at + 1 + name.length);
      end = tag.end;
      const isBare = tag.id === '' && tag.classes === '';
      if (!NEVER.has(name) && !(isBare && PHRASING.has(name)))
        add(
          `<${name}${tag.id && ` id="${normalised(tag.id)}"`}${tag.classes && ` class="${classList(tag.classes)}"`}>`,
          at,
          end,
        );
      if (RAW.has(name)) {
        const close = new RegExp(`</${name}[\\s/>]`, 'gi');
        close.lastIndex = end;
        const found = close.exec(source);
        if (found === null) break;
        end = found.index;
      }
    }
    at = source.indexOf('<', end);
  }
  return { texts, from, to };
}

const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const SLASH = 0x2f;
const GREATER = 0x3e;

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function nameAt(source: string, at: number): string {
  TAG_NAME.lastIndex = at;
  return (TAG_NAME.exec(source)?.[0] ?? '').toLowerCase();
}

/** The id and the classes of the tag whose attributes begin at `at`, and where the tag ends. */
function readTag(source: string, at: number): { id: string; classes: string; end: number } {
  let id = '';
  let classes = '';
  let end = at;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const found = ATTRIBUTE.exec(source);
    if (found === null) break;
    end = ATTRIBUTE.lastIndex;
    const value = found[2] ?? found[3] ?? found[4] ?? '';
    const name = found[1];
    if (name.length === 2 && id === '' && name.toLowerCase() === 'id') id = value;
    else if (name.length === 5 && classes === '' && name.toLowerCase() === 'class') classes = value;
  }
  while (end < source.length && source.charCodeAt(end) !== GREATER) end++;
  return { id: id.trim(), classes: classes.trim(), end: Math.min(end + 1, source.length) };
}

function classList(classes: string): string {
  return normalised(
    classes
      .slice(0, 4 * MAX_CHARACTERS)
      .split(/\s+/)
      .sort()
      .join(' '),
  );
}

/** White space as single spaces, long numbers as `#`, no more than {@link MAX_CHARACTERS}. */
function normalised(text: string): string {
  return text
    .slice(0, 4 * MAX_CHARACTERS)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\d{3,}/g, '#')
    .slice(0, MAX_CHARACTERS);
}
