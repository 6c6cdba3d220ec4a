/**
 * Kills the stream repeatedly with SIGKILL: at the end its folder must equal that of an uninterrupted run.
 *
 * Moments are seeded and uniform over the first seconds of a process, so that they fall on starting, reading, extraction,
 * commits and flushes. When a pass ends before all kills are used, it is compared and the next pass begins.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type StreamOptions, storeNamed } from 'dehusk';
import { seededRandom } from 'dehusk/demo';
import { rowsOf } from './folder-stream.js';
import { type SyntheticInput, syntheticRows, writeSyntheticInput } from './synthetic-input.js';

export interface KillOptions extends SyntheticInput {
  readonly kills: number;
  /** Longest time before a kill, milliseconds. */
  readonly maxLife: number;
  /** Folder of inputs and outputs. */
  readonly folder: string;
  readonly options: Partial<StreamOptions>;
  /** Whether pages are fetched from a server on loopback, some with faults; else they are in the input. */
  readonly isFetched: boolean;
  onKill(done: number): void;
}

export interface KillResult {
  readonly kills: number;
  /** Passes that reached the end of the input. */
  readonly passes: number;
  readonly documents: number;
  readonly rejects: number;
  readonly uninterruptedSeconds: number;
  /** Requests of all passes; null when nothing was fetched. */
  readonly requests: number | null;
  /** Differences from the uninterrupted run; empty when every pass ended alike. */
  readonly wrong: readonly string[];
}

const CHILD = fileURLToPath(new URL('./folder-stream.js', import.meta.url));
/** Shortest time before a kill: the process has begun to load. */
const MIN_LIFE = 50;

/** Runs all passes. @throws Error when a process fails without being killed */
export async function killRuns(given: KillOptions): Promise<KillResult> {
  const server = given.isFetched ? await openPageServer(given) : null;
  try {
    const result = await killedRuns(given, server?.port ?? null);
    return { ...result, requests: server?.requests() ?? null };
  } finally {
    await server?.close();
  }
}

/** @param port of the page server; null: pages are in the input */
async function killedRuns(given: KillOptions, port: number | null): Promise<Omit<KillResult, 'requests'>> {
  const { kills, folder, seed, maxLife, options } = given;
  mkdirSync(folder, { recursive: true });
  const input = join(folder, 'input.jsonl');
  await writeSyntheticInput(input, given);
  const run = (target: string, life: number | null): Promise<boolean> =>
    runOnce([target, input, JSON.stringify(options), ...(port === null ? [] : [String(port)])], life);
  const uninterrupted = join(folder, 'uninterrupted');
  const from = performance.now();
  await run(uninterrupted, null);
  const uninterruptedSeconds = (performance.now() - from) / 1000;

  const { next: random } = seededRandom(seed);
  const wrong: string[] = [];
  let done = 0;
  let passes = 0;
  for (; done < kills; passes++) {
    const broken = join(folder, `killed-${passes}`);
    let isOver = false;
    while (!isOver) {
      const life = done < kills ? MIN_LIFE + random() * (maxLife - MIN_LIFE) : null;
      isOver = !(await run(broken, life));
      if (!isOver) given.onKill(++done);
    }
    for (const one of await differencesOf(uninterrupted, broken, input)) wrong.push(`pass ${passes + 1}: ${one}`);
    if (wrong.length === 0) rmSync(broken, { recursive: true });
  }
  return {
    kills: done,
    passes,
    documents: rowsOf(uninterrupted, 'documents').length,
    rejects: rowsOf(uninterrupted, 'rejects').length,
    uninterruptedSeconds,
    wrong,
  };
}

/** Runs the stream once; resolves to whether it was killed. @param life milliseconds; null: to the end */
function runOnce(args: readonly string[], life: number | null): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const clock = life === null ? null : setTimeout(() => child.kill('SIGKILL'), life);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (clock !== null) clearTimeout(clock);
      if (signal === 'SIGKILL' && life !== null) resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`the stream ended with ${signal ?? code}: ${errors.trim()}`));
    });
  });
}

/** Differences between two folders of the stream: documents, rejects, and every value of the state. */
async function differencesOf(expected: string, got: string, input: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const output of ['documents', 'rejects']) {
    const ours = rowsOf(got, output);
    const theirs = rowsOf(expected, output);
    const twice = ours.length - new Set(ours.map(({ id, revision = 1 }) => `${id} ${revision}`)).size;
    if (twice > 0) wrong.push(`${output}: ${twice} of ${ours.length} repeat an id and revision`);
    const missing = missingOf(theirs, ours);
    const added = missingOf(ours, theirs);
    if (missing > 0) wrong.push(`${output}: ${missing} of ${theirs.length} are missing or differ`);
    if (added > 0) wrong.push(`${output}: ${added} are not in the uninterrupted run`);
  }
  const ours = await valuesOf(got, input);
  const theirs = await valuesOf(expected, input);
  for (const key of new Set([...ours.keys(), ...theirs.keys()]))
    if (ours.get(key) !== theirs.get(key)) wrong.push(`state: the value "${key}" differs`);
  return wrong;
}

function missingOf(wanted: readonly Record<string, unknown>[], there: readonly Record<string, unknown>[]): number {
  // The time of a rejection is that of the clock.
  const textOf = (row: Record<string, unknown>): string => JSON.stringify('stage' in row ? { ...row, at: '' } : row);
  const have = new Set(there.map(textOf));
  return wanted.filter((row) => !have.has(textOf(row))).length;
}

/** Every value by key, and the input's position, without the marks of outputs, which describe files. */
async function valuesOf(folder: string, input: string): Promise<Map<string, string>> {
  const store = await storeNamed('lmdb').open(join(folder, 'state'), false);
  try {
    const values = new Map<string, string>([['position', String(await store.position(`jsonl:${input}`))]]);
    for (const key of await store.keys())
      if (!key.startsWith('sink/')) values.set(key, Buffer.from((await store.get(key)) ?? []).toString('base64'));
    return values;
  } finally {
    await store.close();
  }
}

interface PageServer {
  readonly port: number;
  /** Number of requests so far. */
  requests(): number;
  close(): Promise<void>;
}

/** One page in this many is busy, truncated or gone, so that every site has all three. */
const BUSY_EVERY = 23;
const TRUNCATED_EVERY = 31;
const GONE_EVERY = 29;

/**
 * Serves the input's pages on a loopback port, with repeatable faults: some pages are busy or truncated at the first request,
 * some are gone.
 */
async function openPageServer(input: SyntheticInput): Promise<PageServer> {
  const pages = new Map<string, { readonly html: string; readonly number: number }>();
  for (const row of syntheticRows(input))
    if (typeof row !== 'string') {
      const { hostname, pathname, search } = new URL(row.url);
      pages.set(hostname + pathname + search, { html: row.html, number: pages.size });
    }
  const requested = new Set<number>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const page = pages.get((request.headers.host ?? '').replace(/:\d+$/, '') + request.url);
    const type = { 'content-type': 'text/html; charset=utf-8' };
    if (page === undefined || page.number % GONE_EVERY === GONE_EVERY - 1) {
      response.writeHead(page === undefined ? 404 : 410, type).end();
      return;
    }
    const isFirst = !requested.has(page.number);
    requested.add(page.number);
    if (isFirst && page.number % BUSY_EVERY === BUSY_EVERY - 1) response.writeHead(503, type).end();
    else if (isFirst && page.number % TRUNCATED_EVERY === TRUNCATED_EVERY - 1) {
      response.writeHead(200, { ...type, 'content-length': String(Buffer.byteLength(page.html) + 1_000) });
      response.write(page.html, () => request.socket.destroy());
    } else response.writeHead(200, type).end(page.html);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
