import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { WARCParser, type WARCRecord } from 'warcio';
import { testOptions, testRecord } from './contract-records.fixture.js';
import { SINKS, sinkNamed } from './index.js';
import { siteFolder, slugOf } from './markdown.js';
import { type RawResponse, SinkError } from './sink.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-sinks-'));
after(() => rmSync(home, { recursive: true }));
let folders = 0;
const freshFolder = (): string => join(home, `out-${folders++}`);

/** Records as `id revision`, in order. */
type Contents = string[];

/** Reads the output of each kind without the sink. */
const READERS: Readonly<
  Record<string, { readonly replaces: boolean; read(folder: string): Contents | Promise<Contents> }>
> = {
  jsonl: {
    replaces: false,
    read: (folder) => {
      const names = readdirSync(folder).filter((name) => name.startsWith('documents'));
      // "-" sorts before ".": finished files in order, then the current one.
      return names.sort().flatMap((name) => {
        const bytes = readFileSync(join(folder, name));
        const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
        assert.ok(text === '' || text.endsWith('\n'), `${name} ends within a line`);
        return text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
          .map(({ id, revision }) => `${id} ${revision}`);
      });
    },
  },
  parquet: {
    replaces: false,
    read: async (folder) => {
      const contents: Contents = [];
      for (const name of readdirSync(folder).sort()) {
        assert.match(name, /^documents-\d{6}\.parquet$/);
        const rows = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, name)) });
        contents.push(...rows.map(({ id, revision }) => `${id} ${revision}`));
      }
      return contents;
    },
  },
  markdown: {
    replaces: true,
    read: (folder) =>
      readdirSync(folder)
        .flatMap((site) => readdirSync(join(folder, site)).map((name) => join(folder, site, name)))
        .map((path) => {
          const [, front] = readFileSync(path, 'utf8').split('---\n');
          const { id, revision } = parseFront(front);
          assert.ok(path.endsWith(`-${String(id).slice(0, 16)}.md`), path);
          return `${id} ${revision}`;
        })
        .sort(),
  },
  warc: {
    replaces: false,
    read: async (folder) => {
      const contents: Contents = [];
      for (const name of readdirSync(folder)
        // Bytes that no checkpoint knows are moved aside.
        .filter((one) => one.startsWith('pages'))
        .sort()) {
        assert.match(name, /^pages(?:-\d{6})?\.warc\.gz$/);
        const records = await archivedRecords(join(folder, name));
        contents.push(
          ...records.map((one) => `${one.warcHeader('X-Dehusk-Id')} ${one.warcHeader('X-Dehusk-Revision')}`),
        );
      }
      return contents;
    },
  },
};

/** The archive's records by warcio, without warcinfo. */
async function archivedRecords(path: string): Promise<WARCRecord[]> {
  const records: WARCRecord[] = [];
  for await (const record of new WARCParser([readFileSync(path)])) {
    await record.readFully(true);
    if (record.warcType !== 'warcinfo') records.push(record);
  }
  return records;
}

/** The front matter has one line per field; values are JSON. */
function parseFront(front: string): Record<string, unknown> {
  return Object.fromEntries(
    front
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(':')), JSON.parse(line.slice(line.indexOf(':') + 1))]),
  );
}

/** The expected contents after so many test records. */
function expectedAfter(count: number, replaces: boolean): Contents {
  const records = Array.from({ length: count }, (_, at) => testRecord(at + 1));
  const kept = replaces
    ? records.filter((one) => !records.some(({ id, revision }) => id === one.id && revision > one.revision))
    : records;
  const contents = kept.map(({ id, revision }) => `${id} ${revision}`);
  return replaces ? contents.sort() : contents;
}

for (const kind of SINKS.filter(({ isRemote }) => !isRemote)) {
  const reader = READERS[kind.name];
  /** Opens with a checkpoint, ends the run, and compares the contents. */
  const expectHolds = async (
    folder: string,
    checkpoint: Uint8Array | undefined,
    count: number,
    options = testOptions(folder, kind),
  ): Promise<Uint8Array> => {
    const sink = await kind.open(options, checkpoint);
    const last = await sink.flush(true);
    await sink.committed();
    await sink.close();
    assert.deepEqual(await reader.read(folder), expectedAfter(count, reader.replaces));
    return last;
  };

  describe(`sink ${kind.name}`, () => {
    test('has a reader in this test, a summary, and a description for every setting', () => {
      assert.ok(reader, `no reader for ${kind.name}`);
      assert.match(kind.summary, /\.$/);
      for (const [name, schema] of Object.entries(kind.schema.properties as Record<string, { description?: string }>))
        assert.ok(schema.description, `${name} has no description`);
    });

    test('holds what was written, over several runs and files', async () => {
      const folder = freshFolder();
      let checkpoint: Uint8Array | undefined;
      let count = 0;
      for (const run of [3, 0, 40, 100, 1]) {
        const sink = await kind.open(testOptions(folder, kind), checkpoint);
        for (let at = 0; at < run; at++) await sink.write(testRecord(++count));
        checkpoint = await sink.flush();
        await sink.committed();
        await sink.close();
      }
      await expectHolds(folder, checkpoint, count);
    });

    test('a crash between write, flush, commit and committed leaves what the committed checkpoint says', async () => {
      const step = fc.oneof(
        { weight: 4, arbitrary: fc.record({ does: fc.constant('write'), count: fc.integer({ min: 1, max: 40 }) }) },
        { weight: 4, arbitrary: fc.record({ does: fc.constant('commit'), count: fc.constant(0) }) },
        {
          weight: 1,
          arbitrary: fc.record({
            does: fc.constantFrom('crash', 'flush, crash', 'flush, commit, crash', 'flush, write, commit, crash'),
            count: fc.integer({ min: 1, max: 60 }),
          }),
        },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          const folder = freshFolder();
          let sink = await kind.open(testOptions(folder, kind), undefined);
          let checkpoint = await sink.flush();
          await sink.committed();
          let committed = 0;
          let written = 0;
          for (const { does, count } of steps) {
            let flushed: Uint8Array | null = null;
            const atFlush = written;
            for (const one of does.split(', ')) {
              if (one === 'write') for (let at = 0; at < count; at++) await sink.write(testRecord(++written));
              if (one === 'flush') flushed = await sink.flush();
              if (one === 'commit') {
                const isWhole = flushed === null;
                checkpoint = flushed ?? (await sink.flush());
                committed = isWhole ? written : atFlush;
                if (isWhole) await sink.committed();
              }
              if (one === 'crash') {
                await sink.close();
                sink = await kind.open(testOptions(folder, kind), checkpoint);
                written = committed;
              }
            }
          }
          await sink.close();
          await expectHolds(folder, checkpoint, committed);
          rmSync(folder, { recursive: true });
        }),
        { numRuns: 12, seed: 7 },
      );
    });

    test('after SIGKILL the output holds every committed record once, and nothing else', async () => {
      const folder = freshFolder();
      const state = `${folder}.state`;
      for (let round = 0; round < 2; round++) {
        const { said } = await runLoop(['node'], kind.name, folder, state, 3 + 2 * round);
        const { checkpoint, count } = JSON.parse(readFileSync(state, 'utf8'));
        assert.ok(count >= Number(said.at(-1)), `${said.at(-1)} was committed, ${count} is there`);
        const last = await expectHolds(folder, Buffer.from(checkpoint, 'base64'), count);
        writeFileSync(state, JSON.stringify({ checkpoint: Buffer.from(last).toString('base64'), count }));
      }
    });

    test('a full disk is a SinkError, and committed records stay', async () => {
      const folder = freshFolder();
      const state = `${folder}.state`;
      mkdirSync(folder);
      // A limit on file lengths (in blocks of 512 bytes) stands in for a full disk.
      const full = await runLoop(['sh', '-c', 'ulimit -f 16; exec "$0" "$@"', 'node'], kind.name, folder, state, 1e9);
      assert.equal(full.code, 3, full.err);
      assert.match(full.err, /^SinkError: .* cannot be written: the file may not grow .*everything committed is safe/);
      const { checkpoint, count } = JSON.parse(readFileSync(state, 'utf8'));
      assert.equal(count, Number(full.said.at(-1)));
      await expectHolds(folder, Buffer.from(checkpoint, 'base64'), count);
    });

    test('an output that does not fit the checkpoint is refused with got and expected', async () => {
      const folder = freshFolder();
      const sink = await kind.open(testOptions(folder, kind), undefined);
      for (let at = 1; at <= 5; at++) await sink.write(testRecord(at));
      const checkpoint = await sink.flush();
      await sink.close();
      const refused = (given: Uint8Array | undefined, says: RegExp): Promise<void> =>
        assert.rejects(
          kind.open(testOptions(folder, kind), given),
          (error) => error instanceof SinkError && says.test(error.message),
        );
      await refused(undefined, /already holds output that is unknown to the state: got .*expected an empty folder/);
      await refused(Buffer.from('nonsense'), /checkpoint .* cannot be read/);
      const other = { ...JSON.parse(Buffer.from(checkpoint).toString()), name: 'other-000001.csv' };
      await refused(
        Buffer.from(JSON.stringify(other)),
        /written with other settings: got version 1 of other-000001.csv, expected version 1 of \w+-000001/,
      );
      const [being] = readdirSync(folder).filter((name) => /documents|pages|markdown/.test(name));
      truncateSync(join(folder, being), 3);
      await refused(checkpoint, /lost what the state says was written: got 3 bytes, expected at least \d+/);
    });

    test('a flush before the last checkpoint was committed is a programming error', async () => {
      const sink = await kind.open(testOptions(freshFolder(), kind), undefined);
      await sink.flush();
      await assert.rejects(sink.flush(), /flush was called before committed/);
      await assert.rejects(
        sink.write(testRecord(1)).then(() => sink.committed()),
        SinkError,
      );
      await sink.close();
    });

    test('a closed sink accepts nothing, and may be closed again', async () => {
      const sink = await kind.open(testOptions(freshFolder(), kind), undefined);
      await sink.close();
      await sink.close();
      await assert.rejects(sink.flush(), (error) => error instanceof SinkError && /was closed/.test(error.message));
    });
  });
}

/** Runs the commit loop until it has committed so often, then kills it; or until it ends. */
async function runLoop(
  [command, ...before]: readonly string[],
  name: string,
  folder: string,
  state: string,
  commits: number,
): Promise<{ readonly code: number | null; readonly said: string[]; readonly err: string }> {
  const program = fileURLToPath(new URL('./commit-loop.fixture.js', import.meta.url));
  const node = (one: string): string => (one === 'node' ? process.execPath : one);
  const child = spawn(node(command), [...before.map(node), program, name, folder, state], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (out.split('\n').length > commits) child.kill('SIGKILL');
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, said: out.split('\n').slice(0, -1), err };
}

test('jsonl: gzip files hold the same and are valid however the run ended', async () => {
  const kind = sinkNamed('jsonl');
  const folder = freshFolder();
  const options = { folder, gzip: true, maxMegabytes: 0.002 };
  const sink = await kind.open(options, undefined);
  for (let at = 1; at <= 50; at++) {
    await sink.write(testRecord(at));
    if (at % 10 === 0) {
      await sink.flush();
      await sink.committed();
    }
  }
  await sink.write(testRecord(51));
  await sink.close();
  assert.deepEqual(await READERS.jsonl.read(folder), expectedAfter(50, false));
  assert.ok(readdirSync(folder).includes('documents-000001.jsonl.gz'));
});

test('old files are finished, too', async () => {
  const folder = freshFolder();
  const sink = await sinkNamed('jsonl').open({ folder, maxMinutes: 1e-5 }, undefined);
  for (let at = 1; at <= 3; at++) {
    await sink.write(testRecord(at));
    for (const wait of [0, 5]) {
      await new Promise((done) => setTimeout(done, wait));
      await sink.flush();
      await sink.committed();
    }
  }
  await sink.close();
  assert.deepEqual(readdirSync(folder), ['documents-000001.jsonl', 'documents-000002.jsonl', 'documents-000003.jsonl']);
});

test('no final name holds anything uncommitted', async () => {
  const folder = freshFolder();
  const sink = await sinkNamed('jsonl').open({ folder, maxMegabytes: 1e-6 }, undefined);
  await sink.write(testRecord(1));
  const checkpoint = await sink.flush();
  await sink.write(testRecord(2));
  assert.deepEqual(readdirSync(folder), ['documents.jsonl']);
  await sink.committed();
  await sink.close();
  assert.equal(readdirSync(folder).includes('documents-000001.jsonl'), true);
  // A state older than a finished file does not remove it.
  const older = JSON.parse(Buffer.from(checkpoint).toString());
  await assert.rejects(
    sinkNamed('jsonl').open(
      { folder, maxMegabytes: 1e-6 },
      Buffer.from(JSON.stringify({ ...older, isFinished: false })),
    ),
    /is ahead of the state: got documents-000001.jsonl finished, expected documents.jsonl with \d+ bytes/,
  );
});

test('parquet: columns are typed independently of the rows in a file', async () => {
  const folder = freshFolder();
  const sink = await sinkNamed('parquet').open({ folder }, undefined);
  const plain = testRecord(1);
  await sink.write({ ...plain, row: { ...plain.row, confidence: null, words: 3, mixed: 'a', of: null } });
  await sink.write({ ...plain, row: { ...plain.row, at: '2026-11-21T12:00:00Z', mixed: 7, late: true } });
  await sink.flush(true);
  await sink.committed();
  await sink.close();
  const file = await asyncBufferFromFile(join(folder, 'documents-000001.parquet'));
  const { schema } = await parquetMetadataAsync(file);
  const types = Object.fromEntries(
    schema.slice(1).map(({ name, type, converted_type }) => [name, converted_type ?? type]),
  );
  assert.deepEqual(types, {
    id: 'UTF8',
    revision: 'INT32',
    url: 'UTF8',
    site: 'UTF8',
    at: 'TIMESTAMP_MILLIS',
    ok: 'BOOLEAN',
    title: 'UTF8',
    author: 'UTF8',
    confidence: 'DOUBLE',
    tags: 'JSON',
    text: 'UTF8',
    words: 'DOUBLE',
    mixed: 'JSON',
    of: 'UTF8',
    late: 'BOOLEAN',
  });
  const [first, second] = await parquetReadObjects({ file });
  assert.deepEqual([first.title, first.tags, first.mixed, first.late], ['Ferry "1": ä', ['x', 'y'], 'a', null]);
  assert.deepEqual([first.at, second.at], [new Date(1_700_000_000_001), new Date('2026-11-21T12:00:00Z')]);
});

test('parquet: without the optional package the error says how to install it', () => {
  const hook = `export async function resolve(name, context, next) {
    if (name === 'hyparquet-writer') throw new Error('Cannot find package');
    return next(name, context);
  }`;
  const program = `
    import { register } from 'node:module';
    register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hook))});
    const { parquetSink } = await import(${JSON.stringify(new URL('./parquet.js', import.meta.url).href)});
    await parquetSink.open({ folder: ${JSON.stringify(freshFolder())} }, undefined).catch((error) => console.log(error.message));`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  assert.equal(
    run.stdout,
    'Parquet needs the optional package hyparquet-writer, which is not installed: npm install hyparquet-writer\n',
    run.stderr,
  );
});

test('markdown: names come from URLs and never leave the folder', () => {
  const slugs: readonly (readonly [url: unknown, slug: string])[] = [
    ['https://a.example/news/ferry-late.html?x=1', 'ferry-late'],
    ['https://a.example/F%C3%A4hre/12345', 'fähre'],
    ['https://a.example/2026/11/21/', '21'],
    ['https://a.example/', ''],
    ['https://a.example/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'etc-passwd'],
    ['https://a.example/..%5c..%5cwindows', 'windows'],
    ['https://a.example/%00%0a', ''],
    ['https://a.example/%ff%fe', 'ff-fe'],
    [`https://a.example/${'ж'.repeat(500)}`, 'ж'.repeat(50)],
    ['https://a.example/%E2%80%AEgpj.exe%E2%81%A6', 'gpj-exe'],
    ['https://a.example/%1b%5b31mred%c2%9b', '31mred'],
    ['https://a.example/a%E2%80%A8b', 'a-b'],
    ['https://a.example/...', ''],
    ['https://a.example/~$:*?"<>|', ''],
    ['no address', ''],
    [null, ''],
  ];
  for (const [url, slug] of slugs) assert.equal(slugOf(url), slug, String(url));
  assert.equal(siteFolder('news.example.co.uk'), 'news.example.co.uk');
  for (const site of [
    '',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    '.hidden',
    'a..b',
    '[::1]',
    'A.example',
    'x'.repeat(300),
    'a\u202e.example',
    'con',
    'aux.example',
    'com1.example',
    'nul',
    'a.example.',
  ])
    assert.match(siteFolder(site), /^site-[0-9a-f]{16}$/, site);
});

test('markdown: a correction replaces its file, from another URL too', async () => {
  const folder = freshFolder();
  const sink = await sinkNamed('markdown').open({ folder }, undefined);
  const first = testRecord(1);
  const commit = async (): Promise<void> => {
    await sink.flush();
    await sink.committed();
  };
  await sink.write(first);
  await commit();
  const place = join(folder, 'b.example');
  assert.deepEqual(readdirSync(place), [`ferry-1-${first.id.slice(0, 16)}.md`]);
  assert.equal(
    readFileSync(join(place, readdirSync(place)[0]), 'utf8'),
    `---
title: "Ferry \\"1\\": ä"
id: "${first.id}"
revision: 1
url: "https://www.b.example/news/ferry-1"
site: "b.example"
at: 1700000000001
confidence: 0.5
tags: ["x","y"]
---

${first.markdown}`,
  );
  await sink.write({ ...first, revision: 2, row: { ...first.row, url: 'https://b.example/moved' }, markdown: 'new\n' });
  await commit();
  await sink.close();
  assert.deepEqual(readdirSync(place), [`moved-${first.id.slice(0, 16)}.md`]);
});

test('warc: pages as received, repeated payloads as revisits in the same file only, digests correct', async () => {
  const folder = freshFolder();
  const sink = await sinkNamed('warc').open({ folder, maxMegabytes: 0.0005 }, undefined);
  const first = testRecord(1);
  const raw = first.raw as RawResponse;
  for (const record of [
    first,
    { ...testRecord(2), raw: { ...raw, at: raw.at + 1 } },
    { ...testRecord(3), raw: null },
    { ...testRecord(4), raw: { ...raw, status: null, headers: [] } },
  ])
    await sink.write(record);
  await sink.flush();
  await sink.committed();
  await sink.write({ ...testRecord(6), raw });
  await sink.flush();
  await sink.committed();
  await sink.close();
  const [response, revisit, resource, ...none] = await archivedRecords(join(folder, 'pages-000001.warc.gz'));
  assert.equal(none.length, 0);
  assert.deepEqual([response.warcType, revisit.warcType, resource.warcType], ['response', 'revisit', 'resource']);
  assert.deepEqual(Buffer.from(response.payload ?? []), raw.bytes);
  assert.deepEqual(Buffer.from(resource.payload ?? []), raw.bytes);
  assert.equal(response.httpHeaders?.statusline, 'HTTP/1.1 200 OK');
  assert.deepEqual(Object.fromEntries(response.httpHeaders?.headers ?? []), {
    'content-type': 'text/html; charset=utf-8',
    'x-archive-orig-content-encoding': 'gzip',
    'content-length': String(raw.bytes.length),
  });
  assert.equal(revisit.warcHeader('WARC-Refers-To'), response.warcHeader('WARC-Record-ID'));
  const sha1 = createHash('sha1').update(raw.bytes).digest();
  // Base 32 by another method: five bits at a time of one large number.
  const digits = [
    ...BigInt(`0x${sha1.toString('hex')}`)
      .toString(32)
      .padStart(32, '0'),
  ];
  const expected = digits.map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(digit, 32)]).join('');
  assert.equal(response.warcHeader('WARC-Payload-Digest'), `sha1:${expected}`);
  const [again] = await archivedRecords(
    join(folder, readdirSync(folder).find((name) => name !== 'pages-000001.warc.gz') as string),
  );
  assert.equal(again.warcType, 'response');
});

test('an unknown sink is an error that lists the known ones', () => {
  assert.throws(() => sinkNamed('kafka'), /no sink is named "kafka" \(there are: jsonl/);
});
