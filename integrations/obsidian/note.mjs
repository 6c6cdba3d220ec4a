// A page as a note for Obsidian: properties, callouts, and text that Obsidian does not read as tags, comments or highlights.
import { extract, rendererNamed } from '@dehusk/core';

/** Properties of a note. A line whose placeholders are all empty is left out. */
export const TEMPLATE = `---
title: {{title}}
source: {{url}}
author: {{author}}
published: {{date}}
created: {{now}}
excerpt: {{excerpt}}
tags: {{tags}}
---
`;

/** How Obsidian's Markdown differs from GitHub's, as options of the renderer. The title is a property and the name of the file. */
export const RENDERING = { callouts: 'github', title: false };

/**
 * Fills a template. Values are JSON, which is YAML, so that no page can add properties.
 *
 * @param template text with `{{name}}`
 * @param values by name: texts, lists of texts, or null
 */
export function filled(template, values) {
  return template
    .split('\n')
    .filter((line) => {
      const names = [...line.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => values[name]);
      return names.length === 0 || names.some((value) => value !== null && value !== undefined && value.length !== 0);
    })
    .map((line) => line.replace(/\{\{(\w+)\}\}/g, (_, name) => yaml(values[name] ?? '')))
    .join('\n');
}

// JSON leaves these three as they are, but they end a line of YAML.
const yaml = (value) =>
  JSON.stringify(value).replace(
    /[\u0085\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What a template can name, of a result of `extract`. */
export function valuesOf(result, now = new Date()) {
  const { title, url, author, date, siteName, language, excerpt, tags } = result;
  // A tag of Obsidian has letters, digits, `_`, `-` and `/`, and is not a number.
  const words = (tags ?? []).map((tag) =>
    tag
      .trim()
      .replace(/[^\p{L}\p{N}_/-]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
  );
  return {
    ...{ title, url, author, language, excerpt, site: siteName },
    // A property of the type "date" has no time.
    date: date?.slice(0, 10) ?? null,
    tags: [...new Set(words)].filter((word) => /[^\d-]/.test(word)),
    now: now.toISOString().slice(0, 10),
  };
}

/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A title as the name of a file on every system and in links of Obsidian, without an ending. */
export function fileName(title) {
  const name = (title ?? '')
    .replace(/[\p{C}\\/:*?"<>|#^[\]]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 120)
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .toWellFormed();
  return name === '' ? 'page' : DEVICE.test(name) ? `${name} page` : name;
}

/** The first line of fenced code, in quotes and list items, too. */
const FENCE = /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})[^`\n]*(?:\n|$)/y;
const LINE = /[^\n]*(?:\n|$)/y;

/** Finds the next place of a text from rising positions; -1 for none. All calls together are linear. */
function finder(text, wanted) {
  let found = 0;
  return (from) => {
    if (found >= 0 && (found < from || from === 0)) found = text.indexOf(wanted, from);
    return found;
  };
}

/** The end of the code, formula, link target or tag that begins at a position; -1 where none begins. */
function opaqueEnds(markdown) {
  const next = Object.fromEntries(['\n', ')', '>', '$$'].map((wanted) => [wanted, finder(markdown, wanted)]));
  const runs = new Map();
  for (const { 0: run, index } of markdown.matchAll(/`+/g)) {
    if (!runs.has(run.length)) runs.set(run.length, { places: [], at: 0 });
    runs.get(run.length).places.push(index);
  }
  const onLine = (wanted, from) => {
    const end = next[wanted](from);
    const line = next['\n'](from);
    return end >= 0 && (line < 0 || end < line) ? end + 1 : -1;
  };
  const fenceEnd = (from) => {
    FENCE.lastIndex = from;
    const fence = FENCE.exec(markdown)?.[1];
    if (fence === undefined) return -1;
    const close = new RegExp(`^[ \\t>]*\\${fence[0]}{${fence.length},}[ \\t]*\n?$`);
    let at = FENCE.lastIndex;
    while (at < markdown.length) {
      LINE.lastIndex = at;
      const [line] = LINE.exec(markdown);
      at += line.length;
      if (close.test(line)) break;
    }
    return at;
  };
  return (at) => {
    if (at === 0 || markdown[at - 1] === '\n') {
      const end = fenceEnd(at);
      if (end >= 0) return end;
    }
    switch (markdown[at]) {
      case '`': {
        let length = 1;
        while (markdown[at + length] === '`') length++;
        const known = runs.get(length);
        while (known !== undefined && known.places[known.at] <= at) known.at++;
        const end = known?.places[known.at];
        // A run that nothing closes is text.
        return end === undefined ? at + length : end + length;
      }
      case '$': {
        const end = markdown[at + 1] === '$' ? next.$$(at + 2) : -1;
        return end < 0 ? -1 : end + 2;
      }
      case ']':
        return markdown[at + 1] === '(' ? onLine(')', at + 2) : -1;
      case '<':
        return onLine('>', at + 1);
      default:
        return -1;
    }
  };
}

/** Where something opaque may begin. */
const MAY_BEGIN = /^(?=[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3}|~{3}))|[`$\]<]/gm;

/** Markdown in which `#word`, `%%` and `==` are text, as they are in GitHub's. Linear in the text. */
export function escapedForObsidian(markdown) {
  const escaped = (text) => text.replace(/(^|\s)#(?=[\p{L}\p{N}_/-])/gu, '$1\\#').replace(/%%|==/g, '\\$&');
  const endOf = opaqueEnds(markdown);
  let out = '';
  let from = 0;
  for (let match; ; ) {
    match = MAY_BEGIN.exec(markdown);
    if (match === null) break;
    const end = endOf(match.index);
    MAY_BEGIN.lastIndex = Math.max(end, match.index + 1);
    if (end <= match.index) continue;
    out += escaped(markdown.slice(from, match.index)) + markdown.slice(match.index, end);
    from = end;
    if (end >= markdown.length) break;
  }
  MAY_BEGIN.lastIndex = 0;
  return out + escaped(markdown.slice(from));
}

/**
 * A result of `extract` as a note.
 *
 * @param options `template`; `rendering`, options of the Markdown renderer, such as `{ images: false }`; `known`, values that are known
 *   better than the page says them, by name; `now`, a Date
 * @returns `{ name, markdown }`: the name of the file without its ending, and its content
 */
export function noteOf(result, { template = TEMPLATE, rendering = {}, known = {}, now } = {}) {
  const markdown = rendererNamed('markdown').render(result.document, { ...RENDERING, ...rendering });
  return {
    name: fileName(known.title ?? result.title),
    markdown: `${filled(template, valuesOf({ ...result.toJSON(), ...known }, now))}${escapedForObsidian(markdown)}`,
  };
}

/**
 * A page as a note.
 *
 * @param options those of {@link noteOf}, and `url`
 * @throws Error with the reason when the page has no text
 */
export function obsidianNote(html, { url, ...options } = {}) {
  const result = extract(html, { url });
  if (!result.ok) throw new Error(`${url ?? 'the page'} has no text: ${result.reason}: ${result.detail}`);
  return noteOf(result, options);
}
