/**
 * Stop words: the lists, how words are counted, and which list fits a page.
 *
 * **Counting.** Words are separated by white space and compared in lower case. Scripts without spaces (Han, kana, Thai, Lao,
 * Khmer, Burmese, Tibetan) are counted by character: each is one word, and a stop word when it is covered by the longest list
 * entry that begins at or before it, read from left to right. So density there is the share of characters that function words
 * take up, which needs no dictionary and is the same in every engine. Korean and other languages glue particles to nouns:
 * their lists hold the frequent glued forms.
 *
 * **Choosing.** A list fits when it contains enough of a page's running words. Words that many languages share say little, so
 * each word's vote is divided by the number of lists that contain it.
 */
import { isSpace, isUnspaced } from '@dehusk/html';
import { PACKED_STOP_WORDS } from './stop-words-data.js';

/** A language's stop words, ready to count with. */
export interface StopList {
  /** ISO 639-1 code, or null for a list the caller brought. */
  readonly language: string | null;
  readonly words: ReadonlySet<string>;
  /** Length of the longest entry in a script without spaces; 0 when there is none. */
  readonly longestUnspaced: number;
}

/** How many words a text has, and how many of them are stop words. */
export interface WordCount {
  readonly words: number;
  readonly stopWords: number;
}

/** The languages that have a list, as ISO 639-1 codes. */
export const STOP_WORD_LANGUAGES: readonly string[] = Object.keys(PACKED_STOP_WORDS);

const unpacked = new Map<string, StopList>();

/** The list of a language, unpacked on first use; null when there is none. `nb` and `nn` use the list of `no`. */
export function stopListOf(language: string): StopList | null {
  const code = language === 'nb' || language === 'nn' ? 'no' : language;
  const known = unpacked.get(code);
  if (known !== undefined) return known;
  if (!Object.hasOwn(PACKED_STOP_WORDS, code)) return null;
  const words: string[] = [];
  let previous = '';
  for (const [, shared, rest] of PACKED_STOP_WORDS[code].matchAll(/([A-Z])([^A-Z]*)/g)) {
    previous = previous.slice(0, shared.charCodeAt(0) - 65) + rest;
    words.push(previous);
  }
  const list = stopListFrom(words, code);
  unpacked.set(code, list);
  return list;
}

/** A list of the caller's own words; case does not matter. */
export function stopListFrom(words: Iterable<string>, language: string | null = null): StopList {
  const set = new Set<string>();
  let longestUnspaced = 0;
  for (const word of words) {
    const entry = word.trim().toLowerCase();
    if (entry === '') continue;
    set.add(entry);
    if (entry.length > longestUnspaced && isUnspaced(entry.charCodeAt(0))) longestUnspaced = entry.length;
  }
  return { language, words: set, longestUnspaced };
}

/** Counts the words of a text; with no list, none is a stop word. `isBare` strips punctuation from both ends of a word. */
export function countWords(text: string, list: StopList | null, isBare: boolean): WordCount {
  const lower = text.toLowerCase();
  const size = lower.length;
  const longest = list?.longestUnspaced ?? 0;
  let words = 0;
  let stopWords = 0;
  let from = -1; // start of the spaced word being read
  let coveredTo = 0; // characters before this are covered by a list entry
  for (let at = 0; at <= size; at++) {
    const code = at < size ? lower.charCodeAt(at) : 0x20;
    const isWide = code >= 0x0e00 && isUnspaced(code);
    if (!isWide && !isSpace(code)) {
      if (from < 0) from = at;
      continue;
    }
    if (from >= 0) {
      words++;
      if (list?.words.has(isBare ? bare(lower, from, at) : lower.slice(from, at))) stopWords++;
      from = -1;
    }
    if (!isWide) continue;
    words++;
    if (at >= coveredTo && longest > 0 && list !== null)
      for (let length = Math.min(longest, size - at); length > 0; length--)
        if (list.words.has(lower.slice(at, at + length))) {
          coveredTo = at + length;
          break;
        }
    if (at < coveredTo) stopWords++;
  }
  return { words, stopWords };
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** The word without the punctuation around it. */
function bare(text: string, from: number, to: number): string {
  let first = from;
  let last = to;
  while (first < last && !isLetter(text, first)) first++;
  while (last > first && !isLetter(text, last - 1)) last--;
  return text.slice(first, last);
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return code >= 0xd800 && code <= 0xdfff ? true : LETTER.test(text[at]);
}

/** A language and how well its list fits. */
interface LanguageFit {
  readonly language: string;
  /** Share of the words that the list contains, 0…1. */
  readonly coverage: number;
}

/** Words counted at most; more would not change the choice. */
const MAX_SAMPLE = 3_000;

let listsOfWord: Map<string, string[]> | null = null;

/** The lists that contain each word, built on first use. */
function everyList(): Map<string, string[]> {
  if (listsOfWord !== null) return listsOfWord;
  const lists = new Map<string, string[]>();
  for (const language of STOP_WORD_LANGUAGES)
    for (const word of stopListOf(language)?.words ?? []) {
      const known = lists.get(word);
      if (known === undefined) lists.set(word, [language]);
      else known.push(language);
    }
  listsOfWord = lists;
  return lists;
}

/**
 * The language whose list gets the most votes from a text's words. Each word's one vote is split between the lists that
 * contain it; ties go to the first code. Null when no list contains any word.
 */
export function fitLanguage(text: string): LanguageFit | null {
  const lists = everyList();
  const votes = new Map<string, number>();
  let count = 0;
  const lower = text.toLowerCase();
  for (const [word] of lower.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu)) {
    if (++count > MAX_SAMPLE) break;
    if (isUnspaced(word.charCodeAt(0))) {
      // Without spaces, single characters and pairs vote.
      for (let at = 0; at < word.length; at++) {
        vote(word[at]);
        if (at + 1 < word.length) vote(word.slice(at, at + 2));
      }
    } else vote(word);
  }
  function vote(word: string): void {
    const known = lists.get(word);
    if (known !== undefined)
      for (const language of known) votes.set(language, (votes.get(language) ?? 0) + 1 / known.length);
  }
  let best: string | null = null;
  for (const language of STOP_WORD_LANGUAGES)
    if ((votes.get(language) ?? 0) > (best === null ? 0 : (votes.get(best) ?? 0))) best = language;
  if (best === null) return null;
  const { words, stopWords } = countWords(text, stopListOf(best), true);
  return { language: best, coverage: words === 0 ? 0 : stopWords / words };
}

/**
 * The English stop words of the jusText program (BSD-2-Clause, see NOTICE), in lower case, as the program compares them. Some
 * have punctuation, because the program splits words at white space only.
 */
export const PROGRAM_ENGLISH: readonly string[] = (
  'the of and in to a was is for as on with by that from at his an he are were which be has it or also had first ' +
  'their not but have who its one this been her two they other into after all when more only would she new most can ' +
  'over during where used such up between many made some than out united known about time then became under "the ' +
  'being part there him years three through including later will american both until before well no against while ' +
  'called second several university number name these played early may world located national same them released de ' +
  'area use work any school since team age so john won people began each year population now family film found city ' +
  'british four album could very however, south named around took former because series states did within state end ' +
  'based i local held september still often those member small town along back large january june group served ' +
  'march high own north july october if like following built august april music born village game due last place ' +
  'home left major set include u.s. much december november received york main war public band (born season ' +
  'published even different original members station single government another near what died moved become just ' +
  'february company included song came led late form make went off show french five system few various given best ' +
  'english long third among every west german using do said started currently having down next order final take ' +
  'species established created life play line building history. political without support written district per ' +
  'produced popular league service football considered st. way returned international book again although important ' +
  'living role river students married son top worked san continued founded joined appeared total power record ' +
  'college side william title death county, years. career never club county military version european according old ' +
  'six day average television similar general million water formed usually current though time, community east ' +
  'house land george making player playing president development james developed common should great century does ' +
  'further run working largest recorded lost must elected history seen live opened short taken once professional ' +
  'production point head children throughout games period himself originally term control available less king ' +
  'modern position eventually across royal works site young wrote income david how able full australian air london ' +
  'army includes law designed sold featured appointed business get either japanese program us canadian father lead ' +
  'approximately performed leading radio upon remained famous indian we robert help gave announced men result times ' +
  'field you right almost country story church followed good days signed features together described research sent ' +
  'open special close see character social miles rather life. council western (the party official years,'
).split(' ');
