// The command as a real process, or inside the test where the process is not the point: starting one costs half a second.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isBundleFresh } from '../../../node/dist/bundle.fixture.js';

/** The command line: its bundle when that is fresh, which starts twice as fast. */
export const MAIN = fileURLToPath(new URL('../../bin/dehusk.js', import.meta.url));

/** Runs inside this process use the bundle, too. */
const { runDehusk }: typeof import('./program.js') = await import(
  isBundleFresh ? '../bundle/program.js' : './program.js'
);

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
 * @param input whether the test writes to its standard input
 */
export function startDehusk(
  folder: string,
  args: readonly string[],
  { blocks, input = false, environment }: { blocks?: number; input?: boolean; environment?: NodeJS.ProcessEnv } = {},
): Started {
  const command = [process.execPath, MAIN, ...args];
  const limited = blocks === undefined ? command : ['sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`, ...command];
  const child = spawn(limited[0], limited.slice(1), {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  const texts = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (more: string) => (texts.out += more));
  child.stderr?.setEncoding('utf8').on('data', (more: string) => (texts.err += more));
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
        child.stderr?.on('data', look);
        look();
        void ended.then(({ err }) => reject(new Error(`it ended without saying ${pattern}: ${err}`)));
      }),
  };
}

process.env.COLUMNS = '120';
process.env.NO_COLOR = '1';
let lastRun: Promise<unknown> = Promise.resolve();

/** Runs `dehusk` inside this process with captured streams, one run after the other. */
export function runHere(args: readonly string[], input: readonly (string | Uint8Array)[] = []): Promise<Ended> {
  const run = lastRun.then(() => runCaptured(args, input));
  lastRun = run.catch(() => {});
  return run;
}

async function runCaptured(args: readonly string[], input: readonly (string | Uint8Array)[]): Promise<Ended> {
  const { stdin, stdout, stderr } = process;
  const given = Readable.from(
    input.map((one) => Buffer.from(one as string)),
    { objectMode: false },
  );
  const [out, err] = [new PassThrough(), new PassThrough()];
  const texts = Promise.all([text(out), text(err)]);
  replaceStreams(given, out, err);
  try {
    const code = await runDehusk(args);
    out.end();
    err.end();
    const [printed, complaints] = await texts;
    return { code, out: printed, err: complaints };
  } finally {
    replaceStreams(stdin, stdout, stderr);
  }
}

function replaceStreams(...values: readonly unknown[]): void {
  ['stdin', 'stdout', 'stderr'].forEach((name, at) => {
    Object.defineProperty(process, name, { configurable: true, enumerable: true, value: values[at] });
  });
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
