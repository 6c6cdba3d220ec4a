/** The four ways to call a record a duplicate, behind one face: judge the next text, save and read back what was learnt. */
import {
  contentDigest,
  createOnion,
  decodeOnion,
  encodeOnion,
  hammingDistance,
  hashToHex,
  judge,
  NEAR_DISTANCE,
  ONION_DEFAULTS,
  type Onion,
  type OnionOptions,
  SimHashIndex,
  simhash,
} from '@dehusk/core/internal';

/** What counts as a duplicate. */
export const DEDUPE_MODES = ['paragraph', 'document', 'near', 'exact'] as const;
export type DedupeMode = (typeof DEDUPE_MODES)[number];

/** Everything that decides verdicts: two runs with equal settings on equal input give equal output. */
export interface DedupeSettings extends Omit<OnionOptions, 'mode'> {
  readonly mode: DedupeMode;
  /** `near`: largest Hamming distance of a near-duplicate, 0–3 bits. Default 3. */
  readonly distance: number;
}

export const DEDUPE_DEFAULTS: DedupeSettings = { ...ONION_DEFAULTS, mode: 'paragraph', distance: NEAR_DISTANCE };

/** The verdict on one text. */
export interface DedupeVerdict {
  /** What is left of the text: all of it, some paragraphs, or null when nothing is. */
  readonly kept: string | null;
  /** What `--mark` writes into the record; see the command's help. */
  readonly mark: Readonly<Record<string, unknown>>;
  readonly paragraphs: number;
  readonly droppedParagraphs: number;
}

export interface Deduplicator {
  /** Judges the next text. `record` is its number in the stream, by which later duplicates will name it. */
  judge(text: string, record: number): DedupeVerdict;
  /** What was learnt, as bytes. */
  encode(): Uint8Array;
}

/**
 * A deduplicator with these settings.
 *
 * @param learnt what `encode` of one with the same settings gave, or null to start anew
 * @throws RangeError for a setting out of range, or bytes that are something else
 */
export function deduplicatorOf(settings: DedupeSettings, learnt: Uint8Array | null): Deduplicator {
  switch (settings.mode) {
    case 'paragraph':
    case 'document':
      return byNgrams(settings, settings.mode, learnt);
    case 'near':
      return bySimHash(settings, learnt);
    case 'exact':
      return byDigest(settings, learnt);
  }
}

/** A paragraph is a line that is not empty; the line feeds after it go with it. */
const PARAGRAPH = /([^\n]+)(\n*)/g;

function byNgrams(settings: DedupeSettings, mode: 'paragraph' | 'document', learnt: Uint8Array | null): Deduplicator {
  const { distance: _, ...options } = settings;
  const onion = learnt === null ? createOnion({ ...options, mode }) : decodeOnion(learnt);
  return {
    judge(text) {
      const pieces = Array.from(text.matchAll(PARAGRAPH));
      const verdict = judge(
        onion,
        pieces.map(([, paragraph]) => paragraph),
      );
      const dropped = verdict.duplicate.reduce((sum, bit) => sum + bit, 0);
      const isDuplicate = dropped > 0 && dropped === pieces.length;
      const left = pieces.filter((_, at) => verdict.duplicate[at] === 0);
      const counts = { tokens: sum(verdict.tokens), duplicateTokens: sum(verdict.duplicateTokens) };
      return {
        kept: isDuplicate
          ? null
          : dropped === 0
            ? text
            : left
                .map(([whole]) => whole)
                .join('')
                .trimEnd(),
        mark:
          mode === 'document'
            ? { duplicate: isDuplicate, ...counts }
            : { duplicate: isDuplicate, paragraphs: Array.from(verdict.duplicate), ...counts },
        paragraphs: pieces.length,
        droppedParagraphs: dropped,
      };
    },
    encode: () => encodeOnion(onion),
  };
}

const sum = (numbers: Uint32Array): number => numbers.reduce((total, one) => total + one, 0);

/**
 * Near-duplicates: the first of its kind is kept and filed; what is near a filed one is a duplicate of it and is not filed,
 * so a chain of small changes does not drift. With memory `window` only the last `capacity` kept records are filed.
 */
function bySimHash({ distance, memory, capacity }: DedupeSettings, learnt: Uint8Array | null): Deduplicator {
  if (!(Number.isInteger(distance) && distance >= 0 && distance <= NEAR_DISTANCE))
    throw new RangeError(`distance got ${distance}, expected a whole number of bits from 0 to ${NEAR_DISTANCE}`);
  if (memory === 'bloom') throw new RangeError('mode near cannot use memory "bloom", expected "exact" or "window"');
  let index = new SimHashIndex();
  /** By number in the index: the number of the record in the stream. */
  let records: number[] = [];
  /** Records filed so far, those forgotten included. */
  let filed = 0;
  if (learnt !== null) {
    // Layout: filed (f64), number of records (f64), records (f64 each), index.
    const view = new DataView(learnt.buffer, learnt.byteOffset, learnt.byteLength);
    filed = view.getFloat64(0, true);
    const count = view.getFloat64(8, true);
    records = Array.from({ length: count }, (_, at) => view.getFloat64(16 + 8 * at, true));
    index = SimHashIndex.decode(learnt.subarray(16 + 8 * count));
  }
  return {
    judge(text, record) {
      const fingerprint = simhash(text);
      const { high, low } = fingerprint;
      const number = index.nearest(high, low, distance);
      const mark = { duplicate: number >= 0, fingerprint: hashToHex(high, low) };
      if (number >= 0) {
        const apart = hammingDistance(fingerprint, index.at(number));
        return {
          kept: null,
          mark: { ...mark, of: records[number], distance: apart },
          paragraphs: 1,
          droppedParagraphs: 1,
        };
      }
      // A removed number is the next to be given out, so numbers go round in the order of filing.
      if (memory === 'window' && filed >= capacity) index.remove(filed % capacity);
      records[index.add(high, low)] = record;
      filed++;
      return { kept: text, mark, paragraphs: 1, droppedParagraphs: 0 };
    },
    encode() {
      const indexBytes = index.encode();
      const bytes = new Uint8Array(16 + 8 * records.length + indexBytes.length);
      const view = new DataView(bytes.buffer);
      view.setFloat64(0, filed, true);
      view.setFloat64(8, records.length, true);
      for (let at = 0; at < records.length; at++) view.setFloat64(16 + 8 * at, records[at], true);
      bytes.set(indexBytes, 16 + 8 * records.length);
      return bytes;
    },
  };
}

/** Records with the same words: Onion's memories, filled with digests instead of n-grams. */
function byDigest(settings: DedupeSettings, learnt: Uint8Array | null): Deduplicator {
  const { distance: _, mode: __, ...options } = settings;
  const memory: Onion = learnt === null ? createOnion(options) : decodeOnion(learnt);
  return {
    judge(text) {
      const { high, low } = contentDigest(text);
      const isDuplicate = memory.seen.has(high, low);
      memory.seen.add(high, low);
      const mark = { duplicate: isDuplicate, digest: hashToHex(high, low) };
      return { kept: isDuplicate ? null : text, mark, paragraphs: 1, droppedParagraphs: isDuplicate ? 1 : 0 };
    },
    encode: () => encodeOnion(memory),
  };
}
