import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Case } from '../datasets/dataset.js';
import { countDuplicates, printDuplicates } from './duplicates.js';

const page = (url: string, story: string, canonical: string | null = null, duplicate = false): Case =>
  ({
    id: url,
    gold: `${story}.`,
    duplicate,
    url,
    site: 'e',
    timestamp: null,
    charset: null,
    language: 'en',
    html: () =>
      new TextEncoder().encode(
        `<title>${story}</title>${canonical === null ? '' : `<link rel=canonical href="${canonical}">`}<body><p>${`The story of ${story} is told here at some length, with all its words. `.repeat(4)}</p>`,
      ),
  }) as unknown as Case;

test('each step tells pages apart: missed duplicates and pages taken for one are counted, rules are learnt', async () => {
  const own = Array.from({ length: 30 }, (_, at) =>
    page(`https://e.com/story-${at}`, `s${at}`, `https://e.com/story-${at}`),
  );
  const replies = [1, 2].map((at) =>
    page(`https://e.com/story-${at}?replytocom=7`, `s${at}`, `https://e.com/story-${at}`, true),
  );
  const short = [3, 4].map((at) => page(`https://e.com/?p=${at}`, `s${at}`, `https://e.com/story-${at}`, true));
  const counts = countDuplicates([...own, ...replies, ...short]);
  assert.deepEqual(
    counts.steps.map(({ keys, missed, mistaken }) => [keys, missed, mistaken]),
    [
      [34, 4, 0],
      [34, 4, 0],
      // Both short addresses are one page without their parameters.
      [31, 2, 0],
      [31, 2, 0],
      [30, 0, 0],
    ],
  );
  assert.equal(counts.rules.length, 1);
  assert.match(printDuplicates([counts]), /1 streams, 34 pages, 4 of them marked[\s\S]*rules and canonical +30 /);
});
