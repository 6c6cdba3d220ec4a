/**
 * Containers: which elements of a site's template hold its articles, in the words of the template's own style sheet.
 *
 * Observation (page streams of 12 blogs and news sites, tuning half): people who write a gold standard for a site write one
 * selector, `div.entry-content`, and it is right for years. GoldMiner looks for the same place by the tags around it; URL Tree
 * by what does not repeat. Neither knows what text looks like, which a page-level extractor does, page by page, with errors
 * that differ from page to page. Over many pages the errors cancel and the place remains.
 *
 * Steps: a bounded sample of the site's pages, the same whatever their order (bottom-k by the hash of the URL key, the later
 * state of a page for the earlier) → per page a record (`page-record.ts`) → selectors (`choose.ts`) → on a page, what the
 * selectors hold is main content. A page they hold nothing of is no article, and so is one with several places where the
 * site's pages have one: a list of articles.
 *
 * Ours; nothing published does quite this. The nearest are wrapper induction (Kushmerick 1997) and GoldMiner (2013).
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import { contentBlocks } from '../../blocks/content-blocks.js';
import { type Extractor, type Knowledge, NO_KNOWLEDGE } from '../../extractors/extractor.js';
import type { Page } from '../../page/page.js';
import type { SiteFact, SiteLearner, SitePage, SiteVerdict } from '../site-learner.js';
import { type Choice, type ChooseOptions, chooseContainers, heldBlocks } from './choose.js';
import { decodeContainers, encodeContainers } from './model-bytes.js';
import { recordOf } from './page-record.js';
import { digestOf, rankOf, type SampledRecord, samePages, withRecord, wouldBeSampled } from './sample.js';

export interface ContainerOptions extends ChooseOptions {
  readonly [name: string]: number;
  readonly sampleSize: number;
  readonly minPages: number;
  readonly minAgreement: number;
  readonly minCoverage: number;
}

const DEFAULTS: ContainerOptions = {
  sampleSize: 60,
  minPages: 5,
  minAgreement: 0.5,
  minCoverage: 0.6,
  repeatedShare: 0.2,
  leastGain: 0.08,
  leastGainOut: 0.01,
  mostSelectors: 6,
  leastPages: 0.1,
};

const OPTION_DOCS: { readonly [K in keyof ContainerOptions]: string } = {
  sampleSize: 'Pages learnt from, at most; fixed when the model begins (ours: 60, about 4 kB each).',
  minPages: 'Pages below which nothing is said (ours: 5).',
  minAgreement: 'Agreement of the selectors with the page level, 0…1, below which nothing is said (ours: 0.5).',
  minCoverage:
    'Share of the pages, 0…1, the selectors must hold text of before pages without are no articles (ours: 0.6).',
  repeatedShare: 'Share of the pages, 0…1, above which a block that stands on them is boilerplate (ours: 0.2).',
  leastGain: 'Least gain in mean agreement, 0…1, for one more selector or a wider one for a narrower (ours: 0.08).',
  leastGainOut: 'Least gain in mean agreement, 0…1, for a selector that is taken out again (ours: 0.01).',
  mostSelectors: 'Most selectors of a site (ours: 6).',
  leastPages: 'Share of the pages, 0…1, a selector must stand on (ours: 0.1).',
};

/** What is known of a site. Only `observe` and `forget` change it. */
export interface ContainerModel {
  readonly options: ContainerOptions;
  /** Name of the page-level extractor. */
  readonly extractor: string;
  /** In order of rank. */
  pages: readonly SampledRecord[];
  /** Selectors' names by hash; may hold more than the pages use. */
  readonly names: Map<number, string>;
  lesson: { readonly pages: readonly SampledRecord[]; readonly options: string; readonly choice: Choice } | null;
}

const VERSION = 1;

/** The containers learner around a page-level extractor. */
export function containersWith(name: string, extractor: Extractor): SiteLearner<ContainerModel, ContainerOptions> {
  const sampled = (model: ContainerModel, { page, key, at }: SitePage): SampledRecord => {
    const labelled = extractor.label(page, extractor.defaults, NO_KNOWLEDGE);
    const record = recordOf(page, labelled, (hash, selector) => model.names.set(hash, selector));
    return { key, at: Number.isFinite(at) ? at : 0, rank: rankOf(key), digest: digestOf(record), record };
  };
  return {
    name,
    summary: `What stands in the elements that, over a site’s pages, hold what ${extractor.name} keeps.`,
    source: 'Dehusk; after wrapper induction (Kushmerick 1997) and GoldMiner (Endrédy and Novák 2013)',
    version: VERSION,
    defaults: DEFAULTS,
    optionDocs: OPTION_DOCS,
    unit: unitOf,
    empty: (options) => ({ options, extractor: extractor.name, pages: [], names: new Map(), lesson: null }),
    observe(model, page) {
      if (!wouldBeSampled(model.pages, model.options.sampleSize, page)) return;
      model.pages = withRecord(model.pages, sampled(model, page), model.options.sampleSize);
    },
    label(model, page, options, _knowledge: Knowledge): SiteVerdict {
      let known = model;
      if (wouldBeSampled(model.pages, model.options.sampleSize, page)) {
        // Counted in, as the contract asks; what it teaches is not kept, as only `observe` changes a model.
        const own = { ...model, names: new Map(model.names), lesson: null };
        const pages = withRecord(model.pages, sampled(own, page), model.options.sampleSize);
        if (!samePages(pages, model.pages)) known = { ...own, pages };
      }
      return labelBy(known, page.page, options);
    },
    merge(a, b) {
      const got = JSON.stringify([b.extractor, b.options]);
      const expected = JSON.stringify([a.extractor, a.options]);
      if (got !== expected) throw new TypeError(`merging ${name} models got ${got}, expected ${expected}`);
      let pages = a.pages;
      for (const page of b.pages) pages = withRecord(pages, page, a.options.sampleSize);
      return { ...a, pages, names: new Map([...a.names, ...b.names]), lesson: null };
    },
    forget(model, before) {
      model.pages = model.pages.filter(({ at }) => at >= before);
    },
    encode: (model) => encodeContainers(model, VERSION),
    decode(bytes) {
      const stored = decodeContainers(bytes, VERSION);
      if (stored.extractor !== extractor.name)
        throw new RangeError(
          `these bytes are not a ${name} model: extractor got "${stored.extractor}", expected "${extractor.name}"`,
        );
      return stored;
    },
    hasPattern(model) {
      if (model.pages.length < model.options.minPages) return false;
      const choice = choiceOf(model, model.options);
      return choice.chosen.length > 0 && choice.agreement >= model.options.minAgreement;
    },
    explain: explainModel,
  };
}

/** Host of an address without `www.`; empty for what is no web address. */
function unitOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? hostname.replace(/^www\.(?=.*\.)/, '') : '';
}

/** What a model's pages teach, learnt when first asked for. */
export function choiceOf(model: ContainerModel, options: ContainerOptions): Choice {
  const key = JSON.stringify(options);
  if (model.lesson !== null && model.lesson.pages === model.pages && model.lesson.options === key)
    return model.lesson.choice;
  const records = model.pages.map(({ record }) => record);
  const choice = chooseContainers(records, (hash) => model.names.get(hash) ?? '', options);
  model.lesson = { pages: model.pages, options: key, choice };
  return choice;
}

function labelBy(model: ContainerModel, page: Page, options: ContainerOptions): SiteVerdict {
  const known = model.pages.length;
  if (known < options.minPages)
    return {
      ok: false,
      reason: 'unseen-site',
      detail: `${known} pages of the site are known, ${options.minPages} are needed`,
    };
  const choice = choiceOf(model, options);
  if (choice.chosen.length === 0 || choice.agreement < options.minAgreement)
    return { ok: false, reason: 'unseen-site', detail: 'no selector agrees with the page level over the site' };
  const record = recordOf(page, NOTHING, () => {});
  const { held, places } = heldBlocks(record, choice.chosen);
  const taken = choice.chosen.filter(({ takesIn }) => takesIn).map(({ selector }) => model.names.get(selector) ?? '?');
  if (choice.coverage >= options.minCoverage) {
    if (!held.includes(1))
      return { ok: false, reason: 'no-pattern', detail: `the page has no text in ${taken.join(', ')}` };
    if (choice.places === 1 && places > 1)
      return { ok: false, reason: 'no-pattern', detail: `${taken.join(', ')} stands ${places} times, as in a list` };
  } else if (!held.includes(1))
    return { ok: false, reason: 'unseen-site', detail: `the page has no text in ${taken.join(', ')}` };
  const blocks = contentBlocks(page);
  const why = `in ${taken.join(', ')}`;
  return {
    ok: true,
    labelled: {
      blocks: Array.from({ length: blocks.size }, (_, at) => ({
        first: blocks.first[at],
        last: blocks.last[at],
        parent: blocks.element[at],
        text: blocks.text[at],
        words: blocks.text[at].split(' ').length,
        linkWords: 0,
        linkChars: blocks.linkChars[at],
      })),
      labels: {
        keep: Uint8Array.from({ length: blocks.size }, (_, at) => held[at] ?? 0),
        why: Array.from({ length: blocks.size }, (_, at) => (held[at] === 1 ? why : `not ${why}`)),
      },
    },
  };
}

const NOTHING: LabelledBlocks = { blocks: [], labels: { keep: new Uint8Array(0), why: [] } };

function explainModel(model: ContainerModel): SiteFact[] {
  const { chosen, agreement, coverage } = choiceOf(model, model.options);
  const of = model.pages.length;
  const facts: SiteFact[] = chosen.map(({ selector, takesIn, pages, example }) => ({
    what: takesIn ? 'main content' : 'taken out of it',
    value: model.names.get(selector) ?? '?',
    support: pages,
    of,
    example: model.pages[example]?.key ?? null,
  }));
  const covered = Math.round(coverage * of);
  const value = `${Math.round(100 * agreement)} % agreement with ${model.extractor}`;
  return [...facts, { what: 'pages with main content', value, support: covered, of, example: null }];
}
