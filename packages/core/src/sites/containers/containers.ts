/**
 * Containers: which elements of a site's template hold its articles, in the words of the template's own style sheet.
 *
 * Observation (page streams of 9 sites, tuning half): people who write a gold standard for a site write one selector,
 * `div.entry-content`, with some parts to take out, and it is right for years. GoldMiner looks for the same place by the tags
 * around it; URL Tree by what does not repeat. Neither knows what text looks like, which a page-level extractor does, page by
 * page, with errors that differ from page to page, but not from place to place of the template. Over many pages the place shows.
 *
 * Steps: a bounded sample of the site's pages, the latest above all, the same in whatever order they came (`sample.ts`) → per
 * page a record (`page-record.ts`) → containers, their parts, and lists of articles (`lesson.ts`) → on a page, what its
 * container holds is main content, but for the parts that are none and what the site repeats. A page that is made like a
 * list of articles is no article; of a page without a container nothing is said.
 *
 * Ours; nothing published does quite this. The nearest are wrapper induction (Kushmerick 1997), site style trees (Yi, Liu
 * and Li 2003) and GoldMiner (2013).
 */
import type { Block, LabelledBlocks } from '../../blocks/block.js';
import { type ContentBlocks, contentBlocks, nodesOf } from '../../blocks/content-blocks.js';
import { type ExtractionContext, type Extractor, NO_CONTEXT } from '../../extractors/extractor.js';
import { memoized } from '../../page/memo.js';
import type { Page } from '../../page/page.js';
import type { SiteFact, SiteLearner, SitePage, SiteVerdict } from '../site-learner.js';
import { usualEvidence } from './list-evidence.js';
import { decodeContainers, encodeContainers } from './model-bytes.js';
import { signedRecord } from './named-record.js';
import { isListAnywhere } from './page-kind.js';
import { type PageRecord, recordOf } from './page-record.js';
import { verdictsIn } from './parts.js';
import { digestOf, rankOf, type SampledRecord, samePages, timeOf, withRecord, wouldBeSampled } from './sample.js';
import { containerOn, induceTemplate, type SiteTemplate, type TemplateOptions } from './site-template.js';
import { printSelector } from './template.js';

export interface ContainerOptions extends TemplateOptions {
  readonly [name: string]: number;
  readonly sampleSize: number;
  readonly halfLifeDays: number;
}

const DEFAULTS: ContainerOptions = {
  sampleSize: 60,
  halfLifeDays: 30,
  minPages: 5,
  minAgreement: 0.5,
  mostContainers: 4,
  repeatedShare: 0.1,
  everywhereShare: 0.2,
  coreMargin: 1.5,
  lossWeight: 0.3,
  nearMost: 0.04,
  fieldShare: 0.8,
  fieldOnce: 0.7,
  fieldMargin: 0.7,
  fieldText: 0.3,
  linkShare: 0.6,
  dullBelow: 0.4,
  neighbours: 5,
  listAbove: 0,
};

const OPTION_DOCS: { readonly [K in keyof ContainerOptions]: string } = {
  sampleSize: 'Pages learnt from, at most; fixed when the model begins (ours: 60, about 6 kB each).',
  halfLifeDays: 'Days in which the share of remembered pages halves; fixed when the model begins (ours: 30).',
  minPages: 'Pages below which nothing is said, and which a theme of its own needs (ours: 5).',
  minAgreement: 'Share of the main text, 0…1, that a container must hold where it stands (ours: 0.5).',
  mostContainers: 'Containers of a site at most: its themes (ours: 4).',
  repeatedShare: 'Share of the articles, 0…1, on which a text stands that is boilerplate (ours: 0.1).',
  everywhereShare:
    'The same for a text at a place of main content: a phrase of the site’s, as in a manual (tuned: 0.2).',
  coreMargin: 'Log-odds by which a place may be less sure than the surest and still be main content (tuned: 1.5).',
  lossWeight: 'What a container loses by holding other places, against what it gains (tuned: 0.3).',
  nearMost: 'Share of the most gain, 0…1, that a container may lack if it holds less (tuned: 0.04).',
  fieldShare: 'Share of the containers, 0…1, in which a field (headline, date, tags) stands (tuned: 0.8).',
  fieldOnce: 'Share of those, 0…1, in which it stands once (tuned: 0.7).',
  fieldMargin: 'Log-odds by which a field or a list of links is less sure than the text (tuned: 0.7).',
  fieldText: 'Share of the container’s text, 0…1, that a field has at most (ours: 0.3).',
  linkShare: 'Share of its characters, 0…1, in links from which a part is a list of links (ours: 0.6).',
  dullBelow: 'Mean probability, 0…1, below which a part is no main content (ours: 0.4).',
  neighbours: 'Pages most alike that say whether a page is a list of articles (tuned: 5).',
  listAbove: 'Log-odds above which a page is a list of articles (ours: 0).',
};

/** What is known of a site. Only `observe` and `forget` change it. */
export interface ContainerModel {
  readonly options: ContainerOptions;
  /** Name of the page-level extractor. */
  readonly extractor: string;
  /** In order of rank. */
  pages: readonly SampledRecord[];
  /** Names of elements by hash; may hold more than the pages use. */
  readonly names: Map<number, string>;
  lesson: { readonly pages: readonly SampledRecord[]; readonly options: string; readonly lesson: SiteTemplate } | null;
}

const VERSION = 3;

/** A page's record and the names of its elements by hash. */
interface NamedRecord {
  readonly record: PageRecord;
  readonly names: ReadonlyMap<number, string>;
}

/** The containers learner around a page-level extractor. */
export function containersWith(name: string, extractor: Extractor): SiteLearner<ContainerModel, ContainerOptions> {
  // A page is observed and then labelled: its record is the same.
  const records = memoized((_page: Page) => new Map<string, NamedRecord>());
  const named = ({ page, url }: SitePage): NamedRecord => {
    const known = records(page).get(url);
    if (known) return known;
    const names = new Map<number, string>();
    const labelled = extractor.label(page, extractor.defaults, NO_CONTEXT);
    const own = { names, record: recordOf(page, url, labelled, (hash, word) => names.set(hash, word)) };
    records(page).set(url, own);
    return own;
  };
  const sampled = (model: ContainerModel, page: SitePage): SampledRecord => {
    const { record, names } = named(page);
    for (const [hash, word] of names) model.names.set(hash, word);
    const rank = rankOf(page, model.options.halfLifeDays);
    return { key: page.key, at: timeOf(page.at), rank, digest: digestOf(record), record };
  };
  return {
    name,
    summary: `What stands in the elements that, over a site’s pages, hold what ${extractor.name} keeps, but for their by-lines and tags.`,
    source: 'Dehusk; after wrapper induction (Kushmerick 1997) and site style trees (Yi, Liu and Li 2003)',
    version: VERSION,
    defaults: DEFAULTS,
    optionDocs: OPTION_DOCS,
    unit: unitOf,
    empty: (options) => ({ options, extractor: extractor.name, pages: [], names: new Map(), lesson: null }),
    observe(model, page) {
      if (!wouldBeSampled(model.pages, model.options.sampleSize, page, model.options.halfLifeDays)) return;
      model.pages = withRecord(model.pages, sampled(model, page), model.options.sampleSize);
    },
    label(model, page, options, _knowledge: ExtractionContext): SiteVerdict {
      let known = model;
      if (wouldBeSampled(model.pages, model.options.sampleSize, page, model.options.halfLifeDays)) {
        // Counted in, as the contract asks; what it teaches is not kept, as only `observe` changes a model.
        const own = { ...model, names: new Map(model.names), lesson: null };
        const pages = withRecord(model.pages, sampled(own, page), model.options.sampleSize);
        if (!samePages(pages, model.pages)) known = { ...own, pages };
      }
      return labelBy(known, page, named(page), options);
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
    hasPattern: (model) =>
      model.pages.length >= model.options.minPages && lessonOf(model, model.options).containers.length > 0,
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
function lessonOf(model: ContainerModel, options: ContainerOptions): SiteTemplate {
  const key = JSON.stringify(options);
  if (model.lesson !== null && model.lesson.pages === model.pages && model.lesson.options === key)
    return model.lesson.lesson;
  const records = model.pages.map(({ record }) => record);
  const lesson = induceTemplate(records, (hash) => model.names.get(hash) ?? '', options);
  model.lesson = { pages: model.pages, options: key, lesson };
  return lesson;
}

function labelBy(
  model: ContainerModel,
  { page, key }: SitePage,
  { record, names }: NamedRecord,
  options: ContainerOptions,
): SiteVerdict {
  const unseen = (detail: string): SiteVerdict => ({ ok: false, reason: 'unseen-site', detail });
  const listed = (detail: string): SiteVerdict => ({ ok: false, reason: 'no-pattern', detail });
  const known = model.pages.length;
  if (known < options.minPages && isListAnywhere(record.signs))
    return listed(`a list at any site: ${usualEvidence.telling(record.signs)}`);
  if (known < options.minPages) return unseen(`${known} pages of the site are known, ${options.minPages} are needed`);
  const learnt = lessonOf(model, options);
  const self = model.pages.findIndex((one) => one.key === key);
  // Its names may be new to the model.
  const lesson = { ...learnt, template: learnt.template.with(names) };
  const on = containerOn(record, lesson);
  const { own, sum, telling } = lesson.kinds.judge(record, lesson.template, on?.rows.length ?? 0, self);
  if (sum > options.listAbove)
    return listed(
      `made like a list: ${own.toFixed(1)} by itself (${telling}), ${sum.toFixed(1)} with the pages most alike`,
    );
  // Lists are told from articles where no container is known, too.
  if (lesson.containers.length === 0) return unseen('no container agrees with the page level over the site');
  if (on === null) {
    const selectors = lesson.containers.map(({ selector }) => printSelector(selector));
    return unseen(`the page has no text in ${selectors.join(', ')}`);
  }
  return { ok: true, labelled: keptIn(page, record, lesson, on) };
}

/** The page's blocks: kept in the container, but for its other parts and what the site repeats. */
function keptIn(
  page: Page,
  record: PageRecord,
  { template, isBoilerplate }: SiteTemplate,
  { container, rows }: NonNullable<ReturnType<typeof containerOn>>,
): LabelledBlocks {
  const blocks = contentBlocks(page);
  const name = printSelector(container.selector);
  const keep = new Uint8Array(blocks.size);
  const sure = new Float32Array(blocks.size);
  const why = new Array<string>(blocks.size).fill(`not in ${name}`);
  const places = new Map<number, string>();
  const signed = signedRecord(record, template);
  for (const row of rows)
    for (const { block, verdict, part, probability } of verdictsIn(signed, row, container.parts)) {
      const text = record.text[block];
      const before = places.get(text);
      if (record.chars[block] >= SAME_TEXT && before === undefined) places.set(text, part);
      const isAgain = before !== undefined && before !== part;
      const isOut = isAgain || isBoilerplate(text);
      keep[block] = verdict === 'main content' && !isOut ? 1 : 0;
      // What is dull is what the page level doubts there on most pages: of this page it may know better.
      sure[block] = keep[block] === 1 ? 1 : verdict === 'dull' && !isOut ? probability : 0;
      why[block] = isAgain
        ? `again what stands in ${name} ${before}`
        : isBoilerplate(text)
          ? 'the site repeats it'
          : verdict === 'main content'
            ? `in ${name}`
            : `${verdict} in ${name}: ${part}`;
    }
  return { blocks: blockList(blocks), labels: { keep, why, probability: sure } };
}

/** Characters from which a text that stands again, at another place of the container, is there twice (a summary). */
const SAME_TEXT = 30;

function blockList(blocks: ContentBlocks): Block[] {
  const { size, first, last, element, text, linkChars } = blocks;
  return Array.from({ length: size }, (_, at) => ({
    first: first[at],
    last: last[at],
    nodes: nodesOf(blocks, at),
    parent: element[at],
    text: text[at],
    words: text[at].split(' ').length,
    linkWords: 0,
    linkChars: linkChars[at],
  }));
}

function explainModel(model: ContainerModel): SiteFact[] {
  const { containers, pages: of, lists } = lessonOf(model, model.options);
  const facts: SiteFact[] = [];
  for (const { selector, pages, parts, agreement } of containers) {
    const name = printSelector(selector);
    const example = model.pages[pages[0]]?.key ?? null;
    facts.push({ what: 'main content', value: name, support: pages.length, of: of - lists, example });
    for (const part of parts.byPath.values())
      if (part.verdict !== 'main content')
        facts.push({
          what: `taken out: ${part.verdict}`,
          value: `${name} > ${part.name}`,
          support: part.containers,
          of: parts.containers,
          example: null,
        });
    const value = `${name} holds ${Math.round(100 * agreement)} % of what ${model.extractor} is sure of`;
    facts.push({ what: 'agreement', value, support: pages.length, of: of - lists, example: null });
  }
  return [...facts, { what: 'lists of articles', value: 'pages put aside', support: lists, of, example: null }];
}
