import { readFileSync } from 'node:fs';

/** Memory of this process, all threads, in MB. */
export interface Memory {
  readonly resident: number;
  /**
   * The part that belongs to no file: heaps and buffers. The rest is pages of the program and of the mapped state, which the
   * system keeps as long as it likes. Null where the system does not tell (it is Linux that does).
   */
  readonly anonymous: number | null;
}

const MEGABYTE = 1024 * 1024;

/** Memory now. */
export function memoryNow(): Memory {
  return { resident: process.memoryUsage.rss() / MEGABYTE, anonymous: anonymousMegabytes() };
}

function anonymousMegabytes(): number | null {
  try {
    const kilobytes = /^RssAnon:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}
