/** Texts that are a date or a time and nothing else: "August 28", "Sat, 20 Dec", "vor 3 Tagen". For bylines, where they are no names. */
import { BETWEEN, CJK_DATE, NUMBER, RELATIVE, WEEKDAYS } from './date-words-data.js';
import { MONTHS } from './month-names-data.js';

/** Maximum length of a date in characters. */
const MAX_LENGTH = 60;

/** True for a date or time without other words. It has a number beside a month or weekday, or at least two numbers. */
export function isDateOnly(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  if (RELATIVE.test(text) || (text.length > 5 && WEEKDAYS.has(text.toLowerCase()))) return true;
  let numbers = 0;
  let names = 0;
  for (const word of text.toLowerCase().split(/[\s,.:;/|•·–—()-]+/)) {
    if (word === '' || BETWEEN.has(word)) continue;
    if (CJK_DATE.test(word)) return true;
    if (NUMBER.test(word)) numbers++;
    else if (monthNamed(word, null) > 0 || WEEKDAYS.has(word)) names++;
    else return false;
  }
  return numbers + names > 1 && numbers > 0;
}

const byLanguage = new Map<string, ReadonlyMap<string, number>>();
const byName = new Map<string, number>();
for (const [language, line] of Object.entries(MONTHS)) {
  const own = new Map<string, number>();
  for (const [index, names] of line.split('|').entries())
    for (const name of names.split(' ')) {
      own.set(name, index + 1);
      // Where languages disagree ("listopad", "lip", "srp"), the first listed has it unless the page's language is known.
      if (!byName.has(name)) byName.set(name, index + 1);
    }
  byLanguage.set(language, own);
}

/**
 * The month a word names, 1 to 12, or 0. The page's language (`pl`, `hr`) decides where languages disagree; names of all
 * languages are known whatever it is.
 */
export function monthNamed(word: string, language: string | null): number {
  const name = word.toLowerCase().replace(/[.,]$/, '');
  return (language === null ? undefined : byLanguage.get(language)?.get(name)) ?? byName.get(name) ?? 0;
}
