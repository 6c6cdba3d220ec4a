/**
 * Processes pages in a worker of the stream: detects duplicates, runs the core's site processor over stored models, and
 * corrects a site's early pages once its pattern is learnt.
 *
 * The state after a page depends on the site's pages up to it and their order alone: not on when commits fall, how many
 * workers there are, or whether models were written and read back meanwhile. That is what makes a run that was killed end
 * like one that was not.
 */

import { type ExtractResult, type UrlKey, urlKey } from '@dehusk/core';
import {
  learnersInUse,
  NO_CONTEXT,
  namesCanonical,
  type OpenedPage,
  openPage,
  parseUrlRules,
  type SitePage,
  siteProcessor,
  type UnopenedPage,
  type UrlRule,
} from '@dehusk/core/extend';
import { languageDetection, siteExtraction, threadMilliseconds } from '@dehusk/node';
import { anyExtractorNamed, learnersOf } from '@dehusk/papers';
import { pageLinks } from '../sources/page-links.js';
import { documentId, documentOf, textDigest } from './document-row.js';
import { DuplicateFilter } from './duplicate-filter.js';
import { StoredModels } from './site-models.js';
import {
  decodeRecord,
  emptyRecord,
  encodeRecord,
  forgetPage,
  isYoung,
  keepPage,
  type LearningPage,
  learningOf,
  type SiteRecord,
  setRevision,
  stateKey,
  tick,
} from './state-values.js';
import { rulesText, type StreamOptions, URL_RULE_PRESETS } from './stream.js';
import {
  appliedRules,
  decodeEvidence,
  emptyEvidence,
  encodeEvidence,
  recordAddress,
  type UrlEvidence,
} from './url-rule-learning.js';
import type { PageTask, WorkedDocument, WorkedPage, WorkerSettings } from './worker-messages.js';
import type { WorkerState } from './worker-state.js';

/** Sites whose filter and record a worker caches, beyond those that changed since the last checkpoint. */
const KEPT_SITES = 256;
/** Filters evict old keys at most this often by the clock of their site, in milliseconds: an hour, as it walks all keys. */
const TIDY_INTERVAL = 3_600_000;
const DAY = 86_400_000;
/** Learners that count the text a document shares with others, and so find unseen text. */
const COUNTING = ['urltree', 'urltree-similar'];

/** State that cannot be read, if the stream stops at that. */
export class DamagedState extends Error {}

/** A page to open. */
type OpenTask = Pick<PageTask, 'page' | 'url' | 'charset' | 'mediaType'>;

/** A site that is being worked on. */
interface SiteSession {
  readonly site: string;
  readonly filter: DuplicateFilter;
  readonly record: SiteRecord;
  readonly evidence: UrlEvidence;
  /** The configured rules, then the applied ones of the site. */
  rules: readonly UrlRule[];
  isChanged: boolean;
}

type WorkedParts = Pick<WorkedPage, 'document' | 'reject' | 'links' | 'corrections'>;

/**
 * @param state the values of the worker's sites
 * @param warn called for state that cannot be read and is dropped
 * @throws RangeError or TypeError for wrong options
 */
export class StreamProcessor {
  readonly #settings: WorkerSettings;
  readonly #options: StreamOptions;
  readonly #state: WorkerState;
  readonly #warn: (message: string) => void;
  readonly #extractor: ReturnType<typeof anyExtractorNamed>;
  readonly #learners: ReturnType<typeof learnersOf>;
  readonly #configuredRules: UrlRule[];
  readonly #learnsRules: boolean;
  readonly #models: StoredModels;
  readonly #sites: ReturnType<typeof siteProcessor>;
  readonly #counting: ReturnType<typeof learnersOf>[number] | undefined;
  /** Least lately used first. */
  readonly #sessions = new Map<string, SiteSession>();

  constructor(settings: WorkerSettings, state: WorkerState, warn: (message: string) => void) {
    const { options } = settings;
    this.#settings = settings;
    this.#options = options;
    this.#state = state;
    this.#warn = warn;
    this.#extractor = anyExtractorNamed(options.extractor);
    this.#learners = learnersOf(options.extractor);
    this.#configuredRules = [rulesText(options.urlRules), URL_RULE_PRESETS[options.urlRulePreset]].flatMap(
      parseUrlRules,
    );
    this.#learnsRules = options.urlRuleLearning !== 'off';
    const eviction = {
      maxDocuments: options.maxDocuments,
      maxDays: options.maxDays,
      keepAtLeast: options.minDocuments,
    };
    this.#models = new StoredModels(
      state,
      learnersInUse(this.#learners, ({ defaults }) => (Object.hasOwn(defaults, 'maxDocuments') ? eviction : {})),
      (key, error) => this.#damaged(key, error),
    );
    this.#sites = siteProcessor({
      learners: this.#models.learners,
      models: this.#models,
      usesCanonical: options.usesCanonical,
    });
    this.#counting = this.#learners.find(({ name }) => COUNTING.includes(name));
  }

  /**
   * Works on a page.
   *
   * @param began called with the id of each earlier page before it is extracted again
   * @throws DamagedState; never for what a page holds
   */
  async work(task: PageTask, began: (id: string) => void): Promise<WorkedPage> {
    const session = await this.#sessionOf(task.site);
    let ending: WorkedParts;
    try {
      ending = await this.#worked(session, task, began);
    } catch (error) {
      if (error instanceof DamagedState) throw error;
      // Internal error: reject this page and continue.
      ending = rejected('extract', 'internal-error', error instanceof Error ? error.message : String(error));
    }
    const { learnt, learntAt } = session.record;
    return { task: task.task, ...ending, learnt, learntAt };
  }

  /** Everything that changed since the last checkpoint, by key. */
  async checkpoint(): Promise<ReadonlyMap<string, Uint8Array | null>> {
    for (const session of this.#sessions.values()) {
      if (!session.isChanged) continue;
      this.#state.set(stateKey.duplicates(session.site), session.filter.encode());
      this.#state.set(stateKey.site(session.site), encodeRecord(session.record));
      if (this.#learnsRules) this.#state.set(stateKey.addresses(session.site), encodeEvidence(session.evidence));
      session.isChanged = false;
    }
    await this.#models.commit();
    for (const site of this.#sessions.keys()) {
      if (this.#sessions.size <= KEPT_SITES) break;
      this.#sessions.delete(site);
    }
    return this.#state.take();
  }

  #damaged(key: string, error: Error): void {
    if (this.#options.damagedState === 'stop')
      throw new DamagedState(`the state "${key}" cannot be read: ${error.message}`);
    this.#warn(`the state "${key}" cannot be read and starts empty: ${error.message}`);
  }

  async #read<T>(key: string, decode: (bytes: Uint8Array) => T, empty: () => T): Promise<T> {
    const bytes = await this.#state.get(key);
    if (bytes === undefined) return empty();
    try {
      return decode(bytes);
    } catch (error) {
      this.#damaged(key, error as Error);
      return empty();
    }
  }

  #rulesOf(evidence: UrlEvidence): UrlRule[] {
    const applied = this.#learnsRules ? appliedRules(evidence) : [];
    return [...this.#configuredRules, ...applied.map((rule) => ({ ...rule, pattern: new RegExp(rule.pattern, 'u') }))];
  }

  async #sessionOf(site: string): Promise<SiteSession> {
    const session = this.#sessions.get(site) ?? (await this.#openSession(site));
    this.#sessions.delete(site);
    this.#sessions.set(site, session);
    return session;
  }

  async #openSession(site: string): Promise<SiteSession> {
    const evidence = this.#learnsRules
      ? await this.#read(stateKey.addresses(site), decodeEvidence, emptyEvidence)
      : emptyEvidence();
    return {
      site,
      evidence,
      rules: this.#rulesOf(evidence),
      filter: await this.#read(
        stateKey.duplicates(site),
        (bytes) => DuplicateFilter.decode(bytes),
        () => new DuplicateFilter({ maxKeys: this.#options.maxDocuments }),
      ),
      record: await this.#read(stateKey.site(site), decodeRecord, emptyRecord),
      isChanged: false,
    };
  }

  /** Learns from an address. Its rules hold from the next page on. */
  #record(session: SiteSession, { url, at }: PageTask, title: string | null, canonical: string | null): void {
    if (!this.#learnsRules) return;
    session.isChanged = true;
    if (recordAddress(session.evidence, { url, at, canonical }, title)) session.rules = this.#rulesOf(session.evidence);
  }

  #tidy({ filter, record }: SiteSession, at: number): void {
    record.evictedAt ??= at;
    if (at - record.evictedAt < TIDY_INTERVAL) return;
    filter.evict(at, this.#options.maxDays * DAY, this.#options.minDocuments);
    record.evictedAt = at;
  }

  /** Registers a page's key. Returns the rejection of a duplicate, or null. */
  async #sighting(
    session: SiteSession,
    task: PageTask,
    key: UrlKey,
    sitePage: SitePage | null,
  ): Promise<WorkedParts | null> {
    let unseen: (() => number) | null = null;
    if (sitePage !== null && this.#options.duplicates === 'revise' && session.filter.knows(key.key)) {
      await this.#models.load(sitePage.url);
      const count = this.#unseenCharacters(sitePage);
      unseen = () => count;
    }
    const at = tick(session.record, task.at);
    this.#tidy(session, at);
    const { kind, revision } = session.filter.look({ key, at }, unseen);
    session.isChanged = true;
    if (kind !== 'duplicate') return null;
    return rejected('identify', 'duplicate', `sighting ${revision} of ${key.key}`);
  }

  /** Characters of text that no document of the page's part of the site had, including an earlier state of this page. */
  #unseenCharacters(sitePage: SitePage): number {
    if (this.#counting === undefined) return 0;
    const model = this.#sites.knowledge(sitePage).models[this.#counting.name];
    if (model === undefined) return 0;
    // Under another key, the page's own earlier state counts as another document.
    const stranger = { ...sitePage, key: `${sitePage.key} ` };
    const verdict = this.#counting.label(model, stranger, this.#counting.defaults, NO_CONTEXT);
    if (!verdict.ok) return 0;
    const documents = verdict.labelled.features?.documents;
    return verdict.labelled.blocks.reduce(
      (sum, { text }, at) => sum + (Number(documents?.[at]) === 1 ? text.length : 0),
      0,
    );
  }

  #open({ page, url, charset, mediaType }: OpenTask): OpenedPage | UnopenedPage {
    const fetchedAt = Date.now();
    return openPage(page, {
      url,
      httpCharset: charset,
      mediaType,
      fetchedAt,
      limits: { maxMilliseconds: this.#options.maxMilliseconds },
      clock: threadMilliseconds,
    });
  }

  async #extracted(opened: OpenedPage, sitePage: SitePage): Promise<ExtractResult> {
    await this.#models.load(sitePage.url);
    const detection = await languageDetection(opened, null);
    const own = siteExtraction(
      this.#extractor,
      { ...detection, options: this.#options.extractorOptions },
      this.#options.overrides,
      sitePage.url,
    );
    return this.#sites.extract(opened, sitePage, own.extractor, own.options);
  }

  /** Keeps a young site's page, or extracts its earlier pages again once its pattern is learnt. */
  async #learning(
    session: SiteSession,
    task: PageTask,
    kept: Omit<LearningPage, 'unit' | 'bytes'>,
    began: (id: string) => void,
  ): Promise<WorkedDocument[]> {
    const unit = this.#learners.reduce((longest, learner) => {
      const own = learner.unit(task.url);
      return own.length > longest.length ? own : longest;
    }, '');
    if (unit === '' || this.#options.learningPages === 0 || !isYoung(session.record, unit)) return [];
    let isSettled = this.#sites.hasPatterns(task.url);
    if (!isSettled) {
      keepPage(session.record, this.#state, task.site, { ...kept, unit }, task.page);
      const { pages, bytes } = learningOf(session.record, unit);
      isSettled = pages.length >= this.#options.learningPages || bytes >= this.#options.learningBytes;
    }
    return isSettled ? this.#readAgain(session, unit, began) : [];
  }

  async #readAgain(session: SiteSession, unit: string, began: (id: string) => void): Promise<WorkedDocument[]> {
    const corrections: WorkedDocument[] = [];
    for (const page of learningOf(session.record, unit).pages) {
      began(page.id);
      const content = await forgetPage(session.record, this.#state, session.site, page);
      if (content === null || this.#settings.quarantined.includes(page.id)) continue;
      const opened = this.#open({ ...page, page: content, mediaType: null });
      if (!opened.ok) continue;
      const { url, key, at } = page;
      const result = await this.#extracted(opened, { page: opened.page, url, key, at });
      if (textDigest(result.text) === page.digest) continue;
      // Never emitted, and no article now either: nothing to correct.
      if (page.revision === 0 && !result.ok) continue;
      // The page has ended before, even if it was rejected, so this is a correction.
      const revision = Math.max(1, page.revision) + 1;
      setRevision(session.record, page.id, revision);
      corrections.push(
        documentOf({ ...page, site: session.site, revision }, result, this.#options, this.#settings.wantsMarkdown),
      );
    }
    session.record.settled.add(unit);
    return corrections;
  }

  async #worked(session: SiteSession, task: PageTask, began: (id: string) => void): Promise<WorkedParts> {
    const { rules } = session;
    // A known address is rejected unopened, unless the page is needed for its identity, its links or the title of its parameters.
    const needsPage =
      task.wantsLinks ||
      this.#options.usesCanonical ||
      namesCanonical(rules) ||
      this.#options.duplicates !== 'reject' ||
      (this.#learnsRules && task.title === null && task.url.includes('?'));
    const early = needsPage ? null : urlKey(task.url, task.title, { rules });
    if (early !== null && (task.title !== null || !early.key.includes('_cid_=')) && session.filter.knows(early.key)) {
      const duplicate = await this.#sighting(session, task, early, null);
      if (duplicate !== null) {
        this.#record(session, task, task.title, null);
        return duplicate;
      }
    }
    const opened = this.#open(task);
    if (!opened.ok) return rejected('identify', opened.reason, opened.detail);
    const identified = this.#sites.identify(opened, { ...task, key: early, rules });
    if (!identified.ok) return rejected('identify', identified.reason, identified.detail);
    const { sitePage } = identified;
    const { title, canonicalUrl } = opened.metadata;
    this.#record(session, task, task.title ?? title, canonicalUrl);
    const links = task.wantsLinks ? pageLinks(sitePage.page, task.url) : [];
    const id = documentId(task.site, sitePage.key);
    const isKnown = session.filter.knows(sitePage.key);
    const duplicate = await this.#sighting(session, task, identified.urlKey, sitePage);
    if (duplicate !== null) return { ...duplicate, links };

    const result = await this.#extracted(opened, sitePage);
    if (result.reason === 'timeout') return { ...rejected('extract', 'timeout', result.detail), links };
    this.#sites.observe(sitePage);
    session.record.learnt++;
    session.record.learntAt = Math.max(task.at, session.record.learntAt ?? task.at);
    const latest = session.record.revisions.get(id) ?? (isKnown ? 1 : 0);
    const revision = result.ok ? latest + 1 : latest;
    if (revision > 1) setRevision(session.record, id, revision);
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
    // Plain text and Markdown are all content: the site's pattern changes nothing.
    const corrections = opened.textFormat !== null ? [] : await this.#learning(session, task, kept, began);
    if (!result.ok) return { ...rejected('extract', result.reason, result.detail), links, corrections };
    const origin = { ...kept, site: task.site };
    return {
      document: documentOf(origin, result, this.#options, this.#settings.wantsMarkdown),
      reject: null,
      links,
      corrections,
    };
  }
}

function rejected(stage: 'identify' | 'extract', reason: string, detail: string): WorkedParts {
  return { document: null, reject: { stage, reason, detail }, links: [], corrections: [] };
}
