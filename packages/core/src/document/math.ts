/**
 * Formulas. A page shows one formula up to three times (MathML, its TeX, a picture of it in spans); the document has it once.
 */
import { type NodeId, nameOf, type Page, TEXT, textOf } from '../page/page.js';
import { singleSpaced } from '../text/characters.js';
import type { Inline } from './document.js';

const TEX_ENCODING = /^(?:application\/x-tex|text\/x-tex|tex|latex|application\/x-latex|text\/latex)$/i;
const TEX_SCRIPT = /^math\/tex\b/i;
/** Class names of images whose `alt` is TeX. */
const TEX_IMAGE = /(?:^|\s)(?:tex|latex|math|mwe-math-fallback-image-(?:inline|display))(?:\s|$)/i;
/** Class names of elements that show a formula which is beside or inside them in a better form. */
const SHOWN_FORMULA = /(?:^|\s)(?:MathJax(?:_Preview|_Display|_SVG|_SVG_Display|_CHTML)?|katex-html)(?:\s|$)/;
const WHOLE_FORMULA = /(?:^|\s)(?:katex-display|katex)(?:\s|$)/;

/** True for an element that repeats a formula. */
export function isRepeatedFormula(page: Page, node: NodeId): boolean {
  const classes = page.attribute(node, 'class');
  if (classes === null || !(classes.includes('MathJax') || classes.includes('katex'))) return false;
  if (!SHOWN_FORMULA.test(classes)) return false;
  // Without a `math/tex` script after it, the shown form is the only one.
  if (classes.includes('katex-html')) return true;
  const next = page.end[node];
  for (let at = next; at < Math.min(page.size, next + 4); at++)
    if (page.tag[at] !== TEXT && nameOf(page, at) === 'script') return isTexScript(page, at);
    else if (page.tag[at] !== TEXT && !SHOWN_FORMULA.test(page.attribute(at, 'class') ?? '')) return false;
    else if (page.tag[at] !== TEXT) at = page.end[at] - 1;
  return false;
}

export function isTexScript(page: Page, node: NodeId): boolean {
  return TEX_SCRIPT.test(page.attribute(node, 'type') ?? '');
}

/** The formula of `<script type="math/tex">`. */
export function scriptFormula(page: Page, node: NodeId): Inline | null {
  const tex = textOf(page, node).trim();
  if (tex === '') return null;
  return {
    type: 'math',
    tex: singleSpaced(tex),
    text: '',
    display: /mode\s*=\s*display/i.test(page.attribute(node, 'type') ?? ''),
  };
}

/** The formula whose TeX is an image's `alt`, or null for any other image. */
export function imageFormula(page: Page, node: NodeId): Inline | null {
  const classes = page.attribute(node, 'class');
  if (classes === null || !TEX_IMAGE.test(classes)) return null;
  const tex = (page.attribute(node, 'alt') ?? '').trim();
  return tex === '' ? null : { type: 'math', tex: singleSpaced(tex), text: '', display: /-display\b/.test(classes) };
}

/** True for a `<span class="katex">` that holds MathML with the formula's TeX. */
export function isWholeFormula(page: Page, node: NodeId): boolean {
  const classes = page.attribute(node, 'class');
  return classes?.includes('katex') === true && WHOLE_FORMULA.test(classes);
}

/** The formula of `<math>`, or of an element that holds one; null without any. */
export function formulaIn(page: Page, element: NodeId): Inline | null {
  const end = page.end[element];
  let tex: string | null = null;
  let display = /katex-display/.test(page.attribute(element, 'class') ?? '');
  let seen = false;
  const shown: string[] = [];
  for (let node = element; node < end; node++) {
    if (page.tag[node] === TEXT) {
      shown.push(textOf(page, node));
      continue;
    }
    const name = nameOf(page, node);
    if (name === 'math') {
      seen = true;
      display ||= page.attribute(node, 'display') === 'block';
    } else if (name === 'annotation' || name === 'annotation-xml') {
      if (tex === null && TEX_ENCODING.test((page.attribute(node, 'encoding') ?? '').trim()))
        tex = singleSpaced(textOf(page, node));
      node = page.end[node] - 1;
    } else if (name === 'span' && isRepeatedFormula(page, node)) node = page.end[node] - 1;
  }
  const text = singleSpaced(shown.join(''));
  return !seen || (text === '' && !tex) ? null : { type: 'math', tex: tex === '' ? null : tex, text, display };
}
