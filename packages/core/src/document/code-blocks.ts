/** Which elements of a page are blocks of code, and their language, from the class names and attributes of all common highlighters. */
import { classTest, firstChild, type NodeId, nameOf, nextSibling, type Page, TEXT, textOf } from '@dehusk/html';
import { LANGUAGES, NO_LANGUAGE } from './code-language-data.js';

/** Classes of highlighters and editors that print code without `<pre>`. */
export const CONTAINER_CLASS =
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

/** Classes that contain the language in a fixed form. What follows a comma, a colon or a brace are options. */
const SURE_CLASS: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang|hljs-language|mw-highlight-lang)-\{?\.?([\w+#.-]+)/i,
  /(?:^|[\s;])brush:\s*([\w+#.-]+)/i,
  /(?:^|\s)highlight-(?!source-|text-)([\w+#.-]+)\s+notranslate(?:\s|$)/i,
];
/** Classes whose ending may be something else than a language. */
const LIKELY_CLASS =
  /(?:^|\s)(?:highlight-source|highlight-text|highlight|sourceCode|source|code|code-lang|gatsby-code|syntax|sp|hl)-([\w+#-]+)/i;
/** Class names that may be beside a bare language: `hljs xml`, `highlight ruby`. */
const HIGHLIGHTER_CLASS =
  /(?:^|\s)(?:sourceCode|hljs|highlight|prettyprint|code|syntax|syntaxhighlighter|(?:mw-)?geshi|chroma|rouge|codehilite)(?:\s|$)/i;
const ATTRIBUTES =
  'data-language data-lang data-code-language data-code-lang data-enlighter-language data-highlight-language data-canonical-lang syntax'.split(
    ' ',
  );
/** Attributes in which a highlighter lists its options. */
const OPTIONS = ['data-syntaxhighlighter-params', 'data-attrs'];
const IN_OPTIONS = /(?:brush:\s*|"language"\s*:\s*")([\w+#.-]+)/i;
const LANGUAGE = /^[\w+#.-]+$/;

/** True for a word that says that code has no language, in lower case. */
export function isNoLanguage(text: string): boolean {
  return text === '' || NO_LANGUAGE.has(text) || text === 'plain text';
}

/** The language named by one element in or around code; null when it names none. `isCode`: the element is the code itself. */
export function languageAt(page: Page, node: NodeId, isCode: boolean): string | null {
  const declared =
    firstSure(ATTRIBUTES, (name) => page.attribute(node, name)?.trim()) ??
    firstSure(OPTIONS, (name) => IN_OPTIONS.exec(page.attribute(node, name) ?? '')?.[1]);
  if (declared !== null) return declared;
  // Some Markdown processors write `<pre lang="rust">`, GitLab `<span class="line" lang="rust">`; elsewhere `lang` is a language people speak.
  const given = isCode ? (page.attribute(node, 'lang') ?? page.attribute(node, 'language')) : '';
  const spoken = (given ?? firstLineLanguage(page, node)).toLowerCase();
  if (LANGUAGES.has(spoken)) return spoken;
  const classes = page.attribute(node, 'class');
  if (classes === null) return null;
  const named = firstSure(SURE_CLASS, (pattern) => pattern.exec(classes)?.[1]);
  if (named !== null) return named;
  const likely = LIKELY_CLASS.exec(classes)?.[1].toLowerCase() ?? '';
  if (LANGUAGES.has(likely)) return likely;
  // The name of a grammar in GitHub's editor.
  if (likely === 'html-basic') return 'html';
  if (!isCode && !HIGHLIGHTER_CLASS.test(classes)) return null;
  const words = classes.toLowerCase().split(/\s+/);
  return words.find((word) => LANGUAGES.has(word)) ?? null;
}

function firstLineLanguage(page: Page, code: NodeId): string {
  const first = firstChild(page, code);
  return first < 0 ? '' : (page.attribute(first, 'lang') ?? '');
}

/** The first language that is read, whether it is known or not. */
function firstSure<T>(all: readonly T[], read: (one: T) => string | undefined): string | null {
  for (const one of all) {
    const language = read(one)?.toLowerCase() ?? '';
    if (LANGUAGE.test(language) && !isNoLanguage(language)) return language;
  }
  return null;
}
