/**
 * What the remembered pages of a site teach together: its template's names, the text it repeats, the containers of its
 * articles with their parts, and how its lists are told from its articles.
 *
 * Steps: a container over all pages (`choose.ts`) → pages that look like lists by their own signs (`page-kind.ts`) are put
 * aside → over the others, containers one after the other: the best for all, then the best for the pages without it, since
 * sites change their theme and have more than one → the parts of each (`parts.ts`).
 */
import { type ChooseOptions, type ChosenContainer, chooseContainer, repeatedTexts } from './choose.js';
import { type KindJudge, type KindOptions, kindJudge } from './page-kind.js';
import type { PageRecord } from './page-record.js';
import { type PartOptions, type Parts, partsOf } from './parts.js';
import { elementsOf, type Template, templateOf } from './template.js';

export interface LessonOptions extends ChooseOptions, PartOptions, KindOptions {
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

export interface Lesson {
  readonly template: Template;
  readonly repeated: ReadonlySet<number>;
  /** Of those, the ones that stand on so many articles that they are boilerplate even among paragraphs. */
  readonly everywhere: ReadonlySet<number>;
  /** The best first; a page is read by the first that stands on it. */
  readonly containers: readonly LearntContainer[];
  readonly kinds: KindJudge;
  /** Pages learnt from, and those of them that were put aside as lists. */
  readonly pages: number;
  readonly lists: number;
}

/** Learns. Depends on the records alone, not on their order in time. */
export function learnLesson(
  records: readonly PageRecord[],
  nameOf: (hash: number) => string,
  options: LessonOptions,
): Lesson {
  const template = templateOf(records, nameOf);
  const first = chooseContainer(records, template, repeatedTexts(records, options.repeatedShare), options);
  const places = records.map((record) => (first === null ? 0 : elementsOf(record, first.selector, template).length));
  const kinds = kindJudge(records, places, template, options);
  const articles = records.filter((_, at) => kinds.own[at] <= options.listAbove);
  // Where most pages look like lists, that is how the site writes articles.
  const learnt = articles.length >= Math.max(options.minPages, records.length / 2) ? articles : records;
  const repeated = repeatedTexts(learnt, options.repeatedShare);
  const everywhere = repeatedTexts(learnt, options.everywhereShare);
  const containers: LearntContainer[] = [];
  let left = learnt;
  while (containers.length < options.mostContainers && left.length >= options.minPages) {
    const next = chooseContainer(left, template, repeated, options);
    if (next === null || next.agreement < options.minAgreement) break;
    const parts = partsOf(left, next.selector, template, repeated, options);
    const whole = learnt.flatMap((record, at) => (elementsOf(record, next.selector, template).length > 0 ? [at] : []));
    containers.push({ ...next, pages: whole, parts });
    left = left.filter((record) => elementsOf(record, next.selector, template).length === 0);
  }
  return {
    template,
    repeated,
    everywhere,
    containers,
    kinds,
    pages: records.length,
    lists: records.length - learnt.length,
  };
}

/** The container to read a page by, with its elements there; null when none stands on it. */
export function containerOn(
  record: PageRecord,
  { containers, template }: Lesson,
): { readonly container: LearntContainer; readonly rows: readonly number[] } | null {
  for (const container of containers) {
    const rows = elementsOf(record, container.selector, template);
    if (rows.length > 0) return { container, rows };
  }
  return null;
}
