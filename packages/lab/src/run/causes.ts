/**
 * Why an output differs from the gold: tags found in page, gold and output, without anyone's judgement, so that the progress
 * on a kind of failure is a number.
 *
 * The words of each block of the page are looked up in gold and output: a block with most of its word runs in one and not in
 * the other is missing or extra. What these blocks have in common is the cause.
 */
import { type ExtractResult, extract } from '@dehusk/core';
import { tokensOf } from '@dehusk/core/internal';
import type { Case } from '../datasets/dataset.js';
import { scriptOf } from '../datasets/script.js';

/** The tags in the order of tables, each with its definition. */
export const CAUSES = {
  'index-page': 'the gold is empty, the page is a list of others, and there is output',
  'error-or-shell': 'the page shows less than 50 words',
  'empty-gold': 'the gold is empty otherwise, and there is output',
  'not-on-page': 'a quarter of the missing words is not in the source',
  hydration: 'a quarter of the missing words is in the source, but not shown',
  'thread-lost': 'posts of a discussion are missing',
  'board-lost': 'a page of a forum lacks mostly links: topics',
  'listing-items': 'a page that lists things lacks repeated elements',
  'structure-lost': 'half of the missing words is in code, tables, lists, quotes or figures',
  'other-missing': 'words are missing for none of these reasons',
  'comments-kept': 'a quarter of the extra words is in elements named after comments',
  'several-articles': 'a quarter of the extra words is in article elements without gold',
  'teasers-kept': 'a quarter of the extra words is in repeated elements with links',
  'other-extra': 'words are extra for none of these reasons',
  'short-article': 'the gold has less than 100 words',
  script: 'the gold is in a script without spaces between words',
} as const;
export type Cause = keyof typeof CAUSES;

const QUARTER = 0.25;
const HALF = 0.5;
const SHELL_WORDS = 50;
const SHORT_WORDS = 100;
/** Words are missing, or extra, when they are this share of all wrong words. */
const SIDE_SHARE = 0.25;
const RUN = 3;
/** Alike siblings from which elements are repeated, and levels searched for them. */
const REPEATED = 3;
const LEVELS = 8;
const SPACELESS: ReadonlySet<string | null> = new Set(['Han', 'Japanese', 'Thai']);
const STRUCTURES: ReadonlySet<string> = new Set('pre code table ul ol dl figure blockquote details'.split(' '));
const LISTING_TYPES: ReadonlySet<string | null> = new Set(['listing', 'collection', 'product']);
const COMMENT_NAME = /comment|repl(?:y|ies)|respond|discuss|disqus|komment|commentaire/i;

/** The causes of one page's loss, in the order of {@link CAUSES}; at least one when gold or output has words. */
export function causesOf(one: Case, output: string): readonly Cause[] {
  const found = extract(one.html(), { url: one.url, httpCharset: one.charset });
  const tags = new Set(tagsOf(one, output, found));
  return (Object.keys(CAUSES) as Cause[]).filter((tag) => tags.has(tag));
}

function* tagsOf(one: Case, output: string, found: ExtractResult): Generator<Cause> {
  const blocks = blocksOf(found, wordRuns(one.gold), wordRuns(output));
  const shown = sum(blocks, () => true);
  const gold = tokensOf(one.gold).length;
  const pageType = one.pageType ?? (found.document.posts.length === 0 ? found.pageType : 'forum');
  if (shown < SHELL_WORDS) yield 'error-or-shell';
  if (gold === 0) {
    if (shown >= SHELL_WORDS) yield one.kind === 'index' || LISTING_TYPES.has(pageType) ? 'index-page' : 'empty-gold';
    return;
  }
  if (gold < SHORT_WORDS) yield 'short-article';
  if (SPACELESS.has(scriptOf(one.gold))) yield 'script';

  const isMissing = ({ inGold, inOutput }: Piece): boolean => inGold && !inOutput;
  const isExtra = ({ inGold, inOutput }: Piece): boolean => inOutput && !inGold;
  const unseen = unseenWords(one, output, found);
  const missing = sum(blocks, isMissing) + unseen.hidden + unseen.absent;
  const extra = sum(blocks, isExtra);
  const both = Math.max(1, missing + extra);

  if (missing >= SIDE_SHARE * both || extra === 0) {
    const shareOf = (holds: (piece: Piece) => boolean): number =>
      sum(blocks, (piece) => isMissing(piece) && holds(piece)) / Math.max(1, missing);
    const causes: Cause[] = [];
    if (unseen.absent >= QUARTER * missing && unseen.absent > 0) causes.push('not-on-page');
    if (unseen.hidden >= QUARTER * missing && unseen.hidden > 0) causes.push('hydration');
    if (shareOf(() => true) >= HALF) {
      if (pageType === 'forum') causes.push(shareOf(({ isLinked }) => isLinked) >= HALF ? 'board-lost' : 'thread-lost');
      else if (LISTING_TYPES.has(pageType) && shareOf(({ isRepeated }) => isRepeated) >= HALF)
        causes.push('listing-items');
      else if (shareOf(({ isStructure }) => isStructure) >= HALF) causes.push('structure-lost');
    }
    yield* causes.length > 0 ? causes : (['other-missing'] as const);
  }
  if (extra >= SIDE_SHARE * both && extra > 0) {
    const shareOf = (holds: (piece: Piece) => boolean): number =>
      sum(blocks, (piece) => isExtra(piece) && holds(piece)) / extra;
    const causes: Cause[] = [];
    if (pageType !== 'forum' && shareOf(({ isComment }) => isComment) >= QUARTER) causes.push('comments-kept');
    if (shareOf(({ isOtherArticle }) => isOtherArticle) >= QUARTER) causes.push('several-articles');
    if (shareOf(({ isRepeated, isComment, hasLink }) => isRepeated && hasLink && !isComment) >= QUARTER)
      causes.push('teasers-kept');
    yield* causes.length > 0 ? causes : (['other-extra'] as const);
  }
}

/** A block of the page. */
interface Piece {
  readonly words: number;
  readonly inGold: boolean;
  readonly inOutput: boolean;
  /** Most of its characters are links. */
  readonly isLinked: boolean;
  readonly isStructure: boolean;
  readonly isComment: boolean;
  /** Inside an `article` element without gold. */
  readonly isOtherArticle: boolean;
  /** Inside one of at least {@link REPEATED} siblings of one tag and class; `hasLink` when that sibling has a link. */
  readonly isRepeated: boolean;
  readonly hasLink: boolean;
}

const sum = (pieces: readonly Piece[], counts: (piece: Piece) => boolean): number =>
  pieces.reduce((all, piece) => all + (counts(piece) ? piece.words : 0), 0);

function blocksOf(found: ExtractResult, gold: Runs, output: Runs): readonly Piece[] {
  const { page } = found;
  if (page === null) return [];
  const { blocks } = found.labelled;
  const nameOf = (node: number): string => page.names[page.tag[node]];
  /** Number of siblings of one parent, tag and class. */
  const alike = new Map<string, number>();
  const links = new Int32Array(page.size + 1);
  const keyOf = (node: number): string => `${page.parent[node]} ${page.tag[node]} ${page.attribute(node, 'class')}`;
  for (let node = 0; node < page.size; node++) {
    const isElement = node > 0 && page.tag[node] !== 0;
    links[node + 1] = links[node] + (isElement && nameOf(node) === 'a' ? 1 : 0);
    if (isElement) alike.set(keyOf(node), (alike.get(keyOf(node)) ?? 0) + 1);
  }
  const tokens = blocks.map(({ text }) => tokensOf(text));
  const inGold = tokens.map((own) => gold.hold(own));
  const withGold = new Set<number>();
  blocks.forEach(({ parent }, b) => {
    if (inGold[b])
      for (let node = parent; node > 0 && !withGold.has(node); node = page.parent[node]) withGold.add(node);
  });
  return blocks.map(({ text, parent, linkChars }, b) => {
    let isStructure = false;
    let isComment = false;
    let isOtherArticle = false;
    let repeated = -1;
    for (let node = parent, level = 0; node > 0; node = page.parent[node], level++) {
      const name = nameOf(node);
      if (name === 'body') break;
      isStructure ||= STRUCTURES.has(name);
      isComment ||= COMMENT_NAME.test(
        `${page.attribute(node, 'class') ?? ''} ${page.attribute(node, 'id') ?? ''}`.slice(0, 300),
      );
      isOtherArticle ||= name === 'article' && !withGold.has(node);
      if (repeated < 0 && level < LEVELS && name !== 'p' && (alike.get(keyOf(node)) ?? 0) >= REPEATED) repeated = node;
    }
    return {
      words: tokens[b].length,
      inGold: inGold[b],
      inOutput: output.hold(tokens[b]),
      isLinked: linkChars > HALF * text.length,
      isStructure,
      isComment,
      isOtherArticle,
      isRepeated: repeated > 0,
      hasLink: repeated > 0 && links[page.end[repeated]] > links[repeated],
    };
  });
}

/** The word runs of a text. */
interface Runs {
  /** Whether at least half of the runs of a list of words are in the text; false without words. */
  hold(words: Uint32Array): boolean;
  /** Per word: 1 when one of the runs around it is in the text. */
  cover(words: Uint32Array): Uint8Array;
}

function wordRuns(text: string): Runs {
  const words = tokensOf(text);
  const runs = new Set<number>();
  for (let length = 1; length <= RUN; length++)
    for (let at = 0; at + length <= words.length; at++) runs.add(runAt(words, at, length));
  return {
    cover(own) {
      const covered = new Uint8Array(own.length);
      const length = Math.min(RUN, own.length);
      for (let at = 0; at + length <= own.length; at++)
        if (runs.has(runAt(own, at, length))) covered.fill(1, at, at + length);
      return covered;
    },
    hold(own) {
      const length = Math.min(RUN, own.length);
      let found = 0;
      for (let at = 0; at + length <= own.length; at++) if (runs.has(runAt(own, at, length))) found++;
      return length > 0 && found >= HALF * (own.length - length + 1);
    },
  };
}

function runAt(words: Uint32Array, at: number, length: number): number {
  let hash = length;
  for (let next = at; next < at + length; next++) hash = (Math.imul(hash, 0x9e3779b1) ^ words[next]) >>> 0;
  return hash;
}

/** Words of the gold that the output lacks and the page does not show: `hidden` in its source, or `absent` from it. */
function unseenWords(one: Case, output: string, found: ExtractResult): { hidden: number; absent: number } {
  const { page } = found;
  if (page === null) return { hidden: 0, absent: 0 };
  const kept = wordRuns(output);
  const visible = wordRuns(found.labelled.blocks.map(({ text }) => text).join('\n'));
  // Escapes of JSON and entities would join or split words.
  const source = wordRuns(
    page.source
      .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\[nrt"/]|&[a-z]+;|<[^<>]*>/gi, ' '),
  );
  const gold = tokensOf(one.gold);
  const [inOutput, inView, inSource] = [kept, visible, source].map((runs) => runs.cover(gold));
  let hidden = 0;
  let absent = 0;
  for (let at = 0; at < gold.length; at++) {
    if (inOutput[at] === 1 || inView[at] === 1) continue;
    if (inSource[at] === 1) hidden++;
    else absent++;
  }
  return { hidden, absent };
}
