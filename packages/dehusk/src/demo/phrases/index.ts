import { english } from './english.js';
import { french } from './french.js';
import { german } from './german.js';
import { japanese } from './japanese.js';
import type { Phrases } from './phrases.js';
import { russian } from './russian.js';
import { spanish } from './spanish.js';

/** Every language there is, by its tag. */
export const PHRASES: Readonly<Record<string, Phrases>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ru: russian,
  ja: japanese,
};
