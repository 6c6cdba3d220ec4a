/**
 * The stream killed with SIGKILL again and again: at the end its folder must hold what that of an uninterrupted run holds.
 *
 * Moments are drawn by a seed, uniformly over a life's first seconds, so that they fall on starting, reading, extraction,
 * commits and flushes alike. A pass that comes to its end before all kills are spent is compared, and another one begins.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StreamOptions } from 'dehusk';
import { seededRandom } from 'dehusk/demo';
import { differencesOf, rowsOf } from './compare-folders.js';
import { writeMadeUpInput } from './made-up-input.js';
import { openPageServer } from './page-server.js';

export interface KillOptions {
  readonly kills: number;
  readonly documents: number;
  readonly sites: number;
  readonly seed: number;
  /** Longest life before a kill, milliseconds. */
  readonly mostLife: number;
  /** Where inputs and outputs go. */
  readonly folder: string;
  readonly options: Partial<StreamOptions>;
  /** Whether pages are fetched from a server on loopback, some of them with trouble; else they stand in the input. */
  readonly isFetched: boolean;
  onKill(done: number): void;
}

export interface KillResult {
  readonly kills: number;
  /** Kills that hit a life which had committed nothing new would not count as progress; passes that reached the end. */
  readonly passes: number;
  readonly documents: number;
  readonly rejects: number;
  readonly uninterruptedSeconds: number;
  /** Requests the server answered over all passes; null when nothing was fetched. */
  readonly requests: number | null;
  /** Empty: every pass ended as the uninterrupted run. */
  readonly wrong: readonly string[];
}

const CHILD = fileURLToPath(new URL('./stream-child.js', import.meta.url));
/** Shortest life: the process has begun to load. */
const MIN_LIFE = 50;

/** Runs it all. @throws Error when a life ends in an error of its own */
export async function killRuns(given: KillOptions): Promise<KillResult> {
  const server = given.isFetched ? await openPageServer(given) : null;
  try {
    const result = await killedRuns(given, server?.port ?? null);
    return { ...result, requests: server?.requests() ?? null };
  } finally {
    await server?.close();
  }
}

/** @param port where the pages are fetched from; null: they stand in the input */
async function killedRuns(given: KillOptions, port: number | null): Promise<Omit<KillResult, 'requests'>> {
  const { kills, folder, seed, mostLife, options } = given;
  mkdirSync(folder, { recursive: true });
  const input = join(folder, 'input.jsonl');
  await writeMadeUpInput(input, given);
  const live = (target: string, life: number | null): Promise<boolean> =>
    lived([target, input, JSON.stringify(options), ...(port === null ? [] : [String(port)])], life);
  const whole = join(folder, 'uninterrupted');
  const from = performance.now();
  await live(whole, null);
  const uninterruptedSeconds = (performance.now() - from) / 1000;

  const { next: random } = seededRandom(seed);
  const wrong: string[] = [];
  let done = 0;
  let passes = 0;
  for (; done < kills; passes++) {
    const broken = join(folder, `killed-${passes}`);
    let isOver = false;
    while (!isOver) {
      const life = done < kills ? MIN_LIFE + random() * (mostLife - MIN_LIFE) : null;
      isOver = !(await live(broken, life));
      if (!isOver) given.onKill(++done);
    }
    for (const one of await differencesOf(whole, broken, input)) wrong.push(`pass ${passes + 1}: ${one}`);
    if (wrong.length === 0) rmSync(broken, { recursive: true });
  }
  return {
    kills: done,
    passes,
    documents: rowsOf(whole, 'documents').length,
    rejects: rowsOf(whole, 'rejects').length,
    uninterruptedSeconds,
    wrong,
  };
}

/** One life of the stream; gives whether it was killed. @param life milliseconds; null: to its end */
function lived(args: readonly string[], life: number | null): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const clock = life === null ? null : setTimeout(() => child.kill('SIGKILL'), life);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (clock !== null) clearTimeout(clock);
      if (signal === 'SIGKILL' && life !== null) resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`the stream ended with ${signal ?? code}: ${said.trim()}`));
    });
  });
}
