import { MONTHS } from './month-names-data.js';

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
