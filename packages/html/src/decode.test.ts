import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TextDecoder as WhatwgDecoder } from '@exodus/bytes/encoding.js';
import fc from 'fast-check';
import { detectCharset as detectNothing } from './charset/detect-charset.browser.js';
import { decode } from './decode.js';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const hex = (text: string): Uint8Array => Uint8Array.from(text.split(' '), (byte) => Number.parseInt(byte, 16));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const join = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Bytes by Python's codecs, an implementation independent of ours. */
const ENCODINGS: readonly (readonly [encoding: string, bytes: string, text: string])[] = [
  ['ibm866', '8f e0 a8 a2 a5 e2', 'Привет'],
  ['iso-8859-2', '7a 61 bf f3 b3 e6', 'zażółć'],
  ['iso-8859-3', 'a1 a6 e6', 'ĦĤĉ'],
  ['iso-8859-4', 'a1 a2 a3', 'ĄĸŖ'],
  ['iso-8859-5', 'bf e0 d8 d2 d5 e2', 'Привет'],
  ['iso-8859-6', 'e5 d1 cd c8 c7', 'مرحبا'],
  ['iso-8859-7', 'c3 e5 e9 dc', 'Γειά'],
  ['iso-8859-8', 'f9 ec e5 ed', 'שלום'],
  ['iso-8859-8-i', 'f9 ec e5 ed', 'שלום'],
  ['iso-8859-10', 'a1 a2 a3', 'ĄĒĢ'],
  ['iso-8859-13', 'e0 fe 75 6f 6c 61 73', 'ąžuolas'],
  ['iso-8859-14', 'f0 fe a1', 'ŵŷḂ'],
  ['iso-8859-15', '31 30 20 a4 2c 20 bd 75 76 72 65', '10 €, œuvre'],
  ['iso-8859-16', 'de 61 72 e3 20 a4', 'Țară €'],
  ['koi8-r', 'f0 d2 c9 d7 c5 d4', 'Привет'],
  ['koi8-u', 'f0 d2 c9 d7 a6 d4', 'Привіт'],
  ['macintosh', 'd2 63 61 66 8e d3 20 db', '“café” €'],
  ['windows-874', 'ca c7 d1 ca b4 d5', 'สวัสดี'],
  ['windows-1250', '70 f8 ed 6c 69 9a 20 9e 6c 75 9d 6f 75 e8 6b fd 20 80', 'příliš žluťoučký €'],
  ['windows-1251', 'cf f0 e8 e2 e5 f2 20 88', 'Привет €'],
  ['windows-1252', '93 6e 61 ef 76 65 94 20 80', '“naïve” €'],
  ['windows-1253', 'c3 e5 e9 dc 20 80', 'Γειά €'],
  ['windows-1254', 'fd f0 fd fe fe 20 80', 'ığışş €'],
  ['windows-1255', 'f9 ec e5 ed 20 a4', 'שלום ₪'],
  ['windows-1256', 'e3 d1 cd c8 c7 20 80', 'مرحبا €'],
  ['windows-1257', 'e0 fe 75 6f 6c 61 73 20 80', 'ąžuolas €'],
  ['windows-1258', 'd0 fd f5 cc 6e 67 20 fe', 'Đươ\u0300ng ₫'],
  ['x-mac-cyrillic', '8f f0 e8 e2 e5 f2', 'Привет'],
  ['gbk', 'c4 e3 ba c3 a3 ac ca c0 bd e7', '你好，世界'],
  ['gb18030', 'c4 e3 ba c3 95 32 82 36', '你好𠀀'],
  ['big5', 'a7 41 a6 6e a1 41 a5 40 ac c9 9d ef', '你好，世界嘅'],
  ['euc-jp', 'c6 fc cb dc b8 ec a1 a2 a5 ab a5 ca', '日本語、カナ'],
  ['iso-2022-jp', '1b 24 42 46 7c 4b 5c 38 6c 1b 28 42 61 62 63', '日本語abc'],
  ['shift_jis', '93 fa 96 7b 8c ea 81 41 b6 c5 87 40', '日本語、ｶﾅ①'],
  ['euc-kr', 'be c8 b3 e7 20 8c 63', '안녕 똠'],
  ['utf-8', '7a 61 c5 bc c3 b3 c5 82 c4 87 20 f0 9f 98 80', 'zażółć 😀'],
];

test('every encoding of the standard is decoded, by HTTP charset and by meta', () => {
  for (const [encoding, bytes, text] of ENCODINGS) {
    assert.deepEqual(decode(hex(bytes), { httpCharset: encoding }), { text, encoding, by: 'http' }, encoding);
    const head = `<meta charset=${encoding}><p>`;
    assert.deepEqual(decode(join(ascii(head), hex(bytes))), { text: head + text, encoding, by: 'meta' }, encoding);
  }
  const wide = (encoding: string, bytes: string) => decode(hex(bytes), { httpCharset: encoding });
  assert.deepEqual(wide('utf-16le', '41 00 e5 65 3d d8 00 de'), { text: 'A日😀', encoding: 'utf-16le', by: 'http' });
  assert.deepEqual(wide('utf-16be', '00 41 65 e5 d8 3d de 00'), { text: 'A日😀', encoding: 'utf-16be', by: 'http' });
  assert.deepEqual(wide('x-user-defined', '41 80 ff'), {
    text: 'A\uF780\uF7FF',
    encoding: 'x-user-defined',
    by: 'http',
  });
  for (const refused of ['replacement', 'hz-gb-2312', 'iso-2022-kr', 'iso-2022-cn'])
    assert.deepEqual(wide(refused, '41 42'), { text: '\uFFFD', encoding: 'replacement', by: 'http' });
});

test('labels of old servers and editors mean what the standard says', () => {
  const labels: Record<string, string> = {
    'ISO-8859-1': 'windows-1252',
    latin1: 'windows-1252',
    'us-ascii': 'windows-1252',
    ' Windows-1252 ': 'windows-1252',
    gb2312: 'gbk',
    'x-gbk': 'gbk',
    'x-sjis': 'shift_jis',
    ms_kanji: 'shift_jis',
    'windows-31j': 'shift_jis',
    'x-euc-jp': 'euc-jp',
    'ks_c_5601-1987': 'euc-kr',
    'big5-hkscs': 'big5',
    'iso-8859-9': 'windows-1254',
    'iso-8859-11': 'windows-874',
    'tis-620': 'windows-874',
    cp1251: 'windows-1251',
    koi: 'koi8-r',
    mac: 'macintosh',
    logical: 'iso-8859-8-i',
  };
  for (const [label, encoding] of Object.entries(labels)) {
    const got = decode(ascii('plain'), { httpCharset: label });
    assert.equal(got.encoding, encoding, label);
  }
});

test('what decides: byte order mark, then HTTP, then meta, then the XML declaration', () => {
  const meta = '<meta charset=windows-1251>';
  const cases: readonly (readonly [bytes: Uint8Array, http: string | null, encoding: string, by: string])[] = [
    [join(hex('ef bb bf'), ascii(meta)), 'koi8-r', 'utf-8', 'bom'],
    [hex('ff fe 41 00'), 'koi8-r', 'utf-16le', 'bom'],
    [hex('fe ff 00 41'), 'koi8-r', 'utf-16be', 'bom'],
    [ascii(`${meta}\xe0`), 'koi8-r', 'koi8-r', 'http'],
    [ascii(`${meta}\xe0`), 'no-such-charset', 'windows-1251', 'meta'],
    [ascii(`${meta}\xe0`), null, 'windows-1251', 'meta'],
    [ascii('<?xml version="1.0" encoding="windows-1251"?><p>\xe0'), null, 'windows-1251', 'xml-declaration'],
    [ascii("<?xml version='1.0' encoding = 'utf-16'?><p>a"), null, 'utf-8', 'xml-declaration'],
    [ascii(`<?xml version="1.0" encoding="koi8-r"?>${meta}\xe0`), null, 'windows-1251', 'meta'],
    [ascii('plain'), null, 'utf-8', 'utf-8-validity'],
    [ascii('\x80'), null, 'windows-1252', 'default'],
    [hex('3c 00 70 00 3e 00'), null, 'utf-16le', 'detected'],
    [hex('00 3c 00 70 00 3e'), null, 'utf-16be', 'detected'],
    [hex('1b 24 42 46 7c 4b 5c 38 6c 1b 28 42'), null, 'iso-2022-jp', 'detected'],
    [new Uint8Array(0), null, 'utf-8', 'utf-8-validity'],
  ];
  for (const [bytes, httpCharset, encoding, by] of cases) {
    const got = decode(bytes, { httpCharset });
    assert.deepEqual([got.encoding, got.by], [encoding, by], JSON.stringify(String.fromCharCode(...bytes)));
  }
  assert.equal(decode(join(hex('ef bb bf'), ascii('text'))).text, 'text', 'the mark is no text');
});

test('the prescan reads meta tags as the standard does', () => {
  const found: readonly (readonly [head: string, encoding: string | null])[] = [
    ['<meta charset="koi8-r">', 'koi8-r'],
    ["<META CharSet = 'KOI8-R' >", 'koi8-r'],
    ['<meta/charset=koi8-r/>', null],
    ['<meta/charset=koi8-r />', 'koi8-r'],
    ['<meta http-equiv=Content-Type content="text/html; charset=koi8-r">', 'koi8-r'],
    ['<meta content="text/html;charset = \'koi8-r\'" http-equiv=content-type>', 'koi8-r'],
    ['<meta http-equiv=content-type content=text/html;charset=koi8-r>', 'koi8-r'],
    ['<meta content="text/html; charset=koi8-r">', null],
    ['<meta http-equiv=refresh content="text/html; charset=koi8-r">', null],
    ['<meta name=x charset=koi8-r charset=utf-8>', 'koi8-r'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<meta charset=nonsense><meta charset=koi8-r>', 'koi8-r'],
    ['<!-- <meta charset=utf-8> --><meta charset=koi8-r>', 'koi8-r'],
    ['<!--><meta charset=koi8-r>', 'koi8-r'],
    ['<!-- <meta charset=koi8-r>', null],
    ['<a title="<meta charset=utf-8>"><meta charset=koi8-r>', 'koi8-r'],
    ['</p <meta charset=utf-8><meta charset=koi8-r>', 'koi8-r'],
    ['<!doctype <meta charset=utf-8><meta charset=koi8-r>', 'koi8-r'],
    ['<?php <meta charset=utf-8><meta charset=koi8-r>', 'koi8-r'],
    ['<metal charset=utf-8><meta charset=koi8-r>', 'koi8-r'],
    ['<meta charset=koi8-r', null],
    ['<meta charset="koi8-r', null],
    // These two made a well-known sniffer throw.
    ['<meta http-equiv=content-type content="charset">', null],
    ['<meta http-equiv=content-type content="charset=">', null],
  ];
  for (const [head, encoding] of found) {
    const got = decode(ascii(`${head}plain`));
    assert.equal(got.by === 'meta' ? got.encoding : null, encoding, head);
  }
});

test('a meta behind the first 1,024 bytes counts, up to 8,192, but not inside scripts', () => {
  const meta = '<meta charset=koi8-r>';
  const at = (offset: number, filler = ' '): string => decode(ascii(filler.repeat(offset) + meta)).by;
  assert.equal(at(1000), 'meta');
  assert.equal(at(1020), 'meta');
  assert.equal(at(8192 - meta.length), 'meta');
  assert.equal(at(8193 - meta.length), 'utf-8-validity');
  const script = `<script>${' '.repeat(1100)}'${meta}'</script>`;
  assert.equal(decode(ascii(script)).by, 'utf-8-validity');
  assert.equal(decode(ascii(`${script}<meta charset=big5>`)).encoding, 'big5');
});

test('a wrong declaration yields to the bytes', () => {
  const polish = 'Zażółć gęślą jaźń, pójdź w loch';
  const meta = (charset: string): Uint8Array => ascii(`<meta charset=${charset}><p>`);
  const got = (...parts: readonly Uint8Array[]): string => {
    const { text, encoding, by } = decode(join(...parts));
    return `${encoding} ${by} ${text.slice(text.indexOf('<p>') + 3)}`;
  };
  // UTF-8 under a single-byte label: one character is enough. Under a multi-byte label: several.
  assert.equal(got(meta('iso-8859-1'), utf8('é')), 'utf-8 utf-8-validity é');
  assert.equal(got(meta('gb2312'), utf8(polish)), 'gbk meta Za偶贸艂膰 g臋艣l膮 ja藕艅, p贸jd藕 w loch');
  assert.equal(got(meta('gb2312'), utf8(polish.repeat(2))), `utf-8 utf-8-validity ${polish.repeat(2)}`);
  assert.equal(decode(utf8('日本'), { httpCharset: 'windows-1252' }).by, 'utf-8-validity');
  // The other way round: windows-1252 and Shift_JIS under UTF-8 labels.
  assert.equal(got(meta('utf-8'), hex('93 63 61 66 e9 94')), 'windows-1252 default “café”');
  const japanese = hex('93 fa 96 7b 8c ea 82 cc 83 65 83 4c 83 58 83 67 82 c5 82 b7 81 42');
  assert.equal(got(meta('utf-8'), japanese), 'shift_jis detected 日本語のテキストです。');
  const eucJp = hex('c6 fc cb dc b8 ec a4 ce a5 c6 a5 ad a5 b9 a5 c8 a4 c7 a4 b9 a1 a3');
  assert.equal(got(meta('shift_jis'), eucJp), 'euc-jp detected 日本語のテキストです。');
  assert.equal(got(meta('iso-2022-jp'), utf8('日本語')), 'utf-8 utf-8-validity 日本語');
  // The detected encoding must fit better than the declared.
  const mixed = join(ascii('<meta charset=utf-8>'), utf8('éé'), hex('e9'), ascii('x'));
  assert.equal(decode(mixed, { detectCharset: () => 'iso-2022-jp' }).by, 'meta');
  assert.equal(decode(mixed, { detectCharset: () => 'windows-1252' }).by, 'detected');
  // A stray byte or a cut does not make a page foreign.
  assert.equal(got(meta('utf-8'), utf8(polish), hex('e9')), `utf-8 meta ${polish}\uFFFD`);
  assert.equal(got(ascii('<p>'), utf8(polish), hex('e6 97')), `utf-8 utf-8-validity ${polish}\uFFFD`);
  assert.equal(got(ascii('<p>'), utf8(polish), hex('ff'), ascii('a')), `utf-8 utf-8-validity ${polish}\uFFFDa`);
});

/** Encodes by turning the decoder round: one and two byte characters. */
const encoder = (encoding: string): ((text: string) => Uint8Array) => {
  const decoder = new WhatwgDecoder(encoding);
  const bytes = new Map<string, readonly number[]>();
  const learn = (sequence: readonly number[]): void => {
    const text = decoder.decode(Uint8Array.from(sequence));
    if ([...text].length === 1 && text !== '\uFFFD' && !bytes.has(text)) bytes.set(text, sequence);
  };
  for (let one = 0; one < 256; one++) learn([one]);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn([lead, trail]);
  return (text) => Uint8Array.from([...text].flatMap((char) => bytes.get(char) ?? [0x3f]));
};

test('undeclared pages are told apart by their text', () => {
  const samples: readonly (readonly [text: string, encodings: readonly string[]])[] = [
    ['Новая библиотека открылась вчера в центре города, и первые читатели уже пришли.', ['windows-1251', 'koi8-r']],
    [
      'Η νέα βιβλιοθήκη άνοιξε χθες στο κέντρο της πόλης και οι πρώτοι αναγνώστες ήρθαν.',
      ['windows-1253', 'iso-8859-7'],
    ],
    [
      'Nowa książka została wczoraj wydana, a pierwsi czytelnicy już ją mają; część z nich płaciła więcej.',
      ['windows-1250', 'iso-8859-2'],
    ],
    ['Yeni kütüphane dün şehir merkezinde açıldı ve ilk okuyucular geldi; çoğu öğrenciydi.', ['windows-1254']],
    ['הספרייה החדשה נפתחה אתמול במרכז העיר והקוראים הראשונים כבר הגיעו.', ['windows-1255']],
    ['افتتحت المكتبة الجديدة أمس في وسط المدينة وقد وصل القراء الأوائل.', ['windows-1256']],
    ['ห้องสมุดใหม่เปิดเมื่อวานนี้ในใจกลางเมืองและผู้อ่านคนแรกมาถึงแล้ว', ['windows-874']],
    ['新しい図書館が昨日、町の中心に開館し、最初の読者たちが訪れました。', ['shift_jis', 'euc-jp']],
    ['新的图书馆昨天在市中心开放，第一批读者已经来了。', ['gbk']],
    ['新的圖書館昨天在市中心開放，第一批讀者已經來了。', ['big5']],
    ['새로운 도서관이 어제 시내 중심에 문을 열었고 첫 독자들이 찾아왔습니다.', ['euc-kr']],
    ['Die neue Bücherei öffnete gestern; größere Säle müssen noch fertig werden. Schöne Grüße!', ['windows-1252']],
  ];
  for (const [text, encodings] of samples)
    for (const encoding of encodings) {
      // Detection must find the text behind a long head without any.
      const head = `<title>x</title><script>${'a'.repeat(20_000)}</script><p>`;
      const got = decode(join(ascii(head), encoder(encoding)(text)));
      assert.equal(got.text.slice(head.length), text, `${encoding} taken for ${got.encoding}`);
      assert.match(got.by, /detected|default/);
    }
});

test('the caller may bring a detector, and the browser build has none', () => {
  const bytes = ascii('<p>\xcf\xf0\xe8\xe2\xe5\xf2');
  assert.equal(decode(bytes, { detectCharset: () => 'cp1251' }).text, '<p>Привет');
  assert.equal(decode(bytes, { detectCharset: () => 'nonsense' }).by, 'default');
  assert.equal(decode(bytes, { detectCharset: detectNothing }).encoding, 'windows-1252');
  let seen = '';
  const spy = (sample: Uint8Array): null => {
    seen = String.fromCharCode(...sample);
    return null;
  };
  decode(ascii('<b>ascii</b>caf\xe9<i>\x93x</i>'), { detectCharset: spy });
  assert.equal(seen, 'caf\xe9\n\x93x\n');
});

test('no bytes make it throw, and UTF-8 always comes through', () => {
  const label = fc.constantFrom(null, 'utf-8', 'shift_jis', 'iso-2022-jp', 'utf-16', 'hz', 'x-user-defined', '', '\0');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), label, (bytes, httpCharset) => {
      assert.equal(typeof decode(bytes, { httpCharset, detectCharset: detectNothing }).text, 'string');
    }),
    { numRuns: 500 },
  );
  const pieces = fc.constantFrom(
    '<',
    '<meta',
    ' charset',
    '=',
    '"',
    "'",
    'content',
    'http-equiv',
    '>',
    '/',
    '<!--',
    '-->',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.constantFrom('utf-8', ' ', 'x', '<script'))), (parts) => {
      assert.equal(decode(ascii(parts.join(''))).text, parts.join(''));
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      if (!text.startsWith('\uFEFF') && !text.includes('\x1b') && !text.includes('\0'))
        assert.equal(decode(utf8(text)).text, text);
    }),
  );
});

test('the package names both detectors by condition', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(manifest.imports['#detect-charset'], {
    types: './dist/charset/detect-charset.d.ts',
    browser: './dist/charset/detect-charset.browser.js',
    default: './dist/charset/detect-charset.js',
  });
});
