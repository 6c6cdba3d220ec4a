// The command as a real process.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command line: its bundle when that is fresh, which starts twice as fast. */
export const MAIN = fileURLToPath(new URL('../../bin/dehusk.js', import.meta.url));

/** How a process ended and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with the first match of a pattern on standard error. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

/**
 * Starts `dehusk` in a folder.
 *
 * @param blocks longest file it may write, in blocks of 512 bytes, as on a full disk; default: no limit
 */
export function startDehusk(folder: string, args: readonly string[], blocks?: number): Started {
  const command = [process.execPath, MAIN, ...args];
  const limited = blocks === undefined ? command : ['sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`, ...command];
  const child = spawn(limited[0], limited.slice(1), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, ...texts })));
  return {
    child,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(texts.err);
          if (found !== null) resolve(found);
        };
        child.stderr.on('data', look);
        look();
        void ended.then(({ err }) => reject(new Error(`it ended without saying ${pattern}: ${err}`)));
      }),
  };
}

/** Runs `dehusk` in a folder to its end. */
export function runDehusk(folder: string, args: readonly string[]): Promise<Ended> {
  return startDehusk(folder, args).ended;
}

/** The rows of an output. */
export function rowsIn(folder: string): Record<string, unknown>[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
