/**
 * The pipeline's own shapes: source → fetch → URL key and duplicate filter → lane of the site → extraction → sinks.
 *
 * One rule carries everything: what a page changed (its site's model, its duplicate keys, its source's cursor, the input's
 * position, the sinks' marks) is written in one transaction, after the sinks were flushed. A crash at any moment loses
 * nothing that was acknowledged and brings nothing twice.
 */
import type { Fetcher } from '../fetch/fetcher.js';
import type { Sink, SinkKind } from '../sinks/sink.js';
import type { Source } from '../sources/source.js';
import type { Store } from '../stores/store.js';

/** Where a page can end. */
export const STAGES = ['source', 'fetch', 'identify', 'extract', 'sink'] as const;
export type Stage = (typeof STAGES)[number];

/** A page that gave no document: kept with the rejects. */
export interface Reject {
  readonly url: string;
  readonly stage: Stage;
  /** One word with hyphens: `duplicate`, `robots`, `too-large`, `no-pattern`, `timeout`. */
  readonly reason: string;
  readonly detail: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The source's input. */
  readonly input: string;
}

/** How the stream works on pages. Every number has its default in `stream-defaults.ts`. */
export interface StreamOptions {
  /** Page-level or site extractor by name; default `site`. The learners it draws on are those that learn. */
  readonly extractor: string;
  readonly extractorOptions: Readonly<Record<string, unknown>>;
  /** Worker threads for extraction; default: cores, at most 8. */
  readonly workers: number;
  /** Time a page may take in its worker before the worker is replaced, milliseconds. */
  readonly maxMilliseconds: number;
  /** Pages between source and commit at most: the bound of memory and of replays. */
  readonly maxInFlight: number;
  /** Bytes of pages between source and commit at most; one page may stand above it. */
  readonly maxInFlightBytes: number;
  /** A commit is made after this many pages… */
  readonly commitPages: number;
  /** …or this many milliseconds, whichever comes first. */
  readonly commitMilliseconds: number;
  /** URL rules file's text (algorithms: URL key, step 3), or null. */
  readonly urlRules: string | null;
  /** Whether a page's own `rel=canonical` stands for its address within its domain. */
  readonly usesCanonical: boolean;
  /** Eviction by the URL Tree paper: documents a site at most, age at most in days, never below. */
  readonly maxDocuments: number;
  readonly maxDays: number;
  readonly minDocuments: number;
  /** Raw pages of a site kept until its pattern is learnt, to be read again then; 0: none. */
  readonly learningPages: number;
  /** Bytes of such pages kept of a site at most, packed. */
  readonly learningBytes: number;
  /** What a page is whose address was had before: rejected, or a revision when it has 100 characters no page of its part of
   * the site had (the URL Tree authors' program). */
  readonly duplicates: 'reject' | 'revise';
  /** What is done about a site whose state cannot be read: it starts over, with a warning, or the stream stops. */
  readonly damagedState: 'restart' | 'stop';
  /** Fields of a row, as in `dehusk batch --fields`. */
  readonly fields: readonly string[];
}

/** A sink in use: its kind tells what records must carry. */
export interface SinkInUse {
  /** Under this name its mark is kept. */
  readonly name: string;
  readonly kind: Pick<SinkKind, 'wantsMarkdown' | 'wantsRaw'>;
  readonly sink: Sink;
}

/** Everything a run works with; whoever opened it closes it. */
export interface StreamParts {
  readonly sources: readonly Source[];
  readonly fetcher: Fetcher;
  readonly store: Store;
  readonly sinks: readonly SinkInUse[];
  /** Where rejects go, or null. */
  readonly rejects: SinkInUse | null;
  now(): number;
  /** Told in words what a person should know and the stream goes on after: a site that starts over, a worker replaced. */
  warn(message: string): void;
}

/** Counts of one site since the start of the run. */
export interface SiteSnapshot {
  readonly site: string;
  readonly pages: number;
  readonly emitted: number;
  readonly duplicates: number;
  /** Rejected for any other reason. */
  readonly discarded: number;
  /** Pages waiting in its lane. */
  readonly waiting: number;
  /** When its model last learnt a page, milliseconds since 1970, and how many pages it knows; null: no model. */
  readonly modelAt: number | null;
  readonly modelPages: number;
}

/** The pipeline at a moment: what metrics, health and the dashboard show. */
export interface StreamSnapshot {
  /** `running`, then `draining` after a stop was asked for, then `stopped`. */
  readonly phase: 'running' | 'draining' | 'stopped';
  readonly startedAt: number;
  /** Items the sources gave, faults included. */
  readonly seen: number;
  /** Items that could not be fetched for now and that their source gives again: these are seen again, too. */
  readonly again: number;
  readonly emitted: number;
  /** Corrections among the emitted. */
  readonly revised: number;
  /** Rejects by `stage/reason`. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Seen, and neither emitted nor rejected yet. */
  readonly inFlight: number;
  readonly committed: number;
  readonly commits: number;
  readonly bytes: number;
  /** Milliseconds from an item seen to its document committed: median, 95th and 99th percentile of the latest
   * 4,096; null: none yet. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  readonly workers: { readonly busy: number; readonly total: number; readonly replaced: number };
  /** Sites by pages, most first. */
  readonly sites: readonly SiteSnapshot[];
}

/** A running pipeline. */
export interface Stream {
  /** Resolves when all sources have ended and everything is committed, or after a stop; rejects with what cannot go on
   * (disk full, damaged state), nothing acknowledged lost. */
  readonly done: Promise<StreamSnapshot>;
  snapshot(): StreamSnapshot;
  /** Stops the sources, finishes what is in flight within the bound, commits, and ends; what did not finish is replayed by the next run. */
  stop(maxMilliseconds: number): Promise<StreamSnapshot>;
}
