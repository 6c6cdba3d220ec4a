// The process a benchmark subject lives in: its heap, its garbage collector and its peak memory are its own.
import { resourceUsage } from 'node:process';
import type { FromProcess, ToProcess } from './bench.js';
import { openSubject, type SubjectSpec } from './subject.js';

globalThis.fetch = () => Promise.reject(new Error('the lab gives no network'));
const quiet = (): void => {};
Object.assign(console, { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet });

const say = (message: FromProcess): void => void process.send?.(message);
const run = await openSubject(JSON.parse(process.argv[2]) as SubjectSpec);

process.on('message', async ({ html, url }: ToProcess) => {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let failed = false;
  try {
    await run(html, url);
  } catch {
    failed = true;
  }
  const wall = performance.now() - started;
  const spent = process.cpuUsage(cpu);
  // maxRSS is in kilobytes on every platform Node runs on.
  const peak = resourceUsage().maxRSS / 1024;
  say({ type: 'done', wall, cpu: (spent.user + spent.system) / 1000, peak, failed });
});
say({ type: 'ready' });
