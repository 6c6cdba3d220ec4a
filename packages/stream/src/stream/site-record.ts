/**
 * The stream's state of a site besides its models and its duplicate filter: how many pages it learnt from, which documents were
 * corrected, and which pages wait, packed, for the site's pattern.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { seal, unseal } from '@dehusk/html';
import { learningKey } from './sink-checkpoints.js';
import type { WorkerState } from './worker-state.js';

/** A page kept until its unit has a pattern. Its bytes are stored under `learningKey(site, id)`. */
export interface LearningPage {
  /** The document's id. */
  readonly id: string;
  readonly unit: string;
  readonly key: string;
  readonly url: string;
  readonly at: number;
  readonly input: string;
  /** Whether the page came as text; else its charset by the HTTP header. */
  readonly isText: boolean;
  readonly charset: string | null;
  /** Packed size in bytes. */
  readonly bytes: number;
  /** The latest revision that was emitted; 0: none, the page gave no text. */
  readonly revision: number;
  /** Digest of the text that was extracted first. */
  readonly digest: string;
}

/**
 * The clock by which a site's pages are forgotten. Pages carry the time of a machine, whose clock may jump for years and come back.
 * So this one never goes back, and a gap between two pages adds a day at most: a jump of the clock ages what is remembered by a day.
 * After a jump ahead it rests until time has come there; meanwhile only `maxDocuments` bounds what a site remembers.
 */
interface SiteClock {
  /** Milliseconds. */
  readonly time: number;
  /** The latest time of a page, milliseconds since 1970. */
  readonly latest: number;
}

export interface SiteRecord {
  /** Pages learnt from. */
  learnt: number;
  /** When the latest of them was, milliseconds since 1970; null: none. */
  learntAt: number | null;
  /** Null before the first page. */
  clock: SiteClock | null;
  /** When the duplicate filter was last tidied, by the clock of the site; null: never. */
  evictedAt: number | null;
  /** Documents that were corrected: the latest revision, above 1, by id; the earliest corrected first. */
  readonly revisions: Map<string, number>;
  /** In the order they came. */
  learning: readonly LearningPage[];
  /** Units that have their pattern or were given up; their pages are not kept any more. */
  readonly settled: Set<string>;
}

/** Corrected documents remembered per site, at most: as many as the paper keeps documents. */
const MAX_REVISIONS = 10_000;
/** Units of a site that pages are kept for, at most; blog hosts have more subdomains than can be learnt. */
const MAX_UNITS = 1_000;

const MAGIC = 'DhSR';
const VERSION = 1;

/** The record of a new site. */
export function emptyRecord(): SiteRecord {
  return {
    learnt: 0,
    learntAt: null,
    clock: null,
    evictedAt: null,
    revisions: new Map(),
    learning: [],
    settled: new Set(),
  };
}

/** Longest time that a gap between two pages adds to the clock of their site, in milliseconds: a day. */
const MAX_STEP = 86_400_000;

/** Moves the clock of a site on to a page's time. Returns its time. */
export function tick(record: SiteRecord, at: number): number {
  const { time, latest } = record.clock ?? { time: at, latest: at };
  const step = Math.min(Math.max(0, at - latest), MAX_STEP);
  record.clock = { time: time + step, latest: Math.max(latest, at) };
  return record.clock.time;
}

/** Remembers a document's latest revision. */
export function setRevision(record: SiteRecord, id: string, revision: number): void {
  record.revisions.delete(id);
  if (revision > 1) record.revisions.set(id, revision);
  if (record.revisions.size > MAX_REVISIONS) record.revisions.delete(record.revisions.keys().next().value as string);
}

/** Whether pages of a unit are still kept. */
export function isYoung(record: SiteRecord, unit: string): boolean {
  return !record.settled.has(unit) && record.settled.size < MAX_UNITS;
}

interface RecordHeader extends Omit<SiteRecord, 'revisions' | 'settled'> {
  readonly revisions: readonly (readonly [id: string, revision: number])[];
  readonly settled: readonly string[];
}

/** The record as sealed bytes. */
export function encodeRecord(record: SiteRecord): Uint8Array {
  const header: RecordHeader = { ...record, revisions: [...record.revisions], settled: [...record.settled] };
  return seal(MAGIC, VERSION, header, new Uint8Array());
}

/** @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged */
export function decodeRecord(bytes: Uint8Array): SiteRecord {
  const { header } = unseal<RecordHeader>(bytes, MAGIC, VERSION, 'the record of a site');
  // Records of earlier versions have no clock.
  return {
    ...header,
    clock: header.clock ?? null,
    revisions: new Map(header.revisions),
    settled: new Set(header.settled),
  };
}

/** The pages kept of a unit, in the order they came, and the bytes kept of its site. */
export function learningOf(
  record: SiteRecord,
  unit: string,
): { readonly pages: readonly LearningPage[]; readonly bytes: number } {
  return {
    pages: record.learning.filter((page) => page.unit === unit),
    bytes: record.learning.reduce((sum, page) => sum + page.bytes, 0),
  };
}

/** Keeps a page as gzip (text as UTF-8), in place of an earlier state of it. */
export function keepPage(
  record: SiteRecord,
  state: WorkerState,
  site: string,
  page: Omit<LearningPage, 'bytes'>,
  content: Uint8Array | string,
): void {
  const packed = gzipSync(content);
  record.learning = [...record.learning.filter(({ id }) => id !== page.id), { ...page, bytes: packed.length }];
  state.set(learningKey(site, page.id), packed);
}

/** Removes a page from the state. Returns its content, or null when it is missing or damaged. */
export async function forgetPage(
  record: SiteRecord,
  state: WorkerState,
  site: string,
  page: LearningPage,
): Promise<Uint8Array | string | null> {
  const key = learningKey(site, page.id);
  const packed = await state.get(key);
  record.learning = record.learning.filter(({ id }) => id !== page.id);
  state.set(key, null);
  if (packed === undefined) return null;
  try {
    const bytes = gunzipSync(packed);
    return page.isText ? bytes.toString() : bytes;
  } catch {
    return null;
  }
}
