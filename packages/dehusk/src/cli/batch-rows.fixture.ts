// `dehusk batch` inside the test, with one thread: its rows, and pages to read.
import { type Ended, runHere } from './stream-process.fixture.js';

export interface Run extends Ended {
  readonly rows: readonly Record<string, unknown>[];
}
export const rowsOf = (ended: Ended): Run => ({
  ...ended,
  rows: ended.out
    .split('\n')
    .filter(Boolean)
    .map((one) => JSON.parse(one)),
});
export const ARGS = ['batch', '--threads', '1'];
export const batch = async (args: readonly string[], input: readonly (string | Buffer)[] = []): Promise<Run> =>
  rowsOf(await runHere([...ARGS, ...args], input));

/** Pages whose sizes differ a hundredfold, so that workers finish out of order. */
export function pages(count: number): string[] {
  const sentence =
    'Every year in March the ferrymen count the posts along the shore and paint the ones that have lost their colour. ';
  return Array.from({ length: count }, (_, id) => {
    const html = `<html lang="en"><title>Page ${id}</title><a href="/">Home</a><h1>Page ${id}</h1><p>Page ${id}. ${sentence.repeat(id % 9 === 0 ? 200 : 2)}</p>`;
    return `${JSON.stringify({ id, url: `https://a.example/${id}`, html })}\n`;
  });
}
