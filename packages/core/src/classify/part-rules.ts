/**
 * Part rules: keep short texts that belong to kept ones: the headline above, prices and addresses between them, the text after the last.
 *
 * Observation: the block trees score a line of one to six words by its looks, and the same price or heading is content on one page and an
 * offer on the next. What is beside it on the page decides. Only gold that is as complete as the author's text shows this; WCXB leaves
 * out many headlines and values.
 */

import { type NodeId, nameOf } from '@dehusk/html';
import { setBlocks } from '../blocks/block.js';
import { addressesIn, boxAround, type Edges, isBeside } from './edge-rules.js';
import { type BlockFacts, wordsIn } from './features/facts.js';
import { COPYRIGHT } from './surroundings-data.js';

/** Share of a block's characters in links from which on it is a link. */
const LINKED = 0.5;

/** Blocks above the first kept one that are searched, least probability of a headline and of a line beside it, and most words of that. */
const HEADLINE = { blocks: 30, probability: 0.1, beside: 0.2, words: 8 };

/** Keeps the headline above the first kept block, of several the one of the highest level, and the short lines beside it. */
export function keepHeadline({ facts, ...choice }: Edges, probability: Float32Array): void {
  const { keep } = choice;
  const { size, heading, words, linkDensity } = facts;
  const first = keep.indexOf(1);
  if (first < 0 || first >= size) return;
  const isLikely = (b: number, least: number): boolean =>
    keep[b] === 1 || (linkDensity[b] < LINKED && probability[b] >= least);
  let headline = -1;
  for (let b = first; b >= Math.max(0, first - HEADLINE.blocks); b--)
    if (heading[b] > 0 && !(heading[b] >= heading[headline]) && isLikely(b, HEADLINE.probability)) headline = b;
  if (headline < 0) return;
  for (let b = Math.max(0, headline - 1); b <= first; b++) {
    const isLine = isBeside(facts, b, headline) && words[b] <= HEADLINE.words && isLikely(b, HEADLINE.beside);
    if (b === headline || isLine) setBlocks(choice, b, b + 1, 1, 'the headline above kept blocks');
  }
}

/** The outermost element that has a block and no other. */
const lineAround = ({ page, blocks, blocksBefore }: BlockFacts, b: number): NodeId =>
  boxAround(page, blocks.element[b], (up) => blocksBefore[up] === b && blocksBefore[page.end[up]] === b + 1);

/** Most words of a value and of its box, and least probability of one. */
const VALUE = { words: 6, box: 80, probability: 0.1 };
const CONTACT = /^(?:mailto|tel):[^?]/i;

/** Keeps short lines between kept ones of the same box, and addresses of e-mail and telephone beside one. */
export function keepValues({ facts, ...choice }: Edges, probability: Float32Array): void {
  const { page, size, words, linkDensity, blocksBefore } = facts;
  const kept = choice.keep.slice(0, size);
  for (let b = 0; b < size; b++) {
    if (kept[b] === 1 || words[b] > VALUE.words || !(kept[b - 1] === 1 || kept[b + 1] === 1)) continue;
    const box = page.parent[lineAround(facts, b)];
    if (wordsIn(facts, box) > VALUE.box) continue;
    const isAfter = kept[b - 1] === 1 && blocksBefore[box] < b;
    const isBefore = kept[b + 1] === 1 && b + 1 < blocksBefore[page.end[box]];
    const isValue =
      linkDensity[b] < LINKED
        ? isAfter && isBefore && probability[b] >= VALUE.probability
        : (isAfter || isBefore) && addressesIn(facts, b).some((address) => CONTACT.test(address));
    if (isValue) setBlocks(choice, b, b + 1, 1, 'a value beside kept lines');
  }
}

/** Least probability of a text after the last kept one and of the heading before it, least words, and most of its characters in links. */
const ENDING = { probability: 0.25, heading: 0.15, words: 4, linked: 0.15 };

/** Keeps the texts that follow the last kept one, beside it or beside an element around it, and the heading of one. */
export function keepEnding({ facts, ...choice }: Edges, probability: Float32Array): void {
  const { page, size, heading, words, linkDensity, blocks, blocksBefore } = facts;
  const last = choice.keep.subarray(0, size).lastIndexOf(1);
  const isText = (b: number): boolean => {
    if (b >= size || heading[b] > 0 || words[b] < ENDING.words || linkDensity[b] >= ENDING.linked) return false;
    const around = page.parent[lineAround(facts, b)];
    const isInText = nameOf(page, around) !== 'body' && blocksBefore[around] <= last;
    return isInText && probability[b] >= ENDING.probability && !COPYRIGHT.test(blocks.text[b]);
  };
  for (let b = last + 1; last >= 0 && b < size; b++) {
    const isHeading = heading[b] > 0 && linkDensity[b] < LINKED && probability[b] >= ENDING.heading;
    const next = isHeading ? b + 1 : b;
    if (!isText(next)) return;
    setBlocks(choice, b, next + 1, 1, 'the text after the last kept one');
    b = next;
  }
}
