import assert from 'node:assert/strict';

/** CPU seconds of `sample` on the machine for which the limits of tests are written. */
const SAMPLE_SECONDS = 0.1;
let slowness = 0;

/**
 * Starts to measure; the returned function throws when the process has since used more CPU time than the limit. A slower machine has
 * more time, by what a sample of work takes on it.
 *
 * @param seconds several times what linear work takes, and a fraction of what quadratic work does
 */
export function cpuLimit(seconds: number, what = ''): () => void {
  slowness ||= Math.max(1, sample() / SAMPLE_SECONDS);
  const before = process.cpuUsage();
  return () => {
    const used = secondsSince(before);
    assert.ok(used < seconds * slowness, `${what} ${used} seconds of CPU time, of ${seconds * slowness}`);
  };
}

/** CPU seconds of work like that of a page: strings in maps, and an expression. */
function sample(): number {
  const before = process.cpuUsage();
  const words = new Map<string, number>();
  for (let at = 0; at < 300_000; at++) {
    const word = `w${(at * 7919) % 65_537}`;
    if (/^w[1-9]/.test(word)) words.set(word, (words.get(word) ?? 0) + 1);
  }
  assert.equal(words.size, 65_536);
  return secondsSince(before);
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
