/**
 * Empty shells: pages whose text is put in by a script, and whose linked data has it all the same.
 *
 * Observation: on pages that show their text, the body in the linked data is the same text again or a worse copy, and the
 * block trees learnt to leave it. Where the visible page is hardly expected to have anything, it is all there is.
 */
import type { PageRows } from '../../blocks/features.js';
import { HIDDEN_KINDS } from '../../blocks/hidden-text.js';

/** What says that it is the body. */
const BODY = HIDDEN_KINDS.indexOf('articleBody');
/** Least words of it: fewer are a teaser. */
const MIN_WORDS = 40;
/** The visible page is expected to have at most this share of its words as main content. */
const VISIBLE_SHARE = 0.1;
/** How probable it then is. */
const TRUSTED = 0.8;

/** Makes a body in linked data probable where the visible page has none, in place. */
export function trustHiddenBody({ visible, hiddenTexts, words }: PageRows, probability: Float32Array): void {
  if (!hiddenTexts.some(({ kind }) => kind === BODY)) return;
  let expected = 0;
  for (let b = 0; b < visible.size; b++) expected += probability[b] * words[b];
  hiddenTexts.forEach(({ kind }, at) => {
    const row = visible.size + at;
    if (kind === BODY && words[row] >= MIN_WORDS && expected <= VISIBLE_SHARE * words[row])
      probability[row] = Math.max(probability[row], TRUSTED);
  });
}
