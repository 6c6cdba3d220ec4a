/** The labels of a result's blocks, for the window. */
import type { ExtractResult } from '@dehusk/core';
import { KINDS, recordsOfBlocks } from '@dehusk/core/extend';
import { type BlockLabels, LABELS, RECORDS } from '../state/labels.js';

/** Lines that a block is looked for in, after the line of the block before. */
const LOOKAHEAD = 40;
/** Characters of a block that a line must have. */
const NEEDLE = 40;

/** @param text the printed text, in whose lines the kept blocks are found. Linear in the page and the text */
export function blockLabels(result: ExtractResult, text: string): BlockLabels {
  const { blocks, labels } = result.labelled;
  const size = blocks.length;
  const keep = labels.keep.slice();
  const label = new Uint8Array(size);
  const probability = new Float32Array(size);
  const record = new Uint8Array(size);
  const recordIndex = new Uint32Array(size);
  recordsOfBlocks(result).forEach((own, at) => {
    const kind = labels.kind === undefined ? 'boilerplate' : KINDS[labels.kind[at]];
    const shown = keep[at] === 0 ? 'boilerplate' : kind === 'boilerplate' ? 'content' : kind;
    label[at] = LABELS.indexOf(shown);
    probability[at] = labels.probability?.[at] ?? keep[at];
    record[at] = RECORDS.indexOf(own?.kind ?? null);
    recordIndex[at] = own?.index ?? 0;
  });
  const line = linesOfBlocks(
    text.split('\n'),
    blocks.map((block, at) => (keep[at] === 1 ? block.text : '')),
  );
  return { size, keep, label, probability, record, recordIndex, line };
}

/** The line of each text; −1 for an empty one, and for one that was not found. */
function linesOfBlocks(lines: readonly string[], texts: readonly string[]): Int32Array {
  const squeezed = lines.map((line) => line.replace(/\s+/g, ' '));
  const found = new Int32Array(texts.length).fill(-1);
  let from = 0;
  texts.forEach((text, at) => {
    const needle = text.replace(/\s+/g, ' ').trim().slice(0, NEEDLE);
    if (needle === '') return;
    for (let line = from; line < Math.min(squeezed.length, from + LOOKAHEAD); line++)
      if (squeezed[line].includes(needle)) {
        found[at] = line;
        from = line;
        return;
      }
  });
  return found;
}
