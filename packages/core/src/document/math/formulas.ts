/**
 * The formulas of a page in every form, in its text (`text-formulas.ts`) or as elements that contain TeX or MathML, as written by KaTeX,
 * MathJax 2 to 4, LaTeXML, Pandoc, MediaWiki, WordPress and other converters. A page may contain a formula up to three times (as MathML,
 * as TeX, and drawn with spans); each is found once.
 */
import {
  attributeReader,
  classTest,
  firstChild,
  HEADINGS,
  memoized,
  type NodeId,
  nameOf,
  nextSibling,
  type Page,
  parse,
  parsedJson,
  percentDecoded,
  singleSpaced,
  TEXT,
  tagNames,
  tagTable,
  textOf,
} from '@dehusk/html';
import { countsBefore } from '../../blocks/block.js';
import { drawnMathml, katexMathml } from './drawn.js';
import { texOfMathml } from './mathml.js';
import { type Formula, formulaOf, isClearlyTex, isPlainMath, isProse, texReadingOf, undelimited } from './tex.js';
import { textFormulas } from './text-formulas.js';

const TEX_ENCODING = /^(?:application\/x-tex|text\/x-tex|tex|latex|application\/x-latex|text\/latex)$/i;
const TEX_SCRIPT = /^math\/(?:tex|mml)\b/i;
/** Class names of elements that show the formula of a script after them. */
const SHOWN_FORMULA = /(?:^|\s)MathJax(?:_Preview|_Display|_SVG|_SVG_Display|_CHTML|_CHTML_Display)?(?:\s|$)/;
/** Siblings between a shown formula and its script. */
const MAX_SIBLINGS = 6;
/** Elements around a formula's MathML, TeX and pictures. */
const WHOLE_FORMULA =
  /(?:^|\s)(?:katex-display|katex|mwe-math-element|mjx-chtml|mjpage|MathJax(?:_Display|_SVG|_SVG_Display|_CHTML|_CHTML_Display)?)(?:\s|$)/;
const DISPLAYED =
  /(?:^|[\s_-])display(?:ed)?(?=$|\s|-math)|(?:^|\s)(?:math-)?block(?:$|\s)|MathJax\w{0,20}_Display|MJXc-display|mjpage__block/;
/** Class names of elements whose text is TeX, with or without delimiters. */
const TEX_TEXT =
  /(?:^|\s)(?:math|math-inline|math-display|inline-math|display-math|arithmatex|math-container|katex|katex-error|katex-inline|katex-display|tex|latex|js-render-math|language-math|MathJax_Preview)(?:\s|$)/;
/** Class names that say it of code. */
const TEX_CODE = /(?:^|\s)(?:js-render-math|language-math|math-inline|math-display|katex-error)(?:\s|$)/;
const TEXT_CARRIERS = tagNames('span div p code tt pre math-renderer tex-math');
const NAMES_FORMULA = /math|mjx|mjpage|tex(?!t)/i;
/** Names it beside attributes that may be TeX. */
const MAYBE_FORMULA = /math|mjx|mjpage|tex/i;
/** Elements that may be a formula without any class. */
const CARRIERS = tagNames('math mml:math m:math script img mjx-container svg pre math-renderer tex-math');
/** Attributes whose value is TeX; of the others only when it is clearly TeX. */
const TEX_ATTRIBUTES = ['data-tex', 'data-latex', 'data-katex', 'data-equation-content'];
const UNSURE_ATTRIBUTES = ['data-formula', 'data-math', 'data-expr', 'data-value'];
const ATTRIBUTE_CARRIERS = tagNames('span div p section code figure svg img em i mjx-math');
/** Elements that no formula is drawn with: an attribute on what holds them must not replace them. */
const NOT_IN_FORMULA = tagNames(HEADINGS, 'ul ol dl article section main aside nav header footer form blockquote');
const NO_TEX = /^(?:true|false|inline|block|display|\d*)$/i;
/** Longest attribute or text read as one formula, in characters, and most nodes below its element. */
const MAX_TEX = 20_000;
const MAX_TEXT_NODES = 100;
/** Nodes of a MathJax formula searched for its TeX: the root has it. */
const MAX_ROOT_NODES = 12;

/**
 * Finds the elements that carry formulas. Linear in the page.
 *
 * @returns by element its formula, or null for a copy of one beside it (subtrees of these elements have no others); and elements of
 *   paragraphs whose dollars a converter paired wrongly: `\(` and `\)` were dollars, `\[` and `\]` nothing
 */
function elementFormulas(page: Page) {
  const found = new Map<NodeId, Formula | null>();
  const classOf = attributeReader(page, 'class');
  const attributes = [...TEX_ATTRIBUTES, ...UNSURE_ATTRIBUTES]
    .filter((name) => page.attributeColumns.names.includes(name))
    .map((name) => ({ isSure: TEX_ATTRIBUTES.includes(name), read: attributeReader(page, name) }));
  const namesFormula = classTest(page, attributes.length === 0 ? NAMES_FORMULA : MAYBE_FORMULA);
  const carriers = tagTable(page, CARRIERS);
  const partsBefore = attributes.length === 0 ? null : countsBefore(page, NOT_IN_FORMULA);
  const mathTag = page.nameIndex('math');
  const maths: NodeId[] = [];
  if (mathTag >= 0) for (let node = 0; node < page.size; node++) if (page.tag[node] === mathTag) maths.push(node);
  let nextMath = 0;

  const formulaAt = (node: NodeId): Formula | null | undefined => {
    const isNamed = namesFormula(node);
    // Most elements are none.
    if (!isNamed && attributes.length === 0 && carriers[page.tag[node]] === 0) return undefined;
    const name = nameOf(page, node);
    const classes = isNamed ? (classOf(node) ?? '') : '';
    if (name === 'math') return mathFormula(page, node, false);
    if (name.endsWith(':math')) return prefixedFormula(page, node) ?? undefined;
    if (name === 'script') return scriptFormula(page, node);
    if (name === 'img') {
      const formula = imageFormula(page, node);
      if (formula !== null) return formula;
    }
    if (name === 'svg' && page.attribute(node, 'aria-labelledby')?.startsWith('MathJax-SVG') === true)
      return mathjaxFormula(page, node, false) ?? undefined;
    if (name === 'mjx-container' || (classes !== '' && WHOLE_FORMULA.test(classes))) {
      if (SHOWN_FORMULA.test(classes) && hasScriptBehind(page, node)) return null;
      while (nextMath < maths.length && maths[nextMath] < node) nextMath++;
      const display = DISPLAYED.test(classes) || page.attribute(node, 'display') === 'true';
      const math = maths[nextMath] ?? page.size;
      const formula = math < page.end[node] ? mathFormula(page, math, display) : drawnFormula(page, node, display);
      if (formula !== null) return formula;
    } else if (classes !== '' && SHOWN_FORMULA.test(classes) && hasScriptBehind(page, node)) return null;
    if (ATTRIBUTE_CARRIERS.has(name) && partsBefore?.[page.end[node]] === partsBefore?.[node + 1])
      for (const { isSure, read } of attributes) {
        const formula = attributeFormula(read(node), isSure, name, classes);
        if (formula !== null) return formula;
      }
    if (name === 'div' && classes.includes('latex-rendered'))
      return expressionFormula(page.attribute(node, 'data-attrs'));
    return TEXT_CARRIERS.has(name) ? (textFormula(page, node, name, classes) ?? undefined) : undefined;
  };

  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === TEXT) continue;
    const formula = formulaAt(node);
    if (formula === undefined) continue;
    if (formula !== null || nameOf(page, node) !== 'script') found.set(node, formula);
    node = page.end[node] - 1;
  }
  return { elements: found, mispaired: takeMispaired(page, found) };
}

/**
 * Takes out formulas with a dollar outside braces, which no formula has: the converter took the text between two formulas for
 * one, as in `\(a$ \)b\(, c\)` for `$a$ $b$, $c$`. The other inline formulas of the paragraph may be text, too.
 */
function takeMispaired(page: Page, found: Map<NodeId, Formula | null>): Set<NodeId> {
  const mispaired = new Set<NodeId>();
  const paragraphs = new Set<NodeId>();
  for (const [node, formula] of found) {
    if (formula === null || formula.tex === null || !hasBareDollar(formula.tex)) continue;
    if (isBetween(page, node, '\\(', '\\)')) paragraphs.add(page.parent[node]);
    else if (isBetween(page, node, '\\[', '\\]')) mispaired.add(node);
  }
  if (paragraphs.size > 0)
    for (const node of found.keys())
      if (paragraphs.has(page.parent[node]) && isBetween(page, node, '\\(', '\\)')) mispaired.add(node);
  for (const node of mispaired) found.delete(node);
  return mispaired;
}

/** True for a `<span>` of one text between delimiters. */
function isBetween(page: Page, node: NodeId, open: string, close: string): boolean {
  if (nameOf(page, node) !== 'span' || page.end[node] !== node + 2) return false;
  const text = textOf(page, node);
  return text.startsWith(open) && text.endsWith(close);
}

/** The formula of `<math>`: its TeX where it has any, else its MathML as TeX; null for an empty one. */
function mathFormula(page: Page, math: NodeId, display: boolean): Formula | null {
  const end = page.end[math];
  let tex: string | null = null;
  const shown: string[] = [];
  for (let node = math; node < end; node++) {
    if (page.tag[node] === TEXT) {
      shown.push(textOf(page, node));
      continue;
    }
    const name = nameOf(page, node);
    if (name !== 'annotation' && name !== 'annotation-xml') continue;
    if (tex === null && TEX_ENCODING.test((page.attribute(node, 'encoding') ?? '').trim())) tex = textOf(page, node);
    node = page.end[node] - 1;
  }
  const alternative = page.attribute(math, 'data-latex') ?? page.attribute(math, 'alttext') ?? '';
  // Some publishers describe formulas in words there.
  if (tex === null && (isClearlyTex(alternative) || isPlainMath(alternative))) tex = alternative;
  const mode = page.attribute(math, 'display') ?? page.attribute(math, 'mode');
  const text = singleSpaced(shown.join(''));
  const isDisplay = display || mode === 'block' || mode === 'display';
  return (
    formulaOf(tex ?? '', isDisplay, text) ??
    formulaOf(texOfMathml(page, math) ?? '', isDisplay, text) ??
    (text === '' ? null : { type: 'math', tex: null, text, display: isDisplay })
  );
}

/** The formula of `<script type="math/tex">` or `math/mml`; undefined for other scripts. */
function scriptFormula(page: Page, node: NodeId): Formula | null | undefined {
  const type = page.attribute(node, 'type') ?? '';
  if (!TEX_SCRIPT.test(type)) return undefined;
  const display = /mode\s*=\s*display/i.test(type);
  const text = textOf(page, node);
  return /^math\/mml/i.test(type) ? markupFormula(text, display) : formulaOf(text, display);
}

/** The formula of MathML whose names have a prefix. */
function prefixedFormula(page: Page, node: NodeId): Formula | null {
  const source = page.source.slice(page.sourceFrom[node], page.sourceTo[page.end[node] - 1]);
  return markupFormula(source.replace(/(<\/?)\w{1,5}:/g, '$1'), false);
}

function markupFormula(source: string, display: boolean): Formula | null {
  const parsed = parse(source.slice(0, MAX_TEX * 5));
  if (!parsed.ok) return null;
  const { page } = parsed;
  for (let node = 0; node < page.size; node++)
    if (nameOf(page, node) === 'math') return mathFormula(page, node, display);
  return null;
}

/** The formula of an element of MathJax or KaTeX without MathML. */
function drawnFormula(page: Page, element: NodeId, display: boolean): Formula | null {
  if (!/(?:^|\s)katex(?:-display)?(?:\s|$)/.test(page.attribute(element, 'class') ?? ''))
    return mathjaxFormula(page, element, display);
  const mathml = katexMathml(page, element);
  return mathml === null ? null : markupFormula(mathml, display);
}

/** The formula of an element of MathJax: in attributes of its root, or as it is drawn. */
function mathjaxFormula(page: Page, element: NodeId, display: boolean): Formula | null {
  const end = page.end[element];
  for (let node = element, seen = 0; node < end && seen < MAX_ROOT_NODES; node++, seen++) {
    if (page.tag[node] === TEXT) continue;
    if (nameOf(page, node) === 'defs') node = page.end[node] - 1;
    const tex = page.attribute(node, 'data-latex');
    if (tex !== null) return formulaOf(tex, display);
    const mathml = page.attribute(node, 'data-mathml');
    if (mathml !== null) return markupFormula(mathml, display);
    if (nameOf(page, node) !== 'title' && !/(?:^|\s)mjx-math(?:\s|$)/.test(page.attribute(node, 'class') ?? ''))
      continue;
    const label = page.attribute(node, 'aria-label') ?? textOf(page, node);
    if (isClearlyTex(label) || isPlainMath(label)) return formulaOf(label, display);
  }
  const mathml = drawnMathml(page, element);
  return mathml === null ? null : markupFormula(mathml, display);
}

/** True when the next siblings of a shown formula are other forms of it and then its script. */
function hasScriptBehind(page: Page, node: NodeId): boolean {
  let sibling = nextSibling(page, node);
  for (let seen = 0; sibling >= 0 && seen < MAX_SIBLINGS; seen++, sibling = nextSibling(page, sibling)) {
    if (page.tag[sibling] === TEXT) {
      if (textOf(page, sibling).trim() !== '') return false;
    } else if (nameOf(page, sibling) === 'script') return TEX_SCRIPT.test(page.attribute(sibling, 'type') ?? '');
    else if (!SHOWN_FORMULA.test(page.attribute(sibling, 'class') ?? '')) return false;
  }
  return false;
}

function attributeFormula(value: string | null, isSure: boolean, name: string, classes: string): Formula | null {
  if (value === null || value.length > MAX_TEX || NO_TEX.test(value.trim())) return null;
  const { tex, display } = undelimited(value);
  const isTex = isSure || isClearlyTex(tex) || (/math|tex(?!t)|formula|equation/i.test(classes) && isPlainMath(tex));
  if (!isTex || (isProse(tex) && !isClearlyTex(tex))) return null;
  return formulaOf(tex, display ?? (/^(?:div|section|figure)$/.test(name) || DISPLAYED.test(classes)));
}

/** The formula of Substack, in a JSON attribute. */
function expressionFormula(attributes: string | null): Formula | null | undefined {
  const found = /"persistentExpression"\s*:\s*("(?:[^"\\]|\\.)*")/.exec((attributes ?? '').slice(0, MAX_TEX));
  const tex = found === null ? undefined : parsedJson(found[1]);
  return typeof tex === 'string' ? formulaOf(tex, true) : undefined;
}

/** The formula of an element whose only content is TeX. */
function textFormula(page: Page, node: NodeId, name: string, classes: string): Formula | null {
  if (name === 'pre') {
    const code = firstChild(page, node);
    if (code >= 0 && page.end[code] === page.end[node] && nameOf(page, code) === 'code')
      return textFormula(page, code, name, page.attribute(code, 'class') ?? '') ?? textOfPre(page, node, classes);
    return textOfPre(page, node, classes);
  }
  const isOwn = name === 'math-renderer' || name === 'tex-math';
  const wanted = name === 'code' || name === 'tt' ? isCodeOfMath(classes) : TEX_TEXT.test(classes);
  if ((!isOwn && !wanted) || !hasOnlyText(page, node, name === 'pre')) return null;
  const text = textOf(page, node);
  const { tex, display } = undelimited(text);
  if (display !== null) return formulaOf(tex, display || DISPLAYED.test(classes));
  // Delimiters around parts of it are for the search in text.
  if (/[$]|\\[([]/.test(tex.replace(/\\[$\\]/g, '')) && !TEX_CODE.test(classes)) return null;
  const { typesets } = texReadingOf(page);
  const isTex = isOwn || TEX_CODE.test(classes) || isClearlyTex(tex) || isPlainMath(tex) || (typesets && !isProse(tex));
  if (!isTex || (/(?:^|\s)(?:la)?tex(?:\s|$)/.test(classes) && !isClearlyTex(tex))) return null;
  return formulaOf(tex, name === 'div' || name === 'p' || name === 'pre' || isDisplayed(page, node, classes));
}

const isCodeOfMath = (classes: string): boolean =>
  TEX_CODE.test(classes) || /(?:^|\s)math\s+(?:inline|display)/.test(classes);

function textOfPre(page: Page, node: NodeId, classes: string): Formula | null {
  return TEX_CODE.test(classes) && hasOnlyText(page, node, true) ? formulaOf(textOf(page, node), true) : null;
}

const isDisplayed = (page: Page, node: NodeId, classes: string): boolean =>
  DISPLAYED.test(classes) || page.attribute(node, 'data-math-style') === 'display';

function hasOnlyText(page: Page, element: NodeId, inLines: boolean): boolean {
  const end = page.end[element];
  if (end - element > MAX_TEXT_NODES || page.textTo[element] - page.textFrom[element] > MAX_TEX) return false;
  for (let node = element + 1; node < end; node++)
    if (page.tag[node] !== TEXT && nameOf(page, node) !== (inLines ? 'span' : 'br')) return false;
  return true;
}

/** Finds the formulas of a page once. Linear in the page; never throws. */
export const formulasOf = memoized((page: Page) => {
  const { elements, mispaired } = elementFormulas(page);
  return { elements, ...textFormulas(page, elements, mispaired) };
});

// Images of formulas whose address or alternative text is the TeX.

/** Services that draw the TeX in the address. */
const DRAWN_BY =
  /codecogs\.com\/|\/\/(?:math\.now\.sh|[\w.]+\.upmath\.me|tex\.s2cms\.ru)\/|render\.githubusercontent\.com\/render\/math|(?:zhihu\.com|juejin\.(?:cn|im))\/equation|math\.jianshu\.com\/math|wp\.com\/latex\.php|\.google(?:apis)?\.com\/chart|(?:mimetex|mathtex)\.cgi|\/latex\.php\?/i;
/** The parameter of the address that holds the TeX. */
const PARAMETER = /[?&](?:tex|latex|math|formula|from|inline|chl)=([^&#]*)/i;
/** In the path, or as the query itself. */
const REST = /(?:\.(?:latex|image)|\/svg|\/png|\/gif|\.cgi)(?:\?|\/)(.*)$/is;
/** A command of TeX in the path of any other, after the last dot. */
const IN_PATH = /%5C[a-z]/i;
/** Commands of these services for size and colour. */
const SIZE_AND_COLOUR = /^(?:\\(?:inline|dpi\{\d+\}|bg_\w+|fn_\w+|tiny|small|large|LARGE|huge)\s*)+/;
/** Class names of images whose alternative text is TeX. */
const TEX_IMAGE =
  /(?:^|\s)(?:tex|latex|mwe-math-fallback-image-(?:inline|display)|ql-img-(?:inline|displayed)-formula|equation_image)(?:\s|$)/i;
/** Class names of images whose alternative text may be TeX or words. */
const FORMULA_IMAGE = /(?:^|[\s_-])(?:math|formula|equation|eqn?)(?:[\s_-]|$)/i;
const DISPLAYED_IMAGE = /-display(?:ed)?\b/;
const MAX_ADDRESS = 10_000;
/** Elements that make an image on its own a displayed formula. */
const PARAGRAPHS = tagNames('p div center figure dd body section article');

/** The formula of an `<img>`, or null for any other image. */
function imageFormula(page: Page, node: NodeId): Formula | null {
  const classes = page.attribute(node, 'class') ?? '';
  const alt = page.attribute(node, 'alt') ?? '';
  const drawn = drawnTex(page.attribute(node, 'src') ?? '') ?? drawnTex(page.attribute(node, 'data-src') ?? '');
  const { tex, display } = undelimited(drawn ?? alt);
  if (drawn === null && !isTexOf(page, node, classes, alt, tex, display !== null)) return null;
  // LaTeX2HTML says in the formula that it is displayed.
  const shown = tex.replace(/^\\displaystyle\s+(?=\S)/, '');
  return formulaOf(shown, shown !== tex || (display ?? (DISPLAYED_IMAGE.test(classes) || isAlone(page, node))));
}

function isTexOf(page: Page, node: NodeId, classes: string, alt: string, tex: string, isDelimited: boolean): boolean {
  if (TEX_IMAGE.test(classes)) return true;
  if (isDelimited) return isClearlyTex(tex);
  if (FORMULA_IMAGE.test(classes) || page.attribute(node, 'eeimg') !== null || page.attribute(node, 'mathimg') !== null)
    return isClearlyTex(alt) || (alt !== '' && isPlainMath(alt) && !isProse(alt));
  return false;
}

/** The TeX in the address of a drawing service, or null. */
function drawnTex(address: string): string | null {
  if (address.length > MAX_ADDRESS) return null;
  const isService = DRAWN_BY.test(address);
  const name = /\/([^/?#]*)$/.exec(address)?.[1] ?? '';
  const inPath = !isService && IN_PATH.test(name.slice(name.lastIndexOf('.') + 1)) ? name : null;
  if (inPath === null && !isService) return null;
  if (/\.com\/chart/i.test(address) && !/[?&]cht=tx\b/.test(address)) return null;
  const parameter = PARAMETER.exec(address);
  const written = inPath ?? (parameter === null ? REST.exec(address)?.[1] : parameter[1].replace(/\+/g, ' '));
  const tex = written === undefined ? null : percentDecoded(written);
  if (tex === null) return null;
  const bare = tex
    .replace(/&space;/g, ' ')
    .replace(/&plus;/g, '+')
    .trim()
    .replace(SIZE_AND_COLOUR, '');
  return bare === '' || (inPath !== null && !isClearlyTex(bare)) ? null : bare;
}

/** True for the only content of its paragraph. */
function isAlone(page: Page, node: NodeId): boolean {
  const parent = page.parent[node];
  if (!PARAGRAPHS.has(nameOf(page, parent)) || page.end[parent] - parent > 4) return false;
  return page.chars.slice(page.textFrom[parent], page.textTo[parent]).trim() === '';
}

/** True for TeX with a dollar outside braces, which no formula has. */
function hasBareDollar(tex: string): boolean {
  if (!tex.includes('$')) return false;
  let level = 0;
  for (let at = 0; at < tex.length; at++)
    if (tex[at] === '\\') at++;
    else if (tex[at] === '{') level++;
    else if (tex[at] === '}') level--;
    else if (tex[at] === '$' && level <= 0) return true;
  return false;
}
