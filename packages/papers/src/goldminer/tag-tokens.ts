/**
 * A page's source as a sequence of tags and comments: the alphabet of start and end patterns.
 *
 * GoldMiner's program matches literal source text. Here a tag is its name, id and classes (in alphabetical order), a comment
 * its text, and runs of three or more digits are `#`, so that `id="post-4711"` and time stamps in comments do not make every
 * page different; no other attribute distinguishes places of a template. Inline elements (`b`, `a`, `span` …) count only with
 * an id or a class, their closing tags never: whether an article's first paragraph begins with a link is no property of the
 * template. Scripts, styles and images never count.
 *
 * Reads the source, not the tree: the tree has no comments, but has tags that the source lacks. One pass over the source.
 */
import { FALLBACKS, PHRASING, tagNames } from '@dehusk/html';

/** Tags and comments in the order of the source, in columns. */
export interface TagTokens {
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
