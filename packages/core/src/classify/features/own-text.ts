/** Features of a block's text: length, links, punctuation, case, signs. Kohlschütter's shallow features and similar ones. */
import { classOf, LOWER, UPPER } from '@dehusk/html';
import { type FeaturePart, log1p } from './facts.js';

export const COPYRIGHT_LINE = /©|\(c\)\s*\d{4}|all rights reserved/i;
const ADDRESS = /https?:\/\/|www\.|@/i;
const SEPARATORS = /[|•·»›>→]/g;
const BULLETS = '-•*–✓✔▪►';
const LOWER_LETTER = /\p{Ll}/u;
const UPPER_LETTER = /\p{Lu}/u;
const SENTENCE_ENDS = '.!?。…！？।॥؟۔։።။។';
const CLOSING = '"”’»)]';
/** Most characters of {@link CLOSING} behind a sentence. */
const CLOSING_REACH = 40;

export const OWN_TEXT: FeaturePart = {
  names: (
    'words averageWord linkDensity links bold code sentences commaDensity stopWordDensity digitDensity capitalDensity titleOverlap titleCovered allCapitals ' +
    'ending lowerStart price date copyright question separators address bullet prose heading afterBreak images share'
  ).split(' '),
  writer: (facts) => (from, to, out, stride, offset) => {
    const { blocks } = facts;
    for (let b = from; b < to; b++) {
      const text = blocks.text[b];
      const words = facts.words[b];
      const head = text.length > 300 ? text.slice(0, 300) : text;
      let at = offset + (b - from) * stride;
      out[at++] = log1p(words);
      out[at++] = text.length / Math.max(1, words);
      out[at++] = facts.linkDensity[b];
      out[at++] = log1p(blocks.links[b]);
      out[at++] = blocks.boldChars[b] / text.length;
      out[at++] = blocks.codeChars[b] / text.length;
      out[at++] = log1p(facts.sentences[b]);
      out[at++] = facts.commas[b] / Math.max(1, words);
      out[at++] = facts.stopWordDensity[b];
      out[at++] = facts.digitDensity[b];
      out[at++] = facts.capitalDensity[b];
      out[at++] = facts.titleOverlap[b];
      out[at++] = facts.titleCovered[b];
      out[at++] = isAllCapitals(head) ? 1 : 0;
      out[at++] = ending(text);
      out[at++] = beginsLower(text) ? 1 : 0;
      out[at++] = facts.price[b];
      out[at++] = facts.date[b];
      out[at++] = COPYRIGHT_LINE.test(head) ? 1 : 0;
      out[at++] = '?？؟'.includes(text[text.length - 1]) ? 1 : 0;
      out[at++] = head.match(SEPARATORS)?.length ?? 0;
      out[at++] = ADDRESS.test(head) ? 1 : 0;
      out[at++] = BULLETS.includes(text[0]) ? 1 : 0;
      out[at++] = facts.prose[b];
      out[at++] = facts.heading[b];
      out[at++] = blocks.afterBreak[b];
      out[at++] = log1p(blocks.images[b]);
      out[at++] = words / facts.total;
    }
  },
};

/** 2 for a text that ends a sentence, before closing quotes and brackets; 1 for one that ends in a colon; else 0. */
function ending(text: string): 0 | 1 | 2 {
  const least = Math.max(0, text.length - CLOSING_REACH);
  let at = text.length - 1;
  if (text[at] === ':' || text[at] === '：') return 1;
  while (at > least && CLOSING.includes(text[at])) at--;
  return SENTENCE_ENDS.includes(text[at]) ? 2 : 0;
}

function beginsLower(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0xd800 && code <= 0xdfff ? /^\p{Ll}/u.test(text) : (classOf(code) & LOWER) !== 0;
}

/** Whether a text has capital and no small letters. */
function isAllCapitals(text: string): boolean {
  let hasCapital = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdfff) return UPPER_LETTER.test(text) && !LOWER_LETTER.test(text);
    const bits = classOf(code);
    if ((bits & LOWER) !== 0) return false;
    if ((bits & UPPER) !== 0) hasCapital = true;
  }
  return hasCapital;
}
