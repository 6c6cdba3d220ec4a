import assert from 'node:assert/strict';
import { extract } from '../extract.js';
import type { IndependentPage } from './independent-kinds.fixture.js';

export const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** What is wrong with the text of a page, a line for each string. */
function faults(page: IndependentPage): string[] {
  const text = plain(extract(page.html).text);
  return [
    ...page.keep.filter((part) => !text.includes(plain(part))).map((part) => `lost: ${part}`),
    ...page.drop.filter((part) => text.includes(plain(part))).map((part) => `kept: ${part}`),
    ...page.once.filter((part) => text.split(plain(part)).length > 2).map((part) => `twice: ${part}`),
  ];
}

/**
 * Asserts that as many whole percent of the pages are right as the floor says.
 * @param asked undefined prints nothing; '1' the share of each kind; other words also the faults of pages whose name has them
 */
export function assertKinds(pages: readonly IndependentPage[], floor: number, asked: string | undefined): void {
  const kinds = new Map<string, { right: number; all: number }>();
  let right = 0;
  for (const page of pages) {
    const wrong = faults(page);
    const counts = kinds.get(page.kind) ?? { right: 0, all: 0 };
    kinds.set(page.kind, counts);
    counts.all += 1;
    counts.right += Number(wrong.length === 0);
    right += Number(wrong.length === 0);
    if (asked && asked !== '1' && page.name.includes(asked) && wrong.length > 0)
      console.log(`${page.name}\n  ${wrong.join('\n  ')}`);
  }
  const lines = [...kinds]
    .sort((a, b) => a[1].right / a[1].all - b[1].right / b[1].all)
    .map(([kind, counts]) => `${counts.right}/${counts.all} ${kind}`);
  if (asked) console.log(`${lines.join('\n')}\n${right}/${pages.length} right`);
  const below = lines.filter((line) => !/^(\d+)\/\1 /.test(line)).join('\n');
  assert.ok(
    Math.floor((100 * right) / pages.length) >= floor,
    `${right} of ${pages.length} pages are right:\n${below}`,
  );
}
