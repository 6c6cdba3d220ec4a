import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import { LCS, type StreamMethod, type StreamResult } from './stream-runs.js';
import { printStreams, runAll, summarise, writeStreams } from './streams.js';

const method = (name: string, extractor: string): StreamMethod => ({ name, extractor });

test('summaries: sites count alike, index pages are apart, the page count of overtaking', () => {
  const methods = [method('a', 'bte'), method('b', 'justext'), method('learner', 'site')];
  // Words in common, of the output and of the gold: F1 is the first of these.
  const countsOf = (scores: number[]) => scores.map((score) => [score, 1, 1]);
  const article = (...scores: number[]) => {
    return { id: '', kind: 'article' as const, half: 0 as const, counts: countsOf(scores), empty: [0, 0, 0] };
  };
  const index = (...empty: number[]) => {
    return { id: '', kind: 'index' as const, half: 0 as const, counts: countsOf(empty), empty };
  };
  const stream = (pages: StreamResult['pages']): StreamResult => ({
    site: 's',
    part: 'unseen',
    wasUnseen: true,
    duplicates: 0,
    pages,
    held: [],
  });
  const one = stream([article(0.8, 0.5, 0.2), article(0.8, 0.5, 1), index(0, 1, 1), article(0.8, 0.5, 1.4)]);
  const two = stream([article(0.4, 0.5, 0.2), article(0.4, 0.5, 1), article(0.4, 0.5, 1.4), index(0, 0, 1)]);
  const [a, b, learner] = summarise(methods, [one, two]);
  assert.ok(Math.abs(a.articles - 0.6) < 1e-9 && Math.abs(b.articles - 0.5) < 1e-9);
  assert.ok(Math.abs(a.all - (2.4 / 4 + 1.2 / 4) / 2) < 1e-9);
  assert.deepEqual([a.discarded, b.discarded, learner.discarded], [0, 0.5, 1]);
  assert.equal(a.overtakes, null);
  // Cumulative means over both sites: 0.2, 0.6 (no more than the best page-level 0.6), 0.87.
  assert.equal(learner.overtakes, 3);
  assert.ok(Number.isNaN(a.learnt), 'no page after the 50th');
  assert.deepEqual(learner.above, [1, 1]);
  assert.deepEqual(a.above, [0.5, 0]);
});

test('a stream is run page by page; what is learnt helps', {
  skip: existsSync(join(datasetsRoot(), 'streams', 'hopit')) ? false : 'skipped: needs ../shared/data/streams/hopit',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-streams-'));
  try {
    const options = { pages: 24, sites: ['hopit'], cacheFolder: folder };
    const report = await runAll({}, options);
    assert.equal(report.results.length, 1);
    assert.equal(report.results[0].part, 'tuning');
    assert.equal(report.results[0].pages.length + report.results[0].duplicates, 24);
    const at = (name: string): number => report.methods.indexOf(name);
    const mean = (name: string): number => {
      const scores = report.results[0].pages.map((page) => LCS.score(page.counts[at(name)]));
      return scores.reduce((sum, one) => sum + one, 0) / scores.length;
    };
    assert.ok(mean('site') > mean('justext') && mean('urltree strict') > mean('justext'));
    assert.deepEqual(await runAll({}, options), report, 'kept outputs and new ones are the same');
    assert.match(printStreams(report), /tuning: 1 sites, \d+ pages/);
    await writeStreams(report, join(folder, 'out'));
    assert.match(readFileSync(join(folder, 'out', 'streams-tuning.svg'), 'utf8'), /^<svg [^>]*xmlns=/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
