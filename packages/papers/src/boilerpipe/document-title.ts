/**
 * Finds the headline of a page by the document's title.
 *
 * Observation: `<title>` repeats the headline, with the site's name and section around it, separated by `|`, `»`, `-`, `:`
 * and the like. Every part that could be the headline is a candidate; the first block that equals one is the title.
 */
import { type BlockFilter, decide, LABELS, mark, textOfBlock } from './merged-block.js';

/** Sets of separators, tried in turn; the longest part that each set yields is a candidate. */
const SEPARATORS = ['|»-', '|»:', '|»:()', '|»:()-', '|»,:()-', '|»,:()-\u00a0'];

function normalise(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll("'", '').trim().toLowerCase();
}

/** Number of words, separated by runs of spaces. */
function wordsOf(part: string): number {
  return part.split(/ +/).length;
}

/** Splits at every separator, trims spaces around it, and drops empty parts at the end. */
function cutAt(text: string, separators: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at++)
    if (at === text.length || separators.includes(text[at])) {
      parts.push(text.slice(from, at).replace(/^ +/, '').trimEnd());
      from = at + 1;
    }
  while (parts.length > 0 && parts[parts.length - 1] === '') parts.pop();
  return parts;
}

/**
 * The last part that had more words or characters than the longest so far; never one that names a `.com` site. Version 1.2
 * compared characters only.
 */
function longestPart(title: string, separators: string, comparesWords: boolean): string | null {
  const parts = cutAt(title, separators);
  if (parts.length < 2) return null;
  let longest = '';
  let most = 0;
  for (const part of parts) {
    if (part.includes('.com')) continue;
    const words = wordsOf(part);
    if ((comparesWords && words > most) || part.length > longest.length) {
      longest = part;
      most = words;
    }
  }
  return longest.trim() || null;
}

/** Parts between separators that have a space on both sides, if they have enough words. */
function longParts(title: string, separator: string, minWords: number): string[] {
  const parts = title.split(` ${separator} `);
  if (parts.length < 2) return [];
  return parts.map((part) => part.trim()).filter((part) => !part.includes('.com') && wordsOf(part) >= minWords);
}

/** The parts of a document title that may be the headline, normalised: lower case, without apostrophes. */
export function titleCandidates(title: string | null, minPartWords: number): ReadonlySet<string> {
  const text = normalise(title ?? '');
  const candidates = new Set<string>();
  if (text === '') return candidates;
  candidates.add(text);
  for (const separators of SEPARATORS) {
    const part = longestPart(text, separators, true);
    if (part !== null) candidates.add(part);
  }
  for (const separator of ['|', '-']) for (const part of longParts(text, separator, minPartWords)) candidates.add(part);
  const lastDash = text.lastIndexOf('-');
  if (lastDash > 0 && text[lastDash - 1] === ' ' && text[lastDash + 1] === ' ')
    candidates.add(text.slice(0, lastDash - 1));
  const firstDash = text.indexOf('-');
  if (firstDash > 1 && text[firstDash - 1] === ' ' && text[firstDash + 1] === ' ')
    candidates.add(text.slice(firstDash + 2));
  return candidates;
}

/** Labels the first block whose text is a candidate, with or without its punctuation. */
export function documentTitleMatch(minPartWords: number): BlockFilter {
  return (list) => {
    const candidates = titleCandidates(list.title, minPartWords);
    if (candidates.size === 0) return;
    for (const block of list.blocks) {
      const text = normalise(textOfBlock(list, block));
      if (candidates.has(text) || candidates.has(text.replace(/[?!.:-]/g, '').trim())) {
        mark(list, block, LABELS.title);
        return;
      }
    }
  };
}

/**
 * The match of version 1.2: every block whose text is exactly the title or its longest part by one of the sets of
 * separators. The first set and the cuts at single dashes and bars are not tried.
 */
export const documentTitleMatchExact: BlockFilter = (list) => {
  const text = (list.title ?? '').trim();
  if (text === '') return;
  const candidates = new Set([text]);
  for (const separators of SEPARATORS.slice(1)) {
    const part = longestPart(text, separators, false);
    if (part !== null) candidates.add(part);
  }
  for (const block of list.blocks) if (candidates.has(textOfBlock(list, block).trim())) mark(list, block, LABELS.title);
};

/** Restores the title and the blocks between it and the content that might be content. */
export const expandTitleToContent: BlockFilter = (list) => {
  const { blocks } = list;
  let title = -1;
  let start = -1;
  for (let at = 0; at < blocks.length && start < 0; at++) {
    if ((blocks[at].labels & LABELS.title) !== 0) title = at;
    if (blocks[at].content) start = at;
  }
  if (title < 0 || start <= title) return;
  for (let at = title; at < start; at++)
    if ((blocks[at].labels & LABELS.mightBeContent) !== 0)
      decide(list, blocks[at], true, at === title ? 'title restored' : 'between title and content');
};
