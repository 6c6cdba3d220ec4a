/** The kinds of values in a state, by key: how each is checked. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { seal, unseal } from '@dehusk/html';
import { SITE_LEARNERS } from '@dehusk/papers';
import { type Store, StoreError, uncheckedValue } from '../stores/store.js';
import { DuplicateFilter } from './duplicate-filter.js';
import { decodeAhead } from './source-readings.js';
import { decodeTotals } from './stream-counts.js';
import { decodeEvidence } from './url-rule-learning.js';
import type { WorkerState } from './worker-state.js';

interface StateKind {
  /** Prefix of the keys. */
  readonly prefix: string;
  /** Description for lists. */
  readonly what: string;
  /** Whether it was learnt from sites; else it belongs to one run's inputs and outputs. */
  readonly isLearnt: boolean;
  /** @throws RangeError or Error for bytes that cannot be used */
  check(bytes: Uint8Array): unknown;
}

const learnt = (prefix: string, what: string, check: StateKind['check']): StateKind => ({
  ...{ prefix, what, isLearnt: true, check },
});
const ofRun = (prefix: string, what: string, check: StateKind['check']): StateKind => ({
  ...{ prefix, what, isLearnt: false, check },
});

export const STATE_KINDS: readonly StateKind[] = [
  ...SITE_LEARNERS.map((one) => learnt(`${one.name}/`, `${one.name} models`, (bytes) => one.decode(bytes))),
  learnt('duplicates/', 'duplicate filters', (bytes) => DuplicateFilter.decode(bytes)),
  learnt('site/', 'records of sites', decodeRecord),
  learnt('addresses/', 'addresses of sites', decodeEvidence),
  learnt('learning/', 'pages waiting for a pattern', (bytes) => gunzipSync(bytes)),
  ofRun('ahead/', 'pages finished ahead', (bytes) => decodeAhead(bytes, 'it')),
  ofRun('stream/', 'totals', decodeTotals),
  ofRun('sink/', 'checkpoints of outputs', unsealCheckpoint),
];

/** The kind of a key; null for the sources' own keys. */
export function stateKindOf(key: string): StateKind | null {
  return STATE_KINDS.find(({ prefix }) => key.startsWith(prefix)) ?? null;
}

// The checkpoints of sinks in the store, sealed: a checkpoint says how much of an output is kept, so that a flipped bit in it would cut
// documents off.

const MAGIC = 'dhMk';
const VERSION = 1;

/** A checkpoint as bytes for the store. */
export function sealCheckpoint(checkpoint: Uint8Array): Uint8Array {
  return seal(MAGIC, VERSION, {}, checkpoint);
}

/** @throws RangeError naming got and expected for other or damaged bytes */
function unsealCheckpoint(bytes: Uint8Array): Uint8Array {
  return unseal(bytes, MAGIC, VERSION, 'the checkpoint of an output').body;
}

/**
 * The checkpoint of a sink's last committed flush; undefined before the first.
 *
 * @throws StoreError for a damaged one
 */
export async function readSinkCheckpoint(store: Pick<Store, 'get'>, name: string): Promise<Uint8Array | undefined> {
  const key = stateKey.sink(name);
  const bytes = await uncheckedValue(store, key);
  try {
    return bytes === undefined ? undefined : unsealCheckpoint(bytes);
  } catch (error) {
    throw new StoreError(
      `the state "${key}" is damaged: ${(error as Error).message}; give the output another name and folder: it is written from here on`,
    );
  }
}

// The stream's keys in the store, beside the learners' models (`site-models.ts`) and the sources' own.

export const stateKey = {
  /** The checkpoint of a sink's last committed flush, which the sink is opened with after a restart. */
  sink: (name: string): string => `sink/${name}`,
  /** A site's duplicate filter; its record: revisions above the first, pages waiting for its pattern. */
  duplicates: (site: string): string => `duplicates/${site}`,
  site: (site: string): string => `site/${site}`,
  /** The addresses of a site, and the URL rules learnt from them. */
  addresses: (site: string): string => `addresses/${site}`,
  /** A page of a young site, packed, to be extracted again once the site's pattern is learnt. */
  learning: (site: string, id: string): string => `learning/${site}/${id}`,
  /** Positions of an ordered input finished beyond its position: a run after a crash skips them. */
  ahead: (input: string): string => `ahead/${input}`,
};

/** Totals of all runs on a state. */
export const TOTALS_KEY = 'stream/totals';

// The stream's state of a site besides its models and its duplicate filter: how many pages it learnt from, which documents were
// corrected, and which pages wait, packed, for the site's pattern.

/** A page kept until its unit has a pattern. Its bytes are stored under `stateKey.learning(site, id)`. */
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

const SITE_MAGIC = 'DhSR';
const SITE_VERSION = 1;

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
  return seal(SITE_MAGIC, SITE_VERSION, header, new Uint8Array());
}

/** @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged */
export function decodeRecord(bytes: Uint8Array): SiteRecord {
  const { header } = unseal<RecordHeader>(bytes, SITE_MAGIC, SITE_VERSION, 'the record of a site');
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
  state.set(stateKey.learning(site, page.id), packed);
}

/** Removes a page from the state. Returns its content, or null when it is missing or damaged. */
export async function forgetPage(
  record: SiteRecord,
  state: WorkerState,
  site: string,
  page: LearningPage,
): Promise<Uint8Array | string | null> {
  const key = stateKey.learning(site, page.id);
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
