/** Which elements of a page are blocks of code. */
import { classTest, firstChild, type NodeId, nameOf, nextSibling, type Page, TEXT, textOf } from '@dehusk/html';

/** Classes of highlighters and editors that print code without `<pre>`. */
const CONTAINER_CLASS =
  /(?:^|\s)(?:syntaxhighlighter|dp-highlighter|crayon-pre|(?:mw-)?geshi|CodeMirror-code|cm-content|view-lines|ace_text-layer)(?:\s|$)/;
const CODE_TEXTAREA = /(?:^|\s)(?:code|prettyprint|brush:)/;
/** Class names of elements that hold line numbers. */
export const GUTTER_CLASS =
  /(?:^|\s)(?:gutter|rouge-gutter|lineno|linenos|linenodiv|linenumbers?|line-?numbers?(?:-rows|-wrapper)?|line_numbers|lines-num|ln|lnt|hljs-ln-numbers|blob-num|crayon-nums|CodeMirror-(?:linenumber|gutter-wrapper)|cm-gutters|src-line-numbers)(?:\s|$)/i;
/** Characters of a line number with the white space around it. */
const NUMBER_LENGTH = 40;

/** A test for elements that are blocks of code without `<pre>`; `hasPre` tells whether an element holds one. */
export function containerTest(page: Page, hasPre: (node: NodeId) => boolean): (node: NodeId) => boolean {
  const [div, paragraph, table, textarea] = ['div', 'p', 'table', 'textarea'].map(page.nameIndex);
  const hasCode = page.nameIndex('code') >= 0;
  const isNamed = classTest(page, CONTAINER_CLASS);
  return (node) => {
    const tag = page.tag[node];
    if (tag === div && page.attribute(node, 'class') === 'fragment') return isFragment(page, node);
    if (tag === div)
      return isNamed(node) && (!hasPre(node) || (page.attribute(node, 'class') ?? '').includes('CodeMirror-code'));
    if (tag === paragraph) return hasCode && isLinesOfCode(page, node);
    if (tag === table) return !hasPre(node) && startsWithGutter(page, node);
    return (
      tag === textarea &&
      (page.attribute(node, 'name') === 'code' || CODE_TEXTAREA.test(page.attribute(node, 'class') ?? ''))
    );
  };
}

/** True for a fragment of Doxygen: elements that are a line each, and nothing else. */
function isFragment(page: Page, fragment: NodeId): boolean {
  let lines = 0;
  for (let child = firstChild(page, fragment); child >= 0; child = nextSibling(page, child))
    if (page.attribute(child, 'class') === 'line') lines++;
    else if (page.tag[child] !== TEXT || textOf(page, child).trim() !== '') return false;
  return lines > 0;
}

/** True for a paragraph of nothing but `<code>` on two lines or more. */
function isLinesOfCode(page: Page, paragraph: NodeId): boolean {
  let codes = 0;
  let breaks = 0;
  for (let child = firstChild(page, paragraph); child >= 0; child = nextSibling(page, child)) {
    const name = nameOf(page, child);
    if (name === 'code' && codes === breaks) codes++;
    else if (name === 'br' && codes > 0) breaks = codes;
    else if (page.tag[child] !== TEXT || textOf(page, child).trim() !== '') return false;
  }
  return codes > 1;
}

/** True for a table whose first cell numbers a line and whose second is the line. */
function startsWithGutter(page: Page, table: NodeId): boolean {
  for (let node = table + 1; node < Math.min(page.end[table], table + 8); node++) {
    const name = nameOf(page, node);
    if (name !== 'td' && name !== 'th') continue;
    const isNumbered =
      page.attribute(node, 'data-line-number') !== null || GUTTER_CLASS.test(page.attribute(node, 'class') ?? '');
    return (
      isNumbered &&
      page.textTo[node] - page.textFrom[node] <= NUMBER_LENGTH &&
      !/[^\s\d]/.test(textOf(page, node)) &&
      nextSibling(page, node) >= 0
    );
  }
  return false;
}
