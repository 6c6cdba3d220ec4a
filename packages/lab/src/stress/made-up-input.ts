/** A long input of made-up pages as JSON lines, seeded: what the stream is replayed and killed over. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { seededRandom } from 'dehusk/demo';
import { syntheticDocument } from '../benchmarks/synthetic-document.js';

export interface MadeUpInput {
  readonly documents: number;
  readonly sites: number;
  readonly seed: number;
  /** Paragraphs of an article, of 34 words each; default: those of `syntheticDocument`. */
  readonly paragraphs?: number;
  /** Rows a site has in a row, as a poll of its feed or a crawl gives them; default 1: the sites take turns. */
  readonly inRow?: number;
}

/** Share of rows that give an earlier address of the site once more, with a session of its own. */
const AGAIN = 0.15;
/** Share of rows that are no page: not JSON, or a page without text. */
const BROKEN = 0.02;
/** Addresses of a site that may come again: the latest. */
const REMEMBERED = 50;
/** Milliseconds between two rows: a million in 40 days, so that eviction by age comes to bear. */
const INTERVAL = 3_500;
const START = Date.UTC(2026, 0, 1);

/** A row of the input: an address, its page and its time, or a line that is no row. */
export type MadeUpRow = { readonly url: string; readonly html: string; readonly timestamp: number } | string;

/** The rows, one after the other. */
export function* madeUpRows({ documents, sites, seed, paragraphs, inRow = 1 }: MadeUpInput): Generator<MadeUpRow> {
  const { next: random } = seededRandom(seed);
  const recent: { url: string; html: string }[][] = Array.from({ length: sites }, () => []);
  for (let at = 0; at < documents; at++) {
    const site = Math.floor(at / inRow) % sites;
    const known = recent[site];
    const chance = random();
    const timestamp = START + at * INTERVAL;
    if (chance < BROKEN / 2) yield `{"no row ${at}`;
    else if (chance < BROKEN) yield { url: `https://www.site${site}.example/${at}`, html: '', timestamp };
    else if (chance < BROKEN + AGAIN && known.length > 0) {
      const { url, html } = known[Math.floor(random() * known.length)];
      yield { url: `${url}?session=${at}`, html, timestamp };
    } else {
      const page = syntheticDocument(site, at, random, paragraphs);
      known.push(page);
      if (known.length > REMEMBERED) known.shift();
      yield { ...page, timestamp };
    }
  }
}

/** Writes the rows as JSON lines. */
export async function writeMadeUpInput(path: string, input: MadeUpInput): Promise<void> {
  const file = createWriteStream(path);
  for (const row of madeUpRows(input))
    if (!file.write(`${typeof row === 'string' ? row : JSON.stringify(row)}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
}
