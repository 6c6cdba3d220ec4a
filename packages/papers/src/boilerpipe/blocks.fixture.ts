/** Blocks made by hand, for tests of single steps. */
import type { TextBlock } from './boilerpipe-blocks.js';
import { type BlockList, blockListOf } from './merged-block.js';

/** What a test wants to say of a block; the rest follows from the words or is 0. */
export interface BlockSketch {
  readonly words?: number;
  readonly linkWords?: number;
  readonly density?: number;
  readonly level?: number;
  readonly labels?: number;
  readonly content?: boolean;
  readonly text?: string;
}

/** A list of blocks as sketched; text density is the number of words unless said otherwise. */
export function listOf(sketches: readonly BlockSketch[], title: string | null = null): BlockList {
  const segments = sketches.map(
    ({ words = 10, linkWords = 0, density = words, level = 3, labels = 0, text }, offset) => ({
      first: offset + 1,
      last: offset + 1,
      nodes: [offset + 1],
      parent: 0,
      text: text ?? `block ${offset}`,
      words,
      linkWords,
      linkChars: 0,
      offset,
      wrappedWords: density,
      wrappedLines: 1,
      textDensity: density,
      linkDensity: words === 0 ? 0 : Math.fround(linkWords / words),
      tagLevel: level,
      labels,
    }),
  ) satisfies TextBlock[];
  const list = blockListOf(title, segments);
  for (const [at, block] of list.blocks.entries()) block.content = sketches[at].content ?? false;
  return list;
}

/** The list in one line: `0-2* 3` is a content block of segments 0 to 2 and boilerplate 3. */
export function drawn(list: BlockList): string {
  return list.blocks
    .map(({ segments, content }) => {
      const span = segments.length === 1 ? `${segments[0]}` : `${segments[0]}-${segments[segments.length - 1]}`;
      return span + (content ? '*' : '');
    })
    .join(' ');
}
