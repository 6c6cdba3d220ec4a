/** Rows at hand as an input that is read in order. */
import { setTimeout } from 'node:timers/promises';
import type { Source } from 'dehusk';
import type { MadeUpRow } from './made-up-input.js';

/**
 * @param rows from the input's beginning: nothing is left out
 * @param rate rows a second; null: as fast as they are taken
 */
export function rowsSource(input: string, rows: Iterable<MadeUpRow>, rate: number | null = null): Source {
  return {
    input,
    async *items(signal) {
      let position = 0;
      const from = performance.now();
      for (const row of rows) {
        if (signal.aborted) return;
        if (rate !== null) await setTimeout(Math.max(0, from + (1000 * position) / rate - performance.now()));
        position++;
        if (typeof row === 'string') {
          yield { kind: 'fault', where: `${input}:${position}`, reason: 'bad-input', detail: 'not JSON', position };
          continue;
        }
        yield {
          kind: 'item',
          id: `${input}#${position}`,
          url: row.url,
          at: row.timestamp,
          // Rows are of the past and the future alike: their own time is the time they are seen at.
          seenAt: Math.max(row.timestamp, Date.now()),
          title: null,
          content: { page: row.html, charset: null, contentType: 'text/html', redirects: [] },
          position,
          wantsLinks: false,
        };
      }
    },
    settle: () => new Map(),
    close: async () => {},
  };
}
