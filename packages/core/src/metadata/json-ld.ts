/**
 * JSON-LD: the scripts of a page as parsed records, and the metadata of the record that describes the page.
 *
 * Steps: (1) Parse every `<script type="application/ld+json">`; repair broken JSON first ({@link parseLooseJson}). (2) Top-level nodes are
 * the values themselves, the members of arrays and of `@graph`, and the values of `mainEntity` and `mainEntityOfPage`. (3) The
 * page's node is the first of the highest rank: articles, then discussions, then other works, products and events, then web pages.
 * (4) Follow `{"@id": …}` references once. Nothing is fetched and contexts are not expanded: prefixes such as `schema:` or
 * `http://schema.org/` are removed from names.
 */

import type { Page } from '@dehusk/html';
import { parsedJson } from '@dehusk/html';
import { type Finding, oneLine } from './finding.js';
import { identityOf } from './identity.js';
import type { MetadataField } from './metadata.js';
import { ARTICLE, DISCUSSION, JSON_LD_PROPERTIES, WEB_PAGE, WORK } from './schema-org-data.js';

/** Maximum characters of JSON read from one page; further scripts are skipped. The largest real page seen has 1.1 million. */
const MAX_JSON_LENGTH = 2_000_000;
/** Maximum number of top-level nodes kept. */
const MAX_JSON_NODES = 1_000;
/** Maximum nesting of a value; deeper ones are skipped. Readers of the records may recurse, as `JSON.stringify` does. */
const MAX_JSON_DEPTH = 200;

/** A name with the prefix of the vocabulary. */
const PREFIXED = /"(?:schema:|https?:\/\/schema\.org\/)(\w+)"\s*:/g;

/** A record of JSON-LD: its types without prefix, and its properties as parsed. */
export interface JsonLdNode {
  /** `NewsArticle`, `WebPage`, …; empty when the record names none. */
  readonly types: readonly string[];
  /** The record as parsed. Values may have any type: test before use. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** 0 for the most frequent subject of a page; −1 for records that are never its subject (site, publisher, breadcrumbs …). */
function rankOf(types: readonly string[]): number {
  if (types.some((type) => ARTICLE.test(type))) return 0;
  if (types.some((type) => DISCUSSION.test(type))) return 1;
  if (types.some((type) => WORK.test(type))) return 2;
  return types.some((type) => WEB_PAGE.test(type)) ? 3 : -1;
}

/**
 * Reads all JSON-LD of a page. Never throws; broken scripts are repaired or skipped.
 *
 * @returns the top-level nodes in the page's order, the node the page is about, or null, and the nodes by their `@id`, for references
 */
export function readJsonLd(page: Page) {
  const nodes: JsonLdNode[] = [];
  const byId = new Map<string, JsonLdNode>();
  let budget = MAX_JSON_LENGTH;
  const script = page.nameIndex('script');
  if (script >= 0)
    for (let node = 0; node < page.size; node++) {
      if (page.tag[node] !== script) continue;
      const type = page.attribute(node, 'type');
      if (type === null || !/^\s*application\/ld\+json/i.test(type)) continue;
      const length = page.textTo[node] - page.textFrom[node];
      if (length > budget) continue;
      budget -= length;
      const text = page.chars.slice(page.textFrom[node], page.textTo[node]);
      for (const value of parseLooseJson(text.replace(PREFIXED, '"$1":')))
        if (!isDeeper(value, MAX_JSON_DEPTH)) gather(value, nodes, byId);
    }
  const isQuestion = ({ types }: JsonLdNode): boolean => types.includes('Question');
  // Several questions are an FAQ at the end of a page, also without its type.
  const hasFaq = nodes.filter(isQuestion).length > 1;
  let main: JsonLdNode | null = null;
  let best = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const rank = hasFaq && isQuestion(node) ? -1 : rankOf(node.types);
    if (rank < 0 || rank > Math.ceil(best)) continue;
    // Of one rank the page's own node, else the first that is not another page's.
    const order = rank - (rank === 3 ? 0 : identityOf(page, addressesOf(node), headlinesOf(node))) / 4;
    if (order >= best || order > rank) continue;
    main = node;
    best = order;
  }
  return { nodes, main, byId };
}

const headlinesOf = (node: JsonLdNode): string[] =>
  ['headline', 'name'].map((name) => node.properties[name]).filter((value) => typeof value === 'string');

/** The addresses that a node gives itself. */
function addressesOf(node: JsonLdNode): string[] {
  const own = ['url', 'mainEntityOfPage', '@id'].map((name) => node.properties[name]);
  return own
    .map((value) => (isRecord(value) ? (value['@id'] ?? value.url) : value))
    .filter((value) => typeof value === 'string')
    .map((value) => value.replace(/#.*$/s, ''));
}

/** Whether arrays and records are nested in more levels. */
function isDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels && level.length > 0; depth++)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

/** Collects the top-level nodes of one parsed value, without recursion, in order. */
function gather(value: unknown, nodes: JsonLdNode[], byId: Map<string, JsonLdNode>): void {
  const pending: unknown[] = [value];
  while (pending.length > 0 && nodes.length < MAX_JSON_NODES) {
    const next = pending.pop();
    if (Array.isArray(next)) {
      for (let at = Math.min(next.length, MAX_JSON_NODES) - 1; at >= 0; at--) pending.push(next[at]);
      continue;
    }
    if (!isRecord(next)) continue;
    const node: JsonLdNode = { types: typesOf(next), properties: next };
    const id = next['@id'];
    // A record that is only a reference is not a node.
    const isReference = id !== undefined && Object.keys(next).length === 1;
    if (typeof id === 'string' && !isReference && !byId.has(id)) byId.set(id, node);
    if (!isReference && (node.types.length > 0 || next['@graph'] === undefined)) nodes.push(node);
    // The questions of an FAQ are its parts; the question of a QAPage is its subject.
    const isFaq = node.types.includes('FAQPage');
    for (const key of ['mainEntityOfPage', 'mainEntity', '@graph']) {
      const inner = isFaq && key === 'mainEntity' ? null : next[key];
      if (typeof inner === 'object' && inner !== null) pending.push(inner);
    }
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typesOf(record: Readonly<Record<string, unknown>>): string[] {
  const type = record['@type'];
  const names = Array.isArray(type) ? type.slice(0, 10) : [type];
  return names.filter((name) => typeof name === 'string').map((name: string) => name.replace(/^.*[/#:]/, ''));
}

/** The texts of a value: strings and numbers, `@value`, names of records, members of arrays (at most 50). */
function textsOf(value: unknown, jsonLd: ReturnType<typeof readJsonLd>, keys: readonly string[] = ['name']): string[] {
  const texts: string[] = [];
  for (const one of Array.isArray(value) ? value.slice(0, 50) : [value]) {
    if (typeof one === 'string' || typeof one === 'number') texts.push(String(one));
    else if (isRecord(one)) {
      const node = resolved(one, jsonLd);
      const own = texts.length;
      for (const key of ['@value', ...keys]) {
        const inner = node.properties[key];
        // The names of a list are of several persons.
        for (const text of Array.isArray(inner) ? inner.slice(0, key === 'name' ? 50 : 1) : [inner])
          if (typeof text === 'string' && text.trim() !== '') texts.push(text);
        if (texts.length > own) break;
      }
      const parts = [node.properties.givenName, node.properties.familyName].filter((one) => typeof one === 'string');
      if (texts.length === own && parts.length > 0) texts.push(parts.join(' '));
    }
  }
  return texts.map(oneLine).filter((text) => text !== '');
}

/** A record, or its target when it is a reference. */
function resolved(record: Record<string, unknown>, jsonLd: ReturnType<typeof readJsonLd>): JsonLdNode {
  const id = record['@id'];
  const target = typeof id === 'string' && Object.keys(record).length <= 2 ? jsonLd.byId.get(id) : undefined;
  return target ?? { types: typesOf(record), properties: record };
}

/** The metadata of the page's main node, of a web page beside it, and of the site. */
export function fromJsonLd(jsonLd: ReturnType<typeof readJsonLd>): Finding[] {
  const findings: Finding[] = [];
  const add = (node: JsonLdNode, field: MetadataField, name: string, keys?: readonly string[]): void => {
    // A web page's name is at best its `<title>`.
    const kind = field === 'title' && rankOf(node.types) === 3 ? 'meta' : 'json-ld';
    const source = `json-ld ${node.types[0] ?? 'node'}.${name}`;
    const given = node.properties[name];
    for (const one of field === 'authors' && Array.isArray(given) ? given.slice(0, 50) : [given]) {
      const isOrganisation =
        field === 'authors' &&
        isRecord(one) &&
        resolved(one, jsonLd).types.some((type) => /Organi[sz]ation|Corporation/.test(type));
      for (const value of textsOf(one, jsonLd, keys))
        findings.push({ field, kind, value, source, ...(isOrganisation ? { isOrganisation } : {}) });
    }
  };
  const { main } = jsonLd;
  // A web page's node describes the same page as the article beside it, but its name often includes the site's.
  const pages = jsonLd.nodes.filter((node) => node !== main && rankOf(node.types) === 3).slice(0, 3);
  for (const node of main === null ? pages : [main, ...pages])
    for (const [field, name, keys] of JSON_LD_PROPERTIES) {
      if (node !== main && (field === 'authors' || field === 'siteName')) continue;
      // The publisher of a shop's product is its maker.
      if (field === 'siteName' && rankOf(node.types) === 2) continue;
      add(node, field, name, keys);
    }
  const sites = jsonLd.nodes.filter((node) => node.types.includes('WebSite')).slice(0, 10);
  for (const node of sites) add(node, 'siteName', 'name');
  return findings;
}

/**
 * JSON as pages write it: in comments or CDATA, with line breaks in strings, trailing commas, comments, semicolons, several values,
 * escaped as HTML, cut off. Text that is not valid is rewritten in one pass. (jsonrepair recurses, and takes 2 s for 64 kB of `{`.)
 *
 * @returns the values in the text: none when nothing can be read, several when values follow each other; never throws
 */
export function parseLooseJson(text: string): unknown[] {
  const strict = parsedJson(text);
  if (strict !== undefined) return [strict];
  const bare = /^\s*[[{]\s*&(?:quot|#34);/.test(text) ? text.replace(/&(?:quot|#34);/g, '"') : text;
  const values: unknown[] = [];
  for (const piece of repaired(bare)) {
    const value = parsedJson(piece);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** What JSON has not: comments and their marks, semicolons, white space. */
const IGNORED = /^(?:\/[/*].*|<!--|-->|;|\s+)$/s;
/** Such a part, a sign, or the characters up to the next one. */
const TOKEN = /\/\*.*?(?:\*\/|$)|\/\/[^\n]*|<!--|-->|\s+|[^\s"[\]{},;/<-]+|./sy;

/** The outermost values as strict JSON; the text around them is dropped. */
function repaired(text: string): string[] {
  const values: string[] = [];
  /** The expected closers, the innermost last. */
  const open: string[] = [];
  let out: string[] = [];
  /** A comma counts when another member follows. */
  let comma = '';
  const add = (piece: string): void => {
    out.push(comma, piece);
    comma = '';
  };
  const close = (): void => {
    out.push(open.pop() as string);
    comma = '';
    if (open.length > 0) return;
    values.push(out.join(''));
    out = [];
  };
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(text) as RegExpExecArray;
    at += token.length;
    if (token === '"' && open.length > 0) {
      const end = stringEnd(text, at);
      add(strictString(text.slice(at, end)));
      at = end + 1;
    } else if (token === '{' || token === '[') {
      open.push(token === '{' ? '}' : ']');
      add(token);
    } else if (open.length === 0 || IGNORED.test(token)) continue;
    else if (token === '}' || token === ']') close();
    else if (token === ',') comma += token;
    else add(token);
  }
  // The text is cut off: close what is open.
  while (open.length > 0) close();
  return values;
}

/**
 * The end of a string: the first unescaped quotation mark before a character that may follow a string. So a mark inside prose
 * (`"the "best" one"`) is part of the string.
 */
function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '"') {
      let next = at + 1;
      while (next < text.length && next < at + 100 && text.charCodeAt(next) <= 0x20) next++;
      const after = text.charAt(next);
      if (after === '' || after === ',' || after === ':' || after === '}' || after === ']') return at;
    }
  }
  return text.length;
}

/** The content of a string as a strict JSON string. */
function strictString(inside: string): string {
  const strict = inside.replace(/\\u[\da-f]{4}|\\["\\/bfnrt]|\\|"|[\0-\x1f]/gi, (found) =>
    found.length > 1 ? found : JSON.stringify(found).slice(1, -1),
  );
  return `"${strict}"`;
}
