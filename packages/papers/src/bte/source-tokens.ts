/**
 * The reference's tokens of a page: those of the raw source, not of a tree (J. Pomikálek's BTE script, as used by GoldMiner's
 * paper and the SIGIR 2023 comparison).
 *
 * - Text before the last `<body …>` and from the first `</body>` on is removed; scripts and styles are emptied.
 * - A tag reaches from `<` to the next `>`, comments too; a `<` that never closes is skipped.
 * - A word is a run without white space and `<`, so markup always separates words. `&nbsp;` is a space.
 * - Of entities only `&quot;`, `&nbsp;` and `&#39;` are decoded.
 */

/** Tokens as offsets into the source. */
export interface SourceTokens {
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Per token: 1 for a tag, 0 for a word. */
  readonly isTag: readonly number[];
}

const BODY_OPENS = /<body/gi;
const BODY_CLOSES = /<\/body>/gi;
/** Elements whose content is removed, and their closing tags. */
const EMPTIED = [
  { opens: /<script/iy, closes: /<\/script>/gi },
  { opens: /<style/iy, closes: /<\/style>/gi },
] as const;
/** White space as Python has it: a byte order mark inside the page is a word. */
const BLANK = /[^\S\ufeff]/;

/** Tokenises a page's source as the reference does. Linear in the source. */
export function sourceTokens(source: string): SourceTokens {
  let start = 0;
  for (const { index } of source.matchAll(BODY_OPENS)) {
    if (index < start) continue;
    const end = source.indexOf('>', index) + 1;
    if (end === 0) break;
    start = end;
  }
  const stop = positionFrom(BODY_CLOSES, source, start) ?? source.length;
  const from: number[] = [];
  const to: number[] = [];
  const isTag: number[] = [];
  const add = (first: number, end: number, tag: 0 | 1): void => {
    from.push(first);
    to.push(end);
    isTag.push(tag);
  };
  // Offset of the next closing tag of each emptied element; searched again only once it is passed.
  const closings = EMPTIED.map(() => -1);
  const lastClose = source.lastIndexOf('>', stop - 1);
  let word = -1;
  let at = start;
  const endWord = (): void => {
    if (word >= 0) add(word, at, 0);
    word = -1;
  };
  while (at < stop) {
    const code = source.charCodeAt(at);
    if (code === LESS) {
      endWord();
      if (at > lastClose) {
        at++;
        continue;
      }
      const tagEnd = source.indexOf('>', at) + 1;
      add(at, tagEnd, 1);
      const which = EMPTIED.findIndex(({ opens }) => matchesAt(opens, source, at));
      at = tagEnd;
      if (which < 0) continue;
      const { closes } = EMPTIED[which];
      if (closings[which] < at) closings[which] = positionFrom(closes, source, at) ?? source.length;
      if (closings[which] < stop) {
        at = source.indexOf('>', closings[which]) + 1;
        add(closings[which], at, 1);
      }
    } else if (code <= 0x20 ? isAsciiSpace(code) : code > 0x7f && BLANK.test(source[at])) {
      endWord();
      at++;
    } else if (code === AMPERSAND && source.startsWith('&nbsp;', at)) {
      endWord();
      at += 6;
    } else {
      if (word < 0) word = at;
      at++;
    }
  }
  endWord();
  return { from, to, isTag };
}

const LESS = 0x3c;
const AMPERSAND = 0x26;

/** White space below U+0021 as Python has it. */
function isAsciiSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
}

/** Offset of a global pattern's next match, or null. */
function positionFrom(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? null;
}

/** Whether a sticky pattern matches at an offset. */
function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
