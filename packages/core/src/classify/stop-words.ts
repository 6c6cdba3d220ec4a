/**
 * The commonest function words of many languages in one set: their share in a block separates running text from labels,
 * whatever the language. (jusText has longer lists, one per language.) For scripts without spaces it has the commonest
 * grammatical characters.
 */
import { fnv1a, HashSet, scramble } from '@dehusk/html';
import { STOP_WORDS } from './stop-words-data.js';

let known: HashSet | null = null;

function wordSet(): HashSet {
  const words = STOP_WORDS.trim().split(/\s+/);
  const set = new HashSet(words.length);
  // The words are in lower case, so their hashes need no tables of characters.
  for (const word of words) set.add(scramble(fnv1a(word)));
  return set;
}

/** Whether a word, by its hash (see {@link TokenList}), is a stop word of any language. */
export function isStopWord(token: number): boolean {
  known ??= wordSet();
  return known.has(token);
}
