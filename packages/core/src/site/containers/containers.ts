/**
 * Containers: which elements of a site's template hold its articles, in the words of the template's style sheet.
 *
 * Observation (page streams of 9 sites, tuning half): people who write a gold standard for a site write one selector,
 * `div.entry-content`, minus some parts, and it stays right for years. GoldMiner finds that place by the tags around it, URL
 * Tree by repetition. Neither knows what text looks like, but a page-level extractor does, with errors that differ from page
 * to page and hardly from place to place of the template. Over many pages the place emerges.
 *
 * Steps: a bounded sample of the site's pages (`sample-learner.ts`) → a record per page (`page-record.ts`) → containers, their
 * parts, and lists of articles ({@link induceTemplate}) → main content of a page is the text in its container, without the parts
 * that are none and without text the site repeats. A page made like a list is no article; a page without a container gets no
 * decision.
 *
 * No published method does quite this. The nearest are wrapper induction (Kushmerick 1997), site style trees (Yi, Liu and Li
 * 2003) and GoldMiner (2013).
 */
import {
  above,
  HASH_SEED_HIGH,
  hashHigh,
  memoized,
  type Page,
  real,
  SHARE,
  scramble,
  stepHigh,
  whole,
} from '@dehusk/html';
import type { LabelledBlocks } from '../../blocks/block.js';
import { blockList, contentBlocks } from '../../blocks/content-blocks.js';
import { type Extractor, NO_CONTEXT, type OptionsOf, type OptionTable, optionsOf } from '../../extractors/extractor.js';
import { DAY, type RecordReading, type SampleModel, sampleLearner } from '../sample-learner.js';
import type { KnownPage, SiteDecision, SiteFact, SiteLearner, SitePage } from '../site-learner.js';
import { type ChooseOptions, ContainerNumbers, chooseContainer } from './choose.js';
import { usualEvidence } from './list-evidence.js';
import { boilerplateTexts, repeatedTexts } from './numbers.js';
import { isListAnywhere, KindNumbers, type KindOptions, kindJudge } from './page-kind.js';
import { type ContainerRecord, decodeContainers, encodeContainers, recordOf, VERSION } from './page-record.js';
import { type ContainerPart, decisionsIn, type PartOptions, partsOf } from './parts.js';
import { elementsOf, NameNumbers, namedRecord, printSelector, templateNames } from './template.js';

const OPTIONS = {
  sampleSize: [
    60,
    whole(1, 10_000),
    'Pages learnt from, at most; fixed when the model begins (ours: 60, about 6 kB each).',
  ],
  halfLifeDays: [
    30,
    above(0),
    'Days in which the share of remembered pages halves; fixed when the model begins (ours: 30).',
  ],
  minPages: [
    5,
    whole(1, 1_000),
    'Pages below which there is no decision, and which a theme needs to get a container (ours: 5).',
  ],
  minAgreement: [
    0.5,
    SHARE,
    'Share of the main text, 0…1, that a container must hold on the pages that have it (ours: 0.5).',
  ],
  mostContainers: [4, whole(1, 1_000), 'Containers of a site at most: its themes (ours: 4).'],
  repeatedShare: [0.1, SHARE, 'Share of the articles, 0…1, above which a text on them is boilerplate (ours: 0.1).'],
  everywhereShare: [
    0.2,
    SHARE,
    'The same for a text at a place of main content: a phrase of the site’s, as in a manual (tuned: 0.2).',
  ],
  coreMargin: [
    1.5,
    real(-1_000, 1_000),
    'Log-odds by which a place may be less sure than the surest and still be main content (tuned: 1.5).',
  ],
  lossWeight: [
    0.3,
    real(0, 1_000),
    'Weight of a container’s losses (other places it holds) against its gains (tuned: 0.3).',
  ],
  nearMost: [
    0.04,
    SHARE,
    'Share of the most gain, 0…1, that a container may lack if it holds less text (tuned: 0.04).',
  ],
  fieldShare: [0.8, SHARE, 'Share of the containers, 0…1, that have a field (headline, date, tags) (tuned: 0.8).'],
  fieldOnce: [0.7, SHARE, 'Share of those, 0…1, that have it once (tuned: 0.7).'],
  fieldMargin: [
    0.7,
    real(-1_000, 1_000),
    'Log-odds by which a field or a list of links is less sure than the text (tuned: 0.7).',
  ],
  fieldText: [0.3, SHARE, 'Share of the container’s text, 0…1, that a field has at most (ours: 0.3).'],
  linkShare: [0.6, SHARE, 'Share of its characters, 0…1, in links from which a part is a list of links (ours: 0.6).'],
  dullBelow: [0.4, SHARE, 'Mean probability, 0…1, below which a part is no main content (ours: 0.4).'],
  neighbours: [
    5,
    whole(1, 1_000),
    'Most similar pages that help decide whether a page is a list of articles (tuned: 5).',
  ],
  listAbove: [0, real(-1_000, 1_000), 'Log-odds above which a page is a list of articles (ours: 0).'],
} satisfies OptionTable;
type ContainerOptions = OptionsOf<typeof OPTIONS>;
type ContainerModel = SampleModel<ContainerRecord, SiteTemplate, ContainerOptions>;
type ContainerReading = RecordReading<ContainerRecord>;

const latestNumbers = memoized((_model: ContainerModel) => ({ numbers: new TemplateNumbers() }));
/** Numbers, beyond these for each block of the sample, from which numbering starts again: pages that left the sample had most. */
const SPARE_NUMBERS = 10_000;
const NUMBERS_SLACK = 4;

export function containersWith(name: string, extractor: Extractor): SiteLearner<ContainerModel, ContainerOptions> {
  return sampleLearner<ContainerRecord, SiteTemplate, ContainerOptions, ContainerReading>({
    name,
    summary: `The text in the elements that, over a site’s pages, hold what ${extractor.name} keeps, without by-lines and tags.`,
    source: 'Dehusk; after wrapper induction (Kushmerick 1997) and site style trees (Yi, Liu and Li 2003)',
    version: VERSION,
    ...optionsOf(OPTIONS),
    extractor: extractor.name,
    read({ page, url }) {
      const names = new Map<number, string>();
      return { names, record: recordOf(page, url, extractor.label(page, extractor.defaults, NO_CONTEXT), names) };
    },
    rankOf,
    digestOf,
    namesIn: ({ name: hashes }) => hashes,
    learn(model, options) {
      const { pages, names } = model;
      const records = pages.map(({ record }) => record);
      const kept = latestNumbers(model);
      const blocks = records.reduce((sum, { text }) => sum + text.length, 0);
      if (kept.numbers.size > SPARE_NUMBERS + NUMBERS_SLACK * blocks) kept.numbers = new TemplateNumbers();
      return induceTemplate(records, (hash) => names.get(hash) ?? '', options, kept.numbers);
    },
    label: labelBy,
    encode: encodeContainers,
    decode: (bytes) => decodeContainers<ContainerOptions>(bytes),
    hasPattern: ({ pages, options }, learn) => pages.length >= options.minPages && learn().containers.length > 0,
    pages: knownPages,
    explain: explainTemplate,
  });
}

/** A page's rank: its time in half-lives, plus chance drawn from the hash of its key. */
export function rankOf(key: string, at: number, { halfLifeDays }: { readonly halfLifeDays: number }): number {
  const chance = (hashHigh(key) + 0.5) / 2 ** 32;
  return (at / (halfLifeDays * DAY)) * Math.LN2 - Math.log(-Math.log(chance));
}

function digestOf({ text, name, from, probability }: ContainerRecord): number {
  let high = HASH_SEED_HIGH;
  for (const column of [text, name, from, probability]) for (const value of column) high = stepHigh(high, value);
  return scramble(high);
}

function labelBy(
  { page, key, reading: { record, names } }: SitePage & { readonly reading: ContainerReading },
  { pages }: ContainerModel,
  learn: () => SiteTemplate,
  options: ContainerOptions,
): SiteDecision {
  const unseen = (detail: string): SiteDecision => ({ ok: false, reason: 'unseen-site', detail });
  const listed = (detail: string): SiteDecision => ({ ok: false, reason: 'no-pattern', detail });
  if (pages.length < options.minPages)
    return isListAnywhere(record.signals)
      ? listed(`list page at any site: ${usualEvidence.telling(record.signals)}`)
      : unseen(`${pages.length} pages of the site are known, ${options.minPages} are needed`);
  const template = learn();
  // The page's names may be new to the model.
  template.names.learn(names);
  const on = containerOn(record, template);
  const self = pages.findIndex((one) => one.key === key);
  const { own, sum, telling } = template.kinds.judge(record, template.names, on?.rows.length ?? 0, self);
  if (sum > options.listAbove)
    return listed(`list page: ${telling}${own > options.listAbove ? '' : '; the pages most like it are lists'}`);
  // Lists are recognised even where no container is known.
  if (template.containers.length === 0) return unseen('no container agrees with the page level over the site');
  if (on === null) {
    const selectors = template.containers.map(({ selector }) => printSelector(selector));
    return unseen(`the page has no text in ${selectors.join(', ')}`);
  }
  return { ok: true, labelled: keptIn(page, record, template, on) };
}

/** The pages of the sample, each judged as it would be if it came again. */
function knownPages({ pages, options }: ContainerModel, template: SiteTemplate): KnownPage[] {
  return pages.map(({ key, at, record }, self) => {
    const places = containerOn(record, template)?.rows.length ?? 0;
    const { sum, telling } = template.kinds.judge(record, template.names, places, self);
    let sure = 0;
    let length = 0;
    record.chars.forEach((chars, block) => {
      sure += chars * Math.abs((2 * record.probability[block]) / 255 - 1);
      length += chars;
    });
    return { key, at, certainty: length === 0 ? 0 : sure / length, isList: sum > options.listAbove, signals: telling };
  });
}

/** Characters from which a text that occurs again, at another place of the container, is a duplicate (a summary). */
const SAME_TEXT = 30;

/** The page's blocks: kept in the container, except its other parts and text the site repeats. */
function keptIn(
  page: Page,
  record: ContainerRecord,
  { names, isBoilerplate }: SiteTemplate,
  { container, rows }: NonNullable<ReturnType<typeof containerOn>>,
): LabelledBlocks {
  const blocks = contentBlocks(page);
  const selector = printSelector(container.selector);
  const keep = new Uint8Array(blocks.size);
  const sure = new Float32Array(blocks.size);
  const why = new Array<string>(blocks.size).fill(`not in ${selector}`);
  const places = new Map<number, string>();
  const named = namedRecord(record, names);
  for (const row of rows)
    for (const { block, decision, part, probability } of decisionsIn(named, row, container.parts)) {
      const text = record.text[block];
      const before = places.get(text);
      if (record.chars[block] >= SAME_TEXT && before === undefined) places.set(text, part);
      const isAgain = before !== undefined && before !== part;
      const isRepeated = isBoilerplate(text);
      keep[block] = decision === 'main content' && !isAgain && !isRepeated ? 1 : 0;
      // The page level doubts a dull part on most pages; on this page its probability may be better.
      sure[block] = keep[block] === 1 ? 1 : decision === 'dull' && !isAgain && !isRepeated ? probability : 0;
      if (isAgain) why[block] = `repeats ${selector} ${before}`;
      else if (isRepeated) why[block] = 'the site repeats it';
      else why[block] = decision === 'main content' ? `in ${selector}` : `${decision} in ${selector}: ${part}`;
    }
  return { blocks: blockList(blocks), labels: { keep, why, probability: sure } };
}

// What the containers learner knows of a site, as facts and sentences: the containers, their parts, lists, and what is not known.

/** Shares of the certain text from which a container is certain, and fairly certain. */
const CERTAIN = 0.95;
const FAIRLY_CERTAIN = 0.8;

/** Why a part is removed, as the end of a sentence. */
const BECAUSE: Readonly<Record<Exclude<ContainerPart['decision'], 'main content'>, string>> = {
  repeated: 'its text is on many pages',
  field: 'each article has it once, and it is less certain than the text: a headline, a by-line, a date',
  links: 'it is a list of links',
  dull: 'it does not read like main content on any page',
  'behind the text': 'it comes behind the last paragraph and is less certain than the text: comments, related articles',
};

/** The facts of a model; the first is how many pages it knows. */
function explainTemplate(model: ContainerModel, template: SiteTemplate): SiteFact[] {
  const { containers, pages, lists } = template;
  const articles = pages - lists;
  const facts: SiteFact[] = [];
  const add = (what: string, value: string, support: number, of: number, sentence: string, example?: string): unknown =>
    facts.push({ what, value, support, of, example: example ?? null, sentence });
  add(
    ...(['lists of articles', 'pages put aside', lists, pages] as const),
    `Pages learned from: ${pages}, of at most ${model.options.sampleSize} that are kept. Articles: ${articles}; lists of articles, which have no text: ${lists}.`,
  );
  for (const { selector, pages: having, parts, agreement } of containers) {
    const name = printSelector(selector);
    const support = having.length;
    const where = `The article is in ${name} on ${share(support, articles)} articles; text outside it is dropped.`;
    add('main content', name, support, articles, where, model.pages[having[0]]?.key);
    for (const { decision, name: part, containers: some } of [...parts.byPath.values(), parts.behind ?? []].flat())
      if (decision !== 'main content')
        add(
          ...([`taken out: ${decision}`, part === '' ? name : `${name} > ${part}`, some, parts.containers] as const),
          `Inside it, ${part === '' ? 'text in no other element' : part} is dropped as template, because ${BECAUSE[decision]} (${some} of ${parts.containers}).`,
        );
    const percent = Math.round(100 * agreement);
    const certainty = agreement >= CERTAIN ? 'certain' : agreement >= FAIRLY_CERTAIN ? 'fairly certain' : 'uncertain';
    add(
      ...([
        'agreement',
        `${name} holds ${percent} % of what ${model.extractor} is sure of`,
        support,
        articles,
      ] as const),
      `This is ${certainty}: it holds ${percent} % of the text that ${model.extractor}, which reads each page alone, is sure of.`,
    );
  }
  const missing = notLearnt(model, template);
  if (missing !== null) add('not learnt', missing.value, missing.pages, articles, missing.sentence);
  return facts;
}

function notLearnt({ extractor, options }: ContainerModel, { containers, pages, lists, left, refused }: SiteTemplate) {
  const nowhere = 'The place of the article is not learnt';
  if (pages < options.minPages) {
    const value = `${pages} pages are known, ${options.minPages} are needed`;
    return { value, pages, sentence: `${nowhere}: ${value}. Until then ${extractor} reads each page alone.` };
  }
  if (left === 0) return null;
  const which = containers.length === 0 ? nowhere : `On ${share(left, pages - lists)} articles the place is not learnt`;
  const value =
    refused !== null
      ? `the best element, ${printSelector(refused.selector)}, holds only ${Math.round(100 * refused.agreement)} % of the text that ${extractor} is sure of`
      : left < options.minPages
        ? `they are fewer than the ${options.minPages} that a container needs`
        : 'their text has no element in common that an id, a class or a table cell names';
  return { value, pages: left, sentence: `${which}: ${value}. Such pages are read by ${extractor} alone.` };
}

function share(some: number, all: number): string {
  return some === all ? `all ${all}` : `${some} of ${all}`;
}

export type TemplateOptions = ChooseOptions &
  PartOptions &
  KindOptions &
  Readonly<Record<'minAgreement' | 'mostContainers' | 'repeatedShare' | 'everywhereShare' | 'minPages', number>>;

type SiteTemplate = ReturnType<typeof induceTemplate>;
/** A container of the site's articles. */
type LearntContainer = NonNullable<ReturnType<typeof chooseContainer>> & { readonly parts: ReturnType<typeof partsOf> };

/** The numbers of everything that learning counts; kept from one learning to the next. */
class TemplateNumbers {
  readonly elements = new NameNumbers();
  readonly containers = new ContainerNumbers();
  readonly kinds = new KindNumbers();

  get size(): number {
    return this.kinds.texts.size + this.containers.places.size + this.containers.selectors.size;
  }
}

/**
 * Learns a template: a container over all pages (`choose.ts`) → pages that look like lists (`page-kind.ts`) are set aside → over the
 * others, containers one after the other: the best for all, then the best for the pages without it, since sites change their theme
 * and have more than one → the parts of each (`parts.ts`). Depends on the records alone, not on their order in time.
 *
 * @param numbers of an earlier learning from similar records: saves time
 */
function induceTemplate(
  records: readonly ContainerRecord[],
  textOf: (hash: number) => string,
  options: TemplateOptions,
  numbers = new TemplateNumbers(),
) {
  const { texts } = numbers.kinds;
  const names = templateNames(records, textOf, numbers.elements);
  const named = records.map((record) => namedRecord(record, names));
  const counts = texts.counts(records);
  const repeatedInAll = repeatedTexts(texts, counts, records.length, options.repeatedShare);
  const first = chooseContainer(named, repeatedInAll, options, numbers.containers);
  const places = records.map((record) => (first === null ? 0 : elementsOf(record, first.selector, names).length));
  const kinds = kindJudge(records, places, counts, names, options, numbers.kinds);
  const articles = named.filter((_, at) => kinds.own[at] <= options.listAbove);
  // Where most pages look like lists, that is how the site writes articles.
  const learnt = articles.length >= Math.max(options.minPages, records.length / 2) ? articles : named;
  const isAll = learnt.length === named.length;
  const learntRecords = learnt.map(({ record }) => record);
  const learntCounts = isAll ? counts : texts.counts(learntRecords);
  const repeated = isAll ? repeatedInAll : repeatedTexts(texts, learntCounts, learnt.length, options.repeatedShare);
  const everywhere = repeatedTexts(texts, learntCounts, learnt.length, options.everywhereShare);
  const containers: LearntContainer[] = [];
  let left = learnt;
  let refused: ReturnType<typeof chooseContainer> = null;
  while (containers.length < options.mostContainers && left.length >= options.minPages) {
    const next = isAll && left === learnt ? first : chooseContainer(left, repeated, options, numbers.containers);
    if (next === null || next.agreement < options.minAgreement) {
      refused = next;
      break;
    }
    const parts = partsOf(left, next.selector, names, repeated, options);
    const hasIt = ({ record }: { readonly record: ContainerRecord }): boolean =>
      elementsOf(record, next.selector, names).length > 0;
    const pages = learnt.flatMap((page, at) => (hasIt(page) ? [at] : []));
    containers.push({ ...next, pages, parts });
    left = left.filter((page) => !hasIt(page));
  }
  return {
    names,
    /** Whether a text, by its hash, is on so many articles that it is boilerplate even among paragraphs. */
    isBoilerplate: boilerplateTexts(everywhere, learntRecords, texts),
    /** The best first. */
    containers,
    kinds,
    /** Pages learnt from, and those of them that were set aside as lists. */
    pages: records.length,
    lists: records.length - learnt.length,
    /** Articles in none of the containers. */
    left: left.length,
    /** The best container for them, which holds too little of their text; null when they have none in common or are too few. */
    refused,
  };
}

/** The first container that a page has, with its elements there; null when it has none. */
function containerOn(record: ContainerRecord, { containers, names }: SiteTemplate) {
  for (const container of containers) {
    const rows = elementsOf(record, container.selector, names);
    if (rows.length > 0) return { container, rows };
  }
  return null;
}
