/** Texts that are a date or a time and nothing else: "August 28", "Sat, 20 Dec", "vor 3 Tagen". For bylines, where they are no names. */
import { BETWEEN, CJK_DATE, NUMBER, RELATIVE, WEEKDAYS } from './date-words-data.js';
import { monthNamed } from './month-names.js';

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
