/**
 * The records of a page, elements with an author and a date each, as features: whether they are posts or comments is left to the trees.
 *
 * Observation: on a thread the records hold nearly all running text and begin right below the title; below an article they follow text
 * that is in no record. Rows of topics and teasers have linked titles.
 */

import { memoized, type NodeId } from '@dehusk/html';
import { shownCharacters } from '../../records/bylines.js';
import { areTitled, linkedShare, type PostRecord, postTemplates } from '../../records/post-groups.js';
import { isArticle, isDiscussion, weightIn } from '../../records/record-groups.js';
import { ABSENT, type BlockFacts, type FeaturePart, log1p } from './facts.js';

/** The records of a page and what holds for all of them. */
interface Discussion {
  readonly records: readonly PostRecord[];
  /** Values of {@link DISCUSSION_NAMES}. */
  readonly values: Float32Array;
}

/** Facts of the page; those of records are ABSENT without any. */
export const DISCUSSION_NAMES: readonly string[] =
  'declaredThread declaredArticle count share prose authors dates linked titled largest first proseBefore proseAfter'
    .split(' ')
    .map((name) => `records.${name}`);

export const recordFacts = memoized((facts: BlockFacts): Discussion => {
  const { page, sums, blocksBefore, size } = facts;
  const values = new Float32Array(DISCUSSION_NAMES.length).fill(ABSENT);
  values[0] = isDiscussion(page) ? 1 : 0;
  values[1] = isArticle(page) ? 1 : 0;
  const shown = shownCharacters(page);
  const [records = []] = postTemplates(page, 'thread', shown);
  if (records.length === 0) return { records, values };
  const roots = records.map(({ root }) => root);
  const words = Float64Array.from(sums.words);
  const inRecords = (before: ArrayLike<number>): number => {
    let sum = 0;
    let until = 0;
    for (const root of roots) {
      if (root < until) continue;
      until = page.end[root];
      sum += before[blocksBefore[until]] - before[blocksBefore[root]];
    }
    return sum;
  };
  const own = roots.map((root) => shown[page.end[root]] - shown[root]);
  const all = Math.max(1, weightIn(page, roots, shown));
  const prose = Math.max(1, sums.proseWords[size]);
  const end = roots.reduce((last, root) => Math.max(last, page.end[root]), 0);
  values.set(
    [
      log1p(records.length),
      inRecords(words) / facts.total,
      inRecords(sums.proseWords) / prose,
      records.filter(({ author }) => author !== null).length / records.length,
      records.filter(({ date }) => date !== null).length / records.length,
      linkedShare(page, roots),
      areTitled(page, roots) ? 1 : 0,
      own.reduce((most, one) => Math.max(most, one), 0) / all,
      sums.words[blocksBefore[roots[0]]] / facts.total,
      sums.proseWords[blocksBefore[roots[0]]] / prose,
      (prose - sums.proseWords[blocksBefore[end]]) / prose,
    ],
    2,
  );
  return { records, values };
});

export const RECORDS: FeaturePart = {
  names: [
    'record.number',
    'record.rest',
    'record.depth',
    'record.words',
    'record.place',
    'record.marks',
    'record.after',
  ],
  writer(facts) {
    const { page, blocks, sums, blocksBefore, size } = facts;
    const { records } = recordFacts(facts);
    /** Per block: number of the innermost record around it, from 1. */
    const record = new Int32Array(size);
    const marked = new Set<NodeId>();
    records.forEach(({ root, author, date, bylines }, at) => {
      record.fill(at + 1, blocksBefore[root], blocksBefore[page.end[root]]);
      for (const mark of [author, date, ...bylines]) if (mark !== null) marked.add(mark.node);
    });
    const last = records.reduce((end, { root }) => Math.max(end, page.end[root]), 0);
    return (from, to, out, stride, offset) => {
      for (let b = from; b < to; b++) {
        let at = offset + (b - from) * stride;
        const number = record[b];
        if (number === 0) {
          out.fill(ABSENT, at, at + 6);
          out[at + 6] = records.length === 0 ? ABSENT : blocks.first[b] >= last ? 1 : 0;
          continue;
        }
        const { root, depth } = records[number - 1];
        const first = blocksBefore[root];
        const words = sums.words[blocksBefore[page.end[root]]] - sums.words[first];
        out[at++] = Math.min(number, 50);
        out[at++] = Math.min(records.length - number, 50);
        out[at++] = depth;
        out[at++] = log1p(words);
        out[at++] = words > 0 ? (sums.words[b] - sums.words[first]) / words : 0;
        out[at++] = marked.has(blocks.element[b]) || marked.has(page.parent[blocks.element[b]]) ? 1 : 0;
        out[at++] = 0;
      }
    };
  },
};
