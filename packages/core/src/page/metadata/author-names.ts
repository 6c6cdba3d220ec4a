/**
 * One author value as pages write it → names.
 *
 * "By Jane Doe, MD and John Roe | 5 May 2024" → `Jane Doe, MD`, `John Roe`. Steps: addresses are cut out; what follows the names (a
 * date, a reading time, another part of the line) is cut off; a leading "By" in many languages is dropped; the rest is split at
 * semicolons, at "and", and at commas, unless what follows the comma is a degree or the value is "Family, Given". Account names of
 * publishing systems and placeholders are not authors.
 *
 * No `\p{…}` classes here: engines compile each into a large table, which took longer than all other metadata of a page.
 */
import { oneLine } from './finding.js';

/** Most authors kept: big collaborations sign with hundreds. */
export const MAX_AUTHORS = 200;
/** Longest name in characters. */
const MAX_NAME_LENGTH = 100;

const ADDRESS = /^(?:https?:\/\/|www\.|\/|@\S+$|\S+@\S+\.\S+$)/i;
/** What words before a name say that names follow. */
const LEAD =
  /^(?:(?:written|posted|published|submitted|created|words?|text|story|article|authored|reported|started|asked) (?:by|von)|by|von|par|por|di|da|door|av|af|przez|author(?:s|\(s\))?|autor(?:in|ka|es|a)?|auteurs?|autore|автор|文|作者|記者|记者)(?:\s*[:：]\s*|\s+)/i;
/** From here on a line no longer speaks of the author. */
const TAIL =
  /\s*(?:[|•·–—]|\s-\s|,?\s(?:on|updated|published|posted|last (?:updated|modified)|in|at) (?=\d|[A-Z][a-z]+ \d)|,?\s(?:updated|published|posted|last updated|last modified|edited by|(?:medically )?reviewed by|fact[- ]checked)\b|,?\s*\d+ min|,?\s+(?:[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [A-Za-z]{3,9}\.? \d{4}|\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})).*$/is;
const NO_NAME =
  /^(?:admin\d*|administrator|site ?admin|webmaster|root|user|editor|guest|unknown|anonymous|null|undefined|none|n\/?a|default|test|wordpress|webteam|authors?|author name|by|posted|post author|view all posts|follow|share|read more|super ?user|more posts)$/i;
/** Degrees and the like, which follow a comma and are no second author. */
const CREDENTIAL =
  /^(?:(?:[A-Z]{2,6}|[A-Z][a-z]?\.(?:[A-Z][a-z]{0,2}\.?)+|Ph\.? ?D\.?|M\.? ?D\.?|Psy\.?D\.?|Ed\.?D\.?|Pharm\.?D\.?|B\.?Sc\.?|M\.?Sc\.?|Dipl?\.?[\w.-]*|Jr\.?|Sr\.?|II|III|Esq\.?)(?:[ /-]|$))+$/;
const AND = /\s*;\s*|\s+(?:and|und|et|y|e|en|og|och|и|i|&|\+)\s+(?=\S)|\s*[、，/]\s*/;

const hasLetter = (text: string): boolean => /[A-Za-z\u00aa-\uffdc]/.test(text);

/** The author names in one value; none when it names nobody. Never throws. */
export function authorNames(value: string): string[] {
  let text = oneLine(value);
  if (ADDRESS.test(text)) return [];
  text = text
    .replace(/\(?(?:https?:\/\/|www\.)\S+/gi, '')
    .replace(/[<(]?[^\s<(]+@[^\s@]+\.[a-z]{2,}[>)]?/gi, '')
    .replace(LEAD, '')
    .replace(TAIL, '')
    .replace(LEAD, '')
    .trim();
  const names: string[] = [];
  for (const piece of text.split(AND)) {
    const parts = piece.split(/\s*,\s*/);
    if (parts.length === 2 && isFamilyThenGiven(parts[0], parts[1])) {
      names.push(`${parts[0]}, ${parts[1]}`);
      continue;
    }
    for (const [index, part] of parts.entries()) {
      if (index > 0 && names.length > 0 && CREDENTIAL.test(part)) names.push(`${names.pop()}, ${part}`);
      else if (part !== '') names.push(part.replace(/^(?:and|und|et|y)\s+/i, ''));
    }
  }
  const known = new Set<string>();
  const kept: string[] = [];
  for (const raw of names) {
    const name = raw.replace(/^[\s\-–—|:,.*•"'(]+|[\s\-–—|:,*•"'(]+$/g, '');
    const key = name.toLowerCase();
    if (name.length < 2 || name.length > MAX_NAME_LENGTH || !hasLetter(name) || NO_NAME.test(name) || known.has(key))
      continue;
    known.add(key);
    kept.push(name);
    if (kept.length >= MAX_AUTHORS) break;
  }
  return kept;
}

/** "Jong, Michiel": one word, a comma, one or two words that are no degree. */
function isFamilyThenGiven(family: string, given: string): boolean {
  return (
    family !== '' &&
    !family.includes(' ') &&
    /^[^\s]{2,}(?: [^\s]{1,2})?$/.test(given) &&
    hasLetter(given) &&
    !CREDENTIAL.test(given)
  );
}
