/** A long, seeded input of synthetic pages: the input of `replay` and `kill`. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { seededRandom } from 'dehusk/demo';
import { syntheticDocument } from '../benchmarks/synthetic-document.js';

export interface SyntheticInput {
  readonly documents: number;
  readonly sites: number;
  readonly seed: number;
  /** Paragraphs per article, of 34 words each; default that of `syntheticDocument`. */
  readonly paragraphs?: number;
  /** Consecutive rows of one site, as from a poll of its feed; default 1: the sites take turns. */
  readonly inRow?: number;
}

/** Share of rows that repeat an earlier address of the site with a new session parameter. */
const REPEATED = 0.15;
/** Share of rows that are not JSON or have a page without text. */
const BROKEN = 0.02;
/** Number of the latest addresses of a site that may be repeated. */
const REPEATABLE = 50;
/** Milliseconds between two rows: a million in 40 days, so that eviction by age takes part. */
const INTERVAL = 3_500;
const START = Date.UTC(2026, 0, 1);

/** A row of the input: an address with page and time, or a malformed line. */
type SyntheticRow = { readonly url: string; readonly html: string; readonly timestamp: number } | string;

export function* syntheticRows(input: SyntheticInput): Generator<SyntheticRow> {
  const { documents, sites, seed, paragraphs, inRow = 1 } = input;
  const { next: random } = seededRandom(seed);
  const recent: { url: string; html: string }[][] = Array.from({ length: sites }, () => []);
  for (let at = 0; at < documents; at++) {
    const site = Math.floor(at / inRow) % sites;
    const known = recent[site];
    const chance = random();
    const timestamp = START + at * INTERVAL;
    if (chance < BROKEN / 2) yield `{"no row ${at}`;
    else if (chance < BROKEN) yield { url: `https://www.site${site}.example/${at}`, html: '', timestamp };
    else if (chance < BROKEN + REPEATED && known.length > 0) {
      const { url, html } = known[Math.floor(random() * known.length)];
      yield { url: `${url}?session=${at}`, html, timestamp };
    } else {
      const page = syntheticDocument(site, at, random, paragraphs);
      known.push(page);
      if (known.length > REPEATABLE) known.shift();
      yield { ...page, timestamp };
    }
  }
}

export async function writeSyntheticInput(path: string, input: SyntheticInput): Promise<void> {
  const file = createWriteStream(path);
  for (const row of syntheticRows(input))
    if (!file.write(`${typeof row === 'string' ? row : JSON.stringify(row)}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
}
