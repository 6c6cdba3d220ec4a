/**
 * The feature matrix of a page: one row a block, one named column a feature, parts side by side.
 *
 * The order of names is part of every trained model: weights carry the names and loading compares them.
 */

import { PAGE_TYPES } from '../blocks/block.js';
import { CANDIDATE_SPANS } from './features/candidate-span.js';
import { RECORDS } from './features/discussion.js';
import { ENCLOSING_CONTAINERS, ENCLOSING_TAGS, widerContainers } from './features/enclosing.js';
import { ABSENT, type BlockFacts, type FeaturePart, factsOf, type RowWriter } from './features/facts.js';
import { OWN_TEXT } from './features/own-text.js';
import { PAGE_NAMES } from './features/page-facts.js';
import { NEIGHBOURS, POSITION } from './features/position.js';
import { ITEMS, REPEATS, TEMPLATES, templateGroups } from './features/repetition.js';
import { SECTION } from './features/section.js';
import { type HiddenText, hiddenTexts } from './hidden-text.js';

/** The parts computed from the blocks alone, in column order. */
const PARTS: readonly (readonly [group: string, part: FeaturePart])[] = [
  ['own text', OWN_TEXT],
  ['enclosing tags', ENCLOSING_TAGS],
  ['enclosing containers', ENCLOSING_CONTAINERS],
  ['items', ITEMS],
  ['templates', TEMPLATES],
  ['position', POSITION],
  ['neighbours', NEIGHBOURS],
  ['repeats', REPEATS],
  ['candidate spans', CANDIDATE_SPANS],
  ['section', SECTION],
  ['records', RECORDS],
];

const HIDDEN_NAMES = ['hidden.kind', 'hidden.topic', 'hidden.depth', 'hidden.seen'] as const;

const SCORE_MEASURES = ['own', 'before', 'after', 'window', 'near1', 'near2', 'near4', 'template'] as const;
/** Blocks to each side in the window of a score. */
const REACH = 4;

const COLUMNS: readonly (readonly [group: string, names: readonly string[]])[] = [
  ...PARTS.map(([group, part]) => [group, part.names] as const),
  ['hidden text', HIDDEN_NAMES],
  ['page', PAGE_NAMES],
  ['page type', PAGE_TYPES.map((type) => `type.${type}`)],
  ['class scores', SCORE_MEASURES.map((measure) => `classScore.${measure}`)],
  ['word scores', SCORE_MEASURES.map((measure) => `wordScore.${measure}`)],
];

export const FEATURE_NAMES: readonly string[] = COLUMNS.flatMap(([, names]) => names);

/** Groups of columns, for ablations: columns [from, to). */
export const FEATURE_GROUPS: readonly { readonly name: string; readonly from: number; readonly to: number }[] =
  COLUMNS.map(([name, names]) => {
    const from = FEATURE_NAMES.indexOf(names[0]);
    return { name, from, to: from + names.length };
  });

/** A page's rows: its visible blocks, then its hidden texts. */
export interface PageRows {
  readonly visible: BlockFacts;
  readonly hidden: BlockFacts;
  readonly hiddenTexts: readonly HiddenText[];
  readonly size: number;
  /** Per row: number of words, and a hash of the words in order. */
  readonly words: Float32Array;
  readonly text: Uint32Array;
  /** Per visible block: number of its template group. */
  readonly group: Uint32Array;
}

export function pageRows(visible: BlockFacts): PageRows {
  const texts = hiddenTexts(visible.page, visible);
  const column = (): Uint32Array => new Uint32Array(texts.length);
  const nodes = Int32Array.from(texts, (one) => one.node);
  const hidden = factsOf(visible.page, {
    size: texts.length,
    element: nodes,
    first: nodes,
    last: nodes,
    nodes: new Int32Array(0),
    nodesFrom: new Int32Array(texts.length + 1),
    text: texts.map((one) => one.text),
    linkChars: column(),
    boldChars: column(),
    codeChars: column(),
    links: new Uint16Array(texts.length),
    images: new Uint16Array(texts.length),
    afterBreak: new Uint8Array(texts.length),
  });
  const words = new Float32Array(visible.size + texts.length);
  words.set(visible.words);
  words.set(hidden.words, visible.size);
  const text = new Uint32Array(words.length);
  text.set(visible.text);
  text.set(hidden.text, visible.size);
  const { group } = templateGroups(visible);
  return { visible, hidden, hiddenTexts: texts, size: words.length, words, text, group };
}

/** The output of the token models and the page type model. */
export interface PageScores {
  readonly page: Float32Array;
  /** Probabilities of {@link PAGE_TYPES}. */
  readonly types: Float32Array;
  /** Per row: log-odds by class words, and by the words of short blocks and headings. */
  readonly classScore: Float32Array;
  readonly wordScore: Float32Array;
}

/** The value of columns that do not apply to a hidden text. */
const NOT_VISIBLE = -2;
const [HIDDEN, PAGE, TYPE, CLASS, WORD] = FEATURE_GROUPS.slice(PARTS.length).map(({ from }) => from);

/** Prepares the writing of the rows of a page, {@link FEATURE_NAMES} wide. */
export function rowWriter(rows: PageRows, scores: PageScores): RowWriter {
  const { visible, hidden, hiddenTexts: texts } = rows;
  const { page, types, classScore, wordScore } = scores;
  const parts = PARTS.map(([, part], at) => ({ write: part.writer(visible), column: FEATURE_GROUPS[at].from }));
  parts.push({ write: scoreWriter(visible, classScore), column: CLASS });
  parts.push({ write: scoreWriter(visible, wordScore), column: WORD });
  const writeOwnText = OWN_TEXT.writer(hidden);
  return (from, to, out, stride, offset) => {
    const end = Math.min(to, visible.size);
    if (from < end) for (const { write, column } of parts) write(from, end, out, stride, offset + column);
    for (let row = from, at = offset; row < to; row++, at += stride) {
      if (row < visible.size) out.fill(0, at + HIDDEN, at + PAGE);
      else {
        const one = row - visible.size;
        out.fill(NOT_VISIBLE, at, at + FEATURE_NAMES.length);
        writeOwnText(one, one + 1, out, stride, at);
        out.set([texts[one].kind + 1, texts[one].topic, texts[one].depth, texts[one].seen], at + HIDDEN);
        out[at + CLASS] = classScore[row];
        out[at + WORD] = wordScore[row];
      }
      out.set(page, at + PAGE);
      out.set(types, at + TYPE);
    }
  };
}

/** The whole matrix: row-major, `rows.size` × `FEATURE_NAMES.length`. */
export function featureMatrix(rows: PageRows, scores: PageScores): Float32Array {
  const out = new Float32Array(rows.size * FEATURE_NAMES.length);
  rowWriter(rows, scores)(0, rows.size, out, FEATURE_NAMES.length, 0);
  return out;
}

/**
 * Writes the columns of a score: the block's own, its neighbours', and the means of a window, of three containers and of the
 * template group. Means are weighted by words and leave the block out.
 */
function scoreWriter(facts: BlockFacts, score: Float32Array): RowWriter {
  const { page, blocks, size, words, sums, blocksBefore } = facts;
  const running = new Float64Array(size + 1);
  for (let b = 0; b < size; b++) running[b + 1] = running[b] + score[b] * words[b];
  const wider = widerContainers(facts);
  const { group, groups } = templateGroups(facts);
  const groupScore = new Float64Array(groups);
  const groupWords = new Float64Array(groups);
  for (let b = 0; b < size; b++) {
    groupScore[group[b]] += score[b] * words[b];
    groupWords[group[b]] += words[b];
  }
  /** The mean of the blocks [from, to) without block b. */
  const mean = (b: number, from: number, to: number): number => {
    const weight = sums.words[to] - sums.words[from] - words[b];
    return weight > 0 ? (running[to] - running[from] - score[b] * words[b]) / weight : 0;
  };
  return (from, to, out, stride, offset) => {
    for (let b = from; b < to; b++) {
      let at = offset + (b - from) * stride;
      out[at++] = score[b];
      out[at++] = b > 0 ? score[b - 1] : 0;
      out[at++] = b + 1 < size ? score[b + 1] : 0;
      out[at++] = mean(b, Math.max(0, b - REACH), Math.min(size, b + REACH + 1));
      let node = blocks.element[b];
      for (let level = 1; level <= 4; level++) {
        node = node >= 0 ? wider[node] : -1;
        if (level === 3) continue;
        out[at++] = node > 0 ? mean(b, blocksBefore[node], blocksBefore[page.end[node]]) : ABSENT;
      }
      const g = group[b];
      const weight = groupWords[g] - words[b];
      out[at++] = weight > 0 ? (groupScore[g] - score[b] * words[b]) / weight : 0;
    }
  };
}
