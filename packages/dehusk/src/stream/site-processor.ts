/**
 * What a worker does with a page of a site, and everything it knows of the site while doing so: identity, duplicate or not,
 * extraction with the site's models, observation, and a second look at early pages once the site's pattern is learnt.
 *
 * The state after a page depends on the site's pages up to it and their order alone: not on when commits fall, how many
 * workers there are, or whether models were written and read back meanwhile. That is what makes a run that was killed end
 * like one that was not.
 */
import { DEFAULT_LIMITS, type ExtractResult, extractWith, type UrlKey, urlKey } from '@dehusk/core';
import {
  anyExtractorNamed,
  DuplicateFilter,
  learnersOf,
  NO_CONTEXT,
  parseUrlRules,
  type SitePage,
} from '@dehusk/core/internal';
import { withLanguage } from '../language/extract-with-language.js';
import { pageLinks } from '../sources/page-links.js';
import { documentId, textDigest } from './document-id.js';
import { documentOf } from './document-row.js';
import { identifyPage } from './identify-page.js';
import { forgetPage, type KeptPage, keepPage, learningOf, packedPage } from './learning-pages.js';
import { SiteModels } from './site-models.js';
import { decodeRecord, emptyRecord, encodeRecord, isYoung, type SiteRecord, setRevision } from './site-record.js';
import { duplicatesKey, siteKey } from './state-keys.js';
import type { PageTask, WorkedDocument, WorkedPage, WorkerSettings } from './worker-messages.js';
import type { WorkerState } from './worker-state.js';

/** Sites whose filter and record a worker keeps at hand, beyond those that changed since the last cut. */
const KEPT_SITES = 256;
/** Filters are tidied when so much of the pages' own time has passed, in milliseconds: an hour, as tidying walks all keys. */
const TIDY_INTERVAL = 3_600_000;
const DAY = 86_400_000;
/** Learners that count the text a document shares with others: they can tell unseen text. */
const COUNTING = ['urltree', 'urltree-similar'];

/** State that cannot be read, when the stream is to stop at that. */
export class DamagedState extends Error {}

export interface SiteProcessor {
  /**
   * Works on a page.
   *
   * @param began told the id of each earlier page before it is read again
   * @throws DamagedState; never for what a page holds
   */
  work(task: PageTask, began: (id: string) => void): Promise<WorkedPage>;
  /** Everything that changed since the last cut, by key. */
  cut(): Promise<ReadonlyMap<string, Uint8Array | null>>;
}

/** A site at hand. */
interface SiteSession {
  readonly site: string;
  readonly filter: DuplicateFilter;
  readonly record: SiteRecord;
  isChanged: boolean;
}

type Ending = Pick<WorkedPage, 'document' | 'reject' | 'links' | 'corrections'>;

/**
 * @param state where what is known of the sites comes from and goes to
 * @param warn told of state that could not be read and begins anew
 * @throws RangeError or TypeError for options that do not fit
 */
export function openSiteProcessor(
  { options, wantsMarkdown, poisoned }: WorkerSettings,
  state: WorkerState,
  warn: (message: string) => void,
): SiteProcessor {
  const extractor = anyExtractorNamed(options.extractor);
  const learners = learnersOf(options.extractor);
  const rules = options.urlRules === null ? [] : parseUrlRules(options.urlRules);
  const limits = { ...DEFAULT_LIMITS, maxMilliseconds: options.maxMilliseconds };
  const identification = { rules, usesCanonical: options.usesCanonical };
  const damaged = (key: string, error: Error): void => {
    if (options.damagedState === 'stop') throw new DamagedState(`the state "${key}" cannot be read: ${error.message}`);
    warn(`the state "${key}" cannot be read and begins anew: ${error.message}`);
  };
  const eviction = {
    maxDocuments: options.maxDocuments,
    maxDays: options.maxDays,
    keepAtLeast: options.minDocuments,
  };
  const models = new SiteModels(
    state,
    learners.map((learner) => ({ learner, given: Object.hasOwn(learner.defaults, 'maxDocuments') ? eviction : {} })),
    damaged,
  );
  const counting = learners.find(({ name }) => COUNTING.includes(name));
  /** Least lately used first. */
  const lanes = new Map<string, SiteSession>();

  async function read<T>(key: string, decode: (bytes: Uint8Array) => T, empty: () => T): Promise<T> {
    const bytes = await state.get(key);
    if (bytes === undefined) return empty();
    try {
      return decode(bytes);
    } catch (error) {
      damaged(key, error as Error);
      return empty();
    }
  }

  async function laneOf(site: string): Promise<SiteSession> {
    const lane = lanes.get(site) ?? {
      site,
      filter: await read(
        duplicatesKey(site),
        (bytes) => DuplicateFilter.decode(bytes),
        () => new DuplicateFilter({ maxKeys: options.maxDocuments }),
      ),
      record: await read(siteKey(site), decodeRecord, emptyRecord),
      isChanged: false,
    };
    lanes.delete(site);
    lanes.set(site, lane);
    return lane;
  }

  function tidy({ filter, record }: SiteSession, at: number): void {
    record.evictedAt ??= at;
    if (at - record.evictedAt < TIDY_INTERVAL) return;
    filter.evict(at, options.maxDays * DAY, options.minDocuments);
    record.evictedAt = at;
  }

  /** Looks at a page's key; gives the revision it would be, or the rejection of a duplicate. */
  async function sighting(
    lane: SiteSession,
    task: PageTask,
    key: UrlKey,
    sitePage: SitePage | null,
  ): Promise<Ending | null> {
    let unseen: (() => number) | null = null;
    if (sitePage !== null && options.duplicates === 'revise' && lane.filter.knows(key.key)) {
      const count = await unseenCharacters(sitePage);
      unseen = () => count;
    }
    tidy(lane, task.at);
    const { kind, revision } = lane.filter.look({ url: task.url, key, at: task.at }, unseen);
    lane.isChanged = true;
    if (kind !== 'duplicate') return null;
    return rejected('identify', 'duplicate', `sighting ${revision} of ${key.key}`);
  }

  /** Characters of text that no document of the page's part of the site had, an earlier state of this one included. */
  async function unseenCharacters(sitePage: SitePage): Promise<number> {
    if (counting === undefined) return 0;
    const known = await models.knowledge(sitePage.url, sitePage.key, sitePage.at);
    const model = known.models[counting.name];
    if (model === undefined) return 0;
    // Under another key the page's own earlier state counts as another document.
    const stranger = { ...sitePage, key: `${sitePage.key} ` };
    const verdict = counting.label(model, stranger, counting.defaults, NO_CONTEXT);
    if (!verdict.ok) return 0;
    const documents = verdict.labelled.features?.documents;
    return verdict.labelled.blocks.reduce(
      (sum, { text }, at) => sum + (Number(documents?.[at]) === 1 ? text.length : 0),
      0,
    );
  }

  async function extracted(sitePage: SitePage, charset: string | null): Promise<ExtractResult> {
    const site = await models.knowledge(sitePage.url, sitePage.key, sitePage.at);
    return withLanguage((detectLanguage) =>
      extractWith(extractor, sitePage.page, {
        detectLanguage,
        options: options.extractorOptions,
        limits,
        url: sitePage.url,
        httpCharset: charset,
        site,
      }),
    );
  }

  /** Keeps a young site's page, or reads its earlier pages again once its pattern is learnt. */
  async function learning(
    lane: SiteSession,
    task: PageTask,
    kept: Omit<KeptPage, 'unit' | 'bytes'>,
    began: (id: string) => void,
  ): Promise<WorkedDocument[]> {
    const unit = learners.reduce((longest, learner) => {
      const own = learner.unit(task.url);
      return own.length > longest.length ? own : longest;
    }, '');
    if (unit === '' || options.learningPages === 0 || !isYoung(lane.record, unit)) return [];
    let isSettled = await models.hasPatterns(task.url);
    if (!isSettled) {
      const packed = packedPage(task.page);
      keepPage(lane.record, state, task.site, { ...kept, unit, bytes: packed.length }, packed);
      const { pages, bytes } = learningOf(lane.record, unit);
      isSettled = pages.length >= options.learningPages || bytes >= options.learningBytes;
    }
    return isSettled ? readAgain(lane, unit, began) : [];
  }

  async function readAgain(lane: SiteSession, unit: string, began: (id: string) => void): Promise<WorkedDocument[]> {
    const corrections: WorkedDocument[] = [];
    for (const page of learningOf(lane.record, unit).pages) {
      began(page.id);
      const content = await forgetPage(lane.record, state, lane.site, page);
      if (content === null || poisoned.includes(page.id)) continue;
      const identified = identifyPage({ ...page, page: content, title: null }, limits);
      if (!identified.ok) continue;
      const result = await extracted({ ...identified.sitePage, key: page.key }, page.charset);
      if (textDigest(result.text) === page.digest) continue;
      // Never emitted, and no article now either: there is nothing to take back.
      if (page.revision === 0 && !result.ok) continue;
      // The first look was the page's end, a rejection too: whatever comes after it is a correction.
      const revision = Math.max(1, page.revision) + 1;
      setRevision(lane.record, page.id, revision);
      corrections.push(documentOf({ ...page, site: lane.site, revision }, result, options.fields, wantsMarkdown));
    }
    lane.record.settled.add(unit);
    return corrections;
  }

  async function worked(lane: SiteSession, task: PageTask, began: (id: string) => void): Promise<Ending> {
    // A known address needs no parsing, unless the page itself has a say in its identity or its links are wanted.
    const early = urlKey(task.url, task.title, { rules });
    const isCertain = task.title !== null || !early.key.includes('_cid_=');
    if (isCertain && !task.wantsLinks && !options.usesCanonical && options.duplicates === 'reject')
      if (lane.filter.knows(early.key)) {
        const duplicate = await sighting(lane, task, early, null);
        if (duplicate !== null) return duplicate;
      }
    const identified = identifyPage(task, limits, identification);
    if (!identified.ok) return rejected('identify', identified.reason, identified.detail);
    const { sitePage } = identified;
    const links = task.wantsLinks ? pageLinks(sitePage.page, task.url) : [];
    const id = documentId(task.site, sitePage.key);
    const isKnown = lane.filter.knows(sitePage.key);
    const duplicate = await sighting(lane, task, identified.urlKey, sitePage);
    if (duplicate !== null) return { ...duplicate, links };

    const result = await extracted(sitePage, task.charset);
    // What ran out of time is not learnt from: how far it came depends on the machine.
    if (result.reason === 'timeout') return { ...rejected('extract', 'timeout', result.detail ?? ''), links };
    await models.observe(sitePage);
    lane.record.learnt++;
    lane.record.learntAt = Math.max(task.at, lane.record.learntAt ?? task.at);
    const latest = lane.record.revisions.get(id) ?? (isKnown ? 1 : 0);
    const revision = result.ok ? latest + 1 : latest;
    if (revision > 1) setRevision(lane.record, id, revision);
    const kept = {
      id,
      key: sitePage.key,
      url: task.url,
      at: task.at,
      input: task.input,
      isText: typeof task.page === 'string',
      charset: task.charset,
      revision,
      digest: textDigest(result.text),
    };
    const corrections = await learning(lane, task, kept, began);
    if (!result.ok)
      return { ...rejected('extract', result.reason ?? 'no-text', result.detail ?? ''), links, corrections };
    const origin = { ...kept, site: task.site };
    return { document: documentOf(origin, result, options.fields, wantsMarkdown), reject: null, links, corrections };
  }

  return {
    async work(task, began) {
      const lane = await laneOf(task.site);
      let ending: Ending;
      try {
        ending = await worked(lane, task, began);
      } catch (error) {
        if (error instanceof DamagedState) throw error;
        // A defect of ours: told with its place, and the other pages need not suffer from it.
        ending = rejected('extract', 'internal-error', error instanceof Error ? `${error.stack}` : String(error));
      }
      const { learnt, learntAt } = lane.record;
      return { task: task.task, ...ending, learnt, learntAt };
    },
    async cut() {
      for (const lane of lanes.values()) {
        if (!lane.isChanged) continue;
        state.set(duplicatesKey(lane.site), lane.filter.encode());
        state.set(siteKey(lane.site), encodeRecord(lane.record));
        lane.isChanged = false;
      }
      await models.commit();
      for (const site of lanes.keys()) {
        if (lanes.size <= KEPT_SITES) break;
        lanes.delete(site);
      }
      return state.take();
    },
  };
}

function rejected(stage: 'identify' | 'extract', reason: string, detail: string): Ending {
  return { document: null, reject: { stage, reason, detail }, links: [], corrections: [] };
}
