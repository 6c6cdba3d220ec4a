import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { WARCParser, WARCRecord, WARCSerializer } from 'warcio';
import { readWarc, type WarcFault, type WarcReadOptions, type WarcRecord } from './read-warc.js';

/** A file in chunks of a size. */
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(
  bytes: Uint8Array,
  options: WarcReadOptions = {},
  size = 65_536,
): Promise<(WarcRecord | WarcFault)[]> {
  const all: (WarcRecord | WarcFault)[] = [];
  for await (const one of readWarc(inPieces(bytes, size), options)) all.push(one);
  return all;
}

/** `type block`, or `fault reason`. */
const brief = (one: WarcRecord | WarcFault): string =>
  one.kind === 'fault' ? `fault ${one.reason}` : `${one.type} ${Buffer.from(one.block).toString('latin1')}`;
const briefly = async (bytes: Uint8Array, options: WarcReadOptions = {}, size?: number): Promise<string[]> =>
  (await read(bytes, options, size)).map(brief);

function record(block: string, fields: Readonly<Record<string, string | number>> = {}, version = '1.0'): Buffer {
  const body = Buffer.from(block, 'latin1');
  const all = { 'WARC-Type': 'resource', 'Content-Length': body.length, ...fields };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`WARC/${version}\r\n${head.join('')}\r\n`), body, Buffer.from('\r\n\r\n')]);
}
const letters = ['a', 'b', 'c', 'd', 'e'];
const blocks = letters.map((letter) => letter.repeat(50));
const PLAIN = blocks.map((block) => record(block));
const whole = blocks.map((block) => `resource ${block}`);
const concat = (...parts: readonly (Uint8Array | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

/** The ways to compress a file. */
const PACKINGS: Readonly<Record<string, (records: readonly Uint8Array[]) => Buffer>> = {
  plain: (records) => Buffer.concat(records),
  'a member a record': (records) => Buffer.concat(records.map((one) => gzipSync(one))),
  'one member': (records) => gzipSync(Buffer.concat(records)),
  'members across records': (records) => {
    const bytes = Buffer.concat(records);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 70) }, (_, at) =>
      bytes.subarray(at * 70, at * 70 + 70),
    );
    return Buffer.concat(pieces.map((piece) => gzipSync(piece)));
  },
};

/** Each run of the program writes one frame. */
const hasZstd = spawnSync('zstd', ['--version']).status === 0;
const frames = new Map<string, Buffer>();
function frame(bytes: Uint8Array, ...options: readonly string[]): Buffer {
  const key = `${options} ${Buffer.from(bytes).toString('latin1')}`;
  const known = frames.get(key) ?? spawnSync('zstd', ['-c', ...options], { input: bytes, maxBuffer: 2 ** 26 }).stdout;
  frames.set(key, known);
  return known;
}
/** A skippable frame, which holds no record. */
const SKIPPED = Buffer.from('502a4d180400000061626364', 'hex');
const ZSTD_PACKINGS: typeof PACKINGS = {
  'a frame a record': (records) => Buffer.concat(records.map((one) => frame(one))),
  'a frame a record, with its length, skipped ones between': (records) =>
    Buffer.concat(records.flatMap((one) => [SKIPPED, frame(one, '--no-check', `--stream-size=${one.length}`, '-19')])),
  'one frame': (records) => frame(Buffer.concat(records)),
};
test('zstd by the program', { skip: hasZstd ? false : 'the program zstd is not installed' }, () => {});

for (const [name, pack] of Object.entries({ ...PACKINGS, ...(hasZstd ? ZSTD_PACKINGS : {}) }))
  describe(`a WARC file, ${name}`, () => {
    test('yields its records, however the stream is split', async () => {
      for (const size of [1, 7, 100, 65_536]) assert.deepEqual(await briefly(pack(PLAIN), {}, size), whole, `${size}`);
      assert.deepEqual(await briefly(pack([])), []);
    });

    test('can be read from the offset of any record', async () => {
      const bytes = pack(PLAIN);
      const all = (await read(bytes)) as WarcRecord[];
      for (const [index, one] of all.entries())
        for (const [from, first] of [
          [one.offset, index],
          [one.nextOffset, index + 1],
        ]) {
          const rest = (await read(bytes.subarray(from), { from })).map(brief);
          // Records in one member share its start; a member that continues a record is no start.
          if (name === 'plain' || / a record/.test(name)) assert.deepEqual(rest, whole.slice(first));
          else assert.deepEqual(rest.slice(first - whole.length || whole.length), whole.slice(first));
        }
      assert.equal(all.at(-1)?.nextOffset, bytes.length);
    });

    test('cut anywhere: the records before the cut and at most one fault', async () => {
      const bytes = pack(PLAIN);
      for (let length = 0; length < bytes.length; length += 11) {
        const got = await briefly(bytes.subarray(0, length));
        const records = got.filter((one) => !one.startsWith('fault'));
        assert.deepEqual(records, whole.slice(0, records.length), `cut at ${length}`);
        assert.ok(got.length - records.length <= 1, `cut at ${length}: ${got}`);
      }
    });

    test('any bytes changed: reading never throws, ends, and its output is bounded', async () => {
      const bytes = pack(PLAIN);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ at: fc.nat(bytes.length - 1), value: fc.nat(255) }), { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 300 }),
          async (changes, size) => {
            const changed = Buffer.from(bytes);
            for (const { at, value } of changes) changed[at] = value;
            const got = await read(changed, { maxBlockBytes: 1000 }, size);
            assert.ok(got.length <= bytes.length);
            for (const { offset, nextOffset } of got) assert.ok(offset <= nextOffset && nextOffset <= bytes.length);
          },
        ),
        { numRuns: 60, seed: 3 },
      );
    });
  });

/** Two records in a frame each by `zstd --no-check`: tested without the program, too. */
const WRITTEN_BY_ZSTD =
  'KLUv/QBYDQIApANXQVJDLzEuMA0KV0FSQy1UeXBlOiByZXNvdXJjZQ0KQ29udGVudC1MZW5ndGg6IDUwDQoNCmENCg0KAQBmBKAotS/9AFgNAgCkA1dBUkMvMS4wDQpXQVJDLVR5cGU6IHJlc291cmNlDQpDb250ZW50LUxlbmd0aDogNTANCg0KYg0KDQoBAGYEoA==';

test('zstd: frames by the program, found again after wrong bytes', async () => {
  const written = Buffer.from(WRITTEN_BY_ZSTD, 'base64');
  assert.deepEqual(await briefly(written), [whole[0], whole[1]]);
  const second = written.indexOf(written.subarray(0, 4), 4);
  const [first, last] = [written.subarray(0, second), written.subarray(second)];
  const damaged = Buffer.from(first);
  // Gives the first block a reserved type.
  damaged[6] |= 6;
  for (const size of [5, 65_536]) {
    assert.deepEqual(await briefly(concat(first, damaged, last), {}, size), [whole[0], 'fault corrupt-zstd', whole[1]]);
    assert.deepEqual(await briefly(concat(first, 'words', last), {}, size), [whole[0], 'fault corrupt-zstd', whole[1]]);
  }
});

test('a zstd dictionary is reported, by the frame that holds it or by its number', async () => {
  const holder = Buffer.from('5d2a4d180400000061626364', 'hex');
  const [first] = await read(concat(holder, Buffer.from(WRITTEN_BY_ZSTD, 'base64')));
  assert.ok(first.kind === 'fault' && first.reason === 'zstd-dictionary', JSON.stringify(first));
  assert.match(first.detail, /a dictionary \(in the first frame of the file\); only zstd without one is read/);
  if (!hasZstd) return;
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-zstd-'));
  const samples = Array.from({ length: 40 }, (_, at) => join(folder, `${at}`));
  for (const [at, path] of samples.entries()) writeFileSync(path, PLAIN.map((one) => `${at}${one}`).join(''));
  spawnSync('zstd', ['--train', ...samples, '--maxdict=1024', '--dictID=77', '-o', join(folder, 'dictionary')]);
  const packed = frame(PLAIN[0], '-D', join(folder, 'dictionary'));
  rmSync(folder, { recursive: true });
  const [fault] = await read(packed);
  assert.ok(fault.kind === 'fault' && fault.reason === 'zstd-dictionary', JSON.stringify(fault));
  assert.match(fault.detail, /a dictionary \(number 77\)/);
});

test('zstd: a window beyond the bound is refused before memory is allocated', async () => {
  // Window descriptor 0xa0: 2 to the 30th bytes.
  const [fault] = await read(Buffer.from('28b52ffd00a0010000', 'hex'));
  assert.ok(fault.kind === 'fault' && fault.reason === 'corrupt-zstd');
  assert.match(fault.detail, /window got 1073741824 bytes, expected at most 134217728/);
});

/** A frame of a window of 128 KiB: a text, then blocks of 128 KiB of one letter in four bytes each. */
function bomb(text: string, letters: number): Buffer {
  const head = (size: number, type: number): Buffer => {
    const bytes = Buffer.alloc(3);
    bytes.writeUIntLE((size << 3) | (type << 1), 0, 3);
    return bytes;
  };
  const run = concat(head(131_072, 1), 'a');
  const last = concat(Buffer.from([1, 0, 0]));
  return concat(
    Buffer.from('28b52ffd0038', 'hex'),
    head(text.length, 0),
    text,
    ...Array.from({ length: letters }, () => run),
    last,
  );
}
const skippable = (magic: string, length: string): Buffer => Buffer.from(`${magic}2a4d18${length}`, 'hex');
/** Blocks of a gigabyte in 32 kB. */
const GIGABYTE = 8_192;
const HOSTILE_ZSTD: readonly (readonly [what: string, bytes: Buffer, expected: readonly string[]])[] = [
  [
    'a record of a gigabyte in 32 kB',
    bomb(`WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: ${GIGABYTE * 131_072}\r\n\r\n`, GIGABYTE),
    [`resource ${'a'.repeat(1_000)}`],
  ],
  ['a gigabyte that is no record', bomb('', GIGABYTE), ['fault not-warc']],
  ['a header of a gigabyte', bomb('WARC/1.0\r\nX: ', GIGABYTE), ['fault corrupt-record']],
  [
    '100,000 skippable frames',
    concat(...Array(100_000).fill(skippable('50', '00000000')), Buffer.from(WRITTEN_BY_ZSTD, 'base64')),
    [whole[0], whole[1]],
  ],
  ['a skippable frame of 4 GB', concat(skippable('50', 'ffffffff'), 'x'.repeat(1_000)), ['fault truncated-record']],
  [
    'windows of 128 MB for blocks of a byte',
    concat(
      Buffer.from('28b52ffd0088', 'hex'),
      ...Array(3_000).fill('\x08\0\0\n'),
      '\x09\0\0\n',
      Buffer.from(WRITTEN_BY_ZSTD, 'base64'),
    ),
    ['fault corrupt-zstd', whole[0], whole[1]],
  ],
  [
    'windows of 128 MB for frames of two empty blocks',
    concat(
      ...Array(3_000).fill(Buffer.from('28b52ffd0088000000010000', 'hex')),
      Buffer.from(WRITTEN_BY_ZSTD, 'base64'),
    ),
    ['fault corrupt-zstd', whole[0], whole[1]],
  ],
  ['a dictionary of 4 GB', concat(skippable('5d', 'ffffffff'), 'x'.repeat(1_000)), ['fault zstd-dictionary']],
];
for (const [what, bytes, expected] of HOSTILE_ZSTD)
  test(`zstd: ${what}: ${expected.map((one) => one.slice(0, 30))}, in little memory`, async () => {
    let most = 0;
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const piece of inPieces(bytes, 1_024)) {
        most = Math.max(most, process.memoryUsage.rss());
        yield piece;
      }
    }
    const before = process.memoryUsage.rss();
    const got: string[] = [];
    for await (const one of readWarc(watched(), { maxBlockBytes: 1_000 })) got.push(brief(one));
    assert.deepEqual(got, expected);
    assert.ok(most - before < 400e6, `${(most - before) / 1e6} MB`);
  });

test('a record within the header of another ends it, in the same member or the next', async () => {
  const open = 'WARC/1.0\r\nWARC-Type: resource\r\n';
  for (const bytes of [concat(open, PLAIN[0]), concat(gzipSync(open), gzipSync(PLAIN[0]))])
    for (const size of [5, 65_536])
      assert.deepEqual(await briefly(bytes, {}, size), ['fault corrupt-record', whole[0]]);
});

const MANY = 20_000;
const MANY_RECORDS: readonly (readonly [what: string, bytes: () => Buffer, read: number])[] = [
  ['tiny records', () => Buffer.concat(Array<Buffer>(2 * MANY).fill(record('a'))), 2 * MANY],
  ['lines that begin a record', () => Buffer.from('\nWARC/'.repeat(5 * MANY)), 5 * MANY],
  ['members that begin a record', () => Buffer.concat(Array<Buffer>(MANY).fill(gzipSync('WARC/'))), MANY],
  [
    'members with a record of a gigabyte each',
    () => Buffer.concat(Array<Buffer>(MANY).fill(gzipSync(`${record('', { 'Content-Length': 1e9 })}a`))),
    MANY,
  ],
];
const MANY_TESTED = process.env.LONG_TESTS === '1' ? MANY_RECORDS : MANY_RECORDS.slice(0, 1);
for (const [what, bytes, expected] of MANY_TESTED)
  test(`many ${what} take less than 15 seconds of CPU time`, async () => {
    const file = bytes();
    const before = process.cpuUsage();
    let count = 0;
    for await (const _ of readWarc(inPieces(file, 2 ** 20))) count++;
    const { user, system } = process.cpuUsage(before);
    assert.equal(count, expected);
    // Three on a fast machine; minutes, if each looked back at those before it.
    assert.ok(user + system < 15e6, `${(user + system) / 1e6} seconds`);
  });

test('wrong bytes in one record cost only that record and are one fault', async () => {
  const [a, b, , d, e] = PLAIN;
  const packed = PLAIN.map((one) => gzipSync(one));
  const damaged = Buffer.from(packed[2]);
  damaged[damaged.length - 8] ^= 1;
  const broken = Buffer.from(packed[2]);
  broken.fill(0xff, 12, 40);
  const CASES: readonly (readonly [what: string, bytes: Buffer, fault: string])[] = [
    ['length too long', concat(a, b, record('c'.repeat(50), { 'Content-Length': 90 }), d, e), 'corrupt-record'],
    ['length longer than the file', concat(a, b, record('c', { 'Content-Length': 1e9 }), d, e), 'truncated-record'],
    ['length too short', concat(a, b, record('c'.repeat(50), { 'Content-Length': 9 }), d, e), 'corrupt-record'],
    ['no length', concat(a, b, record('c', { 'Content-Length': '' }), d, e), 'corrupt-record'],
    ['negative length', concat(a, b, record('c', { 'Content-Length': -4 }), d, e), 'corrupt-record'],
    ['no type', concat(a, b, record('c', { 'WARC-Type': '' }), d, e), 'corrupt-record'],
    ['no version', concat(a, b, record('c', {}, 'x'), d, e), 'corrupt-record'],
    ['words between', concat(a, b, 'what is this\r\n', d, e), 'not-warc'],
    ['packed, checksum', concat(packed[0], packed[1], damaged, packed[3], packed[4]), 'corrupt-gzip'],
    ['packed, content', concat(packed[0], packed[1], broken, packed[3], packed[4]), 'corrupt-gzip'],
    ['packed, words between', concat(packed[0], packed[1], 'what\x1f\x8b\x08?', packed[3], packed[4]), 'corrupt-gzip'],
    [
      'packed, length too long',
      concat(packed[0], packed[1], gzipSync(record('c', { 'Content-Length': 500 })), packed[3], packed[4]),
      'truncated-record',
    ],
    [
      'packed, length longer than the file',
      concat(packed[0], packed[1], gzipSync(record('c', { 'Content-Length': 1e9 })), packed[3], packed[4]),
      'truncated-record',
    ],
  ];
  for (const [what, bytes, fault] of CASES)
    for (const size of [5, 65_536]) {
      const got = await briefly(bytes, {}, size);
      // In a plain file only lengths say where records begin; one that runs to the end takes the rest with it.
      const expected =
        what === 'length longer than the file'
          ? [whole[0], whole[1], `fault ${fault}`]
          : [whole[0], whole[1], `fault ${fault}`, whole[3], whole[4]];
      assert.deepEqual(got, expected, `${what}, in pieces of ${size}`);
    }
});

test('headers: old versions, folded lines, bare line feeds, extra gzip fields', async () => {
  const odd = concat(
    'WARC/0.18\nWARC-Type: Response\nwarc-target-uri: http://a.example/\n and more\nContent-Length: 3\nX: 1\nX: 2\n\nabc\n\n',
    record('x', { 'WARC-Type': 'conversion' }, '1.1'),
  );
  const [first, second] = (await read(odd)) as WarcRecord[];
  assert.deepEqual([first.version, first.type, second.version, second.type], ['0.18', 'response', '1.1', 'conversion']);
  assert.equal(first.headers.get('warc-target-uri'), 'http://a.example/ and more');
  assert.equal(first.headers.get('x'), '1');
  const plain = gzipSync(PLAIN[0]);
  // FEXTRA, FNAME, FCOMMENT and FHCRC, all at once.
  const named = concat(
    plain.subarray(0, 3),
    '\x1e',
    plain.subarray(4, 10),
    '\x02\x00xxname\0comment\0\0\0',
    plain.subarray(10),
  );
  assert.deepEqual(await briefly(concat(named, plain)), [whole[0], whole[0]]);
});

test('long blocks are cut, unwanted ones skipped; both keep their length', async () => {
  const long = record('x'.repeat(3_000_000));
  const packs = [...Object.values(PACKINGS).slice(0, 3), ...(hasZstd ? Object.values(ZSTD_PACKINGS) : [])];
  for (const pack of packs) {
    const bytes = pack([PLAIN[0], long, PLAIN[1]]);
    const [, cut, after] = (await read(bytes, { maxBlockBytes: 1000 })) as WarcRecord[];
    assert.deepEqual([cut.block.length, cut.length, brief(after)], [1000, 3_000_000, whole[1]]);
    const [, none, last] = (await read(bytes, {
      wants: (_, headers) => headers.get('content-length') === '50',
    })) as WarcRecord[];
    assert.deepEqual([none.block.length, none.length, brief(last)], [0, 3_000_000, whole[1]]);
  }
});

test('many places that look like a gzip member need little memory', async () => {
  const magic = Buffer.from('1f8b0800000000000003', 'hex');
  const before = process.memoryUsage.rss();
  const got = await briefly(concat(gzipSync(PLAIN[0]), ...Array<Buffer>(50_000).fill(magic), gzipSync(PLAIN[1])));
  assert.deepEqual(got, [whole[0], 'fault corrupt-gzip', whole[1]]);
  const grown = process.memoryUsage.rss() - before;
  assert.ok(grown < 200e6, `${grown / 1e6} MB`);
});

test('a member that decompresses to much is streamed in little memory', async () => {
  const zeros = Buffer.alloc(18 * 2 ** 20);
  const head = record('', { 'Content-Length': 3 * zeros.length }).subarray(0, -4);
  const bomb = gzipSync(concat(head, zeros, zeros, zeros, '\r\n\r\n'));
  assert.ok(bomb.length < 100_000);
  const before = process.memoryUsage().arrayBuffers;
  const [, cut, after] = (await read(concat(gzipSync(PLAIN[0]), bomb, gzipSync(PLAIN[1])), {
    maxBlockBytes: 100,
  })) as WarcRecord[];
  assert.deepEqual([cut.block.length, cut.length, brief(after)], [100, 3 * zeros.length, whole[1]]);
  assert.ok(process.memoryUsage().arrayBuffers - before < 40e6);
});

/** Records written by warcio: every type, with chunked and compressed bodies. */
async function byWarcio(gzip: boolean): Promise<Buffer> {
  const body = async function* (bytes: Uint8Array | string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(bytes);
  };
  const page = `<p>${'The ferry comes at noon. '.repeat(400)}`;
  const chunked = concat('5\r\nhello\r\n', '10;ext=1\r\n0123456789abcdef\r\n', '0\r\n\r\n');
  const url = 'http://a.example/ä?q=1';
  const http = { 'Content-Type': 'text/html', 'Set-Cookie': 'a=1' };
  const records = [
    WARCRecord.createWARCInfo({ filename: 'x.warc', warcVersion: 'WARC/1.1' }, { software: 'test' }),
    WARCRecord.create({ url, type: 'request', warcVersion: 'WARC/1.1', httpHeaders: { Host: 'a.example' } }, body('')),
    WARCRecord.create({ url, type: 'response', warcVersion: 'WARC/1.1', httpHeaders: http }, body(page)),
    WARCRecord.create(
      { url, type: 'response', httpHeaders: { ...http, 'Content-Encoding': 'gzip' } },
      body(gzipSync(page)),
    ),
    WARCRecord.create(
      { url, type: 'response', httpHeaders: { ...http, 'Transfer-Encoding': 'chunked' } },
      body(chunked),
    ),
    WARCRecord.create({ url, type: 'response', httpHeaders: http, statusline: 'HTTP/1.1 404 Not Found' }, body('')),
    WARCRecord.create({ url, type: 'resource', warcHeaders: { 'Content-Type': 'text/html' } }, body(page)),
    WARCRecord.create(
      { url, type: 'revisit', refersToUrl: url, refersToDate: '2020-01-01T00:00:00Z', httpHeaders: http },
      body(''),
    ),
    WARCRecord.create({ url, type: 'revisit', refersToUrl: url }, body('')),
    WARCRecord.create({ url, type: 'metadata' }, body('fetchTimeMs: 3\r\n')),
    WARCRecord.create({ url, type: 'conversion', warcHeaders: { 'Content-Type': 'text/plain' } }, body('')),
  ];
  const parts: Uint8Array[] = [];
  for (const one of records) parts.push(await WARCSerializer.serialize(one, { gzip }));
  return Buffer.concat(parts);
}

for (const gzip of [false, true])
  test(`records read equal warcio's on files that warcio wrote, ${gzip ? 'gzip' : 'plain'}`, async () => {
    const bytes = await byWarcio(gzip);
    const ours = (await read(bytes)) as WarcRecord[];
    const parser = new WARCParser(inPieces(bytes, 1000), { parseHttp: false });
    let at = 0;
    for await (const theirs of parser) {
      const one = ours[at++];
      const fields = [...theirs.warcHeaders.headers].map(([name, value]) => [name.toLowerCase(), value]);
      assert.deepEqual(Object.fromEntries(one.headers), Object.fromEntries(fields));
      assert.equal(`WARC/${one.version}`, theirs.warcHeaders.statusline);
      assert.deepEqual(Buffer.from(one.block), Buffer.from(await theirs.readFully(false)));
      await theirs.skipFully();
      assert.equal(one.offset, parser.offset, `offset of record ${at}`);
      // In plain files warcio does not count the line ends between records.
      if (gzip) assert.equal(one.nextOffset - one.offset, parser.recordLength, `length of record ${at}`);
    }
    assert.equal(at, ours.length);
    assert.equal(at, 11);
  });
