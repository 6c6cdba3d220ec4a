/**
 * Types and defaults of the stream: source → fetch → URL key and duplicate filter → worker slot of the site → extraction → sinks.
 *
 * Everything a page changed (its site's model, its duplicate keys, its source's cursor, the input's position, the sinks'
 * checkpoints) is written in one transaction, after the sinks were flushed. After a crash at any moment no acknowledged document is
 * lost or duplicated.
 */
import { availableParallelism } from 'node:os';
import type { RenderOptions } from '@dehusk/core';
import type { Fetcher, Overrides } from '@dehusk/node';
import type { Sink, SinkKind } from '../sinks/sink.js';
import type { Source } from '../sources/source.js';
import type { Store } from '../stores/store.js';

/** Where a page can end. */
const STAGES = ['source', 'fetch', 'identify', 'extract', 'sink'] as const;
export type Stage = (typeof STAGES)[number];

/** A page without a document, with the reason. */
export interface Reject {
  readonly url: string;
  readonly stage: Stage;
  /** A word with hyphens: `duplicate`, `robots`, `too-large`, `no-pattern`, `timeout`. */
  readonly reason: string;
  readonly detail: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The source's input. */
  readonly input: string;
}

/**
 * The nine URL rules of the URL Tree paper (Table 1), as a rule file (see `parseUrlRules`). They were written by hand for its news
 * sites of 2011. The paper leaves out the scheme, and its text of the first rule lost a dot.
 */
const PUBLISHED_URL_RULES = String.raw`
^https?://abcnews\.go\.com	id
^https?://www\.fitchratings\.com.*?/detail\.cfm	pr_id
^https?://bbs\.chinadaily\.com\.cn/viewthread\.php	tid
^https?://www\.hurriyetdailynews\.com/n\.php	n
^https?://globeandmail\.golfcanada\.ca	articleId
^https?://podcast\.ft\.com/index\.php	pid
^https?://www\.aljazeera\.com(\?.*)?$	_cid_
^https?://www\.dailymail\.co\.uk/home/index\.html	_cid_
^https?://www\.foxnews\.com/on-air.*?/index\.html	_cid_
`.trim();

/** Published rule files by name. */
export const URL_RULE_PRESETS = { none: '', 'urltree-paper': PUBLISHED_URL_RULES } as const;
export type UrlRulePreset = keyof typeof URL_RULE_PRESETS;

export const URL_RULE_LEARNING = ['off', 'apply'] as const;

/** How the stream works on pages. The defaults are {@link STREAM_DEFAULTS}. */
export interface StreamOptions {
  /** Page-level or site extractor by name; default `site`. Its learners observe the pages. */
  readonly extractor: string;
  readonly extractorOptions: Readonly<Record<string, unknown>>;
  /** Selectors, extractors and page types by host. */
  readonly overrides: Overrides;
  /** Options of the formats that documents are printed in. */
  readonly rendering: RenderOptions;
  /** Worker threads for extraction; default: cores, at most 8. */
  readonly workers: number;
  /** CPU time a page may take, in milliseconds. Beyond it the page is rejected as `timeout`. */
  readonly maxMilliseconds: number;
  /** Most pages between source and commit: bounds memory and what a restart repeats. */
  readonly maxInFlight: number;
  /** Most bytes of pages between source and commit; one page may exceed it. */
  readonly maxInFlightBytes: number;
  /** A commit is made after this many pages… */
  readonly commitPages: number;
  /** …or this many milliseconds, whichever comes first. */
  readonly commitMilliseconds: number;
  /** URL rules file's text (algorithms: URL key, step 3), or null. */
  readonly urlRules: string | null;
  /** Rules that follow those of `urlRules`, by name ({@link URL_RULE_PRESETS}). */
  readonly urlRulePreset: UrlRulePreset;
  /** Whether URL rules of sites are learnt and applied. */
  readonly urlRuleLearning: (typeof URL_RULE_LEARNING)[number];
  /** Whether a page's own `rel=canonical` replaces its address within its domain. */
  readonly usesCanonical: boolean;
  /** Eviction by the URL Tree paper: most documents of a site, most days of age, fewest documents kept whatever their age. */
  readonly maxDocuments: number;
  readonly maxDays: number;
  readonly minDocuments: number;
  /** Raw pages of a site kept until its pattern is learnt and then extracted again; 0: none. */
  readonly learningPages: number;
  /** Most bytes of such pages per site, packed. */
  readonly learningBytes: number;
  /** How to treat a page with a known address: `reject`, or `revise` when it has 100 characters that no page of its part of the
   * site had (the URL Tree authors' program). */
  readonly duplicates: 'reject' | 'revise';
  /** When a site's state cannot be read, the site starts over with a warning, or the stream stops. */
  readonly damagedState: 'restart' | 'stop';
  /** Fields of a row besides its first ones, by the names of `docs/output.md`. */
  readonly fields: readonly string[];
}

/** More threads than these wait for the disk and each other. */
const MAX_WORKERS = 8;

/** The defaults, each with its source. */
export const STREAM_DEFAULTS: StreamOptions = {
  extractor: 'site',
  extractorOptions: {},
  overrides: {},
  rendering: {},
  workers: Math.min(MAX_WORKERS, availableParallelism()),
  // The core's own limit, `DEFAULT_LIMITS.maxMilliseconds`.
  maxMilliseconds: 10_000,
  // Sixty pages in flight for each of eight workers, or for as many hosts as a machine fetches from at once.
  maxInFlight: 512,
  // Sixteen of the largest pages allowed (16 MB); some 2,500 usual ones (100 kB).
  maxInFlightBytes: 256 * 1024 * 1024,
  // A commit writes every model that changed (about a megabyte a site) and syncs the disk, so commits are rare. The cost is latency.
  commitPages: 200,
  commitMilliseconds: 2_000,
  urlRules: null,
  urlRulePreset: 'none',
  // Learning hashes a title. An applied rule changes the ids of documents, so a person decides.
  urlRuleLearning: 'off',
  // Off in the specification: sites exist whose every page names the front page.
  usesCanonical: false,
  // The URL Tree paper's eviction (algorithms.md, section 9.3).
  maxDocuments: 10_000,
  maxDays: 14,
  minDocuments: 100,
  // GoldMiner learns from 10 pages with an article; some of a site's first pages are index pages.
  learningPages: 20,
  // Twenty packed pages take about 500 kB; a site of giants stops early.
  learningBytes: 4 * 1024 * 1024,
  duplicates: 'reject',
  damagedState: 'restart',
  fields: ['title', 'author', 'date', 'siteName', 'language', 'pageType', 'confidence', 'excerpt', 'text'],
};

/** A sink in use; its kind says what records must hold. */
export interface SinkInUse {
  /** Its checkpoint is stored under this name. */
  readonly name: string;
  readonly kind: Pick<SinkKind, 'wantsMarkdown' | 'wantsRaw'>;
  readonly sink: Sink;
}

/** The parts of a run; the caller opens and closes them. */
export interface StreamParts {
  readonly sources: readonly Source[];
  readonly fetcher: Fetcher;
  readonly store: Store;
  readonly sinks: readonly SinkInUse[];
  /** Where rejects go, or null. */
  readonly rejects: SinkInUse | null;
  now(): number;
  /** Called with faults the stream continues after: a site that starts over, a worker replaced. */
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
  /** Pages waiting for its worker. */
  readonly waiting: number;
  /** When its model last learnt a page, milliseconds since 1970, and how many pages it knows; null: no model. */
  readonly modelAt: number | null;
  readonly modelPages: number;
}

/** An input or a page that could not be read. */
export interface SourceFailure {
  /** Feed, file or address. */
  readonly where: string;
  readonly reason: string;
  readonly detail: string;
}

/** A source since the start of the run. */
export interface SourceSnapshot {
  readonly input: string;
  /** `waiting`: nothing was read yet; `unreadable`: it ended, and nothing could be read. */
  readonly state: 'waiting' | 'read' | 'unreadable';
  /** The first inputs and pages that could not be read, and the number of all. */
  readonly failures: readonly SourceFailure[];
  readonly failed: number;
}

/** The state of the pipeline at one moment, for metrics, health checks and the dashboard. */
export interface StreamSnapshot {
  /** `running`, then `draining` after `stop`, then `stopped`. */
  readonly phase: 'running' | 'draining' | 'stopped';
  readonly startedAt: number;
  /** Items the sources offered, faults included. */
  readonly seen: number;
  /** Items whose fetch failed for now and whose source offers them again; they are counted in `seen` again. */
  readonly again: number;
  readonly emitted: number;
  /** Documents and corrections that earlier runs emitted on the state. */
  readonly emittedBefore: number;
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
  /** In the order of the configuration. */
  readonly sources: readonly SourceSnapshot[];
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
