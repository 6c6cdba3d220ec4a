/**
 * The elements around a block: its own tags and the distance of landmarks above it; and the contents of its four nearest
 * containers that hold more than it, of the two outermost ones, and of the largest one with at most a third of the page's
 * words.
 */
import { attributeReader, memoized, type NodeId, newColumn, type Page } from '@dehusk/html';
import { ABSENT, type BlockFacts, endBlock, type FeaturePart, firstBlock, log1p } from './facts.js';

/** Codes of the tags of a block's own element, parent and grandparent; any other tag is 0. */
const TAGS =
  'p h1 h2 h3 h4 h5 h6 li td th dt dd div span a pre code blockquote figcaption button label option time small section article main aside header footer nav summary caption legend form textarea select body address'.split(
    ' ',
  );
/** Elements whose distance upwards is a feature. */
const LANDMARKS =
  'nav header footer aside main article section form table ul dl figure button dialog details blockquote noscript a li label'.split(
    ' ',
  );
const ROLES = ['navigation', 'banner', 'contentinfo', 'complementary', 'main', 'dialog', 'listitem'];
/** Elements searched, a block's own and its ancestors: hostile pages nest thousands deep. */
const REACH = 48;

export const ENCLOSING_TAGS: FeaturePart = {
  names: [
    'tag',
    'parentTag',
    'grandparentTag',
    'depth',
    'hidden',
    ...LANDMARKS.map((name) => `levels.${name}`),
    ...ROLES.map((role) => `role.${role}`),
  ],
  writer(facts) {
    const { page, blocks } = facts;
    const code = codes(page, TAGS);
    const landmark = codes(page, LANDMARKS);
    const aliases: readonly (readonly [string, string])[] = [
      ['ol', 'ul'],
      ['tr', 'table'],
    ];
    for (const [alias, name] of aliases) {
      const index = page.nameIndex(alias);
      if (index >= 0) landmark[index] = LANDMARKS.indexOf(name) + 1;
    }
    const role = roles(page);
    const hidden = hiddenNodes(page);
    const width = 5 + LANDMARKS.length + ROLES.length;
    return (from, to, out, stride, offset) => {
      let previous = -1;
      let row = 0;
      for (let b = from; b < to; b++) {
        const at = offset + (b - from) * stride;
        const element = blocks.element[b];
        if (element === previous) {
          out.copyWithin(at, row, row + width);
          continue;
        }
        previous = element;
        row = at;
        const parent = page.parent[element];
        const grandparent = parent >= 0 ? page.parent[parent] : -1;
        out[at] = code[page.tag[element]];
        out[at + 1] = parent >= 0 ? code[page.tag[parent]] : 0;
        out[at + 2] = grandparent >= 0 ? code[page.tag[grandparent]] : 0;
        out[at + 3] = page.depth[element];
        out[at + 4] = 0;
        out.fill(0, at + 5, at + width);
        for (let node: NodeId = element, level = 1; node > 0 && level <= REACH; node = page.parent[node], level++) {
          const mark = landmark[page.tag[node]];
          if (mark > 0 && out[at + 4 + mark] === 0) out[at + 4 + mark] = level;
          const part = role(node);
          if (part > 0 && out[at + 4 + LANDMARKS.length + part] === 0) out[at + 4 + LANDMARKS.length + part] = level;
          if (hidden(node)) out[at + 4] = 1;
        }
      }
    };
  },
};

/** Per tag of the page: 1 + its position in the list, 0 when it is not in it. */
function codes(page: Page, list: readonly string[]): Uint8Array {
  const table = new Uint8Array(page.names.length);
  list.forEach((name, at) => {
    const index = page.nameIndex(name);
    if (index >= 0) table[index] = at + 1;
  });
  return table;
}

/** Reads each node's role once: 1 + its position in {@link ROLES}, or 0. */
function roles(page: Page): (node: NodeId) => number {
  const known = newColumn(Int8Array, page.size).fill(ABSENT);
  const read = attributeReader(page, 'role');
  return (node) => {
    if (known[node] === ABSENT) known[node] = ROLES.indexOf((read(node) ?? '').toLowerCase()) + 1;
    return known[node];
  };
}

/** Whether an element hides itself: `hidden`, `aria-hidden`, or an inline style. Style sheets are not read. */
function hiddenNodes(page: Page): (node: NodeId) => boolean {
  const known = newColumn(Int8Array, page.size).fill(ABSENT);
  const [styleOf, hiddenOf, ariaHiddenOf] = ['style', 'hidden', 'aria-hidden'].map((name) =>
    attributeReader(page, name),
  );
  return (node) => {
    if (known[node] === ABSENT) {
      const style = styleOf(node);
      known[node] =
        hiddenOf(node) !== null ||
        ariaHiddenOf(node) === 'true' ||
        (style !== null && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
          ? 1
          : 0;
    }
    return known[node] === 1;
  };
}

const MEASURES =
  'words share linkDensity blocks prose punctuation headings average buttons fields place prices images proseShare'.split(
    ' ',
  );
const PLACE = MEASURES.indexOf('place');
const CONTAINERS = ['near1', 'near2', 'near3', 'near4', 'outer1', 'outer2', 'third'] as const;
const LARGEST_SHARE = 0.35;

export const ENCLOSING_CONTAINERS: FeaturePart = {
  names: CONTAINERS.flatMap((container) => MEASURES.map((measure) => `${container}.${measure}`)),
  writer(facts) {
    const { page, blocks } = facts;
    const wider = widerContainers(facts);
    const body = page.nameIndex('body');
    const chain: NodeId[] = [];
    /** The containers of this block and of the block before it, in the order of {@link CONTAINERS}. */
    const chosen = new Int32Array(CONTAINERS.length);
    const before = new Int32Array(CONTAINERS.length);
    let nearest = -2;
    return (from, to, out, stride, offset) => {
      for (let b = from; b < to; b++) {
        before.set(chosen);
        if (wider[blocks.element[b]] !== nearest) {
          nearest = wider[blocks.element[b]];
          chain.length = 0;
          for (let node = nearest; node > 0 && chain.length < 200; node = wider[node]) {
            chain.push(node);
            if (page.tag[node] === body) break;
          }
          let third = -1;
          for (const node of chain) {
            const words = facts.sums.words[endBlock(facts, node)] - facts.sums.words[firstBlock(facts, node)];
            if (words < LARGEST_SHARE * facts.total) third = node;
            else break;
          }
          const outermost = chain.length - 1; // the body, if there is one
          const levels = [0, 1, 2, 3, outermost - 1, outermost - 2];
          for (let c = 0; c < levels.length; c++) chosen[c] = chain[levels[c]] ?? -1;
          chosen[levels.length] = third;
        }
        for (let c = 0; c < chosen.length; c++) {
          const start = offset + (b - from) * stride + c * MEASURES.length;
          // Neighbours mostly share their containers and differ only in their place.
          if (b === from || chosen[c] !== before[c]) measure(facts, chosen[c], b, out, start);
          else {
            out.copyWithin(start, start - stride, start - stride + MEASURES.length);
            if (chosen[c] >= 0) out[start + PLACE] = placeIn(facts, chosen[c], b);
          }
        }
      }
    };
  },
};

/** Per node: its nearest ancestor that holds more blocks, or −1. */
export const widerContainers = memoized((facts: BlockFacts): Int32Array => {
  const { page } = facts;
  const wider = newColumn(Int32Array, page.size).fill(-1);
  for (let node = 1; node < page.size; node++) {
    const parent = page.parent[node];
    const isSame =
      firstBlock(facts, node) === firstBlock(facts, parent) && endBlock(facts, node) === endBlock(facts, parent);
    wider[node] = isSame ? wider[parent] : parent;
  }
  return wider;
});

/** Position of a block among those of a container, 0…1. */
function placeIn(facts: BlockFacts, node: NodeId, block: number): number {
  const from = firstBlock(facts, node);
  return (block - from) / Math.max(1, endBlock(facts, node) - from);
}

function measure(facts: BlockFacts, node: NodeId, block: number, out: Float32Array, start: number): void {
  if (node < 0) {
    out.fill(ABSENT, start, start + MEASURES.length);
    return;
  }
  const { page, sums } = facts;
  const from = firstBlock(facts, node);
  const to = endBlock(facts, node);
  const words = Math.max(1, sums.words[to] - sums.words[from]);
  const count = Math.max(1, to - from);
  const prose = sums.proseWords[to] - sums.proseWords[from];
  let at = start;
  out[at++] = log1p(words);
  out[at++] = words / facts.total;
  out[at++] = (sums.linkWords[to] - sums.linkWords[from]) / words;
  out[at++] = log1p(count);
  out[at++] = prose / words;
  out[at++] = (sums.punctuation[to] - sums.punctuation[from]) / words;
  out[at++] = (sums.headings[to] - sums.headings[from]) / count;
  out[at++] = log1p(words / count);
  out[at++] = log1p(facts.buttonsBefore[page.end[node]] - facts.buttonsBefore[node]);
  out[at++] = log1p(facts.fieldsBefore[page.end[node]] - facts.fieldsBefore[node]);
  out[at++] = placeIn(facts, node, block);
  out[at++] = (sums.prices[to] - sums.prices[from]) / count;
  out[at++] = (sums.images[to] - sums.images[from]) / count;
  out[at++] = prose / Math.max(1, sums.proseWords[facts.size]);
}
