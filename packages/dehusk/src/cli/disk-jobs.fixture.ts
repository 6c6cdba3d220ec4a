/** Commands that write a state or an output, for tests of disks that fail, and C libraries that make them fail. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@dehusk/node';
import { openLmdbStore } from '@dehusk/stream';
import { loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { rowsIn, startDehusk } from './stream-process.fixture.js';

const PAGES = 30;
const random = seededRandom('disk');
const WORDS = Array.from({ length: 400 }, () =>
  Array.from({ length: 6 }, () => random.pick([...'aeiourstlnmk'])).join(''),
);
const said = (): string => Array.from({ length: 40 }, () => random.pick(WORDS)).join(' ');
const page = (at: number, links: readonly string[] = []): string => {
  const list = links.map((to) => `<li><a href="${to}">More</a></li>`).join('');
  const paragraphs = Array.from(
    { length: 20 },
    () => `<p>And so the ${said()}, which it is and was for all of us.</p>`,
  );
  return `<!doctype html><html lang="en"><title>Ferry ${at}</title><ul>${list}</ul><h1>Ferry ${at}</h1>${paragraphs.join('')}</html>`;
};
const linesOf = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const ONE_WORKER = ['--extractor', 'urltree', '--workers', '1'];
const texts = Array.from({ length: 700 }, said);
const numbers = Array.from({ length: PAGES }, (_, at) => at);

interface DiskJob {
  /** The command on a folder, and what differs when it is repeated. */
  args(folder: string): readonly string[];
  readonly again?: readonly string[];
  /** What it says of an output that may be another file, because a power cut took its beginning. */
  readonly refuses?: RegExp;
  /** What it made. */
  result(folder: string): unknown;
}

interface DiskJobs {
  readonly jobs: Readonly<Record<string, DiskJob>>;
  /** What a job makes when nothing disturbs it. */
  whole(name: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Writes the input of the jobs into a folder, in which they run. */
export async function openDiskJobs(home: string): Promise<DiskJobs> {
  writeFileSync(
    join(home, 'rows.jsonl'),
    linesOf(numbers.map((id) => ({ id, url: `https://site${id % 2}.example/${id}`, html: page(id) }))),
  );
  writeFileSync(
    join(home, 'texts.jsonl'),
    linesOf(Array.from({ length: 2_000 }, (_, id) => ({ id, text: `${texts[id % 700]} ${said()}` }))),
  );
  const paths = numbers.slice(1, 8).map((at) => `/${at}.html`);
  const server = await loopback({
    '/robots.txt': sends('', { 'content-type': 'text/plain' }),
    '/': sends(page(0, paths)),
    ...Object.fromEntries(paths.map((path, at) => [path, sends(page(at + 1))])),
  });
  const documentsIn = (folder: string): unknown =>
    rowsIn(join(home, folder, 'out'))
      .map(({ id, revision, text }) => `${id} ${revision} ${text}`)
      .sort();
  const text = (folder: string, name: string): string => readFileSync(join(home, folder, name), 'utf8');
  const jobs: Readonly<Record<string, DiskJob>> = {
    watch: {
      args(folder) {
        const file = join(home, 'watch.toml');
        writeFileSync(
          file,
          `[[sources]]\nkind = "jsonl"\npath = "rows.jsonl"\n[[sinks]]\nkind = "jsonl"\nfolder = "${folder}/out"\n[stream]\nextractor = "urltree"\nworkers = 1\ncommitPages = 5\n[state]\nfolder = "${folder}/state"\n`,
        );
        return ['watch', file];
      },
      result: documentsIn,
    },
    crawl: {
      args: (folder) => [
        ...['crawl', server.home, '-o', `${folder}/out`, '--state', `${folder}/state`],
        ...[...ONE_WORKER, '--allow-private', '--delay', '0'],
      ],
      result: documentsIn,
    },
    batch: {
      args: (folder) => ['batch', 'rows.jsonl', '-o', `${folder}/rows.jsonl`, '--threads', '1'],
      again: ['--resume'],
      refuses: /rows\.jsonl is not continued: it has something else than rows of JSON; move it away/,
      result: (folder) => text(folder, 'rows.jsonl'),
    },
    dedupe: {
      args: (folder) => [
        ...['dedupe', 'texts.jsonl', '-o', `${folder}/texts.jsonl`, '--state', `${folder}/seen`],
        ...['--checkpoint-seconds', '0', '--no-progress'],
      ],
      result: (folder) => text(folder, 'texts.jsonl'),
    },
    '--site': {
      args: (folder) => ['rows.jsonl', '--site', '--state', `${folder}/state`, '--format', 'jsonl'],
      async result(folder) {
        const store = openLmdbStore(join(home, folder, 'state'), false);
        const values = await Promise.all((await store.keys()).map(async (key) => [key, await store.get(key)]));
        await store.close();
        return values;
      },
    },
  };

  const undisturbed = new Map<string, unknown>();
  return {
    jobs,
    async whole(name) {
      const folder = `whole ${name}`;
      if (!undisturbed.has(name)) {
        mkdirSync(join(home, folder));
        const { code, err } = await startDehusk(home, jobs[name].args(folder)).ended;
        assert.equal(code, 0, err);
        undisturbed.set(name, await jobs[name].result(folder));
      }
      return undisturbed.get(name);
    },
    close: () => server.close(),
  };
}

/** Compiles a C file of this folder into a library for `LD_PRELOAD`. Null without a C compiler for Linux. */
export function preloaded(home: string, name: string): string | null {
  const library = join(home, `${name}.so`);
  const source = fileURLToPath(new URL(`../../src/cli/${name}.fixture.c`, import.meta.url));
  if (process.platform !== 'linux') return null;
  return spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']).status === 0 ? library : null;
}
