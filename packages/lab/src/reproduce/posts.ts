/**
 * Posts found in the licensed threads, with their authors and days: a post of the gold is found when a post of ours shares at least
 * {@link SAME} of the different words of both. A third of the sites, by a hash of their domain, is kept aside while rules are written.
 */
import { join } from 'node:path';
import { extract } from '@dehusk/core';
import { tokensOf } from '@dehusk/html';
import { sourceOf } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { foldOf } from '../datasets/split.js';
import { readJsonLines } from '../datasets/stored-files.js';
import { textTable } from '../reports/tables.js';
import type { Reproduction } from './reproduction.js';

const THREADS = 'licensed/threads';
/** Least share of the different words of two posts that are in both. */
const SAME = 0.6;

type WrittenPost = Pick<ReturnType<typeof extract>['posts'][number], 'author' | 'date' | 'text'>;

/** Sums over the pages of one part of the sites. */
const noSums = () => ({ pages: 0, found: 0, extra: 0, authors: [0, 0], days: [0, 0] });

export const posts: Reproduction = {
  name: 'posts',
  summary: 'posts found in the licensed threads, with their authors and days',
  async run(data, { onPage }) {
    const gold = new Map<unknown, readonly WrittenPost[]>();
    const threads = openDataset(THREADS, data);
    for await (const { id, posts } of readJsonLines(join(threads.folder, 'manifest.jsonl.gz')))
      gold.set(id, posts as readonly WrittenPost[]);
    const [looked, aside] = [noSums(), noSums()];
    for await (const one of threads.cases()) {
      const wanted = gold.get(one.id);
      if (one.pageType !== 'forum' || !wanted || wanted.length === 0) continue;
      onPage?.();
      const { posts } = extract(sourceOf(one), { url: one.url });
      addPage(foldOf(one, 3, 'threads') === 0 ? aside : looked, posts, wanted);
    }
    const row = (name: string, { pages, found, extra, authors, days }: ReturnType<typeof noSums>) => {
      const share = (value: number, of: number): string => ((100 * value) / Math.max(1, of)).toFixed(1);
      return [
        name,
        `${pages}`,
        share(found, pages),
        `${extra}`,
        share(authors[0], authors[1]),
        share(days[0], days[1]),
      ];
    };
    return textTable({
      head: ['sites', 'pages', 'posts found', 'other posts', 'authors right', 'days right'],
      rows: [row('looked at', looked), row('kept aside', aside)],
    });
  },
};

function addPage(sums: ReturnType<typeof noSums>, posts: readonly WrittenPost[], wanted: readonly WrittenPost[]): void {
  const left = new Map(posts.map((post) => [post, new Set(tokensOf(post.text))]));
  let found = 0;
  for (const one of wanted) {
    const words = new Set(tokensOf(one.text));
    let nearest: WrittenPost | null = null;
    let most = SAME;
    for (const [post, own] of left) {
      const alike = [...words].filter((word) => own.has(word)).length / Math.max(1, words.size, own.size);
      if (alike < most) continue;
      nearest = post;
      most = alike;
    }
    if (nearest === null) continue;
    left.delete(nearest);
    found++;
    count(sums.authors, folded(one.author), folded(nearest.author));
    count(sums.days, one.date?.slice(0, 10), nearest.date?.slice(0, 10));
  }
  sums.pages++;
  sums.found += found / wanted.length;
  sums.extra += left.size;
}

function count(right: number[], wanted: string | undefined, given: string | undefined): void {
  if (wanted === undefined || wanted === '') return;
  right[1]++;
  if (wanted === given) right[0]++;
}

const folded = (name: string | null): string => (name ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
