/**
 * Selects pages of a dataset and runs one system over them: stored outputs first, the rest through worker threads.
 *
 * A sample is the pages with the smallest hashes of their ids: the same on every machine, and a smaller sample is part of a
 * larger one, so that stored outputs serve both.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hostParts } from '@dehusk/core/extend';
import type { Case, Dataset } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';
import type { System } from './system.js';
import { extractPages, type PageBatch, type PageOutput, type PoolOptions } from './worker-pool.js';

export interface CaseSelection {
  /** At most this many pages, sampled by hash of the id; null takes all. */
  readonly limit: number | null;
  /** In page streams: only articles, only index pages, or (null) both. */
  readonly kind: 'article' | 'index' | null;
  /** Only the sites of one fold, by a hash of the domain; null takes all. */
  readonly split: { readonly fold: number; readonly folds: number; readonly salt?: string } | null;
}

export const EVERYTHING: CaseSelection = { limit: null, kind: null, split: null };

/** The chosen pages, in the dataset's order. */
export function select(cases: readonly Case[], selection: CaseSelection): readonly Case[] {
  const { kind, limit, split } = selection;
  const ofKind = cases.filter(
    (one) =>
      (kind === null || one.kind === null || one.kind === kind) &&
      (split === null || foldOf(one, split.folds, split.salt ?? '') === split.fold),
  );
  if (limit === null || limit >= ofKind.length) return ofKind;
  const chosen = new Set(
    ofKind
      .map(({ id }) => ({ id, rank: createHash('sha256').update(id).digest('hex') }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id),
  );
  return ofKind.filter(({ id }) => chosen.has(id));
}

/** The selection for signatures; empty when every page of the dataset was scored. */
export function describeSelection(selection: CaseSelection, cases: readonly Case[], all: number): string {
  const chosen = cases.length;
  if (chosen === all) return '';
  const kind = selection.kind === null || cases.every((one) => one.kind === null) ? '' : `|kind:${selection.kind}`;
  const split =
    selection.split === null
      ? ''
      : `|split:${selection.split.fold}/${selection.split.folds}${selection.split.salt ? `:${selection.split.salt}` : ''} by domain hash`;
  const sampled = selection.limit !== null && chosen === selection.limit ? `|sample:${chosen}/${all} by id hash` : '';
  return `${kind}${split}${sampled}`;
}

interface SystemRunOptions extends PoolOptions {
  /** Folder of the stored outputs; null stores none. */
  readonly cacheFolder: string | null;
  /** Called with the number of pages done so far, stored ones included. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Outputs of all given pages, in their order. A system that learns sites reads the given pages of each domain in that order
 * and no others.
 *
 * @throws Error when the system cannot be opened or a page's file is missing
 */
export async function runSystem(
  dataset: Dataset,
  cases: readonly Case[],
  system: System,
  options: SystemRunOptions,
): Promise<readonly PageOutput[]> {
  // Stored outputs are a file already.
  const cache =
    options.cacheFolder === null || system.spec.kind === 'stored'
      ? null
      : outputCache(options.cacheFolder, { name: dataset.name, sha256: dataset.sha256() }, keyedByPages(system, cases));
  const outputs = cache?.read(options.pageLimit) ?? new Map<string, PageOutput>();
  // Models are not stored: all pages of a domain are read again when one is missing.
  const batches = batchesOf(cases, system).filter((batch) => batch.some(({ id }) => !outputs.has(id)));
  let done = cases.length - batches.reduce((sum, batch) => sum + batch.length, 0);
  options.onProgress?.(done);
  await extractPages(system.spec, batches, options, (output) => {
    outputs.set(output.id, output);
    cache?.add(output, options.pageLimit);
    options.onProgress?.(++done);
  });
  return cases.map(({ id }) => {
    const output = outputs.get(id);
    if (output === undefined) throw new Error(`no output for page ${id}: two pages of ${dataset.name} share an id?`);
    return output;
  });
}

/** Pages that one worker must read in order: those of a domain for a system that learns sites, else single pages. */
function batchesOf(cases: readonly Case[], { spec }: System): readonly PageBatch[] {
  const batches = new Map<string, PageBatch[number][]>();
  for (const one of cases) {
    const { id, url, charset } = one;
    // The coarsest unit of any learner.
    const domain =
      spec.kind === 'site' && url !== null && URL.canParse(url) ? hostParts(new URL(url).hostname).domain : '';
    const name = domain === '' ? `page ${id}` : `domain ${domain}`;
    const batch = batches.get(name) ?? [];
    batch.push({ id, url, charset, read: () => one.html() });
    batches.set(name, batch);
  }
  return [...batches.values()];
}

/** The output of a learning system depends on the pages read before, so they are part of its key. */
function keyedByPages(system: System, cases: readonly Case[]): System {
  if (system.spec.kind !== 'site') return system;
  const hash = createHash('sha256').update(system.key);
  for (const { id } of cases) hash.update('\0').update(id);
  return { ...system, key: hash.digest('hex') };
}

// Stores finished pages, so that an interrupted run continues where it stopped and a second run only scores.
//
// One file of JSON lines per dataset and system, appended page by page: `<folder>/outputs/<dataset>/<system>-<key>.jsonl`.
// The key covers the dataset's digest and everything the output depends on (code, options, package versions), so a changed
// extractor starts a new file. A truncated line is dropped and its page is run again.

/** Default folder of stored outputs, in the current folder. */
export const CACHE_FOLDER = '.dehusk-lab';

/** Hex digits of a digest in file names. */
const DIGITS = 16;

/** The cache of one system's outputs on one dataset. Touches the disk only when read or added to. */
export function outputCache(
  folder: string,
  dataset: { readonly name: string; readonly sha256: string },
  system: System,
) {
  const path = join(
    folder,
    'outputs',
    `${fileName(dataset.name)}-${dataset.sha256.slice(0, DIGITS)}`,
    `${fileName(system.name)}-${system.key.slice(0, DIGITS)}.jsonl`,
  );
  return {
    /** The stored outputs by page id, without pages that timed out under a smaller limit than `pageLimit`. */
    read(pageLimit: number): Map<string, PageOutput> {
      const outputs = new Map<string, PageOutput>();
      if (!existsSync(path)) return outputs;
      for (const line of readFileSync(path, 'utf8').split('\n')) {
        const kept = parseLine(line);
        if (kept === null) continue;
        const { pageLimit: limitThen, ...output } = kept;
        if (output.reason === 'timeout' && limitThen < pageLimit) outputs.delete(output.id);
        else outputs.set(output.id, output);
      }
      return outputs;
    },
    add(output: PageOutput, pageLimit: number): void {
      mkdirSync(dirname(path), { recursive: true });
      // A line break first, so that a truncated last line stays separate.
      appendFileSync(path, `\n${JSON.stringify({ ...output, pageLimit })}`);
    },
  };
}

function parseLine(line: string): (PageOutput & { pageLimit: number }) | null {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null && 'id' in read
      ? (read as PageOutput & { pageLimit: number })
      : null;
  } catch {
    return null;
  }
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
}
