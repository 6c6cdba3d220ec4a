/**
 * Work counted by the engine instead of timed: how often every place of the source ran (V8's precise block coverage). The same
 * code on the same page gives the same counts on every machine, and a place that runs too often has a name. What a built-in
 * does within one call (a regular expression, a sort, a copy) is one execution here; `page-growth.js` times that too.
 */
import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** Executions by script address, then by the offset of the source character. */
export type Executions = ReadonlyMap<string, Float64Array>;

/**
 * Counts from now on, until the process ends, in modules loaded from now on: code compiled earlier has no counters.
 *
 * @param scripts addresses of the scripts that matter
 * @returns what tells the executions of every place while a piece of work is done
 */
export function startCounting(scripts: RegExp): (work: () => void) => Executions {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = (): readonly Profiler.ScriptCoverage[] => {
    let taken: readonly Profiler.ScriptCoverage[] = [];
    // The answer is there before post() returns: the session is of this very thread.
    session.post('Profiler.takePreciseCoverage', (failure, { result }) => {
      if (failure !== null) throw failure;
      taken = result;
    });
    return taken;
  };
  return (work) => {
    take();
    work();
    const matching = take().filter(({ url }) => scripts.test(url));
    return new Map(matching.map(({ url, functions }) => [url, paint(functions)]));
  };
}

/** Inner ranges are painted over outer ones: a range that V8 leaves out has the count of what is around it. */
function paint(functions: readonly Profiler.FunctionCoverage[]): Float64Array {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const counts = new Float64Array(ranges.reduce((most, { endOffset }) => Math.max(most, endOffset), 0));
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count, startOffset, endOffset);
  return counts;
}

/** Source characters executed, each as often as it ran. */
export function sourceExecuted(executions: Executions): number {
  let sum = 0;
  for (const counts of executions.values()) for (const count of counts) sum += count;
  return sum;
}

/** A place of the source and how often it ran in two pieces of work. */
export interface GrownPlace {
  /** Script, line and column. */
  readonly place: string;
  readonly small: number;
  readonly large: number;
}

/**
 * The places whose executions grew more than allowed, those that ran most first.
 *
 * @param allowed executions of the larger work that are in order, given those of the smaller
 */
export function grownPlaces(small: Executions, large: Executions, allowed: (small: number) => number): GrownPlace[] {
  const grown: GrownPlace[] = [];
  for (const [url, counts] of large) {
    const before = small.get(url);
    for (let at = 0; at < counts.length; at++) {
      if (counts[at] === counts[at - 1] && before?.[at] === before?.[at - 1]) continue;
      const ran = before?.[at] ?? 0;
      if (counts[at] > allowed(ran)) grown.push({ place: placeOf(url, at), small: ran, large: counts[at] });
    }
  }
  return grown.sort((a, b) => b.large - a.large);
}

function placeOf(url: string, offset: number): string {
  const path = fileURLToPath(url);
  const before = readFileSync(path, 'utf8').slice(0, offset).split('\n');
  return `${path.replace(/^.*\/(packages|node_modules)\//, '')}:${before.length}:${before[before.length - 1].length + 1}`;
}
