// A page as a note for Obsidian: properties, callouts, and text that Obsidian does not read as tags, comments or highlights.
import { extract, rendererNamed } from '@dehusk/core';

/** Properties of a note. A line whose placeholders are all empty is left out. */
export const TEMPLATE = `---
title: {{title}}
source: {{url}}
author: {{author}}
published: {{date}}
created: {{now}}
description: {{excerpt}}
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
    ...{ title, url, author, date, language, excerpt, site: siteName },
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

/** Parts of Markdown that Obsidian shows as they are: fenced and inline code, formulas, targets of links, HTML. */
const OPAQUE =
  /^( *(?:> ?)*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ *(?:> ?)*\2[`~]* *$|$(?![\s\S])))|(`+)(?!`)[\s\S]*?[^`]\3(?!`)|\$\$[\s\S]*?\$\$|\]\([^)\n]*\)|<[^>\n]*>/gm;

/** Markdown in which `#word`, `%%` and `==` are text, as they are in GitHub's. Linear in the text but for its fences. */
export function escapedForObsidian(markdown) {
  const escaped = (text) => text.replace(/(^|\s)#(?=[\p{L}\p{N}_/-])/gu, '$1\\#').replace(/%%|==/g, '\\$&');
  let out = '';
  let from = 0;
  for (const { 0: opaque, index } of markdown.matchAll(OPAQUE)) {
    out += escaped(markdown.slice(from, index)) + opaque;
    from = index + opaque.length;
  }
  return out + escaped(markdown.slice(from));
}

/**
 * A result of `extract` as a note.
 *
 * @param options `template`; `rendering`, options of the Markdown renderer, such as `{ images: false }`; `now`, a Date
 * @returns `{ name, markdown }`: the name of the file without its ending, and its content
 */
export function noteOf(result, { template = TEMPLATE, rendering = {}, now } = {}) {
  const markdown = rendererNamed('markdown').render(result.document, { ...RENDERING, ...rendering });
  return {
    name: fileName(result.title),
    markdown: `${filled(template, valuesOf(result, now))}${escapedForObsidian(markdown)}`,
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
