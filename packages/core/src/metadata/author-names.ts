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
import { isDateOnly } from './date-words.js';
import { oneLine } from './finding.js';
import {
  AGENCY,
  ARTICLE_START,
  BY,
  isNobody,
  isParticleOf,
  LEAD,
  NAME_PARTICLE,
  ORGANISATION_WORD,
  OTHER_LABEL,
  PARTICLE_LEAD,
  ROLE_END,
} from './name-words.js';

/** Maximum length of a name in characters. */
const MAX_NAME_LENGTH = 100;

const ADDRESS = /^(?:https?:\/\/|www\.|\/|@\S+$|\S[^\s@]*@\S+\.\S+$)/i;
/** Words before a name in a link to the other texts of an author. */
const ARCHIVE = new RegExp(
  `^(?:${[
    '(?:(?:view|see|read|show|browse|all|more|other|latest|recent) )*(?:articles?|posts?|blog posts?|stories|entries|columns) (?:by|from)',
    '(?:(?:view|see|read) )?(?:more|all) (?:by|from)',
    '(?:(?:alle|weitere|mehr|neueste|zeige) )*(?:artikel|beiträge|texte|einträge|posts) (?:von|des autors|der autorin)',
    '(?:alles|mehr|weiteres) von',
    '(?:(?:voir|lire|tous|toutes|les|plus|autres|derniers) )*(?:articles?|publications|billets) (?:de|par)|plus (?:de|par)',
    '(?:(?:ver|leer|todas|todos|las|los|más|otros) )*(?:artículos|entradas|publicaciones|noticias) (?:de|por)|más de',
    '(?:(?:ver|ler|todos|todas|os|as|mais) )*(?:artigos|posts|publicações|textos|matérias) (?:de|do|da|por)|mais de',
    '(?:(?:vedi|leggi|tutti|gli|i|altri) )*(?:articoli|post) (?:di|da)',
    '(?:(?:bekijk|lees|alle|meer) )*(?:artikelen|berichten) (?:van|door)|meer van',
    '(?:(?:visa|se|vis|alla|alle|fler|flere) )*(?:artiklar|artikler|inlägg|innlegg|indlæg) (?:av|af|från|fra)',
    '(?:(?:zobacz|wszystkie|inne|więcej) )*(?:artykuły|wpisy|teksty) (?:autora|autorki|użytkownika)',
    '(?:(?:посмотреть|все|другие|ещё|еще) )*(?:статьи|записи|публикации|материалы) (?:автора|от)',
  ].join('|')})\\s`,
  'i',
);
/** The same around or behind the name. */
const ARCHIVE_OF =
  /^(?:查看|阅读)?\s?(\S.{0,40}?)\s?(?:さん)?(?:の(?:記事|投稿)(?:一覧)?(?:を見る)?|的(?:所有|全部|更多)?文章|(?:의|님의) (?:다른 )?(?:글|기사)(?: ?더 ?보기| 모두 보기)?)$/;
const SHOW = /\s(?:anzeigen|ansehen|lesen|bekijken)$/i;
/** The rest of a line, which is no longer about the author. */
const TAIL =
  /\s*(?:,?\s(?:on|updated|published|posted|last (?:updated|modified)|in|at) (?=\d|[A-Z][a-z]+ \d)|,?\s(?:updated|published|posted|last updated?|last modified|read time|edited by|(?:medically )?reviewed by|fact[- ]checked)\b|,?\s*(?<!\d)\d+ min|,?\s+(?:[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [A-Za-z]{3,9}\.? \d{4}|\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})).*$/is;
/** Professions and offices, which follow a name or take its place: "Jane Doe, Senior Editor at the Gazette", "Contributor". */
const ROLE =
  /^(?:(?:senior|sr\.?|junior|chief|executive|managing|associate|deputy|contributing|staff|guest|lead|assistant|political|foreign|freelance) )*(?:director|editor(?:-in-chief| in chief)?|manager|writer|reporter|correspondent|contributor|columnist|journalist|blogger|(?:co-?)?founder|ceo|cto|president|vice president|vp|head|producer|photographer|analyst|specialist|strategist|consultant|professor|lecturer)s?(?:(?:,| (?:of|at|for|and)) .*)?$/i;
/** The end of a sentence or of a remark in brackets, which no name has. */
const SENTENCE_END = /[a-z]{4}[.!?]\)?$|^[^(]*\)$/;
/** Four words in a row without capitals: more than the particles of any name. */
const SENTENCE = /(?:\s[a-z]{2,}){4}/;
/**
 * Degrees and the like: they follow a comma and are no second author. At most 8, as some match in two ways (`MD`) and the
 * combinations multiply.
 */
const CREDENTIAL =
  /^(?:Dipl?\.?[\w.-]*(?: |\/|$)|(?:[A-Z]{2,6}|[A-Z][a-z]?\.(?:[A-Z][a-z]{0,2}\.?)+|Ph\.? ?D\.?|M\.? ?D\.?|Psy\.?D\.?|Ed\.?D\.?|Pharm\.?D\.?|B\.?Sc\.?|M\.?Sc\.?|Jr\.?|Sr\.?|II|III|Esq\.?)(?:[ /-]|$)){1,8}$/;
/** What separates names; a word does only between two names. */
const SEPARATOR =
  /(\s*;\s*|\s+(?:and|und|et|y|e|en|og|och|и|i|&|\+|with|mit|avec|con|com|ja|és|és|și|şi|ir|un|a|та|і|й|και|ve|dan|và|და|և|و|और|এবং|ও|และ|및|와|과|와|と|和|与|與)\s+(?=\S)|\s*[、，]\s*|\s*[/／]\s*)/;
/** Signs between the parts of a line. */
const PART = /\s*[|｜•·–—»]\s*|\s+-\s+|\s+[/／]\s+(?=\d)/;
/** Words that no name of a person has. "Center for Drug Evaluation". */
const FUNCTION_WORD =
  /(?:^|\s)(?:for|of|the|in|at|on|to|with|from|für|zur|zum|pour|para|voor|för|til|dla|per|для)\s|\sde l['’]/i;
/** Organisations by their last or first word. */
const ORGANISATION =
  /(?:^|\s)(?:administration|agency|association|bureau|cent(?:er|re)|college|commission|committee|consejo|consejería|council|department|departamento|desk|division|executive|foundation|institut[eo]?|instituto|ministerio|ministère|ministério|ministero|ministry|ministerium|office|oficina|secretaría|services?|society|staff|team|universi(?:ty|dad|dade|tà|tät|té))(?:\s|$)/i;

/** The rest of a word that ends in a mail address. */
const MAIL = /^[<(]?[^\s<(]+@[^\s@]+\.[a-z]{2,}[>)]?/i;

const hasLetter = (text: string): boolean => /[A-Za-z\u00aa-\uffdc]/.test(text);

/** The text of a page's "Text: …" after other labels. */
const TEXT_LABEL =
  /[\s;,/|）)](?:text|texte|texto|testo|tekst|words|story|teksti|szöveg|текст|文|撰文|글)\s*[:：／]\s*(?=\S)/i;
/** What Chinese, Japanese and Korean pages put after a name, and before it without a space. */
const CJK_AFTER = /\s?(?:[（(]?(?:記者|记者|기자|특파원|ライター|編集委員|論説委員|編輯|编辑)[）)]?|さん|氏)$/;
const CJK_BEFORE =
  /^(?:[（(][^（()）]{1,20}[）)]\s?)?(?:(?:本报|本報|本社|特約|實習|实习)?(?:記者|记者)|作者|文)(?=[\u4e00-\u9fff])/;
/** "Taipei report": where a text was written. */
const CJK_PLACE = /(?:報導|报道|报导|電|电|专电|特派)$/;
/** A remark after a name, and the beginning of a description of the person. */
const REMARK = /(?<=\S)\s*[（(][^（()）]*[）)]$/;
const DESCRIBED = /\s(?:is|was|ist|est|es|è) (?:an?|the|eine?|une?|una|il|la|el)\s.*$/s;
const TRAILING_ROLE =
  /(?<=\S\s\S+)\s(?:(?:senior|staff|chief|political|ai|contributing|freelance|news|sports|science|special|foreign|managing|associate|guest)\s)*(?:writer|editor|reporter|correspondent|contributor|columnist|journalist|producer|co-founder|founder|redakteur(?:in)?|journaliste|periodista|giornalista)(?:\s.*)?$/i;

/**
 * The author names in one value, each once; none when it names nobody. Never throws.
 *
 * @param language of the page, for words that announce a name in one language and begin one in another
 */
export function authorNames(value: string, language: string | null = null): string[] {
  let text = oneLine(value);
  if (ADDRESS.test(text) || isDateOnly(text)) return [];
  if (AGENCY.test(text)) return [text.replace(/^\((.*)\)$/, '$1')];
  const primary = language?.split('-', 1)[0] ?? null;
  text = text
    .replace(/\(?(?:https?:\/\/|www\.)\S+/gi, '')
    .replace(/[<(]?[^\s<(]+/g, (word) => (word.includes('@') ? word.replace(MAIL, '') : word))
    // "(Seoul=Yonhap) Kim": where a text was written.
    .replace(/^[（(][^（()）]{1,30}=[^（()）]{1,30}[）)]\s?/, '')
    .trim();
  const label = TEXT_LABEL.exec(text);
  if (label !== null) text = text.slice(label.index + label[0].length);
  text = withoutLead(text.replace(OTHER_LABEL, '').replace(/^[（(]([^（()）]*)[）)]$/, '$1'), primary);
  const by = BY.exec(text);
  if (by !== null && isDateOnly(text.slice(0, by.index))) text = text.slice(by.index + by[0].length);
  text = withoutArchiveWords(text.trim()).replace(DESCRIBED, '');
  // The first part of the line that names somebody: "17 May 2024 | Jane Doe | Politics".
  for (const [at, part] of text.split(PART, 8).entries()) {
    const names = namesIn(withoutLead(part.replace(TAIL, ''), primary).trim(), primary);
    // Later parts may be sections.
    if (names.length > 0 && (at === 0 || names.every((name) => kindOfName(name) === 'person'))) return names;
  }
  return [];
}

/** A text without the words that announce a name: "Posted by", "Text:". */
function withoutLead(text: string, language: string | null): string {
  const found = PARTICLE_LEAD.exec(text);
  if (found === null) {
    const rest = text.replace(LEAD, '');
    return (rest === text ? text.replace(CJK_BEFORE, '') : rest.replace(LEAD, '')).trim();
  }
  const rest = text.slice(found[0].length);
  // "Di Webster", "von der Leyen": one word or another particle after it.
  const isName =
    !/[:：]/.test(found[0]) &&
    (!/^\S+\s+[^\s,;&]/.test(rest) || NAME_PARTICLE.test(rest.split(/\s/, 1)[0]) || !isParticleOf(found[1], language));
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
      if (index > 0 && (ROLE.test(part) || (part.includes(' ') && ROLE_END.test(part)))) break;
      if (index > 0 && AGENCY.test(part)) continue;
      if (index > 0 && names.length > 0 && CREDENTIAL.test(part.replace(/[®™©]/g, '')))
        names.push(`${names.pop()}, ${part}`);
      else if (part !== '' && !isDateOnly(part)) names.push(part.replace(/^(?:and|und|et|y)\s+/i, ''));
    }
  }
  const kept = new Map<string, string>();
  for (const raw of names) {
    if (raw.length > 2 * MAX_NAME_LENGTH) continue;
    const name = raw
      .replace(/^[\s\-–—|:,.*•"'(»›]+|(?<![\s\-–—|:,*•"'(»›=])[\s\-–—|:,*•"'(»›=]+$/g, '')
      .replace(REMARK, '')
      .replace(TRAILING_ROLE, '')
      .replace(CJK_AFTER, '')
      .replace(/^(.{3,50}) \1$/, '$1');
    if (name.length < 2 || name.length > MAX_NAME_LENGTH || !hasLetter(name) || CJK_PLACE.test(name)) continue;
    if (isNobody(name) || ROLE.test(name) || SENTENCE.test(name) || SENTENCE_END.test(name)) continue;
    if (/\d:\d\d|^(?:19|20)\d\d\s/.test(name)) continue;
    if (!kept.has(name.toLowerCase())) kept.set(name.toLowerCase(), name);
  }
  const all = [...kept.values()];
  const own = all.filter((name) => !AGENCY.test(name));
  return own.length > 0 ? own : all;
}

export type NameKind = 'person' | 'account' | 'organisation';

/** What a name looks like, by the rules of its script: nothing else is known of it. */
export function kindOfName(name: string): NameKind {
  const plain = name.split(',', 1)[0].trim();
  if (AGENCY.test(plain) || ORGANISATION_WORD.test(plain) || ORGANISATION.test(plain)) return 'organisation';
  if (ARTICLE_START.test(plain) || FUNCTION_WORD.test(plain) || /[!?©®]/.test(plain)) return 'organisation';
  if (/[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(plain)) {
    const letters = plain.replace(/[\s・·=＝]/g, '');
    if (/[A-Za-z\d]/.test(letters)) return 'account';
    const isLong = letters.length > (/[\u30a1-\u30fa]/.test(letters) ? 16 : 6);
    return letters.length < 2 || isLong ? 'organisation' : 'person';
  }
  const words = plain.split(/\s+/);
  if (words.length > 6) return 'organisation';
  if (words.length === 1 || /\d|_/.test(plain)) return /^[A-ZА-Я]{2,5}$/.test(plain) ? 'organisation' : 'account';
  if (ROLE_END.test(plain)) return 'account';
  // Letters without case are neither.
  const isSmall = (word: string): boolean => word.charAt(0) !== word.charAt(0).toUpperCase();
  const others = words.filter((word, at) => isSmall(word) && !(at > 0 && NAME_PARTICLE.test(word)));
  return others.length === 0 ? 'person' : 'account';
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

/** "All posts by Jane Doe" → "Jane Doe". */
function withoutArchiveWords(text: string): string {
  const name = ARCHIVE_OF.exec(text)?.[1];
  if (name !== undefined) return name;
  const rest = text.replace(ARCHIVE, '');
  return rest === text ? text : rest.replace(SHOW, '');
}

/** The parts of a text between separators; words such as "and" separate two names only. */
function separated(text: string, language: string | null): string[] {
  // Chinese names in a row; a Japanese name has a space.
  if (language === 'zh' && /^[\u4e00-\u9fff]{2,4}(?:\s[\u4e00-\u9fff]{2,4})+$/.test(text)) return text.split(' ');
  const [first, ...rest] = text.split(SEPARATOR);
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
  // The comma before "and" ends a list of names.
  if (left.endsWith(',')) return true;
  const before = left.slice(left.lastIndexOf(',') + 1).trim();
  const after = right.split(',', 1)[0].trim();
  if (FUNCTION_WORD.test(before)) return false;
  const isOneWord = !before.includes(' ');
  if (!isOneWord && !after.includes(' ')) return false;
  if (/^[A-Z]/.test(before) && /^[a-z]/.test(after) && !/^the\s/.test(after)) return false;
  if (FUNCTION_WORD.test(after) && isOneWord) return false;
  return !ORGANISATION.test(after) || !(isOneWord || ORGANISATION.test(before));
}
