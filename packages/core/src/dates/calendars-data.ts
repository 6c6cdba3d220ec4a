/** Digits, eras and calendars of `calendars.ts`, and zones. */

/** Zeros of the decimal digits of scripts; the other nine follow each. */
export const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810, 0xff10,
];
export const OTHER_DIGIT = /[\u0660-\u1819\uff10-\uff19]/g;
export const HAN_DIGITS = '〇一二三四五六七八九';
export const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  大正: 1911,
  民國: 1911,
  民国: 1911,
};
export const ERA = /(令和|平成|昭和|大正|(?:中華)?民[國国]) ?(元|\d{1,3}) ?年/g;
export const LETTER_ERA = /(?:^|[^\w.])([RHS])(\d{1,2})[./](\d{1,2})[./](\d{1,2})(?!\d)/g;

/** Arabic has other names in the Levant and the Maghreb. */
export const VARIANTS: Readonly<Record<string, readonly string[]>> = { ar: ['ar', 'ar-LB', 'ar-MA', 'ar-DZ'] };
/** The calendar beside the Gregorian one that pages of a language have. */
export const CALENDARS: Readonly<Record<string, string>> = {
  fa: 'persian',
  ps: 'persian',
  ckb: 'persian',
  ar: 'islamic-umalqura',
  ur: 'islamic-umalqura',
  am: 'ethiopic',
};

/** Mean length of a year in days, and the day on which the first one began, in days since 1970. */
export const YEARS: Readonly<Record<string, readonly [number, number]>> = {
  persian: [365.242, -492_268],
  'islamic-umalqura': [354.367, -492_148],
  ethiopic: [365.25, -716_367],
};
/** Offsets of the zones whose letters mean one offset; other letters are ignored. */
export const ZONES: Readonly<Record<string, string>> = {
  z: 'Z',
  utc: 'Z',
  gmt: 'Z',
  est: '-05:00',
  edt: '-04:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
  cet: '+01:00',
  cest: '+02:00',
  jst: '+09:00',
};

/** Zones of countries that write the month first, and of those that do not. */
export const MONTH_FIRST_ZONE = /\b(?:[ECMP][SD]?T|AK[SD]T)\b/;
export const DAY_FIRST_ZONE = /\b(?:BST|IST|AE[SD]T|CES?T|NZ[SD]T|SAST|WIB)\b/;

/** Country codes of hosts in English-speaking countries that write the day first, and of those that do not. */
export const DAY_FIRST_HOST = /\.(?:uk|au|nz|ie|in|za|sg|my|ng|ke|hk|pk)$/;
export const MONTH_FIRST_HOST = /\.(?:us|gov|mil|ph)$/;
