/**
 * The parts of a post: its subject, and its body without the panel of the author, the line with the date, signatures and buttons.
 *
 * A template puts the body at the same place of every record. Among the elements without the record's author, its date and other
 * records, the body is the place with the most text over all records, or a place inside it with the name of a body and nearly all of
 * its text. Without such a place (bare paragraphs beside the name) the body is all text of the record except the bylines.
 */

import { computed, firstFrom, HEADINGS, type NodeId, nameOf, type Page, TEXT, tagNames, textOf } from '@dehusk/html';
import { elementShapes } from '../blocks/shapes.js';
import { oneLine, spacedText } from '../metadata/finding.js';
import { type Byline, shownCharacters } from './bylines.js';
import { hasTextBelow, type PostRecord } from './post-groups.js';

interface PostParts {
  readonly title: PostSubject | null;
  /** The elements of the body; the record itself when no element is the body. */
  readonly bodies: readonly NodeId[];
  /** Text nodes and images of the body. */
  readonly words: readonly NodeId[];
}

/** A heading that names the subject of a post. */
interface PostSubject {
  readonly node: NodeId;
  readonly text: string;
}

const BODY_CLASS =
  /(?:^|[\s_-])(?:body|content|text|message-?content|post-?body|post-?content|comment-?(?:text|body|content)|commtext|bbwrapper|usertext-body|md|prose|cooked|entry|e-content)(?:$|[\s_-])/i;
/** Ids of bodies end in the number of the post. */
const BODY_ID = /(?:message|msg|text|content|body)[_-]?\d+$/i;
const BODY_PROPERTY = /^(?:text|articlebody|commenttext|description|reviewbody)$/i;
/** Parts of a record that its author did not write. */
const CONTROL_CLASS =
  /(?:^|[\s_-])(?:(?:post|message|user|comment)?-?sig(?:nature)?|post-?edit|actions?|controls?|buttons?|toolbar|tools|reply-?(?:link|button)|comment-?reply|share|vot(?:e|es|ing)|score|likes?|reactions?|post-?menu|js-reactionsList|edited|last-?edit|notice|report|avatar|permalink|user-?info|user-?panel|message-user|(?:post-?)?author-?(?:pane|info|box)\w*|post-?profile|post-?menu|sr-only|visually-?hidden)(?:$|[\s_-])/i;
/** Minimum share of the records that have the place of the body. */
const MIN_RECORDS = 0.5;
/** An inner place named a body replaces an outer one when it holds this share of it. */
const NEARLY_ALL = 0.8;
/** A place named a body counts when it holds this share of the largest place: panels may be longer than short posts. */
const MIN_NAMED = 0.25;
/** Places with less than this share of the text of the records are a part of the body, not the body. */
const MIN_BODY = 0.35;
/** Maximum length of a subject line in characters. */
const MAX_TITLE = 200;
/** Elements that are pieces of a body. */
const PIECES = tagNames(HEADINGS, 'p ul ol blockquote pre table br span a');
/** Added to the keys of places not named a body. Named ones have the shape of the element as key, others that of its ancestors too. */
const UNNAMED = 2 ** 32;

interface BodyPlace {
  chars: number;
  records: number;
  last: number;
  until: NodeId;
  named: boolean;
  readonly tag: string;
}

/**
 * The parts of all records of one template. Linear in the page, but for a logarithm.
 *
 * @param roots the elements of the records of all templates, in document order
 */
export function postParts(page: Page, records: readonly PostRecord[], roots: readonly NodeId[]): PostParts[] {
  const isFlat = records.length > 0 && hasTextBelow(page, records[0]);
  const place = isFlat ? null : bodyPlace(page, records, roots);
  return records.map((record): PostParts => {
    const bodies = place === null ? [] : elementsAt(page, record, roots, place);
    const own = bodies.length === 0 ? [record.root] : bodies;
    if (hasTextBelow(page, record))
      return { title: null, bodies: [record.root], words: textsIn(page, page.end[record.root], record.end) };
    const words = wordsOf(page, record, roots, own, bodies.length === 0);
    const title = titleOf(page, record, bodies[0] ?? page.end[record.root]);
    if (bodies.length > 0 || title === null) return { title, bodies: own, words };
    // A heading after other words belongs to the body.
    const { node } = title;
    if (words.length > 0 && words[0] < node) return { title: null, bodies: own, words };
    return { title, bodies: own, words: words.filter((word) => word >= page.end[node]) };
  });
}

/** Whether another record begins at a node below `root`; nodes must come in document order. */
function skipNested(roots: readonly NodeId[], root: NodeId): (node: NodeId) => boolean {
  let next = firstFrom(roots, root + 1);
  return (node) => {
    while (next < roots.length && roots[next] < node) next++;
    return next < roots.length && roots[next] === node;
  };
}

function bodyPlace(page: Page, records: readonly PostRecord[], roots: readonly NodeId[]): number | null {
  const shown = shownCharacters(page);
  const shapes = elementShapes(page);
  const places = new Map<number, BodyPlace>();
  let total = 0;
  for (const [at, record] of records.entries()) {
    const end = page.end[record.root];
    const nested = skipNested(roots, record.root);
    for (let node = record.root + 1; node < end; node++) {
      if (nested(node) || (page.tag[node] !== TEXT && isControl(page, node))) {
        node = page.end[node] - 1;
        continue;
      }
      const chars = shown[page.end[node]] - shown[node];
      if (page.tag[node] === TEXT) total += chars;
      if (page.tag[node] === TEXT || chars === 0 || holdsOther(page, record, roots, node)) continue;
      const named = isNamedBody(page, node);
      const key = named ? shapes.shape[node] : UNNAMED + shapes.nearChain[node];
      const newPlace = () => ({ chars: 0, records: 0, last: -1, until: 0, named, tag: nameOf(page, node) });
      const place = computed(places, key, newPlace);
      if (node < place.until) continue;
      place.until = page.end[node];
      place.chars += chars;
      if (place.last !== at) place.records++;
      place.last = at;
    }
  }
  const everywhere = [...places].filter(([, { records: count }]) => count >= records.length * MIN_RECORDS);
  const most = (some: readonly [number, BodyPlace][]): [number, BodyPlace] | null =>
    some.reduce<[number, BodyPlace] | null>(
      (best, one) => (best === null || one[1].chars > best[1].chars ? one : best),
      null,
    );
  const largest = most(everywhere);
  if (largest === null) return null;
  const named = everywhere.filter(([, place]) => place.named);
  const largestNamed = most(named);
  if (largestNamed !== null && largestNamed[1].chars >= largest[1].chars * MIN_NAMED) {
    // Of nested bodies the inner one, if it holds nearly all.
    let inner = largestNamed;
    for (const one of named)
      if (one[1].chars >= largestNamed[1].chars * NEARLY_ALL && one[1].records >= inner[1].records * NEARLY_ALL)
        inner = one;
    return inner[0];
  }
  return largest[1].chars < total * MIN_BODY || PIECES.has(largest[1].tag) ? null : largest[0];
}

function isNamedBody(page: Page, node: NodeId): boolean {
  return (
    BODY_PROPERTY.test(page.attribute(node, 'itemprop') ?? '') ||
    BODY_ID.test((page.attribute(node, 'id') ?? '').slice(0, 100)) ||
    BODY_CLASS.test((page.attribute(node, 'class') ?? '').slice(0, 300))
  );
}

/** True when an element contains the author or date of the record, or another record. */
function holdsOther(page: Page, { author, date }: PostRecord, roots: readonly NodeId[], node: NodeId): boolean {
  const end = page.end[node];
  const holds = (byline: Byline | null): boolean => byline !== null && node <= byline.node && byline.node < end;
  return holds(author) || holds(date) || (roots[firstFrom(roots, node + 1)] ?? end) < end;
}

/** The elements of a record at a place, not nested. */
function elementsAt(page: Page, record: PostRecord, roots: readonly NodeId[], place: number): NodeId[] {
  const shown = shownCharacters(page);
  const shapes = elementShapes(page);
  const found: NodeId[] = [];
  const nested = skipNested(roots, record.root);
  for (let node = record.root + 1; node < page.end[record.root]; node++) {
    if (nested(node) || (page.tag[node] !== TEXT && isControl(page, node))) node = page.end[node] - 1;
    else if (
      page.tag[node] !== TEXT &&
      (place < UNNAMED ? shapes.shape[node] : UNNAMED + shapes.nearChain[node]) === place &&
      (place >= UNNAMED || isNamedBody(page, node)) &&
      shown[page.end[node]] > shown[node] &&
      !holdsOther(page, record, roots, node)
    ) {
      found.push(node);
      node = page.end[node] - 1;
    }
  }
  return found;
}

/** The text nodes and images of some elements of a record, without controls, nested records and, optionally, its bylines. */
function wordsOf(
  page: Page,
  { root: record, author, date }: PostRecord,
  records: readonly NodeId[],
  roots: readonly NodeId[],
  withoutMarks: boolean,
): NodeId[] {
  const shown = shownCharacters(page);
  const image = page.nameIndex('img');
  const words: NodeId[] = [];
  for (const root of roots) {
    const nested = skipNested(records, record);
    for (let node = root; node < page.end[root]; node++) {
      if (node !== record && nested(node)) {
        node = page.end[node] - 1;
        continue;
      }
      if (page.tag[node] === TEXT) {
        const isNumber = withoutMarks && words.length === 0 && postNumber(page, node) !== null;
        if (shown[node + 1] > shown[node] && !isNumber) words.push(node);
        continue;
      }
      if (page.tag[node] === image && !withoutMarks && !isPortrait(page, node)) words.push(node);
      const isByline = withoutMarks && node > record && (node === author?.node || node === date?.node);
      if (isByline || (node > root && isControl(page, node))) node = page.end[node] - 1;
    }
  }
  return words;
}

/** Most characters of the number of a post with its sign and white space. */
const MAX_NUMBER = 24;

/** The number of a post when a text is that and nothing else: `#3`, `3#`, `3楼`; else null. */
export function postNumber(page: Page, text: NodeId): number | null {
  if (page.textTo[text] - page.textFrom[text] > MAX_NUMBER) return null;
  const written = textOf(page, text);
  // Every short text of a page comes here, and few have a digit.
  const found = /\d/.test(written) ? /^(?:#\s?(\d{1,5})|(\d{1,5})\s?[#楼樓F])$/.exec(oneLine(written)) : null;
  return found === null ? null : Number(found[1] ?? found[2]);
}

function textsIn(page: Page, from: NodeId, to: NodeId): NodeId[] {
  const shown = shownCharacters(page);
  const words: NodeId[] = [];
  for (let node = from; node < to; node++) {
    if (page.tag[node] === TEXT && shown[node + 1] > shown[node]) words.push(node);
    else if (page.tag[node] !== TEXT && isControl(page, node)) node = page.end[node] - 1;
  }
  return words;
}

const PORTRAIT = /avatar|gravatar|emoji|smil(?:ey|ie)|twemoji/i;

function isPortrait(page: Page, node: NodeId): boolean {
  return PORTRAIT.test(`${page.attribute(node, 'class') ?? ''} ${(page.attribute(node, 'src') ?? '').slice(0, 300)}`);
}

function isControl(page: Page, node: NodeId): boolean {
  const name = nameOf(page, node);
  if (name === 'button' || name === 'footer' || (name === 'form' && isFilledIn(page, node))) return true;
  const classes = page.attribute(node, 'class');
  return classes !== null && CONTROL_CLASS.test(classes.slice(0, 300));
}

/** False for forms that only wrap a text. */
function isFilledIn(page: Page, form: NodeId): boolean {
  for (let node = form + 1; node < page.end[form]; node++) {
    const name = nameOf(page, node);
    if (name === 'textarea' || name === 'select') return true;
    if (name === 'input' && !/^(?:hidden|submit|button)$/i.test(page.attribute(node, 'type') ?? 'text')) return true;
  }
  return false;
}

/** A heading of the record above its body: the subject of a post. */
function titleOf(page: Page, record: PostRecord, body: NodeId): PostSubject | null {
  const shown = shownCharacters(page);
  for (let node = record.root; node < Math.min(body, page.end[record.root], record.root + 200); node++) {
    if (!HEADINGS.has(nameOf(page, node)) || shown[page.end[node]] === shown[node]) continue;
    const title = spacedText(page, node);
    // The heading of a post is often the name or the rank of its author.
    const isHead = record.bylines.some((byline) => node <= byline.node && byline.node < page.end[node]);
    const isRank = /user|author|member|rank/i.test(page.attribute(node, 'class') ?? '');
    if (title !== '' && title.length <= MAX_TITLE && !isHead && !isRank) return { node, text: title };
  }
  return null;
}
