/** Metadata in plain HTML: the main heading, `<title>`, `<link>` and `<a>` with `rel`, `lang` and `dir`. */
import { attributeReader, type NodeId, type Page, TEXT, tagTable, textOf } from '@dehusk/html';
import { type Finding, MAX_TEXT_NODES, oneLine, spacedText } from './finding.js';
import { lettersOf, mainHeading, titleOf, titlesOf } from './heading.js';
import { CREATIVE_COMMONS, DESCRIBING, EMPHASIS, NOT_TITLE, NOT_TITLE_TAGS, PERMALINK } from './title-signs-data.js';

/** The main heading and `<title>`. */
export function fromTitleElements(page: Page): Finding[] {
  const findings: Finding[] = [];
  const heading = mainHeading(page);
  if (heading !== null) {
    const value = (titlePart(page, heading) || headingText(page, heading)).replace(PERMALINK, '');
    if (value !== '') findings.push({ field: 'title', kind: 'heading', value, source: '<h1>' });
  }
  const title = titleOf(page);
  if (title !== '') findings.push({ field: 'title', kind: 'title', value: title, source: '<title>' });
  return findings;
}

/** The text of a heading without buttons, hidden remarks and links to itself: "Copy item path", "[edit]". All of it when nothing is left. */
export function headingText(page: Page, heading: NodeId): string {
  const skipped = tagTable(page, NOT_TITLE_TAGS);
  const { from, to } = page.attributeColumns;
  const isNoTitle = (node: NodeId): boolean =>
    skipped[page.tag[node]] === 1 ||
    (from[node] !== to[node] &&
      (page.attribute(node, 'role') === 'button' ||
        page.attribute(node, 'hidden') !== null ||
        NOT_TITLE.test((page.attribute(node, 'class') ?? '').slice(0, 300))));
  const text = spacedText(page, heading, heading + 1, isNoTitle) || spacedText(page, heading);
  return withoutCopies(text);
}

/** A text that stands two to four times in a row, of which all but one are for screen readers, once. */
function withoutCopies(text: string): string {
  for (let copies = 4; copies > 1; copies--) {
    const one = text.slice(0, (text.length + 1) / copies - 1);
    if (one.length >= 8 && text === Array(copies).fill(one).join(' ')) return one;
  }
  return text;
}

/**
 * The title in a heading that also has another text: behind the label that forums put before it, or what the page declares as its title;
 * empty when it has no such part.
 */
function titlePart(page: Page, heading: NodeId): string {
  const { all: pieces, declared } = titlesOf(page);
  const whole = lettersOf(textOf(page, heading));
  const isInTitle = [...declared, ...pieces].some((text) => text.includes(whole));
  const isTitle = (raw: string): boolean => {
    const text = lettersOf(raw);
    return !isInTitle && (declared.includes(text) || (2 * text.length > whole.length && pieces.includes(text)));
  };
  const emphasis = tagTable(page, EMPHASIS);
  const end = Math.min(page.end[heading], heading + MAX_TEXT_NODES);
  let isFirst = true;
  for (let node = heading + 1; node < end; node++) {
    if (page.tag[node] === TEXT) {
      const text = textOf(page, node);
      if (page.parent[node] === heading && isTitle(text)) return oneLine(text);
      if (text.trim() !== '') isFirst = false;
      continue;
    }
    if (emphasis[page.tag[node]] === 0 && isTitle(textOf(page, node))) return headingText(page, node);
    const rest = isFirst ? spacedText(page, heading, page.end[node]) : '';
    const isLabel = isFirst && /(?:^|\s)label(?:\s|$)/.test(page.attribute(node, 'class') ?? '');
    if (isLabel || (rest !== '' && isTitle(rest))) return rest;
  }
  return '';
}

/** `<link>` and `<a>` whose `rel` describes the page: canonical, licence, author, tags; in the page's order. */
export function fromLinks(page: Page): Finding[] {
  const findings: Finding[] = [];
  const add = (field: Finding['field'], value: string, source: string): void => {
    const text = oneLine(value);
    if (text !== '') findings.push({ field, kind: 'link', value: text, source });
  };
  const link = page.nameIndex('link');
  const anchor = page.nameIndex('a');
  const relOf = attributeReader(page, 'rel');
  const hrefOf = attributeReader(page, 'href');
  for (let node = 0; node < page.size; node++) {
    const tag = page.tag[node];
    if (tag !== link && tag !== anchor) continue;
    const rel = relOf(node);
    const href = hrefOf(node) ?? '';
    const words = rel === null || !DESCRIBING.test(rel) ? [] : rel.slice(0, 200).toLowerCase().split(/\s+/);
    const name = tag === link ? 'link' : 'a';
    if (tag === link && words.includes('canonical')) add('canonicalUrl', href, '<link rel=canonical>');
    if (tag === link && words.includes('image_src')) add('image', href, '<link rel=image_src>');
    if (words.includes('license') || words.includes('licence')) add('licence', href, `<${name} rel=license>`);
    else if (tag === anchor && CREATIVE_COMMONS.test(href)) add('licence', href, '<a href=creativecommons.org>');
    if (tag === anchor && words.includes('author')) add('authors', textOf(page, node), '<a rel=author>');
    if (tag !== anchor || !words.includes('tag')) continue;
    if (words.includes('category')) add('categories', textOf(page, node), '<a rel="category tag">');
    else add('tags', textOf(page, node), '<a rel="tag">');
  }
  return findings;
}

/** The declared language and direction of writing: `lang`, `xml:lang` and `dir` of `<html>`, then of `<body>`. */
export function fromRootElements(page: Page): Finding[] {
  const findings: Finding[] = [];
  for (const name of ['html', 'body']) {
    const tag = page.nameIndex(name);
    const node = tag < 0 ? -1 : page.tag.indexOf(tag);
    if (node < 0) continue;
    for (const attribute of ['lang', 'xml:lang', 'dir']) {
      const value = page.attribute(node, attribute);
      if (value === null || value.trim() === '') continue;
      const field = attribute === 'dir' ? 'direction' : 'language';
      findings.push({ field, kind: 'html', value, source: `<${name} ${attribute}>` });
    }
  }
  return findings;
}
