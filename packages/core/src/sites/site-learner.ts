import type { LabelledBlocks } from '../blocks/block.js';
import type { ExtractionContext, Options, OptionValue } from '../extractors/extractor.js';
import type { Page } from '../page/page.js';
import { checkOptionNames } from '../text/nearest-name.js';

/** A page as a site learner sees it: where it came from, under which identity, and when. */
export interface SitePage {
  readonly page: Page;
  /** The response URL, redirects followed. */
  readonly url: string;
  /** The URL key: what makes two addresses the same document; see `url-key.ts`. */
  readonly key: string;
  /** When the page was fetched or published, milliseconds since 1970. Decides what is forgotten first. */
  readonly at: number;
}

/** Why a learner says nothing of a page's blocks. */
export const SITE_REFUSALS = ['unseen-site', 'no-pattern'] as const;
/**
 * `unseen-site`: too little is known of the site, ask a page-level extractor.
 * `no-pattern`: the site is known and this page is no article of it (an index page): give no text.
 */
export type SiteRefusal = (typeof SITE_REFUSALS)[number];

/** A learner's answer: labels, or why there are none, in a word and in a sentence. */
export type SiteVerdict =
  | { readonly ok: true; readonly labelled: LabelledBlocks }
  | { readonly ok: false; readonly reason: SiteRefusal; readonly detail: string };

/** One learnt fact, for people: `dehusk site explain`. */
export interface SiteFact {
  /** What kind of fact it is: `start pattern`, `node`. */
  readonly what: string;
  /** The fact itself, one line. */
  readonly value: string;
  /** Number of pages that support it… */
  readonly support: number;
  /** …out of this many that could have. */
  readonly of: number;
  /** A page's URL key or a piece of text that shows it; null when there is none. */
  readonly example: string | null;
}

/**
 * An algorithm that learns a site from its pages. One file (or folder) a variant; the table is `index.ts`.
 *
 * The contract, checked for every row by `contract.test.ts`:
 * - a model is a value: what it is depends on which pages were observed, never on their order, nor on how they were split
 *   over models that were merged later (`merge` is associative and commutative; observing or merging the same page, key
 *   and time again changes nothing);
 * - `decode(encode(model))` is the same model, and equal models have equal bytes; bytes are the same on every machine;
 * - `label` counts the page itself as observed, whether it was or not, so that labelling before or after observing agree;
 * - only `observe` and `forget` change a model; `merge` leaves both of its own alone;
 * - never throws on a page or a URL, hostile ones included.
 */
export interface SiteLearner<M, O extends Options = Options> {
  /** The name on the command line and in the API: `urltree`. */
  readonly name: string;
  /** One sentence for lists and tables. */
  readonly summary: string;
  /** The paper or program it follows. */
  readonly source: string;
  /** Version of the encoded model. Bytes of another version are refused. */
  readonly version: number;
  /** Every number and switch of the algorithm, by name, with its default. */
  readonly defaults: O;
  /** One sentence an option: meaning, unit, range, where the default comes from. */
  readonly optionDocs: { readonly [K in keyof O]: string };
  /** The learning unit of a page: pages with the same unit share a model. Empty for what is no web address. */
  unit(url: string): string;
  /** A model that has seen nothing. What shapes the model (how text is hashed, how much is kept) is taken from `options` here. */
  empty(options: O): M;
  /** Takes a page in. */
  observe(model: M, page: SitePage, options: O): void;
  /** What the model says of a page's blocks. `knowledge.language` may help; `knowledge.site` is not looked at. */
  label(model: M, page: SitePage, options: O, knowledge: ExtractionContext): SiteVerdict;
  /**
   * A new model that knows what both know.
   *
   * @throws TypeError when the two were made with options that cannot be joined, naming both
   */
  merge(a: M, b: M): M;
  /** Forgets every page with `at` before the given time, milliseconds since 1970. */
  forget(model: M, before: number, options: O): void;
  /** The model as sealed bytes (magic, version, checksum; see `text/sealed.ts`). */
  encode(model: M): Uint8Array;
  /**
   * Reads a model back.
   *
   * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
   */
  decode(bytes: Uint8Array): M;
  /** Whether the model knows the site's template, so that pages labelled before it did deserve a second look. */
  hasPattern(model: M): boolean;
  /** How many pages the model knows, and what it learnt from them, most telling first. */
  explain(model: M): readonly SiteFact[];
}

/** A learner whose model's type is its own business: the type of a row in the table. */
// biome-ignore lint/suspicious/noExplicitAny: rows of one table have models of different types; each row only ever meets its own.
export type AnySiteLearner = SiteLearner<any, any>;

/**
 * What an extractor gets as `Knowledge.site`: the identity of the page at hand and the models of its site, by learner name.
 * A learner's model stands here only for pages of its own unit.
 */
export interface SiteKnowledge {
  readonly url: string;
  readonly key: string;
  readonly at: number;
  readonly models: Readonly<Record<string, unknown>>;
}

/** Reads `Knowledge.site`: the identity and the models, or null when it holds something else. */
export function siteKnowledge(knowledge: ExtractionContext): SiteKnowledge | null {
  const site = knowledge.site as Partial<SiteKnowledge> | null | undefined;
  if (typeof site !== 'object' || site === null) return null;
  if (typeof site.url !== 'string' || typeof site.key !== 'string' || typeof site.at !== 'number') return null;
  return typeof site.models === 'object' && site.models !== null ? (site as SiteKnowledge) : null;
}

/**
 * A learner's complete options.
 *
 * @throws TypeError for an option the learner does not have, or a value of another type, naming got and expected
 */
export function withLearnerDefaults<O extends Options>(
  learner: { readonly name: string; readonly defaults: O },
  given: Readonly<Record<string, unknown>> = {},
): O {
  checkOptionNames(learner.name, given, Object.keys(learner.defaults));
  const options: Record<string, OptionValue> = { ...learner.defaults };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const expected = learner.defaults[name];
    if (typeof value !== typeof expected || Array.isArray(value) !== Array.isArray(expected) || Number.isNaN(value))
      throw new TypeError(
        `${learner.name}: option "${name}" got ${JSON.stringify(value)}, expected something like ${JSON.stringify(expected)}`,
      );
    options[name] = value as OptionValue;
  }
  return options as O;
}
