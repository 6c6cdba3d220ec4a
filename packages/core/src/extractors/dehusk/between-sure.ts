/**
 * Blocks between sure paragraphs of one article: a quoted message, a listing of code, a short line.
 *
 * Observation: what is no running text is judged with doubt wherever it stands. Between paragraphs of one body it is more
 * often part of the article than not. Boxes that are not (a subscription, an advertisement) are mostly known by name, and lie
 * below {@link LEAST}.
 */
import { PAGE_TYPES, type PageRows } from '../../blocks/features.js';
import { type ArticleBody, isSure } from './article-body.js';
import { scaleOdds } from './odds.js';

/** Least probability of the page being an article. */
const ARTICLE_CHANCE = 0.5;
/** Blocks less probable than this are left as they are. */
const LEAST = 0.25;
/** A sure block stands at most this many blocks before, and one as many after. */
const REACH = 6;
/** What the odds of a block between them are multiplied by. Of 2, 3 and 4 the least moved most and lost least. */
const BETWEEN_ODDS = 2;

const ARTICLE = PAGE_TYPES.indexOf('article');

/** Makes doubtful blocks between sure ones more probable, in place. */
export function trustBetweenSure(
  rows: PageRows,
  types: Float32Array,
  probability: Float32Array,
  body: ArticleBody | null,
): void {
  if (body === null || types[ARTICLE] < ARTICLE_CHANCE) return;
  const { first, end } = body;
  const sureAt: number[] = [];
  for (let b = first; b < end; b++) if (isSure(rows, probability, b)) sureAt.push(b);
  for (let at = 0; at + 1 < sureAt.length; at++)
    for (let b = sureAt[at] + 1; b < sureAt[at + 1]; b++)
      if (b - sureAt[at] <= REACH && sureAt[at + 1] - b <= REACH && probability[b] >= LEAST)
        probability[b] = scaleOdds(probability[b], BETWEEN_ODDS);
}
