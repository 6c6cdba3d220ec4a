/**
 * Dates as pages write them → ISO 8601 with the precision that is known: `2024`, `2024-05`, `2024-05-17`,
 * `2024-05-17T08:30`, `2024-05-17T08:30:00+02:00`. A missing time zone, time or day stays missing.
 *
 * `17/05/2024` is read by the number that can only be a day; `03/04/2020` by a weekday beside it, by the page's language (day first in
 * most, month first in American English), by other dates of the page, and not at all when nothing of that says.
 */
import { LETTERS } from '@dehusk/html';
import { calendarOf, fromCalendar, isDayFirst, monthsOf, weekdayIn, withCommonDigits } from './calendars.js';
import { DAY_FIRST_ZONE, MONTH_FIRST_ZONE, ZONES } from './calendars-data.js';
import { BETWEEN, CJK_DATE, NUMBER, RELATIVE, WEEKDAYS } from './date-words-data.js';
import { MONTHS } from './month-names-data.js';

interface DateOptions {
  /** The page's language as a BCP 47 tag, or null. */
  readonly language: string | null;
  /**
   * Years accepted, both ends included. Machine-readable values may have any age; in running text a lone old year is more often
   * history than the day of publication.
   */
  readonly years?: readonly [from: number, to: number];
  /** Whether the page writes the day first, by its other dates; called only for a date that nothing else settles. */
  readonly settle?: (dayFirst: string, monthFirst: string) => boolean | null;
}

const MACHINE_YEARS = [1000, 2100] as const;
/** Years accepted in visible text: those of the web. */
export const VISIBLE_YEARS = [1991, 2100] as const;

/** Characters read of a value: a date is at its start, perhaps behind a word or two. */
const MAX_DATE_LENGTH = 120;

/** The first date in a short text, or null. Never throws. */
export function parseDate(value: string, options: DateOptions): string | null {
  const text = withCommonDigits(
    value
      .slice(0, MAX_DATE_LENGTH)
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim(),
  )
    // `Tue Mar 05 10:00:00 EST 2024`
    .replace(/([a-z]{3,9} \d{1,2}),? (\d{1,2}:\d{2}(?::\d{2})?)( [a-z]{2,5}| [+-]\d{4})? (\d{4})(?!\d)/i, '$1 $4 $2$3')
    .replace(/(\d{1,2}) (?:tháng|thg\.?) (\d{1,2}),? (?:năm )?(\d{4})/i, '$3-$2-$1')
    // `17 Mar '12`
    .replace(
      /([^\s\d]{2,}\.? |\d,? |-)['’‘](\d{2})(?!\d)/,
      (_, before: string, year: string) => before + fullYear(year),
    );
  const years = options.years ?? MACHINE_YEARS;
  const language = options.language?.toLowerCase() ?? null;
  if (!/\d{4}/.test(text)) return shortYear(text, years, options);
  return (
    otherCalendar(text, years, language) ??
    isoDate(text, years) ??
    compactDate(text, years) ??
    yearFirst(text, years) ??
    dayAndMonthNumbers(text, years, options) ??
    namedMonth(text, years, language) ??
    anyOrder(text, years, language)
  );
}

/** The web is younger than 1991. */
const fullYear = (digits: string): string => (Number(digits) >= 91 ? '19' : '20') + digits;

/** `17.05.24`, `5/17/24`, `5 มี.ค. 67`, and nothing else in the text but a time. */
function shortYear(text: string, years: Years, options: DateOptions): string | null {
  if (options.language?.startsWith('th')) {
    const thai = text.replace(
      /(?<!\d)(\d{1,2} \D{2,12}) ?([5-9]\d)(?![\d:.])/,
      (_, before: string, year: string) => `${before} ${1957 + Number(year)}`,
    );
    return thai === text ? null : anyOrder(thai, years, 'th');
  }
  // Taiwan counts from 1911: `113年3月5日`.
  const taiwan = /^zh-(?:tw|hant)/i.test(options.language ?? '')
    ? /(?<!\d)(1[01]\d)年(?=\d{1,2}月\d{1,2}日)/.exec(text)
    : null;
  if (taiwan !== null)
    return yearFirst(`${1911 + Number(taiwan[1])}年${text.slice(taiwan.index + taiwan[0].length)}`, years);
  const found = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2})(?=$|[, ]+\d{1,2}:\d)/.exec(text);
  if (found === null) return null;
  const [, first, sign, second, year] = found;
  return dayAndMonthNumbers(
    `${first}${sign}${second}${sign}${fullYear(year)}${text.slice(found[0].length)}`,
    years,
    options,
  );
}

/** `1402/12/15` of Persian pages, `1445/08/24` of Arabic ones: years that the common calendar had long ago. */
function otherCalendar(text: string, years: Years, language: string | null): string | null {
  const calendar = language === null ? null : calendarOf(language);
  const found = calendar === null ? null : /(?:^|\D)(1[34]\d\d) ?[/.-] ?(\d{1,2}) ?[/.-] ?(\d{1,2})(?!\d)/.exec(text);
  if (calendar === null || found === null) return null;
  const date = fromCalendar(calendar, Number(found[1]), Number(found[2]), Number(found[3]));
  return date === null ? null : day(...date, years);
}

/**
 * A month of the page's language, a year and perhaps a day, in any order and with any words between: `2024 m. kovo 5 d.`,
 * `5 მარტი, 2024`, `۱۵ اسفند ۱۴۰۲`. Endings of the month's name do not count.
 */
function anyOrder(text: string, years: Years, language: string | null): string | null {
  if (language === null) return null;
  const months = monthsOf(language) ?? monthsOf(language.split('-', 1)[0]) ?? [];
  const lower = text.toLowerCase();
  for (const { name, month, calendar } of months) {
    const stem = name.length < 5 || name.includes(' ') ? name : name.slice(0, name.length < 6 ? -1 : -2);
    const at = lower.indexOf(stem);
    if (at < 0 || (at > 0 && IS_LETTER.test(lower.charAt(at - 1)))) continue;
    if (name.length < 3 && IS_LETTER.test(lower.charAt(at + name.length))) continue;
    const numbers =
      lower
        .replace(/\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?!\d)/g, ' ')
        .match(/\d+/g)
        ?.map(Number) ?? [];
    const year = numbers.find((one) => one >= 1000 && one <= 2700);
    const dayOfMonth = numbers.find((one) => one >= 1 && one <= 31) ?? 0;
    if (year === undefined) return null;
    if (calendar === 'gregory') return day(commonYear(year, language), month, dayOfMonth, years);
    const date = fromCalendar(calendar, year, month, dayOfMonth || 1);
    if (date !== null) return day(date[0], date[1], dayOfMonth === 0 ? 0 : date[2], years);
  }
  return null;
}

const IS_LETTER = new RegExp(`[${LETTERS}]`);
/** Thai pages count from 543 years earlier. */
const commonYear = (year: number, language: string | null): number =>
  year > 2400 && (language === null || /^(?:th|lo|km)(?:-|$)/.test(language)) ? year - 543 : year;

type Years = readonly [number, number];

const padded = (number: number, digits = 2): string => String(number).padStart(digits, '0');

/** The ISO day, or null when there is no such day. Month and day 0 mean "not written". */
function day(year: number, month: number, dayOfMonth: number, years: Years): string | null {
  if (year < years[0] || year > years[1] || month > 12) return null;
  if (month === 0) return padded(year, 4);
  if (dayOfMonth === 0) return `${padded(year, 4)}-${padded(month)}`;
  if (dayOfMonth > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${padded(year, 4)}-${padded(month)}-${padded(dayOfMonth)}`;
}

const TIME =
  /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)? ?([ap]\.?m\b\.?)? ?(?:(?:UTC|GMT)(?=[+-]))?(?:([+-])(\d{2}):?(\d{2})?\b|([a-z]{1,4})\b)?/i;

/** The ISO time at the start of a text, with its `T`; empty when there is none. */
function timeAt(rest: string): string {
  const found = TIME.exec(rest);
  if (found === null) return '';
  let hour = Number(found[1]);
  const minute = Number(found[2]);
  const half = found[4]?.charAt(0).toLowerCase();
  if (half !== undefined && (hour < 1 || hour > 12)) return '';
  if (half === 'p' && hour < 12) hour += 12;
  if (half === 'a' && hour === 12) hour = 0;
  if (hour > 23 || minute > 59 || Number(found[3] ?? 0) > 60) return '';
  const seconds = found[3] === undefined ? '' : `:${found[3]}`;
  let zone = '';
  if (found[5] !== undefined && Number(found[6]) <= 14) zone = `${found[5]}${found[6]}:${found[7] ?? '00'}`;
  else if (found[8] !== undefined) zone = ZONES[found[8].toLowerCase()] ?? '';
  if (zone === '+00:00' || zone === '-00:00') zone = 'Z';
  return `T${padded(hour)}:${padded(minute)}${seconds}${zone}`;
}

/** `2024`, `2024-05`, `2024-05-17`, with a time behind `T` or a space. */
function isoDate(text: string, years: Years): string | null {
  const found = /(?:^|[^\d])(\d{4})-(\d{1,2})(?:-(\d{1,2})(?!\d))?(?![\d-])/.exec(text);
  if (found === null) return /^\d{4}$/.test(text) ? day(Number(text), 0, 0, years) : null;
  if (Number(found[2]) === 0) return null;
  const date = day(Number(found[1]), Number(found[2]), Number(found[3] ?? 0), years);
  if (date === null || found[3] === undefined) return date;
  if (Number(found[3]) === 0) return null;
  const rest = text.slice(found.index + found[0].length).replace(/^(?:T| ?[,|·-] ?| )/i, '');
  return date + timeAt(rest);
}

/** `20240517`, `20240517T083000Z`, and seconds or milliseconds since 1970. */
function compactDate(text: string, years: Years): string | null {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (found !== null) {
    const month = Number(found[2]);
    const dayOfMonth = Number(found[3]);
    const date = month === 0 || dayOfMonth === 0 ? null : day(Number(found[1]), month, dayOfMonth, years);
    if (date !== null)
      return found[4] === undefined
        ? date
        : date + timeAt(`${found[4]}:${found[5]}${found[6] === undefined ? '' : `:${found[6]}`}${found[7] ?? ''}`);
  }
  if (/^1\d{9}(?:\d{3})?(?:\.\d+)?$/.test(text)) {
    const seconds = Number(text.slice(0, 10));
    return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
  }
  return null;
}

/** `2024/05/17`, `2024.5.17`, `2024年5月17日`, `2024년 5월 17일`. */
function yearFirst(text: string, years: Years): string | null {
  const found =
    /(?:^|[^\d])(\d{4}) ?(?:[/.] ?|年|년) ?(\d{1,2})(?: ?(?:[/.] ?|月|월) ?(\d{1,2})(?!\d) ?[日일.]?)?(?![\d])/.exec(
      text,
    );
  if (found === null || Number(found[2]) === 0 || found[3] === '0' || found[3] === '00') return null;
  const date = day(Number(found[1]), Number(found[2]), Number(found[3] ?? 0), years);
  if (date === null || found[3] === undefined) return /[年년]/.test(found[0]) ? date : null;
  return date + timeAt(text.slice(found.index + found[0].length).replace(/^[ ,T]+/, ''));
}

/** `17/05/2024`, `17.5.2024`, `05-17-2024`. */
function dayAndMonthNumbers(text: string, years: Years, options: DateOptions): string | null {
  const found = /(?:^|[^\d/.-])(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4})(?![.]?\d)/.exec(text);
  if (found === null) return null;
  const language = options.language?.toLowerCase() ?? null;
  const first = Number(found[1]);
  const second = Number(found[3]);
  const year = commonYear(Number(found[4]), language);
  if (first === 0 || second === 0) return null;
  const rest = text.slice(found.index + found[0].length);
  let dayFirst: boolean | null = null;
  if (found[2] === '.' || first === second || first > 12) dayFirst = true;
  else if (second > 12) dayFirst = false;
  else {
    const weekday = weekdayIn(text.slice(0, found.index + 1) + rest, language);
    const isOn = (month: number, date: number): boolean =>
      new Date(Date.UTC(year, month - 1, date)).getUTCDay() === weekday;
    if (weekday >= 0 && isOn(second, first) !== isOn(first, second)) dayFirst = isOn(second, first);
    dayFirst ??= language === null ? null : isDayFirst(language);
    if (dayFirst === null && MONTH_FIRST_ZONE.test(rest)) dayFirst = false;
    else if (dayFirst === null && DAY_FIRST_ZONE.test(rest)) dayFirst = true;
    dayFirst ??= options.settle?.(day(year, second, first, years) ?? '', day(year, first, second, years) ?? '') ?? null;
  }
  if (dayFirst === null) return null;
  const date = dayFirst ? day(year, second, first, years) : day(year, first, second, years);
  return date === null ? null : date + timeAt(rest.replace(/^[ ,|·-]+/, ''));
}

/** Whether a date in numbers can only begin with the day, or with the month; null: it can be both, or is none. */
export function orderOf(value: string): boolean | null {
  const found = /(?:^|[^\d/.-])(\d{1,2})[/-](\d{1,2})[/-](?:19|20)\d\d(?!\d)/.exec(value);
  if (found === null || Number(found[1]) > 12 === Number(found[2]) > 12) return null;
  return Number(found[1]) > 12;
}

const WORD = `[${LETTERS}]{3,15}`;
const DAY_MONTH_YEAR = new RegExp(
  String.raw`(?:^|[^${LETTERS}\d])(\d{1,2})(?:st|nd|rd|th|er|re|º|ª|°|\.)?[ -]?(?:de |of |d['’]|di )?(${WORD})[.,]?[ -]?(?:de |del |of |г\. ?)?,? ?(\d{4})(?!\d)`,
  'g',
);
const MONTH_DAY_YEAR = new RegExp(
  String.raw`(?:^|[^${LETTERS}\d])(${WORD})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,| -|)\s?,? ?(\d{4})(?!\d)`,
  'g',
);
const YEAR_MONTH_DAY = new RegExp(String.raw`(?:^|[^\d])(\d{4})[., ]+(${WORD})\.? (\d{1,2})(?!\d)`, 'g');
const MONTH_YEAR = new RegExp(String.raw`(?:^|[^${LETTERS}\d])(${WORD})\.?,? (?:de |del |of )?(\d{4})(?!\d)`, 'g');

/** All matches. Most texts have none, and `matchAll` copies the expression. */
const matchesOf = (pattern: RegExp, text: string): Iterable<RegExpExecArray> =>
  text.search(pattern) < 0 ? [] : text.matchAll(pattern);

/** `May 17, 2024`, `17. Mai 2024`, `17 de mayo de 2024`, `2024. május 17`, `May 2024`. */
function namedMonth(text: string, years: Years, language: string | null): string | null {
  const primary = language?.split('-')[0] ?? null;
  const yearOf = (digits: string): number => commonYear(Number(digits), primary);
  const behind = (found: RegExpMatchArray): string =>
    text
      .slice((found.index ?? 0) + found[0].length)
      .replace(/^[ ,|·•–-]*(?:(?:at|um|à|a las|às|alle|kl|om|o|в|г\.?)[., ]+)?/i, '');
  for (const [pattern, dayAt, monthAt, yearAt] of [
    [DAY_MONTH_YEAR, 1, 2, 3],
    [MONTH_DAY_YEAR, 2, 1, 3],
    [YEAR_MONTH_DAY, 3, 2, 1],
    [MONTH_YEAR, 0, 1, 2],
  ] as const)
    for (const found of matchesOf(pattern, text)) {
      const month = monthNamed(found[monthAt], primary);
      if (month === 0) continue;
      if (dayAt !== 0 && Number(found[dayAt]) === 0) continue;
      // A day that the month does not have is a mistake, not a month.
      if (dayAt === 0 && /\d\D{0,4}$/.test(text.slice(0, found.index + 1))) continue;
      const date = day(yearOf(found[yearAt]), month, dayAt === 0 ? 0 : Number(found[dayAt]), years);
      if (date !== null) return dayAt === 0 ? date : date + timeAt(behind(found));
    }
  return null;
}

/** The day in a URL's path, or null: `/2024/05/17/`, `/2024/may/17/`, `/2024-05-17-title`, `/20240517/`; the month of `/2024/05/`. */
export function dateInUrl(url: string): string | null {
  const path = url
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .slice(0, 500);
  const found =
    /(?:^|[/_-])((?:19|20)\d{2})([/_-]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?=[/_.-]|$)/.exec(path) ??
    /\/((?:19|20)\d{2})()\/(0?[1-9]|1[0-2])(?:\/(0?[1-9]|[12]\d|3[01]))?(?=\/|$)/.exec(path);
  if (found !== null) return day(Number(found[1]), Number(found[3]), Number(found[4] ?? 0), VISIBLE_YEARS);
  const named = /\/((?:19|20)\d{2})\/([a-z]{3,10})\/(\d{1,2})(?=\/|$)/i.exec(path);
  const month = named === null ? 0 : monthNamed(named[2], null);
  return named === null || month === 0 ? null : day(Number(named[1]), month, Number(named[3]), VISIBLE_YEARS);
}

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
function monthNamed(word: string, language: string | null): number {
  const name = word.toLowerCase().replace(/[.,]$/, '');
  return (language === null ? undefined : byLanguage.get(language)?.get(name)) ?? byName.get(name) ?? 0;
}
