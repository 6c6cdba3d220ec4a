/**
 * Visible bylines around the main heading: elements whose class, id or rel names an author (Readability's signs), and lines that
 * begin with "By" and a capital letter.
 */
import { type NodeId, type Page, TEXT } from '../page.js';
import { type Finding, spacedText } from './finding.js';
import type { Surroundings } from './surroundings.js';

/** Longest visible byline in characters (Readability's bound). */
const MAX_BYLINE_LENGTH = 100;
/** Longest text of an element looked at, white space included. */
const MAX_TEXT_LENGTH = 1_000;

const AUTHOR_NAME =
  /(?:^|[\s_-])(?:by-?line|authors?|author[_-]?(?:name|link)|written-?by|(?:p|post|entry|article)-author|contributors?|username)(?:$|[\s_-])/i;
const NOT_AUTHOR =
  /author[_-]?(?:bio|box|avatar|image|img|photo|desc|social|title|role|posts)|avatar|comment|sign-?in|login/i;
/** Addresses of authors' pages. */
const AUTHOR_PAGE = /\/(?:authors?|contributors?|autor(?:es|en)?|auteurs?)\/[^/]/i;
/** Words that stand alone before a name. */
const BY_ALONE = /^(?:(?:written|posted|published|started|article|words|story) )?by:?$|^authors?:?$/i;
/** Addresses that persons have pages at. */
const PERSON_PAGE = /author|profile|people|staff|\/users?\/|member|contributor|writer|team|\/bio|\/by\//i;

/** The bylines, in the page's order; those of author elements before lines that begin with "By". */
export function fromBylines(page: Page, around: Surroundings): Finding[] {
  const named: Finding[] = [];
  const linked: Finding[] = [];
  const lines: Finding[] = [];
  let until: NodeId = 0;
  let expected = 0;
  const anchor = page.nameIndex('a');
  for (const node of around.nodes) {
    const length = page.textTo[node] - page.textFrom[node];
    if (node < until || length === 0 || length > MAX_TEXT_LENGTH) continue;
    if (page.tag[node] === TEXT) {
      const text = spacedText(page, node);
      if (text === '' || text.length > MAX_BYLINE_LENGTH) continue;
      const found = expected > 0 ? null : /^(?:written )?by:? (.)/i.exec(text);
      if (expected > 0 || (found !== null && found[1] !== found[1].toLowerCase()))
        lines.push({ field: 'authors', kind: 'byline', value: text, source: 'visible byline' });
      // "Written by" alone: the next text is the name.
      expected = BY_ALONE.test(text) ? 1 : 0;
      continue;
    }
    const own = `${page.attribute(node, 'class') ?? ''} ${page.attribute(node, 'id') ?? ''}`.slice(0, 300);
    const isNamed =
      (AUTHOR_NAME.test(own) && !NOT_AUTHOR.test(own)) || page.attribute(node, 'rel')?.toLowerCase() === 'author';
    if (!isNamed) {
      if (page.tag[node] === anchor && AUTHOR_PAGE.test((page.attribute(node, 'href') ?? '').slice(0, 500))) {
        const text = spacedText(page, node);
        if (text.length > 3 && text.length <= MAX_BYLINE_LENGTH / 2 && text.includes(' '))
          linked.push({ field: 'authors', kind: 'byline', value: text, source: 'visible link to an author' });
      }
      continue;
    }
    const text = spacedText(page, node);
    const links = authorLinks(page, node);
    if (links === null && (text === '' || text.length > MAX_BYLINE_LENGTH)) continue;
    named.push({ field: 'authors', kind: 'byline', value: links ?? text, source: 'visible author element' });
    until = page.end[node];
  }
  return [...named, ...linked, ...lines];
}

/** Inside a byline the links to persons, where there are any, are the names; the rest is words and dates. */
function authorLinks(page: Page, byline: NodeId): string | null {
  const anchor = page.nameIndex('a');
  if (anchor < 0) return null;
  const names = new Set<string>();
  for (let node = byline + 1; node < page.end[byline]; node++) {
    if (page.tag[node] !== anchor || !PERSON_PAGE.test((page.attribute(node, 'href') ?? '').slice(0, 500))) continue;
    const name = spacedText(page, node);
    if (name !== '' && name.length <= MAX_BYLINE_LENGTH) names.add(name);
  }
  return names.size > 0 ? [...names].join('; ') : null;
}
