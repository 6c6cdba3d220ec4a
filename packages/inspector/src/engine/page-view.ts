/**
 * A page as HTML for a frame without scripts: an allowlist of elements and attributes, written from the columns of the parsed page,
 * with every text node of a block in a `<span data-b="INDEX">` that has the block's label.
 *
 * The frame's sandbox and content security policy already keep scripts and requests out. This serialiser makes sure that there is
 * nothing for them to stop: no element that runs, loads or navigates is written, and all text is escaped, so the browser cannot
 * parse text as markup. Elements whose text HTML does not escape (`xmp`, `noscript`, `textarea` …) are written as others.
 */
import type { Block, ExtractResult } from '@dehusk/core';
import { KINDS, recordsOfBlocks } from '@dehusk/core/extend';
import { nameOf, type Page, TEXT, textOf } from '@dehusk/html';
import { attributesOf as attributesOfBlock, type BlockLabels, LABELS, RECORDS } from '../state/labels.js';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Written under their names. */
const KEPT = names(
  'a abbr address article aside b bdi bdo blockquote body br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr',
);
/** Left out with all they contain. */
const LEFT_OUT = names(
  'script template iframe object embed applet frame frameset link meta base title input param source track audio video canvas svg head',
);
const VOID = names('br hr img wbr col');
/** Written as another element. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  xmp: 'pre',
  listing: 'pre',
  plaintext: 'pre',
  noscript: 'div',
  form: 'div',
  fieldset: 'div',
  option: 'div',
  select: 'div',
  textarea: 'pre',
  menu: 'ul',
  dir: 'ul',
};
const ATTRIBUTES = names(
  'class id dir lang colspan rowspan width height alt start align valign bgcolor color hidden open',
);
/** Images that are in the page itself. SVG is left out: it is a document. */
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i;
/** Longest inline image, in characters. */
const MAX_IMAGE = 200_000;

/** Boxes that stay at their place while the page scrolls cover the text: cookie walls, headers. */
const FIXED = /position\s*:\s*(?:fixed|sticky)/gi;

/** Deepest nesting written: browsers flatten deeper elements, too. */
const MAX_DEPTH = 500;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\0': '' };
const escaped = (text: string): string => text.replace(/[&<>"\0]/g, (one) => ESCAPES[one]);

/** The page's body as HTML, and its inline styles. Linear in the page. */
export function pageView(
  page: Page,
  blocks: readonly Block[],
  labels: BlockLabels,
): { readonly body: string; readonly styles: string } {
  const blockOf = new Int32Array(page.size).fill(-1);
  blocks.forEach(({ nodes }, at) => {
    for (let one = 0; one < nodes.length; one++) blockOf[nodes[one]] = at;
  });
  const out: string[] = [];
  const styles: string[] = [];
  /** End tags of the open elements, and the node after which each is written. */
  const open: { readonly end: number; readonly tag: string }[] = [];
  const close = (before: number): void => {
    for (let last = open.at(-1); last !== undefined && last.end <= before; last = open.at(-1)) {
      out.push(last.tag);
      open.pop();
    }
  };
  for (let node = 1; node < page.size; ) {
    close(node);
    if (page.tag[node] === TEXT) {
      const text = escaped(textOf(page, node));
      out.push(blockOf[node] < 0 ? text : `<span ${labelAttributes(labels, blockOf[node])}>${text}</span>`);
      node++;
      continue;
    }
    const name = nameOf(page, node);
    if (name === 'style') styles.push(styleText(textOf(page, node)));
    if (name === 'style' || (LEFT_OUT.has(name) && name !== 'head')) {
      node = page.end[node];
      continue;
    }
    const written =
      name === 'html' || name === 'head' || name === 'body'
        ? ''
        : (OTHER_NAMES[name] ?? (KEPT.has(name) ? name : 'span'));
    if (written !== '' && open.length < MAX_DEPTH) {
      out.push(`<${written}${attributesOf(page, node, name)}>`);
      if (!VOID.has(written)) open.push({ end: page.end[node], tag: `</${written}>` });
    }
    node++;
  }
  close(page.size);
  return { body: out.join(''), styles: styles.join('\n') };
}

function labelAttributes(labels: BlockLabels, block: number): string {
  const { k, p, r, index } = attributesOfBlock(labels, block);
  return `data-b="${block}" data-k="${k}" style="--p:${p}${r === null ? '"' : `;--r:${index}" data-r="${r}"`}`;
}

function attributesOf(page: Page, node: number, name: string): string {
  let text = '';
  for (const [attribute, value] of page.attributes(node)) {
    if (ATTRIBUTES.has(attribute)) text += ` ${attribute}="${escaped(value)}"`;
    else if (attribute === 'style') text += ` style="${escaped(value.replace(FIXED, 'position:static'))}"`;
    else if (attribute === 'src' && name === 'img' && value.length <= MAX_IMAGE && INLINE_IMAGE.test(value))
      text += ` src="${escaped(value)}"`;
  }
  return name === 'details' && !text.includes(' open=') ? `${text} open=""` : text;
}

/** A style sheet that cannot end its element. Addresses in it are not loaded: the policy of the frame forbids it. */
function styleText(text: string): string {
  return text.replace(FIXED, 'position:static').replace(/</g, '\\3c ');
}

/** The policy of the frame: nothing is loaded, nothing runs. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

/** Colours and lines of blocks. Lines differ by kind, so that colours are not needed to tell them apart. */
const OVERLAY = `
html { color-scheme: light; background: #fff; }
body { margin: 12px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
img { max-width: 100%; } a { color: #1a4fa0; text-decoration: none; }
[data-b] { border-radius: 2px; cursor: pointer; scroll-margin: 40vh; text-decoration-thickness: 2px; text-underline-offset: 3px; }
[data-b][data-k] { background: rgb(31 138 76 / calc(.12 + .22 * var(--p, 1))); text-decoration-color: #1f8a4c; text-decoration-line: underline; }
[data-b][data-k="headline"] { background: rgb(20 110 180 / .22); text-decoration-style: double; text-decoration-color: #146eb4; }
[data-b][data-k="comment"] { background: rgb(140 70 170 / .2); text-decoration-style: dashed; text-decoration-color: #8c46aa; }
[data-b][data-k="supplement"], [data-b][data-k="related"] { background: rgb(190 130 0 / .2); text-decoration-style: dotted; text-decoration-color: #946200; }
[data-b][data-k="boilerplate"] { background: rgb(190 50 40 / calc(.05 + .2 * var(--p, 0))); text-decoration-line: none; color: #666; }
[data-b][data-mark="keep"] { outline: 2px solid #1f8a4c; } [data-b][data-mark="drop"] { outline: 2px dashed #be3228; }
[data-b].linked { outline: 2px solid #e09000; outline-offset: 1px; } [data-b].pinned { outline: 3px solid #146eb4; outline-offset: 1px; }
body[data-shown="kept"] [data-b][data-k="boilerplate"] { display: none; }
body[data-shown="dropped"] [data-b]:not([data-k="boilerplate"]) { display: none; }
body[data-hidden] [hidden], body[data-hidden] [style*="display:none"], body[data-hidden] [style*="display: none"] { display: revert !important; }
body[data-hidden] [style*="visibility"] { visibility: visible !important; }
body[data-records] [data-b] { background: none; text-decoration-line: none; }
body[data-records] [data-b][data-r] { background: hsl(calc(var(--r) * 67) 70% 50% / .25); outline: 1px dotted #555; }
`;

/** The document of the frame. */
export function frameDocument({ body, styles }: { readonly body: string; readonly styles: string }): string {
  return `<!doctype html><html lang=""><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${FRAME_POLICY}"><meta name="referrer" content="no-referrer"><title>Page</title><style>${styles}</style><style>${OVERLAY}</style></head><body>${body}</body></html>`;
}

/** Lines that a block is looked for in, after the line of the block before. */
const LOOKAHEAD = 40;
/** Characters of a block that a line must have. */
const NEEDLE = 40;

/** The labels of a result's blocks, for the window; `text` is printed, and has the kept blocks in its lines. Linear in both. */
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
