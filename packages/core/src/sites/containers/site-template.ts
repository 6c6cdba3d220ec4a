/**
 * What the remembered pages of a site teach together: its template's names, the text it repeats, the containers of its
 * articles with their parts, and how its lists are told from its articles.
 *
 * Steps: a container over all pages (`choose.ts`) → pages that look like lists by their own signs (`page-kind.ts`) are put
 * aside → over the others, containers one after the other: the best for all, then the best for the pages without it, since
 * sites change their theme and have more than one → the parts of each (`parts.ts`).
 */
import { type ChooseOptions, type ChosenContainer, chooseContainer } from './choose.js';
import { signedRecord } from './named-record.js';
import { type KindJudge, type KindOptions, kindJudge } from './page-kind.js';
import type { PageRecord } from './page-record.js';
import { type PartOptions, type Parts, partsOf } from './parts.js';
import { boilerplateTexts, repeatedTexts, textCounts } from './repeated-texts.js';
import { selectorIndex } from './selector-index.js';
import { elementsOf, type Template, templateOf } from './template.js';

export interface TemplateOptions extends ChooseOptions, PartOptions, KindOptions {
  /** Mean share of the main text, 0…1, that a container must hold on the pages it stands on. */
  readonly minAgreement: number;
  /** Containers learnt, at most: themes of the site. */
  readonly mostContainers: number;
  /** Share of the articles, 0…1, on which a text among the paragraphs must stand to be boilerplate. */
  readonly everywhereShare: number;
  /** Pages a theme of its own needs. */
  readonly minPages: number;
}

/** A container of the site's articles. */
export interface LearntContainer extends ChosenContainer {
  readonly parts: Parts;
}

export interface SiteTemplate {
  readonly template: Template;
  /** Whether a text, by its hash, stands on so many articles that it is boilerplate even among paragraphs. */
  readonly isBoilerplate: (text: number) => boolean;
  /** The best first; a page is read by the first that stands on it. */
  readonly containers: readonly LearntContainer[];
  readonly kinds: KindJudge;
  /** Pages learnt from, and those of them that were put aside as lists. */
  readonly pages: number;
  readonly lists: number;
}

/** Learns. Depends on the records alone, not on their order in time. */
export function induceTemplate(
  records: readonly PageRecord[],
  nameOf: (hash: number) => string,
  options: TemplateOptions,
): SiteTemplate {
  const template = templateOf(records, nameOf);
  const signed = records.map((record) => signedRecord(record, template));
  const index = selectorIndex(signed);
  const counts = textCounts(records);
  const repeatedInAll = repeatedTexts(counts, records.length, options.repeatedShare);
  const first = chooseContainer(signed, repeatedInAll, options, index);
  const places = records.map((record) => (first === null ? 0 : elementsOf(record, first.selector, template).length));
  const kinds = kindJudge(records, places, template, options);
  const articles = signed.filter((_, at) => kinds.own[at] <= options.listAbove);
  // Where most pages look like lists, that is how the site writes articles.
  const learnt = articles.length >= Math.max(options.minPages, records.length / 2) ? articles : signed;
  const isAll = learnt.length === signed.length;
  const recordsOfLearnt = learnt.map(({ record }) => record);
  const countsOfLearnt = isAll ? counts : textCounts(recordsOfLearnt);
  const repeated = isAll ? repeatedInAll : repeatedTexts(countsOfLearnt, learnt.length, options.repeatedShare);
  const everywhere = repeatedTexts(countsOfLearnt, learnt.length, options.everywhereShare);
  const containers: LearntContainer[] = [];
  let left = learnt;
  while (containers.length < options.mostContainers && left.length >= options.minPages) {
    const next = isAll && left === learnt ? first : chooseContainer(left, repeated, options, index);
    if (next === null || next.agreement < options.minAgreement) break;
    const parts = partsOf(left, next.selector, template, repeated, options);
    const standing = ({ record }: { readonly record: PageRecord }): boolean =>
      elementsOf(record, next.selector, template).length > 0;
    const whole = learnt.flatMap((page, at) => (standing(page) ? [at] : []));
    containers.push({ ...next, pages: whole, parts });
    left = left.filter((page) => !standing(page));
  }
  return {
    template,
    isBoilerplate: boilerplateTexts(everywhere, repeated, recordsOfLearnt),
    containers,
    kinds,
    pages: records.length,
    lists: records.length - learnt.length,
  };
}

/** The container to read a page by, with its elements there; null when none stands on it. */
export function containerOn(
  record: PageRecord,
  { containers, template }: SiteTemplate,
): { readonly container: LearntContainer; readonly rows: readonly number[] } | null {
  for (const container of containers) {
    const rows = elementsOf(record, container.selector, template);
    if (rows.length > 0) return { container, rows };
  }
  return null;
}
