/** A long, seeded input of synthetic pages: the input of `replay` and `kill`. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { seededRandom } from 'dehusk/demo';

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

// Documents of synthetic sites: one template per site, sections, articles with unique paragraphs.

const NOUNS =
  'river stone winter market letter garden window bridge morning harbour village teacher engine forest'.split(' ');

/** Default of paragraphs of 34 words per article, and links around it: about 10 kB of HTML. */
const PARAGRAPHS = 12;
const LINKS = 75;

/**
 * A document of a synthetic site.
 * @param paragraphs of the article; with fewer than {@link PARAGRAPHS} the article also has fewer links around it
 */
function syntheticDocument(site: number, number: number, random: () => number, paragraphs = PARAGRAPHS) {
  const pick = (): string => NOUNS[Math.floor(random() * NOUNS.length)];
  const words = (count: number): string =>
    Array.from({ length: count }, () => `${pick()}${letters(Math.floor(random() * 400))}`).join(' ');
  const item = (of: string, at: number): string =>
    `<li><a href="/${of}${at}">${of} ${letters(site * 31 + at)}</a></li>`;
  const items = (of: string, count: number): string => Array.from({ length: count }, (_, at) => item(of, at)).join('');
  const section = number % 7;
  const links = Math.round(LINKS * Math.min(1, paragraphs / PARAGRAPHS));
  const [menu, side, foot] = [0.27, 0.53, 0.2].map((share) => Math.max(2, Math.round(share * links)));
  const text = Array.from({ length: paragraphs }, () => `<p>the ${words(24)} and the ${words(8)}.</p>`).join('');
  const html = `<!doctype html><html lang="en"><head><title>${words(4)}</title></head><body><div class="head t${site}"><ul>${items('menu', menu)}</ul></div>
<div id="s${site}"><div class="entry"><h1>${words(6)}</h1>${text}</div><div class="side"><ul>${items(`section ${letters(section)}`, side)}</ul></div></div>
<div class="foot"><ul>${items('foot', foot)}</ul></div></body></html>`;
  return { url: `https://www.site${site}.example/section-${section}/${number}.html`, html };
}

/** A number as letters: learners treat blocks that differ only in digits as equal. */
function letters(value: number): string {
  const letter = String.fromCharCode(97 + (value % 26));
  return value < 26 ? letter : letter + letters(Math.floor(value / 26));
}
