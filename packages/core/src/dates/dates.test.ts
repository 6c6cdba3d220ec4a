import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dateInUrl, parseDate, VISIBLE_YEARS } from './dates.js';

test('dates as pages write them', () => {
  const cases: readonly (readonly [value: string, language: string | null, expected: string | null])[] = [
    // ISO 8601 and what is nearly it: the precision stays.
    ['2024', null, '2024'],
    ['2024-05', null, '2024-05'],
    ['2024-05-17', null, '2024-05-17'],
    ['2024-5-7', null, '2024-05-07'],
    ['2024-05-17T08:30', null, '2024-05-17T08:30'],
    ['2024-05-17 08:30:15', null, '2024-05-17T08:30:15'],
    ['2024-05-17T08:30:00Z', null, '2024-05-17T08:30:00Z'],
    ['2024-05-17T08:30:00.123+0200', null, '2024-05-17T08:30:00+02:00'],
    ['2024-05-17T08:30:00-05', null, '2024-05-17T08:30:00-05:00'],
    ['2024-05-17T08:30:00+00:00', null, '2024-05-17T08:30:00Z'],
    ['2024-05-17T24:30:00Z', null, '2024-05-17'],
    ['20240517', null, '2024-05-17'],
    ['20240517T083000Z', null, '2024-05-17T08:30:00Z'],
    ['1715934600', null, '2024-05-17T08:30:00Z'],
    ['1715934600123', null, '2024-05-17T08:30:00Z'],
    // RFC 2822 and HTTP.
    ['Fri, 17 May 2024 08:30:00 GMT', 'en', '2024-05-17T08:30:00Z'],
    ['Fri, 17 May 2024 08:30:00 +0200', 'en', '2024-05-17T08:30:00+02:00'],
    // Months of few letters, joined to a word, and as numbers with a name.
    ['۲۹ دی ۱۴۰۲', 'fa', '2024-01-19'],
    ['۱ مرداد ۱۳۹۲', 'fa', '2013-07-23'],
    ['۱ تیر ۱۳۹۲', 'fa', '2013-06-22'],
    ['6 באוק׳ 2024', 'he', '2024-10-06'],
    ['13 באפר׳ 2014', 'he', '2014-04-13'],
    ['28 thg 2, 2018', 'vi', '2018-02-28'],
    // Year first.
    ['2024/05/17', null, '2024-05-17'],
    ['2024/05/17 08:30', null, '2024-05-17T08:30'],
    ['2024年5月17日', 'zh', '2024-05-17'],
    ['2024년 5월 17일', 'ko', '2024-05-17'],
    ['2024. 5. 17.', 'ko', '2024-05-17'],
    // Named months, many languages, known whatever the page's language.
    ['May 17, 2024', null, '2024-05-17'],
    ['Published May 17th, 2024 at 8:30 pm EDT', 'en', '2024-05-17T20:30-04:00'],
    ['17 May 2024', null, '2024-05-17'],
    ['17. Mai 2024, 12:05 Uhr', 'de', '2024-05-17T12:05'],
    ['le 1er août 2023 à 09h15', 'fr', '2023-08-01T09:15'],
    ['17 de mayo de 2024', 'es', '2024-05-17'],
    ['17 de março de 2024', 'pt', '2024-03-17'],
    ['17 maggio 2024', 'it', '2024-05-17'],
    ['17 maja 2024', 'pl', '2024-05-17'],
    ['17. května 2024', 'cs', '2024-05-17'],
    ['2024. május 17', 'hu', '2024-05-17'],
    ['17 мая 2024 г., 12:05', 'ru', '2024-05-17T12:05'],
    ['17 травня 2024', 'uk', '2024-05-17'],
    ['17 Μαΐου 2024', 'el', '2024-05-17'],
    ['17 Mayıs 2024', 'tr', '2024-05-17'],
    ['17 mei 2024', 'nl', '2024-05-17'],
    ['17. toukokuuta 2024', 'fi', '2024-05-17'],
    ['17 مايو 2024', 'ar', '2024-05-17'],
    ['17 במאי 2024', 'he', '2024-05-17'],
    ['17 tháng 5, 2024', 'vi', '2024-05-17'],
    ['17 พฤษภาคม 2567', 'th', '2024-05-17'],
    ['listopad 2023', 'pl', '2023-11'],
    ['12 listopada 2023', 'hr', '2023-10-12'],
    ['12 listopada 2023', null, '2023-11-12'],
    ['Spring 2024', 'en', null],
    // Numbers alone: what can only be a day decides, then the language, else nothing.
    ['17/05/2024', null, '2024-05-17'],
    ['05/17/2024', null, '2024-05-17'],
    ['03.04.2020', 'en-US', '2020-04-03'],
    ['03/04/2020', 'en-US', '2020-03-04'],
    ['03/04/2020', 'en-GB', '2020-04-03'],
    ['03/04/2020', 'fr', '2020-04-03'],
    ['03/04/2020', 'en', null],
    ['03/04/2020', null, null],
    ['04/04/2020', null, '2020-04-04'],
    // No dates.
    ['2024-13-01', null, null],
    ['2024-02-30', null, null],
    ['2023-02-29', null, null],
    ['0000-00-00', null, null],
    ['31 April 2024', null, null],
    ['version 1.2.2024.1', null, null],
    ['12345678', null, null],
    ['call 555-2024-17', null, null],
    ['', null, null],
  ];
  for (const [value, language, expected] of cases)
    assert.equal(parseDate(value, { language }), expected, `${value} (${language})`);
});

test('years outside the bounds are no dates', () => {
  const years = VISIBLE_YEARS;
  assert.equal(parseDate('March 4, 1815', { language: null }), '1815-03-04');
  assert.equal(parseDate('March 4, 1815', { language: null, years }), null);
  assert.equal(parseDate('January 1, 1991', { language: null, years }), '1991-01-01');
  assert.equal(parseDate('December 31, 1990', { language: null, years }), null);
  assert.equal(parseDate('December 31, 2100', { language: null, years }), '2100-12-31');
  assert.equal(parseDate('January 1, 2101', { language: null, years }), null);
});

test('the day in an address', () => {
  const cases: Record<string, string | null> = {
    'https://example.org/2024/05/17/title': '2024-05-17',
    'https://example.org/2024/5/7/title': '2024-05-07',
    'https://example.org/blog/2024-05-17-title.html': '2024-05-17',
    'https://example.org/news/20240517/title': '2024-05-17',
    'https://example.org/2024/may/17/title': '2024-05-17',
    'https://example.org/2024/reviews/17/title': null,
    'https://example.org/2024/05/title': '2024-05',
    'https://example.org/2024/title': null,
    'https://example.org/2024/13/17/': null,
    'https://example.org/2024/02/31/x': null,
    'https://example.org/item?date=2024-05-17': null,
    'https://2024-05-17.example.org/': null,
    'https://example.org/item-120240517': null,
  };
  for (const [url, expected] of Object.entries(cases)) assert.equal(dateInUrl(url), expected, url);
});

test('every real day comes back from the ways it is written, and whatever comes out is ISO 8601', () => {
  const days = fc.date({ min: new Date('1000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
  const english = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];
  english.push('October', 'November', 'December');
  fc.assert(
    fc.property(days, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [year, month, day] = iso.split('-').map(Number);
      const language = 'en-GB';
      assert.equal(parseDate(iso, { language }), iso);
      assert.equal(parseDate(`${day} ${english[month - 1]} ${year}`, { language }), iso);
      assert.equal(parseDate(`${english[month - 1]} ${day}, ${year}`, { language }), iso);
      assert.equal(parseDate(`${day}/${month}/${year}`, { language }), iso);
      assert.equal(parseDate(`${year}年${month}月${day}日`, { language }), iso);
    }),
  );
  const piece = fc.constantFrom(
    '1',
    '12',
    '31',
    '2024',
    ' ',
    '-',
    '/',
    '.',
    ':',
    'T',
    'Z',
    '+',
    'May',
    'мая',
    ', ',
    'am',
    '年',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (parts) => {
      const got = parseDate(parts.join(''), { language: 'en-US' });
      if (got !== null)
        assert.match(got, /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?)?)?$/, parts.join(''));
    }),
    { numRuns: 2_000 },
  );
});

/** Variations of each kind of date, by the page's language. All are 5 March 2024 unless the row says otherwise. */
const VARIATIONS: Readonly<
  Record<string, readonly (readonly [language: string | null, value: string, expected?: string | null])[]>
> = {
  'digits of other scripts': [
    ['hi', '५ मार्च २०२४'],
    ['mr', '५ मार्च, २०२४'],
    ['ne', '२०२४ मार्च ५'],
    ['bn', '৫ মার্চ ২০২৪'],
    ['bn', '০৫/০৩/২০২৪'],
    ['ar', '٥ مارس ٢٠٢٤'],
    ['ar-LB', '٥ آذار ٢٠٢٤'],
    ['ar-EG', '٢٠٢٤/٠٣/٠٥'],
    ['ur', '۵ مارچ ۲۰۲۴'],
    ['fa', '۵ مارس ۲۰۲۴'],
    ['th', '๕ มีนาคม ๒๕๖๗'],
    ['my', '၂၀၂၄ မတ် ၅'],
    ['km', '៥ មីនា ២០២៤'],
    ['ta', '5 மார்ச், 2024'],
    ['zh', '２０２４年３月５日'],
    ['zh', '二〇二四年三月五日'],
    ['zh', '二〇二四年十二月二十一日', '2024-12-21'],
  ],
  'other calendars and eras': [
    ['fa', '۱۵ اسفند ۱۴۰۲'],
    ['fa', 'سه‌شنبه ۱۵ اسفند ۱۴۰۲ - ۱۰:۳۰'],
    ['fa', '۱۴۰۲/۱۲/۱۵'],
    ['fa-IR', '1402-12-15'],
    ['fa', '۱ فروردین ۱۴۰۳', '2024-03-20'],
    ['ar', '٢٤ شعبان ١٤٤٥ هـ'],
    ['ar-SA', '24 شعبان 1445'],
    ['ar-SA', '1445/08/24'],
    ['th', '5 มีนาคม 2567'],
    ['th', '5 มี.ค. 2567'],
    ['th', '5 มี.ค. 67'],
    ['th', '05/03/2567'],
    ['ja', '令和6年3月5日'],
    ['ja', '令和６年３月５日（火）'],
    ['ja', '平成31年4月30日', '2019-04-30'],
    ['ja', '令和元年5月1日', '2019-05-01'],
    ['ja', 'R6.3.5'],
    ['zh-TW', '民國113年3月5日'],
    ['zh-TW', '中華民國 113 年 3 月 5 日'],
  ],
  'languages of CLDR': [
    ['lt', '2024 m. kovo 5 d.'],
    ['lt', '2024 kovo 5'],
    ['lv', '2024. gada 5. marts'],
    ['lv', '2024. gada 5. martā'],
    ['lv', '5. marts, 2024'],
    ['ka', '5 მარტი, 2024'],
    ['ka', '05 მარ 2024'],
    ['hy', '5 մարտի, 2024 թ.'],
    ['hy', '5 Մարտ, 2024'],
    ['et', '5. märts 2024'],
    ['eu', '2024ko martxoaren 5a'],
    ['kk', '2024 ж. 5 наурыз'],
    ['az', '5 mart 2024'],
    ['is', '5. mars 2024'],
    ['cy', '5 Mawrth 2024'],
    ['sw', '5 Machi 2024'],
    ['fil', 'Marso 5, 2024'],
    ['mk', '5 март 2024'],
    ['sq', '5 mars 2024'],
    ['gl', '5 de marzo de 2024'],
    ['hu', '2024. március 5., kedd'],
    ['fi', 'tiistai 5. maaliskuuta 2024'],
    ['eo', '5-a de marto 2024'],
    ['sr-Latn', '5. mart 2024.'],
    ['bs', '5. mart 2024.'],
    ['af', '5 Maart 2024'],
    ['vi', 'Thứ Ba, 5/3/2024'],
    ['ms', '5 Mac 2024'],
  ],
  'machines and short years': [
    [null, 'Tue Mar 05 10:00:00 EST 2024', '2024-03-05T10:00:00-05:00'],
    [null, 'Tue Mar 5 10:00:00 2024', '2024-03-05T10:00:00'],
    [null, 'Tue Mar 05 10:00:00 +0100 2024', '2024-03-05T10:00:00+01:00'],
    [null, 'Tue Mar 05 2024 10:00:00 GMT+0100 (CET)', '2024-03-05T10:00:00+01:00'],
    [null, '05-Mar-2024'],
    ['en', "17 Mar '12", '2012-03-17'],
    ['en', 'Mar 17, ’12', '2012-03-17'],
    ['en', "5 March '98", '1998-03-05'],
    ['de', '05.03.24'],
    ['de', '05.03.24, 10:30', '2024-03-05T10:30'],
    ['en-US', '3/5/24'],
    ['en', '3/5/24', null],
    ['en', 'ISO 9001:2015', null],
  ],
  'day or month first': [
    ['en', 'Tuesday, 04/10/2011', '2011-10-04'],
    ['en', 'Sunday, 04/10/2011', '2011-04-10'],
    ['en', 'Tue 04/10/2011 08:00', '2011-10-04T08:00'],
    ['en', '04/10/2011 05:07 AM EDT', '2011-04-10T05:07-04:00'],
    ['en', '04/10/2011 05:07 GMT', null],
    ['en', '04/10/2011 05:07 BST', '2011-10-04T05:07'],
    ['en-US', '04/10/2011', '2011-04-10'],
    ['en-GB', '04/10/2011', '2011-10-04'],
    ['en-CA', '04/10/2011', null],
    ['de', '04/10/2011', '2011-10-04'],
    ['sw', '04/10/2011', '2011-10-04'],
    ['fil', '04/10/2011', '2011-04-10'],
    ['it', 'martedì 04/10/2011', '2011-10-04'],
  ],
  'calendars, eras and languages': [
    ['fa', '۱۵ اسفند ۱۴۰۲'],
    ['fa', '۱۴۰۲/۱۲/۱۵'],
    ['ar', '٥ مارس ٢٠٢٤'],
    ['ar', '24 شعبان 1445'],
    ['th', '๕ มีนาคม ๒๕๖๗'],
    ['ja', '令和6年3月5日'],
    ['ja', 'R6.3.5'],
    ['zh-TW', '民國113年3月5日'],
    ['zh-TW', '113年3月5日'],
    ['zh', '二〇二四年三月五日'],
    ['ko', '2024. 3. 5.'],
    ['lt', '2024 m. kovo 5 d.'],
    ['lv', '2024. gada 5. marts'],
    ['ka', '5 მარტი, 2024'],
    ['hy', '5 Մարտի, 2024'],
    ['bn', '৫ মার্চ ২০২৪'],
    ['ta', '5 மார்ச் 2024'],
    ['mr', '५ मार्च, २०२४'],
    ['uk', '5 березня 2024'],
    ['el', '5 Μαρτίου 2024'],
    ['hu', '2024. március 5.'],
    ['hr', '5. ožujka 2024.'],
    ['fi', '5. maaliskuuta 2024'],
    ['et', '5. märts 2024'],
    ['he', '5 במרץ 2024'],
    ['ur', '5 مارچ 2024'],
    ['ms', '5 Mac 2024'],
    ['sw', '5 Machi 2024'],
    ['is', '5. mars 2024'],
    ['az', '5 mart 2024'],
    ['kk', '2024 ж. 5 наурыз'],
    ['ca', '5 de març del 2024'],
    ['eu', '2024(e)ko martxoaren 5(a)'],
    ['cy', '5 Mawrth 2024'],
    ['ga', '5 Márta 2024'],
    ['sq', '5 mars 2024'],
    ['mk', '5 март 2024'],
    ['vi', 'Thứ Ba, 05/03/2024'],
  ],
};
for (const [kind, rows] of Object.entries(VARIATIONS))
  test(`variations: ${kind}`, () => {
    const wrong = rows.filter(([language, value, expected = '2024-03-05']) => {
      const got = parseDate(value, { language });
      return got !== expected && !(expected?.length === 10 && got?.startsWith(`${expected}T`));
    });
    assert.deepEqual(
      wrong.map(([language, value]) => [language, value, parseDate(value, { language })]),
      [],
    );
  });
