/**
 * The page's declared language and direction of writing: `<html lang>`, `xml:lang`, `dir`; `<body>` where `<html>` says nothing.
 */
import type { Page } from '../page.js';
import type { Finding } from './finding.js';

/** Languages written from right to left, for pages that give no `dir`. */
const RIGHT_TO_LEFT = /^(?:ar|he|iw|fa|ur|yi|ps|sd|ug|dv|ckb)(?:-|$)/;

/** What the two outermost elements say. */
export function fromRootElements(page: Page): Finding[] {
  const findings: Finding[] = [];
  for (const name of ['html', 'body']) {
    const tag = page.nameIndex(name);
    const node = tag < 0 ? -1 : page.tag.indexOf(tag);
    if (node < 0) continue;
    for (const attribute of ['lang', 'xml:lang']) {
      const value = page.attribute(node, attribute);
      if (value !== null && value.trim() !== '')
        findings.push({ field: 'language', kind: 'html', value, source: `<${name} ${attribute}>` });
    }
    const direction = page.attribute(node, 'dir');
    if (direction !== null && direction.trim() !== '')
      findings.push({ field: 'direction', kind: 'html', value: direction, source: `<${name} dir>` });
  }
  return findings;
}

/**
 * A BCP 47 tag in its usual spelling (`en`, `pt-BR`, `zh-Hant-TW`), or null when the value is none: `en_US.UTF-8` → `en-US`;
 * of a list the first; English names of languages are not tags.
 */
export function languageTag(value: string): string | null {
  const first = value
    .trim()
    .split(/[,;\s]/, 1)[0]
    .split(/[.@]/, 1)[0]
    .replaceAll('_', '-');
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(first) || /^(?:und|xxx?|mul|zxx)$/i.test(first)) return null;
  return first
    .split('-')
    .map((part, index) => {
      if (index === 0) return part.toLowerCase();
      if (part.length === 4 && !/\d/.test(part)) return part.charAt(0).toUpperCase() + part.slice(1).toLowerCase();
      return part.length === 2 ? part.toUpperCase() : part.toLowerCase();
    })
    .join('-');
}

/** `rtl` or `ltr` as declared; else `rtl` when the language is written so; else null. */
export function directionOf(declared: string | null, language: string | null): 'ltr' | 'rtl' | null {
  const value = declared?.trim().toLowerCase();
  if (value === 'ltr' || value === 'rtl') return value;
  return language !== null && RIGHT_TO_LEFT.test(language.toLowerCase()) ? 'rtl' : null;
}
