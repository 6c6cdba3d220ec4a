/** Definitions of a duplicate with one interface: judge the next text, encode what was learnt. */
import { hashToHex } from '@dehusk/html';
import {
  createOnion,
  decodeOnion,
  encodeOnion,
  fingerprints,
  judge,
  judgeRepeats,
  ONION_DEFAULTS,
  type Onion,
  type OnionOptions,
  SimHashIndex,
} from '@dehusk/papers';

const { contentDigest, hammingDistance, NEAR_DISTANCE, simhash } = fingerprints;

/** Definitions of a duplicate. */
export const DEDUPE_MODES = ['paragraph', 'onion', 'document', 'near', 'exact'] as const;
type DedupeMode = (typeof DEDUPE_MODES)[number];

/** Everything that affects verdicts: equal settings on equal input produce equal output. */
export interface DedupeSettings extends Omit<OnionOptions, 'mode'> {
  readonly mode: DedupeMode;
  /** `near`: largest Hamming distance of a near-duplicate, 0–3 bits. Default 3. */
  readonly distance: number;
}

export const DEDUPE_DEFAULTS: DedupeSettings = { ...ONION_DEFAULTS, mode: 'paragraph', distance: NEAR_DISTANCE };

/** The verdict on one text. */
interface DedupeVerdict {
  /** The rest of the text: all of it, some paragraphs, or null. */
  readonly kept: string | null;
  /** The field that `--mark` adds to the record; see the command's help. */
  readonly mark: Readonly<Record<string, unknown>>;
  readonly paragraphs: number;
  readonly droppedParagraphs: number;
}

interface Deduplicator {
  /** Judges the next text. @param record its number in the stream, which later duplicates refer to */
  judge(text: string, record: number): DedupeVerdict;
  /** The learnt state as bytes. */
  encode(): Uint8Array;
}

/**
 * @param learnt from `encode` with the same settings, or null to start from nothing
 * @throws RangeError for a setting out of range, or bytes that are something else
 */
export function deduplicatorOf(settings: DedupeSettings, learnt: Uint8Array | null): Deduplicator {
  switch (settings.mode) {
    case 'paragraph':
    case 'onion':
    case 'document':
      return byParagraphs(settings, settings.mode, learnt);
    case 'near':
      return bySimHash(settings, learnt);
    case 'exact':
      return byDigest(settings, learnt);
  }
}

/** A paragraph is a nonempty line with the line feeds after it. */
const PARAGRAPH = /([^\n]+)(\n*)/g;

/** Paragraphs by their text, or paragraphs or documents by n-grams. */
function byParagraphs(
  settings: DedupeSettings,
  mode: 'paragraph' | 'onion' | 'document',
  learnt: Uint8Array | null,
): Deduplicator {
  const { distance: _, ...options } = settings;
  const unit = mode === 'document' ? 'document' : 'paragraph';
  const onion = learnt === null ? createOnion({ ...options, mode: unit }) : decodeOnion(learnt);
  const judged = mode === 'paragraph' ? judgeRepeats : judge;
  return {
    judge(text) {
      const pieces = Array.from(text.matchAll(PARAGRAPH));
      const verdict = judged(
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
 * Near-duplicates: a text near an indexed one is its duplicate and is not indexed, so a chain of small changes does not
 * drift; any other text is kept and indexed. With memory `window` only the last `capacity` kept texts are indexed.
 */
function bySimHash({ distance, memory, capacity }: DedupeSettings, learnt: Uint8Array | null): Deduplicator {
  if (!(Number.isInteger(distance) && distance >= 0 && distance <= NEAR_DISTANCE))
    throw new RangeError(`distance got ${distance}, expected a whole number of bits from 0 to ${NEAR_DISTANCE}`);
  if (memory === 'bloom') throw new RangeError('mode near cannot use memory "bloom", expected "exact" or "window"');
  let index = new SimHashIndex();
  /** Record numbers by number in the index. */
  let records: number[] = [];
  /** Records indexed so far, including forgotten ones. */
  let indexed = 0;
  if (learnt !== null) {
    // Layout: indexed (f64), number of records (f64), records (f64 each), index.
    const view = new DataView(learnt.buffer, learnt.byteOffset, learnt.byteLength);
    indexed = view.getFloat64(0, true);
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
        const copied = { ...mark, of: records[number], distance: hammingDistance(fingerprint, index.at(number)) };
        return { kept: null, mark: copied, paragraphs: 1, droppedParagraphs: 1 };
      }
      // The index reuses a removed number next, so numbers rotate in the order of indexing.
      if (memory === 'window' && indexed >= capacity) index.remove(indexed % capacity);
      records[index.add(high, low)] = record;
      indexed++;
      return { kept: text, mark, paragraphs: 1, droppedParagraphs: 0 };
    },
    encode() {
      const indexBytes = index.encode();
      const bytes = new Uint8Array(16 + 8 * records.length + indexBytes.length);
      const view = new DataView(bytes.buffer);
      view.setFloat64(0, indexed, true);
      view.setFloat64(8, records.length, true);
      for (let at = 0; at < records.length; at++) view.setFloat64(16 + 8 * at, records[at], true);
      bytes.set(indexBytes, 16 + 8 * records.length);
      return bytes;
    },
  };
}

/** Records with the same words, by digests in Onion's memory of n-grams. */
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
