/** Which elements a block stands in: its own tags, and how many levels up the telling ones are. */
import type { NodeId, Page } from '../../page/page.js';
import { ABSENT, type FeaturePart } from './part.js';

/** Codes of the tags of a block's own element, parent and grandparent; any other tag is 0. */
const TAGS =
  'p h1 h2 h3 h4 h5 h6 li td th dt dd div span a pre code blockquote figcaption button label option time small section article main aside header footer nav summary caption legend form textarea select body address'.split(
    ' ',
  );
/** Elements whose distance upwards is a feature of its own. */
const LANDMARKS =
  'nav header footer aside main article section form table ul dl figure button dialog details blockquote noscript a li label'.split(
    ' ',
  );
const ROLES = ['navigation', 'banner', 'contentinfo', 'complementary', 'main', 'dialog', 'listitem'];
/** Ancestors looked at; deeper nesting tells nothing more and hostile pages nest thousands deep. */
const REACH = 48;

export const ENCLOSING: FeaturePart = {
  names: [
    'tag',
    'parentTag',
    'grandparentTag',
    'depth',
    'hidden',
    ...LANDMARKS.map((name) => `levels.${name}`),
    ...ROLES.map((role) => `role.${role}`),
  ],
  fill(facts, out, stride, offset) {
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
    let previous = -1;
    let row = 0;
    const width = 5 + LANDMARKS.length + ROLES.length;
    for (let b = 0; b < facts.size; b++) {
      const at = b * stride + offset;
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

/** Reads a node's role once: 1 + its position in {@link ROLES}, or 0. */
function roles(page: Page): (node: NodeId) => number {
  const known = new Int8Array(page.size).fill(ABSENT);
  return (node) => {
    if (known[node] === ABSENT) known[node] = ROLES.indexOf((page.attribute(node, 'role') ?? '').toLowerCase()) + 1;
    return known[node];
  };
}

/** Whether an element hides itself: `hidden`, `aria-hidden`, or an inline style. Style sheets are not read. */
function hiddenNodes(page: Page): (node: NodeId) => boolean {
  const known = new Int8Array(page.size).fill(ABSENT);
  return (node) => {
    if (known[node] === ABSENT) {
      const style = page.attribute(node, 'style');
      known[node] =
        page.attribute(node, 'hidden') !== null ||
        page.attribute(node, 'aria-hidden') === 'true' ||
        (style !== null && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
          ? 1
          : 0;
    }
    return known[node] === 1;
  };
}
