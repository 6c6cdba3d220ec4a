/** Images of formulas whose address or alternative text is the TeX. */
import { type NodeId, nameOf, type Page, tagNames } from '@dehusk/html';
import { type Formula, formulaOf, isClearlyTex, isPlainMath, isProse, undelimited } from './tex.js';

/** Services that draw the TeX in the address. */
const DRAWN_BY =
  /codecogs\.com\/|\/\/(?:math\.now\.sh|[\w.]+\.upmath\.me|tex\.s2cms\.ru)\/|render\.githubusercontent\.com\/render\/math|(?:zhihu\.com|juejin\.(?:cn|im))\/equation|math\.jianshu\.com\/math|wp\.com\/latex\.php|\.google(?:apis)?\.com\/chart|(?:mimetex|mathtex)\.cgi|\/latex\.php\?/i;
/** The parameter of the address that holds the TeX. */
const PARAMETER = /[?&](?:tex|latex|math|formula|from|inline|chl)=([^&#]*)/i;
/** In the path, or as the query itself. */
const REST = /(?:\.(?:latex|image)|\/svg|\/png|\/gif|\.cgi)(?:\?|\/)(.*)$/is;
/** Commands of these services for size and colour. */
const SIZE_AND_COLOUR = /^(?:\\(?:inline|dpi\{\d+\}|bg_\w+|fn_\w+|tiny|small|large|LARGE|huge)\s*)+/;
/** Class names of images whose alternative text is TeX. */
const TEX_IMAGE =
  /(?:^|\s)(?:tex|latex|mwe-math-fallback-image-(?:inline|display)|ql-img-(?:inline|displayed)-formula|equation_image)(?:\s|$)/i;
/** Class names of images whose alternative text may be TeX or words. */
const FORMULA_IMAGE = /(?:^|[\s_-])(?:math|formula|equation|eqn?)(?:[\s_-]|$)/i;
const DISPLAYED = /-display(?:ed)?\b/;
const MAX_ADDRESS = 10_000;
/** Elements that make an image on its own a displayed formula. */
const PARAGRAPHS = tagNames('p div center figure dd body section article');

/** The formula of an `<img>`, or null for any other image. */
export function imageFormula(page: Page, node: NodeId): Formula | null {
  const classes = page.attribute(node, 'class') ?? '';
  const alt = page.attribute(node, 'alt') ?? '';
  const drawn = drawnTex(page.attribute(node, 'src') ?? '') ?? drawnTex(page.attribute(node, 'data-src') ?? '');
  const { tex, display } = undelimited(drawn ?? alt);
  if (drawn === null && !isTexOf(page, node, classes, alt, tex, display !== null)) return null;
  // LaTeX2HTML says in the formula that it is displayed.
  const shown = tex.replace(/^\\displaystyle\s+(?=\S)/, '');
  return formulaOf(shown, shown !== tex || (display ?? (DISPLAYED.test(classes) || isAlone(page, node))));
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
  if (address.length > MAX_ADDRESS || !DRAWN_BY.test(address)) return null;
  if (/\.com\/chart/i.test(address) && !/[?&]cht=tx\b/.test(address)) return null;
  const parameter = PARAMETER.exec(address);
  const written = parameter === null ? REST.exec(address)?.[1] : parameter[1].replace(/\+/g, ' ');
  if (written === undefined) return null;
  let tex: string;
  try {
    tex = decodeURIComponent(written);
  } catch {
    return null;
  }
  const bare = tex
    .replace(/&space;/g, ' ')
    .replace(/&plus;/g, '+')
    .trim()
    .replace(SIZE_AND_COLOUR, '')
    .trim();
  return bare === '' ? null : bare;
}

/** True for the only content of its paragraph. */
function isAlone(page: Page, node: NodeId): boolean {
  const parent = page.parent[node];
  if (!PARAGRAPHS.has(nameOf(page, parent)) || page.end[parent] - parent > 4) return false;
  return page.chars.slice(page.textFrom[parent], page.textTo[parent]).trim() === '';
}
