/**
 * Real processes under a clock that is wrong, and that jumps: no document is lost or repeated, and a run ends. The time of day is
 * faked by libfaketime, as a machine without a battery has it before it asks the network; the monotonic clock is right, as there.
 */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { answers, closedAfterEach, first, loopback, sends } from '../../../node/dist/fetch/loopback.fixture.js';
import { until } from '../../../node/dist/until.fixture.js';
import { madeUpPages } from '../../../stream/dist/stream/made-up-pages.fixture.js';
import { rowsIn, startDehusk } from './stream-process.fixture.js';

/** The library that is loaded before the others; undefined: not installed. */
const FAKETIME = libraries().find((path) => path.endsWith('libfaketimeMT.so.1'));
const NEEDS_FAKETIME = { skip: FAKETIME === undefined && 'skipped: needs faketime' };
const home = mkdtempSync(join(tmpdir(), 'dehusk-clock-'));
const opened = closedAfterEach();
const children: { kill(signal: NodeJS.Signals): void }[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
after(() => rmSync(home, { recursive: true }));

function libraries(): string[] {
  if (process.platform !== 'linux') return [];
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime'));
  return folders.flatMap((folder) => {
    try {
      return readdirSync(folder).map((name) => join(folder, name));
    } catch {
      return [];
    }
  });
}

/** Starts `dehusk watch` in a folder with the environment that fakes its clock. */
function watch(folder: string, environment: NodeJS.ProcessEnv) {
  const faked = { LD_PRELOAD: FAKETIME, DONT_FAKE_MONOTONIC: '1', ...environment };
  const started = startDehusk(folder, ['watch', 'watch.toml', '--log-format', 'json'], {
    environment: Object.keys(environment).length === 0 ? {} : faked,
  });
  children.push(started.child);
  return started;
}

function folderFor(name: string, source: string, more = ''): string {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'watch.toml'),
    `[[sources]]\n${source}\n[[sinks]]\nkind = "jsonl"\nfolder = "out"\n[rejects]\nkind = "jsonl"\nfolder = "rejects"\n[stream]\nextractor = "urltree"\nworkers = 1\ncommitPages = 4\nminDocuments = 0\n[state]\nfolder = "state"\n${more}`,
  );
  return folder;
}

const documentsIn = (folder: string): string[] =>
  rowsIn(join(folder, 'out')).map(({ id, revision }) => `${id} ${revision}`);
const unique = (all: readonly unknown[]): unknown[] => [...new Set(all)].sort();

/** Clocks of the runs, the right one last. */
const CLOCKS = [
  { FAKETIME: '@2021-03-01 00:00:00' },
  { FAKETIME: '@2040-03-01 00:00:00' },
  { FAKETIME: '@1980-03-01 00:00:00' },
  {},
];
/** The run that is stopped and repeated. */
const STOPPED = 1;
const PAGES = madeUpPages(120, 1).map(({ url, html }) => `${JSON.stringify({ url, html })}\n`);

/** Ids and revisions that runs with these clocks write, each with its part of the pages. */
async function written(name: string, clocks: readonly NodeJS.ProcessEnv[]): Promise<string[]> {
  const folder = folderFor(name, 'kind = "jsonl"\npath = "rows.jsonl"');
  const share = PAGES.length / clocks.length;
  for (const [at, clock] of clocks.entries()) {
    appendFileSync(join(folder, 'rows.jsonl'), PAGES.slice(at * share, (at + 1) * share).join(''));
    if (at === STOPPED) {
      const before = documentsIn(folder).length;
      const { child, ended } = watch(folder, clock);
      await Promise.race([ended, until(() => documentsIn(folder).length > before)]);
      child.kill('SIGTERM');
      await ended;
    }
    const { code, err } = await watch(folder, clock).ended;
    assert.equal(code, 0, err);
  }
  return documentsIn(folder);
}

test('runs with clocks of 2021, 2040 and 1980, then the right one', NEEDS_FAKETIME, async () => {
  const steady = await written('steady', [{}]);
  const jumping = await written('jumping', CLOCKS);
  assert.equal(unique(jumping).length, jumping.length, 'no id and revision is repeated');
  const ids = (all: readonly string[]) => unique(all.map((one) => one.split(' ')[0]));
  assert.deepEqual(ids(jumping), ids(steady));
});

test('a clock that jumps while a run waits for its sites', NEEDS_FAKETIME, async () => {
  const clock = join(home, 'clock');
  const years = ['2021', '2040', '1980', '2026', '2030'];
  const setYear = (year: string): void => writeFileSync(clock, `@${year}-06-01 00:00:00`);
  setYear('2026');
  const madeUp = madeUpPages(40, 1).map(({ html }) => html);
  let asked = 0;
  const page: RequestListener = (request, response) => {
    setYear(years[asked++ % years.length]);
    sends(madeUp[asked % madeUp.length])(request, response);
  };
  const server = await loopback({
    '/robots.txt': sends('', { 'content-type': 'text/plain' }),
    // Asked for again, at a time that is counted from now.
    '/page/0': first(1, answers(503, { 'retry-after': '1' }), page),
    '*': page,
  });
  opened.push(server);
  const fetching = '[fetch]\ndelay = 50\nrequestsPerMinute = 0\nmaxRetries = 2\nallowPrivate = true\n';
  const folder = folderFor('fetching', 'kind = "list"\npath = "list.txt"', fetching);
  const addresses = Array.from({ length: 20 }, (_, at) => `${server.home}/page/${at}`);
  writeFileSync(join(folder, 'list.txt'), addresses.join('\n'));
  const { code, err } = await watch(folder, { FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1' }).ended;
  assert.equal(code, 0, err);
  const rows = [...rowsIn(join(folder, 'out')), ...rowsIn(join(folder, 'rejects'))];
  assert.deepEqual(unique(rows.map(({ url }) => url)), unique(addresses));
  assert.match(err, /"time":"2030-.*"stopped"/);
});
