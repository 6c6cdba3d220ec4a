/**
 * Speed (CPU time) and memory of de-duplication, seeded and warmed up:
 * - the SimHash index at ten million uniform fingerprints: building, queries without and with a near-duplicate, removal, and
 *   a scan of the same columns for comparison;
 * - Onion over real text in each of its memories, and SimHash fingerprints, in tokens per second.
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
import { cpuMilliseconds, numberArgument } from './measure.js';

const QUERIES = 100_000;
const SCANS = 20;
/** Counted rounds over the text, after one that warms up. */
const ROUNDS = 5;

const line = (name: string, figure: string): void => console.log(`${name.padEnd(46)} ${figure}`);
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

function measureIndex(size: number): void {
  const { next: random } = seededRandom(7);
  const word = (): number => Math.floor(random() * 0x100000000) | 0;
  const high = Int32Array.from({ length: size }, word);
  const low = Int32Array.from({ length: size }, word);
  const before = process.memoryUsage().arrayBuffers;
  const index = new SimHashIndex();
  const build = cpuMilliseconds(() => {
    for (let at = 0; at < size; at++) index.add(high[at], low[at]);
  });
  line(
    `index: ${size} fingerprints added`,
    `${(build / 1000).toFixed(2)} s, ${((1000 * build) / size).toFixed(2)} µs each`,
  );
  const memory = process.memoryUsage().arrayBuffers - before;
  line('index: memory', `${megabytes(memory)}, ${(memory / size).toFixed(1)} bytes a fingerprint`);

  let found = 0;
  const query = (flipped: number): number =>
    cpuMilliseconds(() => {
      for (let done = 0; done < QUERIES; done++) {
        const at = Math.floor(random() * size);
        // Half of one fingerprint and half of another is unknown; a near-duplicate has a few bits flipped.
        const near =
          flipped < 0
            ? index.nearest(high[at], low[(at + 1) % size])
            : index.nearest(high[at] ^ flipped, low[at] ^ 0x400);
        if (near >= 0) found++;
      }
    });
  query(-1);
  found = 0;
  const unknown = query(-1);
  line(
    'index: query of an unknown fingerprint',
    `${((1000 * unknown) / QUERIES).toFixed(2)} µs each, ${found} of ${QUERIES} found`,
  );
  found = 0;
  const near = query(0x01000010);
  line(
    'index: query of a near-duplicate (3 bits)',
    `${((1000 * near) / QUERIES).toFixed(2)} µs each, ${found} of ${QUERIES} found`,
  );

  let agree = 0;
  const scan = cpuMilliseconds(() => {
    for (let query = 0; query < SCANS; query++) {
      const at = Math.floor(random() * size);
      if (scanFor(high, low, high[at] ^ 0x01000010, low[at] ^ 0x400) >= 0) agree++;
    }
  });
  line('scan: the same query', `${(scan / SCANS).toFixed(2)} ms each, ${agree} of ${SCANS} found`);
  line('scan in relation to index', `${Math.round(scan / SCANS / (near / QUERIES))} times`);
  const removed = cpuMilliseconds(() => {
    for (let at = 0; at < QUERIES; at++) index.remove(at);
  });
  line('index: removed', `${((1000 * removed) / QUERIES).toFixed(2)} µs each`);
}

/** The nearest within 3 bits by a scan, written for speed. */
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
    return Math.min(...Array.from({ length: ROUNDS }, () => cpuMilliseconds(act)));
  };
  line('text', `${documents.length} documents, ${tokens} tokens (wcxb-dev gold); best of ${ROUNDS} rounds`);
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

measureIndex(numberArgument(0, 'fingerprints', 10_000_000));
await measureText().catch((error: Error) => line('text', `not measured: ${error.message}`));
