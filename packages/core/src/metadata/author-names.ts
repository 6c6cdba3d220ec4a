/**
 * One author value as pages write it → names.
 *
 * "By Jane Doe, MD and John Roe | 5 May 2024" → `Jane Doe, MD`, `John Roe`. Steps: remove addresses; cut what follows the names (a
 * date, a reading time, another part of the line); drop a leading "By" or "Articles by" in many languages; split at semicolons, at
 * "and" between two names, and at commas, unless what follows the comma is a degree or the value is "Family, Given". Dates, account
 * names of publishing systems and placeholders are not authors.
 *
 * Every expression is linear in the value. None has `\p{…}` classes: compiling them took longer than all other metadata of a page.
 */
import { isDateOnly, parseDate } from '../dates/dates.js';
import { MODIFIED } from './byline-signs-data.js';
import { oneLine, trimmed } from './finding.js';
import * as signs from './name-words-data.js';
import { folded } from './title.js';

/** Maximum length of a name in characters. */
const MAX_NAME_LENGTH = 100;
/** Maximum length of the words with a date before a name. */
const MAX_DATED = 45;

/** Whether a particle announces authors in a language; null: unknown. */
export const isParticleOf = (particle: string, language: string | null): boolean => {
  const languages = signs.PARTICLES[particle.toLowerCase()];
  // "De Wet", "Per Olsson": in most languages these begin a name.
  if (language === null) return !/^(?:ro|ca|vi)$/.test(languages);
  return languages === '' || languages.split(' ').includes(language);
};

/** Whether a text names no person and no organisation. */
export function isNobody(text: string): boolean {
  const plain = trimmed(text.toLowerCase(), '-–—|:,.*•"\'(»›@+', '-–—|:,.*•"\'()»›');
  return (
    signs.NOBODY.has(plain) ||
    signs.STAFF.test(trimmed(plain.replace(signs.QUALIFIER, ' '), '-')) ||
    /^admin[\w-]{0,4}$|\sadmin(?:istrator)?$/.test(plain) ||
    signs.PLACEHOLDER.test(text.trim()) ||
    signs.IMPERATIVE.test(text)
  );
}

/** One word of a script with spaces. */
const IS_WORD = /^[^\s\u3041-\uffdc]+$/;

const hasLetter = (text: string): boolean => /[A-Za-z\u00aa-\uffdc]/.test(text);

/**
 * The author names in one value, each once; none when it names nobody. Never throws.
 *
 * @param language of the page, for words that announce a name in one language and begin one in another
 */
export function authorNames(value: string, language: string | null = null): string[] {
  let text = oneLine(value);
  if (signs.ADDRESS.test(text) || isDateOnly(text)) return [];
  if (signs.AGENCY.test(text)) return [text.replace(/^\((.*)\)$/, '$1')];
  const primary = language?.split('-', 1)[0] ?? null;
  text = text
    .replace(/\(?(?:https?:\/\/|www\.)\S+/gi, '')
    .replace(/[<(]?[^\s<(]+/g, (word) => (word.includes('@') ? word.replace(signs.MAIL, '') : word))
    .replace(signs.PLACE, '$1$2$3')
    .replace(signs.HANGUL_DOT, '$1$2、')
    .trim();
  text = text.replace(signs.JOINT_LABEL, '');
  const label = signs.TEXT_LABEL.exec(text);
  if (label !== null) text = text.slice(label.index + label[0].length);
  text = withoutLead(text.replace(signs.OTHER_LABEL, '').replace(/^[（(〔]([^（()）〔]*)[）)〕]$/, '$1'), primary);
  text = withoutLead(behindDate(text, primary), primary);
  text = withoutArchiveWords(text.trim()).replace(signs.DESCRIBED, '');
  if (signs.IMPERATIVE.test(text) || MODIFIED.exec(text)?.index === 0) return [];
  if (primary !== null && Object.hasOwn(signs.JOINS, primary)) text = text.replaceAll(signs.JOINS[primary], '; ');
  // The first part of the line that names somebody: "17 May 2024 | Jane Doe | Politics".
  for (const [at, part] of text.split(signs.PART, 8).entries()) {
    const names = namesIn(withoutLead(part.replace(signs.TAIL, ''), primary).trim(), primary);
    // Later parts may be sections.
    if (names.length > 0 && (at === 0 || names.every((name) => kindOfName(name) === 'person'))) return names;
  }
  return [];
}

/** Whether a text is a day, perhaps after a few words: "Posted on 5 May 2024". */
export const isDated = (text: string, language: string | null): boolean =>
  isDateOnly(text) ||
  (text.length <= MAX_DATED && /\d\D{0,4}$/.test(text) && parseDate(text, { language, settle: () => true }) !== null);

/** The words that announce a name, and the rest, of a line that begins with a day or other parts: "Woods | 5 May 2024 | Text: Jane Doe". */
export function behindDate(text: string, language: string | null): string {
  for (const { 0: sign, index } of text.slice(0, MAX_DATED).matchAll(/[\s,|·•–—-]+/g)) {
    const rest = text.slice(index + sign.length);
    const isLead = signs.LEAD.test(rest) || signs.PARTICLE_LEAD.test(rest) || signs.CJK_REPORTER.test(rest);
    if (isLead && (/[|•·]/.test(sign) || isDated(text.slice(0, index), language))) return rest;
  }
  return text;
}

/** A text without the words that announce a name: "Posted by", "Text:". */
function withoutLead(text: string, language: string | null): string {
  const found = signs.PARTICLE_LEAD.exec(text);
  if (found === null) {
    const rest = text.replace(signs.LEAD, '').replace(signs.ANY_LEAD, '');
    return (rest === text ? text.replace(signs.CJK_BEFORE, '') : rest.replace(signs.LEAD, '')).trim();
  }
  if (signs.LABELLED.test(text)) return text;
  const rest = text.slice(found[0].length);
  // "Di Webster", "von der Leyen": one word or another particle after it; "Author" begins no name.
  const isName =
    !/[:：]/.test(found[0]) &&
    !isNobody(rest) &&
    signs.PARTICLES[found[1].toLowerCase()] !== '' &&
    (!/^\S+\s+[^\s,;&]/.test(rest) ||
      /^\S+,\s\S+$/.test(rest) ||
      signs.NAME_PARTICLE.test(rest.split(/\s/, 1)[0]) ||
      !isParticleOf(found[1], language));
  return isName ? text : rest;
}

function namesIn(text: string, language: string | null): string[] {
  if (text === '' || isDateOnly(text)) return [];
  const names: string[] = [];
  for (const piece of separated(text, language)) {
    const parts = piece.split(/\s*,\s*/);
    if (parts.length === 2 && isFamilyThenGiven(parts[0], parts[1]) && !isNobody(parts[1])) {
      names.push(`${parts[0]}, ${parts[1]}`);
      continue;
    }
    for (const [index, part] of parts.entries()) {
      // The rest of the line says where the person works.
      if (index > 0 && (signs.ROLE.test(part) || (part.includes(' ') && signs.ROLE_END.test(part)))) break;
      if (index > 0 && signs.AGENCY.test(part)) continue;
      // "Jane Doe, Berlin": a place or an office; persons in a list have names of several words.
      const isPlace = index > 0 && IS_WORD.test(part) && !IS_WORD.test(parts[0]);
      if (index > 0 && names.length > 0 && signs.CREDENTIAL.test(part.replace(/[®™©]/g, '')))
        names.push(`${names.pop()}, ${part}`);
      else if (isPlace) continue;
      else if (part !== '' && !isDateOnly(part)) names.push(part.replace(/^(?:and|und|et|y)\s+/i, ''));
    }
  }
  const kept = new Map<string, string>();
  for (const raw of names) {
    if (raw.length > 2 * MAX_NAME_LENGTH || isNobody(raw) || signs.PICTURED.test(raw)) continue;
    const bare = trimmed(raw, '-–—|:,.*•"\'(»›', '-–—|:,*•"\'(»›=→');
    const whole = signs.AROUND_NAME.reduce((rest, sign) => rest.replace(sign, ''), bare);
    const alone = whole.replace(signs.WHERE, '');
    const name = alone !== whole && kindOfName(alone) === 'person' ? alone : whole;
    if (name.length < 2 || name.length > MAX_NAME_LENGTH || !hasLetter(name)) continue;
    if (isNobody(name) || isDateOnly(name) || signs.NO_NAME.some((sign) => sign.test(name))) continue;
    if (!kept.has(name.toLowerCase())) kept.set(name.toLowerCase(), name);
  }
  const all = [...kept.values()];
  const own = all.filter((name) => !signs.AGENCY.test(name));
  return own.length > 0 ? own : all;
}

type NameKind = 'person' | 'account' | 'organisation';

/** Whether a text begins with a small letter. Letters without case are none; Georgian text has no capitals. */
export const isSmall = (text: string): boolean => /^[^\u10d0-\u10ff]/.test(text) && text[0] !== text[0].toUpperCase();

/** What a name looks like, by the rules of its script: nothing else is known of it. */
export function kindOfName(name: string): NameKind {
  const [first, given] = name.split(/,\s*/, 3);
  const plain = first.trim();
  if (given !== undefined && isFamilyThenGiven(plain, given)) return 'person';
  if (signs.OF_ORGANISATIONS.some((sign) => sign.test(plain))) return 'organisation';
  if (/[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(plain)) {
    const letters = plain.replace(/[\s・·=＝]/g, '');
    if (/[A-Za-z\d]/.test(letters)) return 'account';
    const isLong = letters.length > (/[\u30a1-\u30fa]/.test(letters) ? 16 : 6);
    return letters.length < 2 || isLong ? 'organisation' : 'person';
  }
  const words = plain.split(/\s+/);
  if (words.length === 1 || /\d|_/.test(plain)) return /^[A-ZА-Я]{2,5}$/.test(plain) ? 'organisation' : 'account';
  if (signs.ROLE_END.test(plain)) return 'account';
  const others = words.filter((word, at) => isSmall(word) && !(at > 0 && signs.NAME_PARTICLE.test(word)));
  return others.length === 0 ? 'person' : 'account';
}

/** "Jong, Michiel": one word, a comma, and one or two words that are no degree. */
function isFamilyThenGiven(family: string, given: string): boolean {
  return (
    (IS_WORD.test(family) || (/^\S+\s\S+$/.test(family) && signs.NAME_PARTICLE.test(family.split(/\s/, 1)[0]))) &&
    /^[^\s]{2,}(?: [^\s]{1,2}\.?)?(?: (?:de|van|von|da|di|del|der))?$/.test(given) &&
    hasLetter(given) &&
    !signs.CREDENTIAL.test(given)
  );
}

/** "All posts by Jane Doe" → "Jane Doe". */
function withoutArchiveWords(text: string): string {
  const name = signs.ARCHIVE_OF.exec(text)?.[1];
  if (name !== undefined) return name;
  const rest = text.replace(signs.ARCHIVE, '');
  return rest === text ? text : rest.replace(signs.SHOW, '');
}

/** What two sources may write or not: a title before a name, and initials in it. */
const OPTIONAL = /^(?:dr|prof|mrs?|ms|sir|rev)\.?\s(?:dr\.?\s)?|(?<=\S)\s[A-Z]\.(?=\s)/gi;

/** What a name is compared by: letters without case, titles, initials or degrees, the given name first. */
export function keyOf(name: string): string {
  const [first, given] = name.split(/,\s*/, 3);
  return folded(
    (given !== undefined && isFamilyThenGiven(first, given) ? `${given} ${first}` : first).replace(OPTIONAL, ''),
  );
}

/** The parts of a text between separators; words such as "and" separate two names only. */
function separated(text: string, language: string | null): string[] {
  // Chinese names in a row; a Japanese name has a space.
  if (language === 'zh' && /^[\u4e00-\u9fff]{2,4}(?:\s[\u4e00-\u9fff]{2,4})+$/.test(text)) return text.split(' ');
  const [first, ...rest] = text.split(signs.SEPARATOR);
  const pieces = [first];
  for (let at = 0; at < rest.length; at += 2) {
    const last = pieces[pieces.length - 1];
    const isWord = /[^\s;、，/／]/.test(rest[at]);
    // "dpa/aw", "AC/DC": neither side is a whole name.
    const isSlash = /[/／]/.test(rest[at]);
    const isOne = isSlash && !/\s|[\u3041-\uffdc]/.test(last.trim()) && !/\s|[\u3041-\uffdc]/.test(rest[at + 1].trim());
    if (isOne || (isWord && !areTwoNames(last, rest[at + 1])))
      pieces[pieces.length - 1] = last + rest[at] + rest[at + 1];
    else pieces.push(rest[at + 1]);
  }
  return pieces;
}

/** False for the halves of an organisation ("Center for Drug Evaluation", "Research") or of a double surname ("José Ortega", "Gasset"). */
function areTwoNames(left: string, right: string): boolean {
  const before = left
    .slice(left.lastIndexOf(',') + 1)
    .trim()
    .replace(signs.WHERE, '');
  const after = right.split(',', 1)[0].trim();
  if (signs.AGENCY.test(after) || isNobody(after)) return true;
  if (signs.FUNCTION_WORD.test(before)) return false;
  const isOneWord = !before.includes(' ');
  if (!isOneWord && !after.includes(' ')) return false;
  if (/^[A-Z]/.test(before) && /^[a-z]/.test(after) && !/^the\s/.test(after)) return false;
  return !signs.ORGANISATION.test(after) || !(isOneWord || signs.ORGANISATION.test(before));
}
