/**
 * CPU time of the calling thread, the clock of `limits.maxMilliseconds`: on a busy machine, or after a SIGSTOP, a page gets
 * as much work done as on an idle one.
 *
 * Node reports it from 23.9 on. Before that Linux does (`/proc/thread-self/schedstat`, nanoseconds). Elsewhere it is estimated as
 * the CPU time of the process divided by the number of cores.
 */
import { openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';

type CpuUsage = () => { readonly user: number; readonly system: number };

let clock: (() => number) | null = null;

/** Milliseconds of CPU time the calling thread has used. Call it in the thread that works. */
export function threadMilliseconds(): number {
  clock ??= fromNode() ?? fromLinux() ?? fromProcess();
  return clock();
}

function fromNode(): (() => number) | null {
  const { threadCpuUsage } = process as { threadCpuUsage?: CpuUsage };
  return threadCpuUsage === undefined ? null : () => milliseconds(threadCpuUsage.call(process));
}

function fromLinux(): (() => number) | null {
  try {
    // Opened in this thread, so that the link points to it. Reading from position 0 gives the figures of the moment.
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const bytes = Buffer.alloc(64);
    const read = (): number => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6;
    // Kernels without these statistics report 0.
    return read() > 0 ? read : null;
  } catch {
    return null;
  }
}

function fromProcess(): () => number {
  const cores = availableParallelism();
  return () => milliseconds(process.cpuUsage()) / cores;
}

function milliseconds({ user, system }: ReturnType<CpuUsage>): number {
  return (user + system) / 1000;
}
