/** `--site`: learns the sites of the inputs from all their pages, and extracts each page with what was learnt. */
import type { ExtractResult, PageType } from '@dehusk/core';
import {
  extractPage,
  type IdentifiedPage,
  learnersInUse,
  type OpenedPage,
  type SiteExtractor,
  type SiteProcessor,
  siteProcessor,
  type UnopenedPage,
} from '@dehusk/core/extend';
import type { InputPage, RawPage } from '@dehusk/node';
import { languageDetection, latePage, openWithinTime, siteExtraction, withinTime } from '@dehusk/node';
import { siteExtractorNamed } from '@dehusk/papers';
import { openMemoryStore, type Store, StoredModels } from '@dehusk/stream';
import type { RunExtraction } from './extraction-options.js';
import { progressBar } from './page-totals.js';
import { HOST_OF_FILES, onState, openState } from './site-state.js';

/** Pages between two commits. A commit writes every changed model and syncs the disk. */
const COMMIT_PAGES = 500;

/** A page with its address and key. */
type KeyedPage = Extract<IdentifiedPage, { readonly ok: true }>;

/** What a page teaches, or is extracted from. */
interface SiteInput extends RawPage {
  /** Path or address, for a page without an address. */
  readonly name: string;
  readonly title?: string | null;
  readonly corrections?: Extract<InputPage, { readonly ok: true }>['corrections'] | null;
  /** Overrides that of the run. */
  readonly pageType?: PageType | null;
}

interface SiteFlags {
  readonly state?: string;
  readonly quiet?: true;
  /** Address of pages that have none. */
  readonly url?: string;
}

export class SiteRun {
  readonly #store: Store;
  readonly #models: StoredModels;
  readonly #sites: SiteProcessor;
  readonly #extractor: SiteExtractor;
  readonly #extraction: RunExtraction;
  readonly #isTwoPass: boolean;
  /** Address of pages that have none. */
  readonly #url: string | null;
  #sinceCommit = 0;

  private constructor(store: Store, extraction: RunExtraction, isTwoPass: boolean, url: string | null) {
    this.#store = store;
    this.#url = url;
    this.#extraction = extraction;
    this.#isTwoPass = isTwoPass;
    this.#extractor = siteExtractorNamed(extraction.extractor);
    const given = Object.entries(extraction.options ?? {});
    const learners = learnersInUse(this.#extractor.learners, ({ domains }) =>
      Object.fromEntries(given.filter(([name]) => Object.hasOwn(domains, name))),
    );
    this.#models = new StoredModels(store, learners);
    this.#sites = siteProcessor({ learners: this.#models.learners, models: this.#models });
  }

  /**
   * Learns the sites of pages, where they can be read twice; else each page is learnt just before it is extracted.
   *
   * @throws InputOutputError for a state that cannot be opened
   */
  static async open(
    pages: AsyncIterable<InputPage> | null,
    extraction: RunExtraction,
    { state, quiet, url }: SiteFlags,
  ): Promise<SiteRun> {
    const store = state === undefined ? openMemoryStore() : await openState(state, true);
    const run = new SiteRun(store, extraction, pages !== null, url ?? null);
    if (pages !== null) await run.#learn(pages, quiet === true);
    return run;
  }

  /** The first pass. Learning a page twice changes nothing, so that a run that was killed can be repeated. */
  async #learn(pages: AsyncIterable<InputPage>, isQuiet: boolean): Promise<void> {
    // Inputs do not say how many pages they hold.
    const bar = isQuiet ? null : progressBar('{value} pages learnt', 0, {});
    let count = 0;
    try {
      for await (const page of pages) {
        if (!page.ok) continue;
        const { identified } = await this.#identified(page);
        if (identified !== null && this.#learnt(identified)) count++;
        bar?.update(count, {});
      }
      await this.#commit();
    } finally {
      bar?.stop();
    }
  }

  /** Extracts a page with the models of its site; learns it first where there is one pass. */
  async extract(input: SiteInput): Promise<ExtractResult> {
    const { overrides = {}, extractor: _, limits, ...rest } = this.#extraction;
    const { opened, identified } = await this.#identified(input);
    const given = {
      ...rest,
      ...(input.pageType != null && { pageType: input.pageType }),
      ...(await languageDetection(opened, rest.language)),
    };
    if (!this.#isTwoPass && identified !== null) this.#learnt(identified);
    const { extractor, options } = siteExtraction(this.#extractor, given, overrides, input.url);
    return withinTime(
      limits,
      () =>
        opened.ok && identified !== null
          ? this.#sites.extract(opened, identified.sitePage, extractor, options)
          : extractPage(opened, extractor, options),
      (detail) => extractPage(latePage(input.url, detail), extractor, options),
    );
  }

  async close(): Promise<void> {
    try {
      await this.#commit();
    } finally {
      await this.#store.close();
    }
  }

  async #identified({ page, url, charset, mediaType, at, id, name, title, corrections }: SiteInput): Promise<{
    readonly opened: OpenedPage | UnopenedPage;
    readonly identified: KeyedPage | null;
  }> {
    // Before models are loaded: they are at hand until the next commit.
    if (this.#sinceCommit >= COMMIT_PAGES) await this.#commit();
    const { limits } = this.#extraction;
    const opened = openWithinTime(page, {
      ...{ url, httpCharset: charset, mediaType, fetchedAt: Date.now() },
      ...(limits && { limits }),
    });
    if (!opened.ok) return { opened, identified: null };
    const of = (address: string | null): KeyedPage | null =>
      withinTime<KeyedPage | null>(
        limits,
        () => {
          const found = this.#sites.identify(opened, {
            ...{ url: address, title: title ?? null, at: at ?? 0 },
            ...(corrections && { corrections }),
          });
          return found.ok ? found : null;
        },
        () => null,
      );
    const identified = of(url ?? this.#url) ?? of(`https://${HOST_OF_FILES}/${encodeURI(String(id ?? name))}`);
    if (identified !== null) await onState('state', () => this.#models.load(identified.sitePage.url));
    return { opened, identified };
  }

  /** Whether a page taught something. One that takes too long is left out. */
  #learnt({ sitePage }: KeyedPage): boolean {
    this.#sinceCommit++;
    return withinTime(
      this.#extraction.limits,
      () => this.#sites.observe(sitePage) > 0,
      () => false,
    );
  }

  async #commit(): Promise<void> {
    this.#sinceCommit = 0;
    await onState('state', () => this.#models.commit());
  }
}
