/**
 * Blocks and features of the LATINO project's shallow-feature trees, as its published program prints them.
 *
 * Steps: the page is read as a stream of tags and texts. Inline formatting is ignored; a link does not separate blocks, but its
 * two tags count as tokens with their length in the source; every other tag ends the block, if it has a word. Tokens of a
 * text are words (runs of letters) and numbers. The contents of `script`, `style` and `noscript` are skipped.
 *
 * Reproduced on purpose: numbers and links before the first word of a block count for it; a paragraph or heading begins before
 * the block that its start tag ends, and lasts until the next end tag of its kind; a number counts as an upper-case word. In
 * pages with annotation, `span` does not separate blocks.
 *
 * Departures: links in links and characters beyond U+FFFF, which the program reads as numbers: 68 of 14,570 blocks of
 * CleanPortalEval differ.
 */
import { Tokenizer, TokenizerMode } from 'parse5';

/** Names of a block's features in the tree files, in the order of {@link LatinoBlock.features}. */
export const LATINO_FEATURES = [
  ...['RelPos', 'Wrds', 'Chars', 'LnkDns', 'TxtDns', 'AvgWrdLn', 'FlstpRtio', 'CapWrdRtio', 'CapStrtWrdRtio'],
  ...['WrdsQt', 'TxtDnsQt', 'InP', 'InH'],
];

export interface LatinoBlock {
  readonly features: readonly number[];
  /** Class of the last token by the nearest annotated `span`: 0 … 5; 0 without annotation. */
  readonly kind: number;
}

/** The neighbours of the first and the last block have position 0 and (n + 1) / n, and 0 else. */
export function latinoNeighbour(position: number): readonly number[] {
  return LATINO_FEATURES.map((_, at) => (at === 0 ? position : 0));
}

const DECORATIVE = new Set(
  'ins del bdo em strong dfn code samp kbd var cite abbr acronym q sub sup tt i b big small u s strike basefont font'.split(
    ' ',
  ),
);
const SKIPPED = new Set(['script', 'style', 'noscript']);
/** Columns of a line when text density is measured. */
const LINE_COLUMNS = 80;

/** Counts of an open block. */
const newBlock = () => ({
  ...{ words: 0, tokens: 0, chars: 0, letters: 0, linkTokens: 0, upperCase: 0, capital: 0, fullStops: 0, kind: 0 },
});
type Open = ReturnType<typeof newBlock>;

/**
 * Splits a page into blocks.
 *
 * @param html decoded source
 * @param isAnnotated read classes of `span`, which then does not separate blocks
 */
export function latinoBlocks(html: string, isAnnotated = false): LatinoBlock[] {
  const found: (Open & { inP: boolean; inH: boolean })[] = [];
  let block = newBlock();
  let inLink = false;
  let inP = false;
  let inH = false;
  let skipped: string | null = null;
  const kinds: number[] = [];

  const end = (): void => {
    if (block.words === 0) {
      block.fullStops = 0;
      return;
    }
    found.push({ ...block, inP, inH });
    block = newBlock();
  };
  const token = (length: number): void => {
    block.tokens++;
    block.chars += length;
    block.kind = kinds[kinds.length - 1] ?? 0;
  };
  const onText = (text: string): void => {
    if (skipped !== null) return;
    for (const [one] of text.matchAll(/\p{L}+|[0-9][.,0-9]*/gu)) {
      token(one.length);
      if (inLink) block.linkTokens++;
      const upper = one.toUpperCase();
      if (one === upper) block.upperCase++;
      else if (one[0] === upper[0]) block.capital++;
      if (/^\p{L}/u.test(one)) {
        block.words++;
        block.letters += one.length;
      }
    }
    block.fullStops += text.split('.').length - 1;
  };
  const onTag = (name: string, isStart: boolean, isEmpty: boolean, length: number): void => {
    if (DECORATIVE.has(name) || (isAnnotated && name === 'span')) return;
    if (name === 'a') {
      if (isEmpty || (!isStart && !inLink)) return;
      inLink = isStart;
      token(length);
      return;
    }
    if (!isStart) end();
    if (name === 'p') inP = isStart;
    if (/^h[1-3]$/.test(name)) inH = isStart;
    if (isStart) end();
  };

  let text = '';
  const flush = (): void => {
    if (text !== '') onText(text);
    text = '';
  };
  const addText = ({ chars }: { chars: string }): void => {
    text += chars;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag({ tagName, attrs, selfClosing, location }) {
        flush();
        if (isAnnotated && tagName === 'span') {
          const named = attrs.find(({ name }) => name === 'class')?.value.match(/x-nc-sel([0-5])/);
          kinds.push(named ? Number(named[1]) : (kinds[kinds.length - 1] ?? 0));
        }
        if (skipped !== null) return;
        onTag(tagName, true, selfClosing, location === null ? 0 : location.endOffset - location.startOffset);
        if (!SKIPPED.has(tagName)) return;
        skipped = tagName;
        tokenizer.state = tagName === 'script' ? TokenizerMode.SCRIPT_DATA : TokenizerMode.RAWTEXT;
      },
      onEndTag({ tagName, location }) {
        flush();
        if (isAnnotated && tagName === 'span') kinds.pop();
        if (skipped === tagName) skipped = null;
        if (skipped !== null) return;
        onTag(tagName, false, false, location === null ? 0 : location.endOffset - location.startOffset);
      },
      onComment: () => {},
      onDoctype: () => {},
      onEof: flush,
      onCharacter: addText,
      onNullCharacter: addText,
      onWhitespaceCharacter: addText,
    },
  );
  tokenizer.write(html, true);
  inP = false;
  inH = false;
  end();
  return found.map((one, at) => ({ kind: one.kind, features: featuresOf(one, found[at - 1], at + 1, found.length) }));
}

function featuresOf(
  block: Open & { inP: boolean; inH: boolean },
  before: Open | undefined,
  position: number,
  count: number,
): number[] {
  const density = densityOf(block);
  return [
    position / count,
    block.words,
    block.chars,
    Math.min(1, block.linkTokens / block.tokens),
    density,
    block.letters / block.words,
    block.fullStops / block.words,
    block.upperCase / block.words,
    block.capital / block.words,
    (before?.words ?? 0) / block.words,
    before === undefined ? 0 : densityOf(before) / density,
    Number(block.inP),
    Number(block.inH),
  ];
}

function densityOf({ tokens, chars }: Open): number {
  const lines = Math.floor(chars / LINE_COLUMNS);
  return lines <= 1 ? tokens : tokens / (lines - 1);
}
