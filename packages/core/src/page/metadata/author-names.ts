/**
 * One author value as pages write it → names.
 *
 * "By Jane Doe, MD and John Roe | 5 May 2024" → `Jane Doe, MD`, `John Roe`. Steps: remove addresses; cut what follows the names (a
 * date, a reading time, another part of the line); drop a leading "By" in many languages; split at semicolons, at "and", and at
 * commas, unless what follows the comma is a degree or the value is "Family, Given". Account names of publishing systems and
 * placeholders are not authors.
 *
 * Every expression is linear in the value. None has `\p{…}` classes: compiling them took longer than all other metadata of a page.
 */
import { oneLine } from './finding.js';

/** Maximum length of a name in characters. */
const MAX_NAME_LENGTH = 100;

const ADDRESS = /^(?:https?:\/\/|www\.|\/|@\S+$|\S[^\s@]*@\S+\.\S+$)/i;
/** Words before a name that announce it. */
const LEAD =
  /^(?:(?:written|posted|published|submitted|created|words?|text|story|article|authored|reported|started|asked) (?:by|von)|by|von|par|por|di|da|door|av|af|przez|author(?:s|\(s\))?|autor(?:in|ka|es|a)?|auteurs?|autore|автор|文|作者|記者|记者)(?:\s*[:：]\s*|\s+)/i;
/** The rest of a line, which is no longer about the author. */
const TAIL =
  /\s*(?:[|•·–—]|\s-\s|,?\s(?:on|updated|published|posted|last (?:updated|modified)|in|at) (?=\d|[A-Z][a-z]+ \d)|,?\s(?:updated|published|posted|last updated|last modified|edited by|(?:medically )?reviewed by|fact[- ]checked)\b|,?\s*(?<!\d)\d+ min|,?\s+(?:[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [A-Za-z]{3,9}\.? \d{4}|\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})).*$/is;
const NO_NAME =
  /^(?:admin\d*|administrator|site ?admin|webmaster|root|user|editor|guest|unknown|anonymous|null|undefined|none|n\/?a|default|test|wordpress|webteam|authors?|author name|by|posted|post author|view all posts|follow|share|read more|super ?user|more posts)$/i;
/**
 * Degrees and the like: they follow a comma and are no second author. At most 8, as some match in two ways (`MD`) and the
 * combinations multiply.
 */
const CREDENTIAL =
  /^(?:Dipl?\.?[\w.-]*(?: |\/|$)|(?:[A-Z]{2,6}|[A-Z][a-z]?\.(?:[A-Z][a-z]{0,2}\.?)+|Ph\.? ?D\.?|M\.? ?D\.?|Psy\.?D\.?|Ed\.?D\.?|Pharm\.?D\.?|B\.?Sc\.?|M\.?Sc\.?|Jr\.?|Sr\.?|II|III|Esq\.?)(?:[ /-]|$)){1,8}$/;
const AND = /\s*;\s*|\s+(?:and|und|et|y|e|en|og|och|и|i|&|\+)\s+(?=\S)|\s*[、，/]\s*/;

/** The rest of a word that ends in a mail address. */
const MAIL = /^[<(]?[^\s<(]+@[^\s@]+\.[a-z]{2,}[>)]?/i;

const hasLetter = (text: string): boolean => /[A-Za-z\u00aa-\uffdc]/.test(text);

/** The author names in one value, each once; none when it names nobody. Never throws. */
export function authorNames(value: string): string[] {
  let text = oneLine(value);
  if (ADDRESS.test(text)) return [];
  text = text
    .replace(/\(?(?:https?:\/\/|www\.)\S+/gi, '')
    .replace(/[<(]?[^\s<(]+/g, (word) => (word.includes('@') ? word.replace(MAIL, '') : word))
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
  const kept = new Map<string, string>();
  for (const raw of names) {
    const name = raw.replace(/^[\s\-–—|:,.*•"'(]+|(?<![\s\-–—|:,*•"'(])[\s\-–—|:,*•"'(]+$/g, '');
    if (name.length < 2 || name.length > MAX_NAME_LENGTH || !hasLetter(name) || NO_NAME.test(name)) continue;
    if (!kept.has(name.toLowerCase())) kept.set(name.toLowerCase(), name);
  }
  return [...kept.values()];
}

/** "Jong, Michiel": one word, a comma, and one or two words that are no degree. */
function isFamilyThenGiven(family: string, given: string): boolean {
  return (
    family !== '' &&
    !family.includes(' ') &&
    /^[^\s]{2,}(?: [^\s]{1,2})?$/.test(given) &&
    hasLetter(given) &&
    !CREDENTIAL.test(given)
  );
}
