/**
 * Speed (CPU time) and memory of de-duplication, seeded and warmed:
 * - the SimHash index at ten million even fingerprints: building, asking for a stranger and for a near-duplicate, removing,
 *   against a scan of the same columns;
 * - Onion over real text in each of its memories, and SimHash fingerprints, in tokens a second.
 *
 * Run: `node packages/lab/dist/benchmarks/dedupe.js [fingerprints, default 10000000]`. Needs about 1 GB. Text is the gold of
 * `wcxb-dev`; without it only the index is measured.
 */
import {
  appendTokens,
  createOnion,
  judge,
  ONION_MEMORIES,
  SimHashIndex,
  simhash,
  tokenHashes,
} from '@dehusk/core/internal';
import { seededRandom } from 'dehusk/demo';
import { openDataset } from '../datasets/index.js';

const QUERIES = 100_000;
const SCANS = 20;
/** Counted rounds over the text; the first one warms up. */
const ROUNDS = 5;

const line = (name: string, figure: string): void => console.log(`${name.padEnd(46)} ${figure}`);
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** CPU time in milliseconds, garbage collection included: other programs on the machine disturb it least. */
function timed(act: () => void): number {
  const from = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

function measureIndex(size: number): void {
  const { next: random } = seededRandom(7);
  const word = (): number => Math.floor(random() * 0x100000000) | 0;
  const high = Int32Array.from({ length: size }, word);
  const low = Int32Array.from({ length: size }, word);
  const before = process.memoryUsage().arrayBuffers;
  const index = new SimHashIndex();
  const build = timed(() => {
    for (let at = 0; at < size; at++) index.add(high[at], low[at]);
  });
  line(
    `index: ${size} fingerprints added`,
    `${(build / 1000).toFixed(2)} s, ${((1000 * build) / size).toFixed(2)} µs each`,
  );
  const memory = process.memoryUsage().arrayBuffers - before;
  line('index: memory', `${megabytes(memory)}, ${(memory / size).toFixed(1)} bytes a fingerprint`);

  let found = 0;
  const ask = (turned: number): number =>
    timed(() => {
      for (let query = 0; query < QUERIES; query++) {
        const at = Math.floor(random() * size);
        // A stranger is made of the halves of two fingerprints; a near one has so many bits turned.
        const near =
          turned < 0
            ? index.nearest(high[at], low[(at + 1) % size])
            : index.nearest(high[at] ^ turned, low[at] ^ 0x400);
        if (near >= 0) found++;
      }
    });
  ask(-1);
  found = 0;
  const strangers = ask(-1);
  line(
    'index: asked for strangers',
    `${((1000 * strangers) / QUERIES).toFixed(2)} µs each, ${found} of ${QUERIES} found`,
  );
  found = 0;
  const near = ask(0x01000010);
  line(
    'index: asked for near-duplicates (3 bits)',
    `${((1000 * near) / QUERIES).toFixed(2)} µs each, ${found} of ${QUERIES} found`,
  );

  let agree = 0;
  const scan = timed(() => {
    for (let query = 0; query < SCANS; query++) {
      const at = Math.floor(random() * size);
      if (scanFor(high, low, high[at] ^ 0x01000010, low[at] ^ 0x400) >= 0) agree++;
    }
  });
  line('scan: the same question', `${(scan / SCANS).toFixed(2)} ms each, ${agree} of ${SCANS} found`);
  line('scan against index', `${Math.round(scan / SCANS / (near / QUERIES))} times`);
  const removed = timed(() => {
    for (let at = 0; at < QUERIES; at++) index.remove(at);
  });
  line('index: removed', `${((1000 * removed) / QUERIES).toFixed(2)} µs each`);
}

/** The nearest within 3 bits by looking at all of them, as fast as a scan can be told to be. */
function scanFor(high: Int32Array, low: Int32Array, askHigh: number, askLow: number): number {
  let best = -1;
  let bestDistance = 4;
  for (let at = 0; at < high.length; at++) {
    let bits = high[at] ^ askHigh;
    bits &= bits - 1;
    bits &= bits - 1;
    if ((bits & (bits - 1)) !== 0) continue;
    const distance = bitsOf(high[at] ^ askHigh) + bitsOf(low[at] ^ askLow);
    if (distance < bestDistance) {
      best = at;
      bestDistance = distance;
    }
  }
  return best;
}

function bitsOf(word: number): number {
  let bits = word;
  let count = 0;
  for (; bits !== 0; count++) bits &= bits - 1;
  return count;
}

async function measureText(): Promise<void> {
  const documents: string[][] = [];
  for await (const { gold } of openDataset('wcxb-dev').cases()) documents.push(gold.split('\n'));
  const buffer = tokenHashes();
  for (const paragraphs of documents) for (const one of paragraphs) appendTokens(buffer, one);
  const tokens = buffer.length;
  const rate = (milliseconds: number): string => `${(tokens / milliseconds / 1000).toFixed(1)} million tokens/s`;
  const best = (act: () => void): number => {
    act();
    return Math.min(...Array.from({ length: ROUNDS }, () => timed(act)));
  };
  line('text', `${documents.length} documents, ${tokens} tokens (wcxb-dev gold); the best of ${ROUNDS} rounds`);
  const tokenise = best(() => {
    buffer.length = 0;
    for (const paragraphs of documents) for (const one of paragraphs) appendTokens(buffer, one);
  });
  line('tokens hashed', rate(tokenise));
  for (const memory of ONION_MEMORIES) {
    const spent = best(() => {
      const onion = createOnion({ memory, capacity: 4_000_000 });
      for (const paragraphs of documents) judge(onion, paragraphs);
    });
    line(`onion, memory ${memory}`, rate(spent));
  }
  const texts = documents.map((paragraphs) => paragraphs.join('\n'));
  line('SimHash fingerprints', rate(best(() => texts.forEach((text) => void simhash(text)))));
}

measureIndex(Number(process.argv[2] ?? 10_000_000));
await measureText().catch((error: Error) => line('text', `not measured: ${error.message}`));
