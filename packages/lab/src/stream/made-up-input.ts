/** A long input of made-up pages as JSON lines, seeded: what the stream is replayed and killed over. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { seededRandom } from '../bench/seeded-random.js';
import { syntheticDocument } from '../bench/synthetic-document.js';

export interface MadeUpInput {
  readonly documents: number;
  readonly sites: number;
  readonly seed: number;
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

/** Writes the rows; gives their number of bytes. */
export async function writeMadeUpInput(path: string, { documents, sites, seed }: MadeUpInput): Promise<number> {
  const random = seededRandom(seed);
  const file = createWriteStream(path);
  const recent: { url: string; html: string }[][] = Array.from({ length: sites }, () => []);
  let bytes = 0;
  for (let at = 0; at < documents; at++) {
    const site = at % sites;
    const known = recent[site];
    const chance = random();
    let line: string;
    const timestamp = START + at * INTERVAL;
    if (chance < BROKEN / 2) line = `{"no row ${at}`;
    else if (chance < BROKEN)
      line = JSON.stringify({ url: `https://www.site${site}.example/${at}`, html: '', timestamp });
    else if (chance < BROKEN + AGAIN && known.length > 0) {
      const { url, html } = known[Math.floor(random() * known.length)];
      line = JSON.stringify({ url: `${url}?session=${at}`, html, timestamp });
    } else {
      const page = syntheticDocument(site, at, random);
      known.push(page);
      if (known.length > REMEMBERED) known.shift();
      line = JSON.stringify({ ...page, timestamp });
    }
    bytes += line.length + 1;
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return bytes;
}
