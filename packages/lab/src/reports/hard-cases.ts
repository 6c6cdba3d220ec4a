/**
 * Pages where one system is far from the gold although another comes near it: losses that cannot be laid on the page. Sorted
 * by cause, they are what is worth mending first.
 */
import type { Evaluation, PageScore } from '../run/evaluate.js';

/** What pages are compared by. */
export const OUTDONE_MEASURES = ['precision', 'recall', 'score'] as const;
export type OutdoneMeasure = (typeof OUTDONE_MEASURES)[number];

export interface OutdoneBounds {
  readonly measure: OutdoneMeasure;
  /** The judged system is below this, 0…1, … */
  readonly below: number;
  /** … where another is above this, 0…1. */
  readonly above: number;
}

/** One page that another system does far better. */
export interface OutdonePage {
  /** Place among the evaluation's pages. */
  readonly at: number;
  readonly own: PageScore;
  /** The system above the bound whose score is highest (the earlier of equals), and what it made of the page. */
  readonly by: string;
  readonly best: PageScore;
  /** How many systems are above the bound. */
  readonly systems: number;
}

/**
 * The pages of `judged` below the bound while one of `others` is above it, the largest difference of scores first. A page
 * whose measure is undefined (no words kept: no precision) is on neither side.
 *
 * @param others evaluations of the same pages in the same order
 */
export function outdonePages(
  judged: Evaluation,
  others: readonly Evaluation[],
  { measure, below, above }: OutdoneBounds,
): readonly OutdonePage[] {
  const found: OutdonePage[] = [];
  judged.pages.forEach((own, at) => {
    if (!(own[measure] < below)) return;
    let systems = 0;
    let best: { by: string; page: PageScore } | null = null;
    for (const { system, pages } of others) {
      const page = pages[at];
      if (!(page[measure] > above)) continue;
      systems++;
      if (best === null || page.score > best.page.score) best = { by: system, page };
    }
    if (best !== null) found.push({ at, own, by: best.by, best: best.page, systems });
  });
  const loss = ({ own, best }: OutdonePage): number => best.score - own.score;
  return found.sort((x, y) => loss(y) - loss(x) || x.at - y.at);
}
