import { decodeBlocks, FOCUS } from '@dehusk/core/internal';
import { blockOffsets } from './pipeline.js';
import type { TrainingResult } from './train.js';

/**
 * What the default extractor gives of each training page when it was trained without the page's site: page id → text, the
 * kept blocks on lines. `dehusk-lab … --stored dehusk=FILE` compares it with other systems page by page.
 */
export function outOfFoldTexts({
  scored,
  probability,
}: Pick<TrainingResult, 'scored' | 'probability'>): Record<string, string> {
  const from = blockOffsets(scored.map(({ page }) => page));
  return Object.fromEntries(
    scored.map(({ page: { id, rows } }, at) => {
      const { words, text, group, visible, hiddenTexts } = rows;
      const own = probability.subarray(from[at], from[at + 1]);
      const { keep } = decodeBlocks({ probability: own, words, text, group }, FOCUS.balanced);
      const texts = [...visible.blocks.text, ...hiddenTexts.map((one) => one.text)];
      return [id, texts.filter((_, row) => keep[row] === 1).join('\n')];
    }),
  );
}
