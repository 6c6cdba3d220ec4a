import type { Page } from '@dehusk/html';
import type { LabelledBlocks } from '../blocks/block.js';
import type { ExtractionContext, Extractor, Options } from '../extractors/extractor.js';

/** An editor's decision on the text in a range of `Page.source`. */
export interface Correction {
  /** UTF-16 code units, from 0; the text nodes that begin in [from, to) are meant. */
  readonly from: number;
  readonly to: number;
  /** Whether the text is main content. */
  readonly keep: boolean;
}

/** The corrections given. @throws TypeError for a value that is no list of corrections */
export function checkedCorrections(given: unknown): readonly Correction[] {
  if (!Array.isArray(given)) throw new TypeError(`corrections got ${typeof given}, expected a list`);
  for (const one of given) {
    const { from, to, keep } = (one ?? {}) as Readonly<Record<string, unknown>>;
    if (
      !Number.isInteger(from) ||
      !Number.isInteger(to) ||
      !(0 <= Number(from) && Number(from) <= Number(to)) ||
      typeof keep !== 'boolean'
    )
      throw new TypeError(
        `a correction got ${JSON.stringify({ from, to, keep })}, expected integers 0 ≤ from ≤ to, and "keep" true or false`,
      );
  }
  return given;
}

/** A page with its address, identity and time. */
export interface SitePage {
  readonly page: Page;
  /** The response URL, redirects followed. */
  readonly url: string;
  /** The URL key: equal for addresses of the same document; see `url-key.ts`. */
  readonly key: string;
  /** When the page was fetched or published, milliseconds since 1970. Decides what is forgotten first. */
  readonly at: number;
  /** The decisions of editors on the page; absent for a page that nobody corrected. An empty list withdraws earlier ones. */
  readonly corrections?: readonly Correction[];
}

/** Why a learner has no decision on a page's blocks. */
export const SITE_REFUSALS = ['unseen-site', 'no-pattern'] as const;
/**
 * `unseen-site`: too little is known of the site; use a page-level extractor.
 * `no-pattern`: the site is known and this page is no article of it (an index page); keep no text.
 */
type SiteRefusal = (typeof SITE_REFUSALS)[number];

/** A learner's answer: labels, or the reason why there are none, in a word and in a sentence. */
export type SiteDecision =
  | { readonly ok: true; readonly labelled: LabelledBlocks }
  | { readonly ok: false; readonly reason: SiteRefusal; readonly detail: string };

/** One learnt fact, printed by `dehusk site explain`. */
export interface SiteFact {
  /** Kind of fact: `start pattern`, `node`. */
  readonly what: string;
  /** The fact itself, one line. */
  readonly value: string;
  /** Number of pages that support it… */
  readonly support: number;
  /** …out of this many that could have. */
  readonly of: number;
  /** A page's URL key or a piece of text that shows it; null when there is none. */
  readonly example: string | null;
  /** The fact as a sentence for people; null where another fact's sentence says it. */
  readonly sentence: string | null;
}

/** A page that a learner remembers, for plots and lists of a site. */
export interface KnownPage {
  /** The URL key. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How sure the page level is of the page's text, 0 to 1: the mean of |2p − 1| over its characters. */
  readonly certainty: number;
  /** Whether it is a list of articles, and the signals that speak most for it; empty for none. */
  readonly isList: boolean;
  readonly signals: string;
}

/**
 * An algorithm that learns a site from its pages. One file (or folder) a variant; the table is `index.ts`.
 *
 * The contract, checked for every row by `contract.test.ts`:
 * - a model is a value: what it is depends on which pages were observed, never on their order; observing the same page, key and
 *   time again changes nothing;
 * - `decode(encode(model))` equals the model, and equal models have equal bytes, on every machine;
 * - `label` counts the page as observed, whether it was or not, so that labelling before and after observing agree;
 * - only `observe` and `forget` change a model;
 * - never throws on a page or a URL, hostile ones included.
 */
export interface SiteLearner<M, O extends Options = Options>
  extends Pick<Extractor<O>, 'name' | 'summary' | 'source' | 'defaults' | 'domains' | 'optionDocs'> {
  /** Version of the encoded model. Bytes of another version are refused. */
  readonly version: number;
  /** Whether it learns from pages with `corrections` alone; such a learner has no part in whether a site's template is known. */
  readonly onlyCorrected?: boolean;
  /** The learning unit of a page: pages with the same unit share a model. Empty for what is no web address. */
  unit(url: string): string;
  /** An empty model. Options that shape the model (how text is hashed, how much is kept) are fixed here. */
  empty(options: O): M;
  /** Adds a page. */
  observe(model: M, page: SitePage, options: O): void;
  /** The model's decision on a page's blocks. May use `context.language`; ignores `context.site`. */
  label(model: M, page: SitePage, options: O, context: ExtractionContext): SiteDecision;
  /** Forgets every page with `at` before the given time, milliseconds since 1970. */
  forget(model: M, before: number, options: O): void;
  /** The model as sealed bytes (magic, version, checksum; see `text/sealed.ts`). */
  encode(model: M): Uint8Array;
  /**
   * Reads a model back.
   * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
   */
  decode(bytes: Uint8Array): M;
  /** Whether the model knows the site's template, so that earlier pages are worth labelling again. */
  hasPattern(model: M): boolean;
  /** The facts learnt, the most important first. */
  explain(model: M): readonly SiteFact[];
  /** The pages remembered, the earliest first; absent for a learner that remembers none. */
  pages?(model: M): readonly KnownPage[];
}

/** A learner of any model type: a row of the table. */
// biome-ignore lint/suspicious/noExplicitAny: rows of one table have models of different types; each row only ever meets its own.
export type AnySiteLearner = SiteLearner<any, any>;

/** An extractor that uses models of the page's site, with the learners that make them. */
export interface SiteExtractor extends Extractor {
  readonly learners: readonly AnySiteLearner[];
}

/**
 * The value of `ExtractionContext.site`: the identity of the page and the models of its site, by learner name. A learner's
 * model is present only for pages of its unit.
 */
export interface SiteKnowledge {
  readonly url: string;
  readonly key: string;
  readonly at: number;
  readonly models: Readonly<Record<string, unknown>>;
}

/** `ExtractionContext.site` as {@link SiteKnowledge}, or null when it is something else. */
function siteKnowledge(context: ExtractionContext): SiteKnowledge | null {
  const site = context.site as Partial<SiteKnowledge> | null | undefined;
  if (typeof site !== 'object' || site === null) return null;
  if (typeof site.url !== 'string' || typeof site.key !== 'string' || typeof site.at !== 'number') return null;
  return typeof site.models === 'object' && site.models !== null ? (site as SiteKnowledge) : null;
}

/** A learner's decision on a page by the context's model of the site; null when the context has no model for the learner. */
export function siteDecision<O extends Options>(
  learner: SiteLearner<unknown, O>,
  page: Page,
  options: O,
  context: ExtractionContext,
): SiteDecision | null {
  const site = siteKnowledge(context);
  const model = site?.models[learner.name];
  if (site === null || model === undefined) return null;
  const { url, key, at } = site;
  return learner.label(model, { page, url, key, at }, options, context);
}
