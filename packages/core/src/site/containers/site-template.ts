/**
 * The template of a site, from the pages of its sample: its names, the text it repeats, the containers of its articles with
 * their parts, and how list pages are distinguished from articles.
 *
 * Steps: a container over all pages (`choose.ts`) → pages that look like lists (`page-kind.ts`) are set aside → over the
 * others, containers one after the other: the best for all, then the best for the pages without it, since sites change their
 * theme and have more than one → the parts of each (`parts.ts`).
 */
import { type ChooseOptions, ContainerNumbers, chooseContainer } from './choose.js';
import { KindNumbers, type KindOptions, kindJudge } from './page-kind.js';
import type { ContainerRecord } from './page-record.js';
import { type PartOptions, partsOf } from './parts.js';
import { boilerplateTexts, repeatedTexts } from './repeated-texts.js';
import { elementsOf, NameNumbers, namedRecord, templateNames } from './template.js';

export type TemplateOptions = ChooseOptions &
  PartOptions &
  KindOptions &
  Readonly<Record<'minAgreement' | 'mostContainers' | 'repeatedShare' | 'everywhereShare' | 'minPages', number>>;

export type SiteTemplate = ReturnType<typeof induceTemplate>;
/** A container of the site's articles. */
type LearntContainer = NonNullable<ReturnType<typeof chooseContainer>> & { readonly parts: ReturnType<typeof partsOf> };

/** The numbers of everything that learning counts; kept from one learning to the next. */
export class TemplateNumbers {
  readonly elements = new NameNumbers();
  readonly containers = new ContainerNumbers();
  readonly kinds = new KindNumbers();

  get size(): number {
    return this.kinds.texts.size + this.containers.places.size + this.containers.selectors.size;
  }
}

/**
 * Learns a template. Depends on the records alone, not on their order in time.
 * @param numbers of an earlier learning from similar records: saves time
 */
export function induceTemplate(
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
export function containerOn(record: ContainerRecord, { containers, names }: SiteTemplate) {
  for (const container of containers) {
    const rows = elementsOf(record, container.selector, names);
    if (rows.length > 0) return { container, rows };
  }
  return null;
}
