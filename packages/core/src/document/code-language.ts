/** The language of a block of code, from the class names and attributes of all common highlighters. */
import { firstChild, type NodeId, type Page } from '@dehusk/html';
import { NAMES, NO_LANGUAGE } from './code-language-data.js';

/** Classes that contain the language in a fixed form. What follows a comma, a colon or a brace are options. */
const SURE_CLASS: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang|hljs-language|mw-highlight-lang)-\{?\.?([\w+#.-]+)/i,
  /(?:^|[\s;])brush:\s*([\w+#.-]+)/i,
  /(?:^|\s)highlight-(?!source-|text-)([\w+#.-]+)\s+notranslate(?:\s|$)/i,
];
/** Classes whose ending may be something else than a language. */
const LIKELY_CLASS: readonly RegExp[] = [
  /(?:^|\s)(?:highlight-source|highlight-text|highlight|sourceCode|source|code|code-lang|gatsby-code|syntax|sp|hl)-([\w+#-]+)/i,
];
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
/** GitHub names the grammars of its editor. */
const GRAMMARS: ReadonlyMap<string, string> = new Map([
  ['html-basic', 'html'],
  ['shell-session', 'console'],
]);

/** True for the name of a programming or markup language, in lower case. */
export function isLanguageName(text: string): boolean {
  return NAMES.has(text);
}

/** True for a word that says that code has no language, in lower case. */
export function isNoLanguage(text: string): boolean {
  return text === '' || NO_LANGUAGE.has(text) || text === 'plain text';
}

/** The language named by one element in or around code; null when it names none. `isCode`: the element is the code itself. */
export function languageAt(page: Page, node: NodeId, isCode: boolean): string | null {
  for (const name of ATTRIBUTES) {
    const language = sure(page.attribute(node, name)?.trim());
    if (language !== null) return language;
  }
  for (const name of OPTIONS) {
    const language = sure(IN_OPTIONS.exec(page.attribute(node, name) ?? '')?.[1]);
    if (language !== null) return language;
  }
  // Some Markdown processors write `<pre lang="rust">`, GitLab `<span class="line" lang="rust">`; elsewhere `lang` is a language people speak.
  const spoken = isCode ? (page.attribute(node, 'lang') ?? firstLineLanguage(page, node)).toLowerCase() : '';
  if (NAMES.has(spoken)) return spoken;
  const classes = page.attribute(node, 'class');
  if (classes === null) return null;
  for (const pattern of SURE_CLASS) {
    const language = sure(pattern.exec(classes)?.[1]);
    if (language !== null) return language;
  }
  for (const pattern of LIKELY_CLASS) {
    const language = pattern.exec(classes)?.[1].toLowerCase() ?? '';
    if (NAMES.has(language)) return language;
    if (GRAMMARS.has(language)) return GRAMMARS.get(language) as string;
  }
  const isBare = isCode || HIGHLIGHTER_CLASS.test(classes);
  return isBare
    ? (classes
        .toLowerCase()
        .split(/\s+/)
        .find((word) => NAMES.has(word)) ?? null)
    : null;
}

function firstLineLanguage(page: Page, code: NodeId): string {
  const first = firstChild(page, code);
  return first < 0 ? '' : (page.attribute(first, 'lang') ?? '');
}

function sure(value: string | undefined): string | null {
  const language = value?.toLowerCase() ?? '';
  return LANGUAGE.test(language) && !isNoLanguage(language) ? language : null;
}
