/**
 * The HTTP service under load: many clients at once ask `dehusk serve`, in a process of its own, to extract pages. Reported are answers by
 * status, their times, the server's CPU time per page beside that of `extract` alone, and its memory as requests go by.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extract } from '@dehusk/core';
import { linearRegression, quantile } from 'simple-statistics';

interface LoadOptions {
  readonly clients: number;
  /** Ends after this many seconds, or after `requests`, whichever comes first. */
  readonly seconds: number;
  readonly requests: number;
  readonly threads: number;
  readonly onProgress: (share: number) => void;
}

interface LoadPage {
  readonly html: string;
  readonly url: string | null;
}

/** The server's memory after a number of answers, in MB. */
interface MemorySample {
  readonly answers: number;
  readonly megabytes: number;
}

interface LoadResult {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without an answer: broken connections. */
  readonly broken: number;
  readonly seconds: number;
  /** Milliseconds from the request to the end of an answer with 200. */
  readonly p50: number;
  readonly p99: number;
  /** CPU milliseconds of the server per page that was extracted, and of `extract` alone in this process. */
  readonly cpuPerPage: number;
  readonly bareCpuPerPage: number;
  readonly memory: readonly MemorySample[];
  /** Growth of the memory over the second half, in MB per 10,000 answers. */
  readonly growth: number;
}

/** Passes over the pages before `extract` alone is timed, and timed passes. */
const WARM_UP = 3;
const ROUNDS = 3;
/** Samples of the memory over a run. */
const SAMPLES = 200;
/** Unit of CPU time in /proc (`sysconf(_SC_CLK_TCK)`), in milliseconds. */
const TICK = 10;

/** Loads a server until the time or the requests are over. Only on Linux: it reads `/proc`. */
export async function load(pages: readonly LoadPage[], options: LoadOptions): Promise<LoadResult> {
  const bareCpuPerPage = bareCpu(pages);
  const main = createRequire(import.meta.url)
    .resolve('dehusk')
    .replace(/index\.js$/, 'cli/main.js');
  const server = spawn(
    process.execPath,
    [
      main,
      'serve',
      '--port',
      '0',
      '--threads',
      String(options.threads),
      '--queue',
      String(options.clients),
      '--log-level',
      'error',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const address = await new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (text) => resolve(/http:\S+?(?=\/ )/.exec(String(text))?.[0] ?? ''));
      server.once('exit', (code) => reject(new Error(`dehusk serve ended with ${code}`)));
    });
    const bodies = pages.map(({ html, url }) => JSON.stringify({ html, ...(url === null ? {} : { url }) }));
    return { bareCpuPerPage, ...(await ask(`${address}/v1/extract`, server.pid ?? 0, bodies, options)) };
  } finally {
    server.kill('SIGTERM');
  }
}

function bareCpu(pages: readonly LoadPage[]): number {
  const pass = (): void => {
    for (const { html, url } of pages) JSON.stringify(extract(html, { url }));
  };
  for (let round = 0; round < WARM_UP; round++) pass();
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) pass();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (ROUNDS * pages.length);
}

async function ask(
  url: string,
  pid: number,
  bodies: readonly string[],
  { clients, seconds, requests, onProgress }: LoadOptions,
): Promise<Omit<LoadResult, 'bareCpuPerPage'>> {
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const memory: MemorySample[] = [];
  const began = performance.now();
  const cpuBefore = cpuOf(pid);
  let sent = 0;
  let answers = 0;
  let broken = 0;
  let sampled = 0;
  const passed = (): number => (performance.now() - began) / 1000;
  const share = (): number => Math.max(passed() / seconds, answers / requests);
  const client = async (): Promise<void> => {
    while (sent < requests && passed() < seconds) {
      const body = bodies[sent++ % bodies.length];
      const at = performance.now();
      try {
        const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
        await response.arrayBuffer();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (response.status === 200) times.push(performance.now() - at);
      } catch {
        broken++;
      }
      answers++;
      if (share() * SAMPLES < sampled) continue;
      sampled++;
      memory.push({ answers, megabytes: memoryOf(pid) });
      onProgress(Math.min(1, share()));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const late = memory.slice(memory.length >> 1).map(({ answers: at, megabytes }) => [at / 10_000, megabytes]);
  return {
    ...{ statuses, broken, memory },
    seconds: passed(),
    p50: times.length === 0 ? 0 : quantile(times, 0.5),
    p99: times.length === 0 ? 0 : quantile(times, 0.99),
    cpuPerPage: (cpuOf(pid) - cpuBefore) / Math.max(1, answers - (statuses['503'] ?? 0)),
    growth: late.length < 2 ? 0 : linearRegression(late).m,
  };
}

/** CPU milliseconds that a process has used (proc(5): fields 14 and 15 of `stat`). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** Resident memory of a process in MB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
}
