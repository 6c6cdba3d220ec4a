/**
 * What `Intl` knows of dates, so that no table is needed: names of months and weekdays of every language of CLDR, the order of day and
 * month, other calendars; and digits of other scripts. Each answer is computed once per language.
 */

import { computed } from '@dehusk/html';
import { CALENDARS, ERA, ERAS, HAN_DIGITS, LETTER_ERA, OTHER_DIGIT, VARIANTS, YEARS, ZEROS } from './calendars-data.js';

/** A text with ASCII digits, and years of the Japanese and Taiwanese eras as common ones. */
export function withCommonDigits(text: string): string {
  if (/^[\0-\x7f]*$/.test(text))
    return text.replace(LETTER_ERA, (_, era: string, ...parts: string[]) => {
      const first = { R: 2018, H: 1988, S: 1925 }[era] ?? 0;
      return ` ${first + Number(parts[0])}/${parts[1]}/${parts[2]}`;
    });
  return text
    .replace(OTHER_DIGIT, (sign) => {
      const point = sign.charCodeAt(0);
      const zero = ZEROS.find((one) => point >= one && point < one + 10);
      return zero === undefined ? sign : String(point - zero);
    })
    .replace(/[〇零一二三四五六七八九十]{1,4}(?=[年月日])/g, hanNumber)
    .replace(
      ERA,
      (_, era: string, year: string) =>
        `${(ERAS[era.replace('中華', '')] ?? 0) + (year === '元' ? 1 : Number(year))}年`,
    );
}

/** 二〇二四 → 2024, 十二 → 12, 二十一 → 21. */
function hanNumber(text: string): string {
  const digit = (sign: string): number => HAN_DIGITS.indexOf(sign === '零' ? '〇' : sign);
  const [tens, ones] = text.split('十');
  if (ones === undefined) return [...text].map(digit).join('');
  return String((tens === '' ? 1 : digit(tens)) * 10 + (ones === '' ? 0 : digit(ones)));
}

/** A function of a language that is computed once; null where `Intl` does not know the language. */
function perLanguage<T>(compute: (language: string) => T): (language: string) => T | null {
  const known = new Map<string, T | null>();
  return (language) => {
    let value = known.get(language);
    if (value === undefined) {
      try {
        value = Intl.DateTimeFormat.supportedLocalesOf(language).length === 0 ? null : compute(language);
      } catch {
        value = null;
      }
      // Languages come from pages.
      if (known.size < 500) known.set(language, value);
    }
    return value;
  };
}

const formatter = (language: string, calendar: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(`${language.split('-u-', 1)[0]}-u-ca-${calendar}-nu-latn`, {
    ...options,
    timeZone: 'UTC',
  });

interface NamedMonth {
  readonly name: string;
  readonly month: number;
  readonly calendar: string;
}

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The months of a language, the longest names first; those of its own calendar too. */
export const monthsOf = perLanguage((language): readonly NamedMonth[] => {
  const primary = language.split('-', 1)[0];
  const names = new Map<string, NamedMonth>();
  for (const calendar of ['gregory', ...(CALENDARS[primary] === undefined ? [] : [CALENDARS[primary]])])
    for (const variant of [language, ...(VARIANTS[primary] ?? [])])
      for (const options of [
        { month: 'long', day: 'numeric', year: 'numeric' },
        { month: 'long' },
        { month: 'short', day: 'numeric' },
      ] as const) {
        const format = formatter(variant, calendar, options);
        for (let at = 0; at < 13; at++) {
          const date = Date.UTC(2024, 0, 15) + at * 30 * 86_400_000;
          const parts = format.formatToParts(date);
          const index = parts.findIndex(({ type }) => type === 'month');
          // Hebrew joins its "in" to the month.
          const before = parts[index - 1]?.value.split(/[^\u0590-\u05ff]/).pop() ?? '';
          const name = plain(before + (parts[index]?.value ?? ''));
          const month = calendar === 'gregory' ? new Date(date).getUTCMonth() + 1 : partsIn(calendar, date)[1];
          if (name.length >= (/^[a-z]/.test(name) ? 3 : 2) && !/\d/.test(name) && !names.has(name))
            names.set(name, { name, month, calendar });
        }
      }
  return [...names.values()].sort((a, b) => b.name.length - a.name.length);
});

/** Whether dates in numbers begin with the day; null where the language does not say. */
export const isDayFirst = perLanguage((language): boolean | null => {
  if (language === 'en') return null;
  const order = formatter(language, 'gregory', { year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year');
  return order[0] === 'year' ? null : order[0] === 'day';
});

/** The weekdays of a language, Sunday first, with short names. */
const weekdaysOf = perLanguage((language): readonly (readonly string[])[] =>
  Array.from({ length: 7 }, (_, at) =>
    (['long', 'short'] as const).map((weekday) =>
      plain(formatter(language, 'gregory', { weekday }).format(Date.UTC(2024, 0, 7 + at))),
    ),
  ),
);

/** The weekday that a text names, Sunday 0; −1 for none. */
export function weekdayIn(text: string, language: string | null): number {
  const lower = text.toLowerCase();
  for (const one of language === null || language === 'en' ? ['en'] : [language, 'en']) {
    const days = weekdaysOf(one) ?? [];
    for (const at of [0, 1]) {
      const found = days.findIndex((names) => names[at].length >= 3 && lower.includes(names[at]));
      if (found >= 0) return found;
    }
  }
  return -1;
}

const calendarFormats = new Map<string, Intl.DateTimeFormat>();

/** Year, month and day of a moment in a calendar. */
function partsIn(calendar: string, date: number): [number, number, number] {
  const format = computed(calendarFormats, calendar, () =>
    formatter('en', calendar, { year: 'numeric', month: 'numeric', day: 'numeric' }),
  );
  const parts = format.formatToParts(date);
  const number = (type: string): number => Number.parseInt(parts.find((one) => one.type === type)?.value ?? '', 10);
  return [number('year'), number('month'), number('day')];
}

export const calendarOf = (language: string): string | null => CALENDARS[language.split('-', 1)[0]] ?? null;

/** A day of another calendar as `[year, month, day]` of the Gregorian one; null when there is no such day. */
export function fromCalendar(
  calendar: string,
  year: number,
  month: number,
  day: number,
): readonly [number, number, number] | null {
  const [length, start] = YEARS[calendar];
  const monthLength = calendar === 'islamic-umalqura' ? 29.53 : 30.44;
  let at = Math.round(start + (year - 1) * length + (month - 1) * monthLength + day - 1);
  for (let tries = 0; tries < 8; tries++) {
    const [y, m, d] = partsIn(calendar, at * 86_400_000);
    if (y === year && m === month && d === day) {
      const date = new Date(at * 86_400_000);
      return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    }
    const step = (year - y) * length + (month - m) * monthLength + (day - d);
    // Never none: the day before the first of a month is a part of a day away.
    at += step > 0 ? Math.ceil(step) : Math.floor(step);
  }
  return null;
}
