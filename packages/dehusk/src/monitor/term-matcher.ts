/**
 * Finds terms in a text in one pass, however many there are: the automaton of Aho and Corasick (Efficient string matching, 1975),
 * over words instead of characters, so that only whole words match and a term may be a phrase.
 *
 * Words are runs of letters, digits and their marks. In scripts without spaces every letter is a word, so terms match inside
 * a run, as substrings. Between the words of a phrase any spaces and punctuation may come, but no line end: lines are paragraphs.
 * Words are equal when their case foldings are (Unicode 3.13, after NFKC). The fold is upper case, then lower case: ß is ss, as
 * in capitals, and ς is σ within a word.
 *
 * The time is linear in the text; at each word at most as many matches end as terms have words.
 */
import { SPACELESS_SCRIPTS } from '@dehusk/core/internal';

/** A term to find. */
export interface TermToMatch {
  readonly text: string;
  /** Whether only the case as written, or capitals, match. */
  readonly isName: boolean;
}

/** An occurrence: the index of the term, and the characters [from, to) of the text. */
export interface TermMatch {
  readonly term: number;
  readonly from: number;
  readonly to: number;
}

/** With the mark of long vowels, which belongs to both kana and therefore to no script. */
const SPACELESS = `(?:${SPACELESS_SCRIPTS.source}|[\\u30fc\\uff70])`;
/** Invisible within words: soft hyphen, joiners. */
const INVISIBLE = '\\u00ad\\u200c\\u200d\\u2060';
const WORDS = new RegExp(`\\n|${SPACELESS}\\p{M}*|(?:(?!${SPACELESS})[\\p{L}\\p{N}\\p{M}${INVISIBLE}])+`, 'gu');
const ASCII = /^[\x21-\x7e]+$/;
const UNSEEN = new RegExp(`[${INVISIBLE}]`, 'g');

interface State {
  readonly next: Map<string, State>;
  /** The state of the longest proper suffix. */
  fail: State | null;
  /** Terms that end here, and the nearest state on the way of `fail` where others end. */
  readonly terms: number[];
  shorter: State | null;
}

/** Words of a text with their places. */
function wordsOf(text: string): { readonly word: string; readonly from: number; readonly to: number }[] {
  return [...text.matchAll(WORDS)].map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }));
}

function plain(word: string): string {
  return ASCII.test(word) ? word : word.replace(UNSEEN, '').normalize('NFKC');
}

function folded(word: string): string {
  return ASCII.test(word) ? word.toLowerCase() : plain(word).toUpperCase().toLowerCase();
}

/**
 * A function that finds the terms in a text, in the order of their ends. Matches of one term do not overlap; those of different
 * terms may.
 *
 * @throws RangeError for a term without letters and digits
 */
export function termMatcher(terms: readonly TermToMatch[]): (text: string) => TermMatch[] {
  const root = newState();
  const wordsOfTerms = terms.map(({ text }) => wordsOf(text).filter(({ word }) => folded(word).trim() !== ''));
  wordsOfTerms.forEach((words, term) => {
    if (words.length === 0)
      throw new RangeError(`a term got ${JSON.stringify(terms[term].text)}, expected letters or digits`);
    let state = root;
    for (const { word } of words) {
      const key = folded(word);
      const next = state.next.get(key) ?? newState();
      state.next.set(key, next);
      state = next;
    }
    state.terms.push(term);
  });
  link(root);

  /** Whether the last words of the text are written as the name is, or in capitals. */
  const isWritten = (term: number, written: readonly string[]): boolean =>
    wordsOfTerms[term].every(({ word }, at) => {
      const own = plain(written[written.length - wordsOfTerms[term].length + at]);
      return own === plain(word) || own === own.toUpperCase();
    });

  return (text) => {
    const found: TermMatch[] = [];
    const ends = new Map<number, number>();
    /** Starts and words of the line so far: as many as the longest term can reach back. */
    let starts: number[] = [];
    let written: string[] = [];
    let state = root;
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      const key = word === '\n' ? '' : folded(word);
      if (word === '\n') {
        state = root;
        starts = [];
        written = [];
      }
      if (key === '') continue;
      starts.push(index);
      written.push(word);
      while (state.fail !== null && !state.next.has(key)) state = state.fail;
      state = state.next.get(key) ?? root;
      for (let at: State | null = state; at !== null; at = at.shorter)
        for (const term of at.terms) {
          const from = starts[starts.length - wordsOfTerms[term].length];
          if (from < (ends.get(term) ?? 0)) continue;
          if (terms[term].isName && !isWritten(term, written)) continue;
          ends.set(term, index + word.length);
          found.push({ term, from, to: index + word.length });
        }
    }
    return found;
  };
}

function newState(): State {
  return { next: new Map(), fail: null, terms: [], shorter: null };
}

/** Sets the links to suffixes, nearest states first. */
function link(root: State): void {
  const queue = [root];
  for (const state of queue)
    for (const [key, next] of state.next) {
      let fail = state.fail;
      while (fail !== null && !fail.next.has(key)) fail = fail.fail;
      next.fail = fail?.next.get(key) ?? root;
      next.shorter = next.fail.terms.length > 0 ? next.fail : next.fail.shorter;
      queue.push(next);
    }
}
