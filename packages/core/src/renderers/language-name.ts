import type { Code } from '../document/document.js';

/** The language of code as one word, as formats print it in a class, an attribute or behind a fence; null for none. */
export function languageName(code: Code): string | null {
  const name = (code.language ?? '').trim().replace(/[\s\x00-\x20`]+/g, '-');
  return name === '' ? null : name;
}
