/**
 * Part rules: keep short texts that belong to kept ones: the headline above, prices and addresses between them, the text after the last;
 * drop the lines of forms.
 *
 * Observation: the block trees score a line of one to six words by its looks, and the same price or heading is content on one page and an
 * offer on the next. What is beside it on the page decides. Only gold that is as complete as the author's text shows this; WCXB leaves
 * out many headlines and values.
 */

import { type NodeId, nameOf } from '@dehusk/html';
import { setBlocks } from '../blocks/block.js';
import { addressesIn, boxAround, type Edges, isBeside } from './edge-rules.js';
import { type BlockFacts, wordsIn } from './features/facts.js';
import { titledHeadline } from './features/section.js';
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

/** Most words of a value and of its box, least probability of one, and most blocks between a headline and its price. */
const VALUE = { words: 6, box: 80, probability: 0.1, price: 3 };
const CONTACT = /^(?:mailto|tel):[^?]/i;

/** Keeps short lines between kept ones of the same box, addresses of e-mail and telephone beside one, and prices beside the headline. */
export function keepValues({ facts, ...choice }: Edges, probability: Float32Array): void {
  const { page, size, words, price, linkDensity, blocksBefore } = facts;
  const kept = choice.keep.slice(0, size);
  const headline = titledHeadline(facts);
  for (let b = 0; b < size; b++) {
    if (kept[b] === 1 || words[b] > VALUE.words) continue;
    if (price[b] === 1 && headline >= 0 && Math.abs(b - headline) <= VALUE.price && linkDensity[b] < LINKED)
      setBlocks(choice, b, b + 1, 1, 'the price beside the headline');
    if (kept[b - 1] !== 1 && kept[b + 1] !== 1) continue;
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

/** Most words of a line above the controls of a form, most words beside it in its box, most nodes of that, and least buttons of a question. */
const FORM = { words: 30, beside: 12, nodes: 200, buttons: 2 };
const QUESTION = /[?？؟]$/;
const EMAIL = /e-?mail/i;

/** Drops lines above a field for an address of e-mail, and questions above buttons: letters to subscribe to, "Was this page helpful?". */
export function dropForms({ facts, ...choice }: Edges): void {
  const { page, size, words, heading, blocks, blocksBefore, buttonsBefore, fieldsBefore } = facts;
  const isEmail = (node: NodeId): boolean =>
    nameOf(page, node) === 'input' && ['type', 'name'].some((name) => EMAIL.test(page.attribute(node, name) ?? ''));
  for (let b = 1; b < size; b++) {
    if (choice.keep[b] === 0 || words[b] > FORM.words) continue;
    const from = blocks.last[b];
    const box = page.parent[lineAround(facts, b)];
    const isBox = wordsIn(facts, box) <= words[b] + FORM.beside && nameOf(page, box) !== 'body';
    const end = Math.min(isBox ? page.end[box] : (blocks.first[b + 1] ?? page.size), from + FORM.nodes);
    const fields = fieldsBefore[end] - fieldsBefore[from];
    const asks =
      QUESTION.test(blocks.text[b]) && heading[b] === 0
        ? buttonsBefore[end] - buttonsBefore[from] + fields >= FORM.buttons
        : fields > 0 && Array.from({ length: end - from }, (_, at) => from + at).some(isEmail);
    const [first, after] = isBox ? [blocksBefore[box], blocksBefore[page.end[box]]] : [b, b + 1];
    if (asks) setBlocks(choice, first, after, 0, 'the line of a form');
  }
}
