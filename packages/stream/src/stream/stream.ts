/**
 * Types and defaults of the stream: source → fetch → URL key and duplicate filter → worker slot of the site → extraction → sinks.
 *
 * Everything a page changed (its site's model, its duplicate keys, its source's cursor, the input's position, the sinks'
 * checkpoints) is written in one transaction, after the sinks were flushed. After a crash at any moment no acknowledged document is
 * lost or duplicated.
 */
import { availableParallelism } from 'node:os';
import { FIELD_NAMES, type RenderOptions } from '@dehusk/core';
import { RENDER_OPTIONS } from '@dehusk/core/extend';
import { expectedOf } from '@dehusk/html';
import {
  choice,
  defaultsOf,
  type Fetcher,
  flag,
  number,
  type Overrides,
  type SettingsOf,
  section,
  setting,
  wholeNumber,
} from '@dehusk/node';
import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/papers';
import type { Sink, SinkKind } from '../sinks/sink.js';
import type { Source, SourceFault } from '../sources/source.js';
import type { Store } from '../stores/store.js';

/** Where a page can end. */
export type Stage = 'source' | 'fetch' | 'identify' | 'extract';

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

/** More threads than these wait for the disk and each other. */
const DEFAULT_WORKERS = 8;
const MAX_WORKERS = 256;
const MANY = 2 ** 31;
const HALF_HOUR = 1_800_000;
const GIGABYTE = 2 ** 30;

interface UrlRuleSetting {
  /** A regular expression, searched for in the URL key. */
  readonly pattern: string;
  /** Query parameters that distinguish documents there. */
  readonly keep: readonly string[];
}

/** Rules in the core's format: one per line, separated by tabs. */
export const rulesText = (rules: readonly UrlRuleSetting[]): string =>
  rules.map(({ pattern, keep }) => [pattern, ...keep].join('\t')).join('\n');

/** All but `overrides`, which have their own section. */
const PROPERTIES = {
  extractor: setting<string>({
    enum: [...SITE_EXTRACTORS, ...EXTRACTORS].map((one) => one.name),
    description:
      'The extractor, a name of `dehusk --list`. Site extractors learn from every page; the others treat each page alone.',
    default: 'site',
  }),
  extractorOptions: setting<Readonly<Record<string, unknown>>>({
    type: 'object',
    description: 'Options of the extractor, as `dehusk --list --extractor NAME` shows them.',
    default: {},
  }),
  rendering: setting<RenderOptions>({
    type: 'object',
    description: 'Options of the formats, by their names in docs/output.md.',
    default: {},
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(RENDER_OPTIONS).map(([name, domain]) => [
        name,
        { ...domain, description: `${expectedOf(domain)};` },
      ]),
    ),
  }),
  // The default depends on the machine, so the schema cannot name it.
  workers: setting<number>({
    type: 'integer',
    description: 'Worker threads for extraction. Default: the number of processor cores, at most 8.',
    minimum: 1,
    maximum: MAX_WORKERS,
  }),
  // The core's own limit, `DEFAULT_LIMITS.maxMilliseconds`.
  maxMilliseconds: wholeNumber('CPU time a page may take, in milliseconds.', 100, HALF_HOUR, 10_000),
  // Sixty pages in flight for each of eight workers, or for as many hosts as a machine fetches from at once.
  maxInFlight: wholeNumber('Maximum pages between source and commit: bounds memory and replays.', 1, 100_000, 512),
  // Sixteen of the largest pages allowed (16 MB); some 2,500 usual ones (100 kB).
  maxInFlightBytes: wholeNumber(
    'Maximum bytes of such pages; a single larger page is allowed.',
    65_536,
    64 * GIGABYTE,
    256 * 1024 * 1024,
  ),
  // A commit writes every model that changed (about a megabyte a site) and syncs the disk, so commits are rare. The cost is latency.
  commitPages: wholeNumber('A commit is made after this many pages…', 1, 100_000, 200),
  commitMilliseconds: wholeNumber('…or this many milliseconds, whichever comes first.', 1, HALF_HOUR, 2_000),
  urlRules: setting<readonly UrlRuleSetting[]>({
    type: 'array',
    description:
      'Where the query of an address distinguishes documents. Without a rule the query is dropped from the URL key.',
    default: [],
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['pattern', 'keep'],
      properties: {
        pattern: { type: 'string', minLength: 1, description: 'Regular expression, searched for in the URL key.' },
        keep: {
          type: 'array',
          minItems: 1,
          items: { type: 'string', minLength: 1 },
          description: 'Query parameters that are kept. The rule applies only where all of them are present.',
        },
      },
    },
  }),
  urlRulePreset: choice(
    Object.keys(URL_RULE_PRESETS) as UrlRulePreset[],
    'Published rules, tried after those of `urlRules`: the nine of the URL Tree paper, for news sites of 2011.',
    'none',
  ),
  // Learning hashes a title. An applied rule changes the ids of documents, so a person decides.
  urlRuleLearning: choice(
    ['off', 'apply'],
    'Whether such rules are also learnt and applied, after all other rules ([how](operations.md#url-rules)).',
    'off',
  ),
  // Off in the specification: sites exist whose every page names the front page.
  usesCanonical: flag('Whether rel=canonical (within the domain) replaces the address of a page.', false),
  // The URL Tree paper's eviction (algorithms.md, section 9.3).
  maxDocuments: wholeNumber('Maximum pages of a site its model remembers.', 1, MANY, 10_000),
  maxDays: number('Maximum age of pages the model remembers, in days.', { exclusiveMinimum: 0 }, 14),
  minDocuments: wholeNumber('Pages it remembers regardless of age.', 0, MANY, 100),
  // GoldMiner learns from 10 pages with an article; some of a site's first pages are index pages.
  learningPages: wholeNumber(
    'Pages of a young site that are extracted again once its template is learnt.',
    0,
    10_000,
    20,
  ),
  // Twenty packed pages take about 500 kB; a site of giants stops early.
  learningBytes: wholeNumber('Maximum compressed bytes of such pages per site.', 0, GIGABYTE, 4 * 1024 * 1024),
  duplicates: choice(
    ['reject', 'revise'],
    'A page with a known address is rejected, or a revision when it has 100 new characters.',
    'reject',
  ),
  damagedState: choice(
    ['restart', 'stop'],
    'Whether a site whose state cannot be read restarts with a warning, or the run stops.',
    'restart',
  ),
  fields: setting<readonly string[]>({
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { enum: FIELD_NAMES },
    description:
      'Fields of a document’s row, by the names of docs/output.md, after id, revision, ok, reason, site, url, input and at.',
    default: ['title', 'author', 'date', 'siteName', 'language', 'pageType', 'confidence', 'excerpt', 'text'],
  }),
};

/** How the stream works on pages. */
export type StreamOptions = SettingsOf<typeof PROPERTIES> & { readonly overrides: Overrides };

export const STREAM_SCHEMA = section(PROPERTIES);

export const STREAM_DEFAULTS: StreamOptions = {
  ...defaultsOf<StreamOptions>(PROPERTIES),
  overrides: {},
  workers: Math.min(DEFAULT_WORKERS, availableParallelism()),
};

/** A source or sink of a configuration: its kind, its name, and the kind's own options. */
export interface ConfiguredPart {
  readonly kind: string;
  /** Unique. The state keeps a sink's checkpoint under this name. */
  readonly name: string;
  /** The settings besides `kind` and `name`. */
  readonly options: Readonly<Record<string, unknown>>;
}

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
  readonly fetcher: Pick<Fetcher, 'fetch'>;
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
export type SourceFailure = Pick<SourceFault, 'where' | 'reason' | 'detail'>;

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
  /** Items that ended with a document: with the rejected and those in flight, all that were seen. */
  readonly emitted: number;
  /** Documents that earlier runs emitted on the state. */
  readonly emittedBefore: number;
  /** Documents emitted once more after their site was learnt; they are not counted in `emitted`. */
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
