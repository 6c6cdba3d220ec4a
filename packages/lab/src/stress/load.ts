/**
 * The HTTP service under load: many clients at once ask `dehusk serve`, in a process of its own, to extract pages. Reported are
 * answers by status, their times, the server's CPU time per page beside that of `extract` alone, and its memory as requests go by.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extract } from '@dehusk/core';
import { linearRegression, quantile } from 'simple-statistics';

export interface LoadOptions {
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

/** Passes over the pages before `extract` alone is timed, and timed passes. */
const WARM_UP = 3;
const ROUNDS = 3;
const SAMPLES = 200;
/** Unit of CPU time in /proc (`sysconf(_SC_CLK_TCK)`), in milliseconds. */
const TICK = 10;

/** Loads a server until the time or the requests are over. Only on Linux: it reads `/proc`. */
export async function load(pages: readonly LoadPage[], options: LoadOptions) {
  const bareCpuPerPage = bareCpu(pages);
  const { resolve } = createRequire(import.meta.url);
  const main = resolve('dehusk').replace(/index\.js$/, 'cli/main.js');
  const limits = ['--threads', String(options.threads), '--queue', String(options.clients)];
  const server = spawn(process.execPath, [main, 'serve', '--port', '0', ...limits, '--log-level', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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

/** CPU milliseconds of `extract` alone per page, in this process. */
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
) {
  const statuses: Record<string, number> = {};
  /** Milliseconds from the request to the end of an answer with 200. */
  const times: number[] = [];
  /** The server's memory after a number of answers, in MB. */
  const memory: { readonly answers: number; readonly megabytes: number }[] = [];
  const began = performance.now();
  const cpuBefore = cpuOf(pid);
  let [sent, answers, broken] = [0, 0, 0];
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
      if (share() * SAMPLES < memory.length) continue;
      memory.push({ answers, megabytes: memoryOf(pid) });
      onProgress(Math.min(1, share()));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const late = memory.slice(memory.length >> 1).map(({ answers: at, megabytes }) => [at / 10_000, megabytes]);
  const [p50, p99] = [0.5, 0.99].map((part) => (times.length === 0 ? 0 : quantile(times, part)));
  return {
    ...{ statuses, answers, memory, p50, p99, seconds: passed() },
    broken,
    /** CPU milliseconds of the server per page that was extracted. */
    cpuPerPage: (cpuOf(pid) - cpuBefore) / Math.max(1, answers - (statuses['503'] ?? 0)),
    /** Growth of the memory over the second half, in MB per 10,000 answers. */
    growth: late.length < 2 ? 0 : linearRegression(late).m,
  };
}

/** CPU milliseconds that a process has used (proc(5): fields 14 and 15 of `stat`). */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
}
