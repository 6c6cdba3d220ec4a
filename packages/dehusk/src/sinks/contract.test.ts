import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { testOptions, testRecord } from './contract-records.fixture.js';
import { SINKS, sinkNamed } from './index.js';
import { SinkError } from './sink.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-sinks-'));
after(() => rmSync(home, { recursive: true }));
let folders = 0;
const freshFolder = (): string => join(home, `out-${folders++}`);

/** What a sink holds, as `id revision`, in order. */
type Contents = string[];

/** How the output of each kind is read back, by something other than the sink. */
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
};

/** What a sink must hold after so many test records. */
function expectedAfter(count: number, replaces: boolean): Contents {
  const records = Array.from({ length: count }, (_, at) => testRecord(at + 1));
  const kept = replaces
    ? records.filter((one) => !records.some(({ id, revision }) => id === one.id && revision > one.revision))
    : records;
  const contents = kept.map(({ id, revision }) => `${id} ${revision}`);
  return replaces ? contents.sort() : contents;
}

for (const kind of SINKS) {
  const reader = READERS[kind.name];
  /** Opens with a mark, ends the run, and compares all there is. */
  const expectHolds = async (
    folder: string,
    mark: Uint8Array | undefined,
    count: number,
    options = testOptions(folder),
  ): Promise<Uint8Array> => {
    const sink = await kind.open(options, mark);
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
      let mark: Uint8Array | undefined;
      let count = 0;
      for (const run of [3, 0, 40, 100, 1]) {
        const sink = await kind.open(testOptions(folder), mark);
        for (let at = 0; at < run; at++) await sink.write(testRecord(++count));
        mark = await sink.flush();
        await sink.committed();
        await sink.close();
      }
      await expectHolds(folder, mark, count);
    });

    test('any crash between write, flush, commit and committed leaves what the committed mark says', async () => {
      const step = fc.oneof(
        { weight: 4, arbitrary: fc.record({ does: fc.constant('write'), count: fc.integer({ min: 1, max: 60 }) }) },
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
          let sink = await kind.open(testOptions(folder), undefined);
          let mark = await sink.flush();
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
                mark = flushed ?? (await sink.flush());
                committed = isWhole ? written : atFlush;
                if (isWhole) await sink.committed();
              }
              if (one === 'crash') {
                await sink.close();
                sink = await kind.open(testOptions(folder), mark);
                written = committed;
              }
            }
          }
          await sink.close();
          await expectHolds(folder, mark, committed);
          rmSync(folder, { recursive: true });
        }),
        { numRuns: 60, seed: 7 },
      );
    });

    test('killed with SIGKILL at any moment, what was committed is there once, and nothing else', async () => {
      const folder = freshFolder();
      const state = `${folder}.state`;
      for (let round = 0; round < 3; round++) {
        const { said } = await runLoop(['node'], kind.name, folder, state, 3 + 2 * round);
        const { mark, count } = JSON.parse(readFileSync(state, 'utf8'));
        assert.ok(count >= Number(said.at(-1)), `${said.at(-1)} was committed, ${count} is there`);
        const last = await expectHolds(folder, Buffer.from(mark, 'base64'), count);
        writeFileSync(state, JSON.stringify({ mark: Buffer.from(last).toString('base64'), count }));
      }
    });

    test('a full disk is a SinkError in words, and what was committed stays', async () => {
      const folder = freshFolder();
      const state = `${folder}.state`;
      mkdirSync(folder);
      // A limit on the length of files (in blocks of 512 bytes) is the disk that anyone can fill.
      const full = await runLoop(['sh', '-c', 'ulimit -f 16; exec "$0" "$@"', 'node'], kind.name, folder, state, 1e9);
      assert.equal(full.code, 3, full.err);
      assert.match(full.err, /^SinkError: .* cannot be written: the file may not grow .*everything committed is safe/);
      const { mark, count } = JSON.parse(readFileSync(state, 'utf8'));
      assert.equal(count, Number(full.said.at(-1)));
      await expectHolds(folder, Buffer.from(mark, 'base64'), count);
    });

    test('what the mark does not fit is refused, naming got and expected', async () => {
      const folder = freshFolder();
      const sink = await kind.open(testOptions(folder), undefined);
      for (let at = 1; at <= 5; at++) await sink.write(testRecord(at));
      const mark = await sink.flush();
      await sink.committed();
      await sink.close();
      const refused = (given: Uint8Array | undefined, says: RegExp, options = testOptions(folder)): Promise<void> =>
        assert.rejects(kind.open(options, given), (error) => error instanceof SinkError && says.test(error.message));
      await refused(undefined, /already holds output that the state knows nothing of: got .*expected an empty place/);
      await refused(Buffer.from('nonsense'), /mark .* cannot be read/);
      await refused(mark, /written with other settings: got version 1 of .*, expected version 1 of other-000001/, {
        ...testOptions(folder),
        prefix: 'other',
      });
      const [being] = readdirSync(folder).filter((name) => /documents|pages/.test(name));
      truncateSync(join(folder, being), 3);
      await refused(mark, /lost what the state says was written: got 3 bytes, expected at least \d+/);
    });

    test('a flush before the last mark was committed is a mistake of the program', async () => {
      const sink = await kind.open(testOptions(freshFolder()), undefined);
      await sink.flush();
      await assert.rejects(sink.flush(), /flush was called before committed/);
      await assert.rejects(
        sink.write(testRecord(1)).then(() => sink.committed()),
        SinkError,
      );
      await sink.close();
    });

    test('after close it takes nothing more, and closing again is allowed', async () => {
      const sink = await kind.open(testOptions(freshFolder()), undefined);
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

test('jsonl: packed files hold the same, each whole gzip however the run ended', async () => {
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

test('files are finished by age too', async () => {
  const folder = freshFolder();
  const sink = await sinkNamed('jsonl').open({ folder, maxMinutes: 1e-9 }, undefined);
  for (let at = 1; at <= 3; at++) {
    await sink.write(testRecord(at));
    await new Promise((done) => setTimeout(done, 2));
    await sink.flush();
    await sink.committed();
  }
  await sink.close();
  assert.deepEqual(readdirSync(folder), ['documents-000001.jsonl', 'documents-000002.jsonl', 'documents-000003.jsonl']);
});

test('no final name stands on anything uncommitted', async () => {
  const folder = freshFolder();
  const sink = await sinkNamed('jsonl').open({ folder, maxMegabytes: 1e-6 }, undefined);
  await sink.write(testRecord(1));
  const mark = await sink.flush();
  await sink.write(testRecord(2));
  assert.deepEqual(readdirSync(folder), ['documents.jsonl']);
  await sink.committed();
  await sink.close();
  assert.equal(readdirSync(folder).includes('documents-000001.jsonl'), true);
  // A state from before a file was finished does not take that file away.
  const older = JSON.parse(Buffer.from(mark).toString());
  await assert.rejects(
    sinkNamed('jsonl').open(
      { folder, maxMegabytes: 1e-6 },
      Buffer.from(JSON.stringify({ ...older, isFinished: false })),
    ),
    /is ahead of the state: got documents-000001.jsonl finished, expected documents.jsonl with \d+ bytes/,
  );
});

test('an unknown sink is an error that names those there are', () => {
  assert.throws(() => sinkNamed('kafka'), /no sink is named "kafka" \(there are: jsonl/);
});
