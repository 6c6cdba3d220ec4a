/**
 * Finds the footnotes of a page: the links that are references, the elements that are notes, and the links back from the notes.
 *
 * Observation: every generator writes a reference as an in-page link with a short marker (`1`, `[2]`, `†`). Its target is the
 * note or an anchor in it, and most notes link back to the reference. So a marker is a reference if its note links back, or if
 * either of them has a footnote name (`footnote-ref`, `#fn:1`, `doc-noteref`). Notes inside the sentence (sidenotes) are found by
 * class names only. Where nothing links, numbers decide (`unlinked-notes.ts`).
 */
import {
  addTo,
  attributeReader,
  classesOf,
  elementsWith,
  firstChild,
  firstFrom,
  HEADINGS,
  memoized,
  type NodeId,
  nameOf,
  nearestWith,
  nextSibling,
  type Page,
  pastBlank,
  percentDecoded,
  singleSpaced,
  TEXT,
  tagNames,
  textOf,
} from '@dehusk/html';
import { countsBefore } from '../blocks/block.js';
import type { Content, Inline } from './document.js';
import { fragmentsOf } from './generated-parts.js';
import { INLINE_ROLES, pageRoles } from './roles.js';
import { bracketedNotes, unlinkedNotes } from './unlinked-notes.js';

/** A note and its references. */
export interface PageNote {
  /** Unique in the page: letters, digits, `-` and `_`. */
  readonly id: string;
  /** The marker of its first reference, without brackets. */
  readonly label: string;
  /** The element with its text. */
  readonly body: NodeId;
  /** Elements that are nothing but the marker, in document order. Empty for a note inside the sentence: it marks its own place. */
  readonly references: readonly NodeId[];
}

/** Longest marker; longest text of a link back with a name of footnotes, and without. */
const MAX_MARKER = 32;
/** Shortest text of a note inside the sentence. */
const MIN_NOTE = 12;
const MAX_NAMED_BACK = 60;
const MAX_BACK = 24;
/** Longest label of a note and longest group of links back, in characters. */
const MAX_LABEL = 40;
const MAX_GROUP = 400;
/** Bounds of a note. They keep the search linear when bodies nest. */
const MAX_BODY_NODES = 2_000;
const MAX_BODY_CHARACTERS = 20_000;
/** Levels from an anchor to the element with the text of its note, and from a marker to the element that is nothing but it. */
const MAX_CLIMB = 5;
/** Nodes between a reference and the target of a link back to it: an empty anchor before the marker. */
const NEAR = 8;

/** Markers on their own. */
const MARKER = /^(?:\d{1,4}[a-zA-Z]?|[a-zA-Z]|[ivxlcIVXLC]{1,6}|[*†‡§¶‖#※]{1,4}|[⁰¹²³⁴-⁹]{1,4}|\p{L}{0,3} ?\d{1,3})$/u;
/** Text that may have a marker, whatever surrounds it. */
const MAYBE_MARKER = /^.{0,30}\d|[*†‡§¶‖#※[(]|^\W*\w{1,6}\W*$|[⁰¹²³⁴-⁹]/su;
/** Longest marker in brackets or as a superscript. */
const MAX_SET_MARKER = 24;
const NAMED = /foot-?note|end-?note|note-?ref|fn-?ref|cite_note|(?:^|[\s_#-])_?(?:ft?n|edn)(?:[:_.-]\w|\d)/i;
const NAMED_REFERENCE = /foot-?note-?ref|doc-noteref|fn-?ref/i;
const NAMED_BACK = /(?:^|[\s_-])back|back-?(?:ref|link)|return|reversefootnote|to-top|jump/i;
const BACK_SIGNS = /^(?:[\s^↑↩↵⤴⏎⇧▲]|\ufe0e|\ufe0f)+$/;
/** Markers that count with a name of footnotes only: `Note 1`. */
const NAMED_MARKER = /^\p{L}{1,8}\.? ?\d{1,3}$/u;
const WORD = /[\p{L}\p{N}]/u;
/** Elements that are never a note. */
const NO_BODIES = tagNames(HEADINGS, '#document html body main article ul ol dl table tbody thead tfoot figure');
/** Elements that are read as a unit: a marker in them is no reference. */
const UNITS = tagNames('pre code samp tt math svg ruby button');

/** Finds the footnotes of a page. Linear in the page but for the bounds above. */
export const notesOf = memoized((page: Page) => {
  const notes = new NoteList(page);
  addLinkedNotes(page, notes);
  addSidenotes(page, notes);
  if (notes.bodies.size === 0)
    for (const { body, reference, mark, label } of unlinkedNotes(page)) {
      notes.add(body, [reference], label);
      if (mark >= 0) notes.skipped.add(mark);
    }
  if (notes.bodies.size === 0)
    for (const { node, body, ...place } of bracketedNotes(page)) {
      const note = notes.bodies.get(body) ?? notes.add(body, [], String(place.number));
      (note.references as NodeId[]).push(node);
      addTo(notes.inText, node, { ...place, note });
    }
  return notes;
});

/** A reference in a text, or with null a bracket around one that is an element. */
interface TextMark {
  readonly from: number;
  readonly to: number;
  readonly note: PageNote | null;
}

/** Notes under construction. A class because ids are unique among all. */
class NoteList {
  /** By element of {@link PageNote.references}. */
  readonly references = new Map<NodeId, PageNote>();
  /** By {@link PageNote.body}. */
  readonly bodies = new Map<NodeId, PageNote>();
  /** Links back to references and other elements that are no words of the note. */
  readonly skipped = new Set<NodeId>();
  /** Elements that hold only references: the mark of a superscript around several. */
  readonly wrappers = new Set<NodeId>();
  /** Tables and definition lists that only lay notes out. */
  readonly layouts = new Set<NodeId>();
  /** By text node, in the order of their places in the page's characters. */
  readonly inText = new Map<NodeId, TextMark[]>();
  private readonly taken = new Map<string, number>();

  constructor(private readonly page: Page) {}

  addBrackets(reference: NodeId): void {
    const { textFrom, textTo } = this.page;
    const brackets = bracketsAround(this.page, reference);
    if (brackets === null) return;
    addTo(this.inText, brackets[0], { from: textFrom[reference] - 1, to: textFrom[reference], note: null });
    addTo(this.inText, brackets[1], { from: textTo[reference], to: textTo[reference] + 1, note: null });
  }

  add(body: NodeId, references: readonly NodeId[], marker: string): PageNote {
    const label = bareMarker(marker) || String(this.bodies.size + 1);
    const note = { id: this.freeId(label), label, body, references };
    this.bodies.set(body, note);
    for (const reference of references) this.references.set(reference, note);
    const name = nameOf(this.page, body);
    if (name === 'td' || name === 'tr' || name === 'dd') {
      const isLayout = (up: NodeId): boolean => nameOf(this.page, up) === (name === 'dd' ? 'dl' : 'table');
      const layout = nearestWith(this.page, this.page.parent[body], MAX_CLIMB, isLayout);
      if (layout > 0) this.layouts.add(layout);
    }
    return note;
  }

  private freeId(label: string): string {
    const wished = label.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|(?<!-)-+$/g, '') || String(this.bodies.size + 1);
    let id = wished;
    for (let count = this.taken.get(wished) ?? 1; this.taken.has(id); ) {
      count++;
      id = `${wished}-${count}`;
      this.taken.set(wished, count);
    }
    this.taken.set(id, 1);
    return id;
  }
}

/** In-page links in document order. */
interface Links {
  readonly nodes: readonly NodeId[];
  /** Per node: 1 for a link of `nodes`. */
  readonly is: Uint8Array;
  /** The first element after a link that its fragment names, or else the last one before it; −1 for none. */
  readonly ahead: (link: NodeId) => NodeId;
  /** The last element before a link that its fragment names, or else the first one after it; −1 for none. */
  readonly back: (link: NodeId) => NodeId;
}

function inPageLinks(page: Page): Links {
  const fragments = fragmentsOf(page);
  const isUnit = page.names.map((name) => UNITS.has(name));
  const nodes: NodeId[] = [];
  const is = new Uint8Array(page.size);
  const names = new Map<NodeId, string>();
  const places = new Map<string, NodeId[]>();
  let at: NodeId = 1;
  for (const [node, fragment] of fragments) {
    for (; at < node; at++) if (isUnit[page.tag[at]]) at = page.end[at] - 1;
    if (at > node || fragment === '' || page.textTo[node] - page.textFrom[node] > MAX_GROUP) continue;
    const name = percentDecoded(fragment) ?? fragment;
    nodes.push(node);
    is[node] = 1;
    names.set(node, name);
    places.set(name, []);
  }
  // Most pages link within themselves, few with markers: the search for places is saved.
  if (!nodes.some((node) => MAYBE_MARKER.test(textOf(page, node)))) nodes.length = 0;
  const readers = [attributeReader(page, 'id'), attributeReader(page, 'name')];
  for (const node of nodes.length > 0 ? elementsWith(page, ['id', 'name']) : [])
    for (const read of readers) {
      const name = read(node);
      const named = name === null ? undefined : places.get(name);
      if (named !== undefined && named.at(-1) !== node) named.push(node);
    }
  const near = (link: NodeId, offset: 0 | -1): NodeId => {
    const all = places.get(names.get(link) as string) as NodeId[];
    const next = firstFrom(all, link);
    return all[next + offset] ?? all[next - 1 - offset] ?? -1;
  };
  return { nodes, is, ahead: (link) => near(link, 0), back: (link) => near(link, -1) };
}

/** A note that links lead to. */
interface NoteCandidate {
  readonly body: NodeId;
  readonly target: NodeId;
  /** The references, in document order. */
  readonly links: NodeId[];
  /** True when names make it a note without a link back. */
  named: boolean;
  /** The element of its label, when that is outside the body; else −1. */
  readonly term: NodeId;
}

function addLinkedNotes(page: Page, notes: NoteList): void {
  const links = inPageLinks(page);
  if (links.nodes.length === 0) return;
  const isBack = new Uint8Array(page.size);
  for (const candidate of candidatesOf(page, links)) {
    const { body, term, named } = candidate;
    const backLinks = backLinksOf(page, links, candidate);
    if (!named && backLinks.length === 0) continue;
    const marker = textOf(page, candidate.links[0]);
    const references = candidate.links.map((link) => markerElement(page, links, link, notes.wrappers));
    notes.add(body, references, marker);
    for (const reference of references) notes.addBrackets(reference);
    if (term >= 0) notes.skipped.add(term);
    for (const link of backLinks) isBack[link] = 1;
    for (const link of backLinks) if (link > body) notes.skipped.add(groupOf(page, isBack, link, body));
  }
}

/** Notes that do not contain each other, by document order. */
function candidatesOf(page: Page, links: Links): NoteCandidate[] {
  let headings: Int32Array | null = null;
  const byBody = new Map<NodeId, NoteCandidate | null>();
  for (const link of links.nodes) {
    const text = textOf(page, link).trim();
    if (text === '' || text.length > MAX_MARKER) continue;
    const target = links.ahead(link);
    if (target < 0 || !isMarker(page, link, text, true)) continue;
    const names = namesOf(page, link);
    const named = NAMED.test(`${names} ${page.attribute(link, 'href') ?? ''}`);
    if (!named && !isMarker(page, link, text, false)) continue;
    // What leads back from a note looks like a reference to it.
    if (target < link && (!NAMED_REFERENCE.test(names) || NAMED_BACK.test(names))) continue;
    const place = bodyOf(page, links, link, target, text);
    if (place === null) continue;
    const { body, term } = place;
    const end = page.end[body];
    headings ??= countsBefore(page, HEADINGS);
    if (headings[end] !== headings[body] || (body <= link && link < end)) continue;
    if (end - body > MAX_BODY_NODES || page.textTo[body] - page.textFrom[body] > MAX_BODY_CHARACTERS) continue;
    const known = byBody.get(body);
    if (known === undefined) {
      const isNamed =
        named || NAMED.test(`${namesOf(page, body)} ${namesOf(page, target)}`) || isNumbered(page, link, body);
      byBody.set(body, { body, target, term, links: [link], named: isNamed });
    } else if (known !== null && known.target === target) known.links.push(link);
    else byBody.set(body, null);
  }
  const sorted = [...byBody.values()].filter((one) => one !== null).sort((a, b) => a.body - b.body);
  return sorted.filter(({ body }, at) => at + 1 === sorted.length || sorted[at + 1].body >= page.end[body]);
}

/** True for a note that begins with the number in brackets that leads to it, or is the item of a list with that number. */
function isNumbered(page: Page, link: NodeId, body: NodeId): boolean {
  const text = textOf(page, link).trim();
  const number = /^\[?(\d{1,3})\]?$/.exec(text)?.[1];
  const isInBrackets = text.startsWith('[') || bracketsAround(page, link) !== null;
  if (number === undefined || !(isInBrackets || nameOf(page, page.parent[link]) === 'sup')) return false;
  if (page.chars.slice(page.textFrom[body], page.textTo[body]).trimStart().startsWith(`[${number}]`)) return true;
  const list = page.parent[body];
  if (nameOf(page, body) !== 'li' || nameOf(page, list) !== 'ol') return false;
  let at = Number(page.attribute(list, 'start') ?? 1);
  for (let item = list + 1; item < body && at < Number(number); item = page.end[item])
    if (nameOf(page, item) === 'li') at++;
  return at === Number(number);
}

/** The texts that end and begin with the brackets around a link; null without them. */
function bracketsAround(page: Page, link: NodeId): readonly [before: NodeId, after: NodeId] | null {
  const { chars, textFrom, textTo, end, tag } = page;
  if (chars[textFrom[link] - 1] !== '[' || chars[textTo[link]] !== ']') return null;
  let before = link - 1;
  while (before > link - NEAR && (tag[before] !== TEXT || textTo[before] === textFrom[before])) before--;
  let after = end[link];
  while (after < end[link] + NEAR && (tag[after] !== TEXT || textTo[after] === textFrom[after])) after++;
  return tag[before] === TEXT && tag[after] === TEXT ? [before, after] : null;
}

/** Class, id and role of an element and of the element around it. */
function namesOf(page: Page, node: NodeId): string {
  const up = page.parent[node];
  return [node, up]
    .flatMap((one) => ['class', 'id', 'role', 'rel', 'epub:type'].map((name) => page.attribute(one, name) ?? ''))
    .join(' ')
    .slice(0, 500);
}

/** The marker without brackets, dots and space around it. */
function bareMarker(text: string): string {
  return singleSpaced(text.replace(/[[\](){}^.:,;\u200b]|\ufe0e|\ufe0f/g, ' ')).trim();
}

function isMarker(page: Page, link: NodeId, text: string, named: boolean): boolean {
  const bare = bareMarker(text);
  if (bare === '' || BACK_SIGNS.test(bare)) return false;
  if (MARKER.test(bare) || (named && NAMED_MARKER.test(bare))) return true;
  const isSet =
    /^[[(].*[\])]$/.test(text) || nameOf(page, page.parent[link]) === 'sup' || nameOf(page, link + 1) === 'sup';
  return isSet && bare.length <= MAX_SET_MARKER;
}

/** The element with the text of a note, from the target of its reference; null for none. */
function bodyOf(
  page: Page,
  links: Links,
  link: NodeId,
  target: NodeId,
  marker: string,
): { readonly body: NodeId; readonly term: NodeId } | null {
  const { roles } = pageRoles(page);
  const label = bareMarker(marker);
  const isBare = (node: NodeId): boolean => {
    if (page.textTo[node] - page.textFrom[node] > MAX_LABEL) return false;
    const rest = bareMarker(textWithout(page, node, links.is));
    return rest === label || !WORD.test(rest);
  };
  let body = target;
  const isTerm = (node: NodeId): boolean =>
    nameOf(page, node) === 'dt' || (node !== target && HEADINGS.has(nameOf(page, node)));
  for (let climbed = 0; isTerm(body) || isBare(body) || INLINE_ROLES.has(roles[page.tag[body]]); climbed++) {
    if (isTerm(body)) {
      let next = nextSibling(page, body);
      while (next >= 0 && page.tag[next] === TEXT) next = nextSibling(page, next);
      const isNote = next >= 0 && nameOf(page, next) === (nameOf(page, body) === 'dt' ? 'dd' : 'p');
      return isNote ? { body: next, term: body } : null;
    }
    const up = page.parent[body];
    // The heading of a note of Texinfo is nothing but the link back.
    if (HEADINGS.has(nameOf(page, up)) && links.is[body] === 1 && textWithout(page, up, links.is).trim() === '') {
      body = up;
      continue;
    }
    // A note in the sentence: the element around it has the reference.
    if (up <= link && link < page.end[up]) return isBare(body) || body === link ? null : { body, term: -1 };
    if (climbed === MAX_CLIMB || NO_BODIES.has(nameOf(page, up))) return isBare(body) ? null : { body, term: -1 };
    body = up;
  }
  return NO_BODIES.has(nameOf(page, body)) && !/foot-?note/.test(page.attribute(body, 'class') ?? '')
    ? null
    : { body, term: -1 };
}

/** The text of a short element without that of in-page links. */
function textWithout(page: Page, node: NodeId, isLink: Uint8Array): string {
  const pieces: string[] = [];
  const end = page.end[node];
  for (let at = node; at < end; at++) {
    if (isLink[at] === 1) at = page.end[at] - 1;
    else if (page.tag[at] === TEXT) pieces.push(textOf(page, at));
  }
  return pieces.join('');
}

function backLinksOf(page: Page, links: Links, { body, term, links: references }: NoteCandidate): NodeId[] {
  const first = firstFrom(links.nodes, term >= 0 ? term : body);
  return links.nodes.slice(first, firstFrom(links.nodes, page.end[body])).filter((link) => {
    const length = page.textTo[link] - page.textFrom[link];
    const isNamed = BACK_SIGNS.test(textOf(page, link)) || NAMED_BACK.test(namesOf(page, link));
    if (isNamed && length <= MAX_NAMED_BACK) return true;
    return length <= MAX_BACK && isAtReference(page, links.back(link), references);
  });
}

/** True for a reference, an element around it, or an anchor beside it. */
function isAtReference(page: Page, target: NodeId, references: readonly NodeId[]): boolean {
  if (target < 0) return false;
  const next = firstFrom(references, target);
  const before = references[next - 1];
  const behind = references[next];
  if (before !== undefined && target < page.end[page.parent[before]]) return true;
  if (behind === undefined || behind - target > NEAR) return false;
  return page.end[target] > behind || page.textTo[target] === page.textFrom[target];
}

/** The outermost element that is nothing but a marker with its brackets. Elements with several markers go to `wrappers`. */
function markerElement(page: Page, links: Links, link: NodeId, wrappers: Set<NodeId>): NodeId {
  const { roles } = pageRoles(page);
  let element = link;
  for (let climbed = 0; climbed < MAX_CLIMB; climbed++) {
    const up = page.parent[element];
    if (!INLINE_ROLES.has(roles[page.tag[up]]) || page.textTo[up] - page.textFrom[up] > MAX_GROUP) break;
    if (WORD.test(textWithout(page, up, links.is))) break;
    if (firstFrom(links.nodes, page.end[up]) - firstFrom(links.nodes, up) > 1) {
      wrappers.add(up);
      break;
    }
    element = up;
  }
  return element;
}

/** The outermost element of a note that holds only links back and signs: `^ a b c`. */
function groupOf(page: Page, isBack: Uint8Array, link: NodeId, body: NodeId): NodeId {
  let group = link;
  for (let up = page.parent[group]; up > body; up = page.parent[group]) {
    if (page.textTo[up] - page.textFrom[up] > MAX_GROUP || WORD.test(textWithout(page, up, isBack))) break;
    group = up;
  }
  return group;
}

/** Names of notes inside the sentence: Tufte CSS, Modern Footnotes of WordPress, LaTeXML. */
const SIDENOTE_BODY = /(?:^|\s)(?:sidenote|marginnote|modern-footnotes-footnote__note|ltx_note_content)(?:\s|$)/;
const SIDENOTE_MARK =
  /(?:^|\s)(?:margin-toggle|sidenote-(?:toggle|number)|marginnote-ind|modern-footnotes-footnote|ltx_note_mark|ltx_tag_note|ltx_note_type)(?:\s|$)/;
/** Names of notes whose place in the sentence is their mark; shorter text is a mark itself. */
const INLINE_NOTE = /(?:^|\s)(?:inline-?footnote|footnote(?:-text)?)(?:\s|$)/;
/** Nodes of one parent between a mark and its note. */
const MARK_REACH = 12;

function addSidenotes(page: Page, notes: NoteList): void {
  if (!classesOf(page).values.some((classes) => SIDENOTE_BODY.test(classes) || INLINE_NOTE.test(classes))) return;
  const classOf = attributeReader(page, 'class');
  const isInline = pageRoles(page).roles.map((role, tag) => tag !== TEXT && INLINE_ROLES.has(role));
  /** Marks that wait for their note. */
  let marks: NodeId[] = [];
  for (let node = 1; node < page.size; node++) {
    if (!isInline[page.tag[node]]) continue;
    const classes = classOf(node);
    if (classes === null) continue;
    if (SIDENOTE_MARK.test(classes)) {
      if (notes.references.has(node)) continue;
      marks = marks.filter((mark) => node - mark <= MARK_REACH);
      marks.push(node);
      node = page.end[node] - 1;
    } else if (INLINE_NOTE.test(classes) && isNoteInPlace(page, node)) {
      const mark = markBefore(page, node);
      notes.add(node, [], mark < 0 ? '' : textOf(page, mark));
      if (mark >= 0) notes.skipped.add(mark);
      node = page.end[node] - 1;
    } else if (SIDENOTE_BODY.test(classes) && !notes.bodies.has(node)) {
      const near = marks.filter((mark) => node - page.end[mark] <= MARK_REACH);
      const end = page.end[node];
      if (near.length === 0 || end - node > MAX_BODY_NODES) continue;
      notes.add(node, [], near.map((mark) => textOf(page, mark)).find((text) => bareMarker(text) !== '') ?? '');
      for (const mark of near) notes.skipped.add(mark);
      marks = [];
      // The mark once more, in the note.
      for (let inside = node + 1; inside < end; inside++)
        if (SIDENOTE_MARK.test(classOf(inside) ?? '')) notes.skipped.add(inside);
      node = end - 1;
    }
  }
}

/** Names of elements around a mark and its note. */
const NOTE_WRAPPER = /(?:foot|side)-?note/i;

/** The mark before a note in an element that is named for them; −1 for none. */
function markBefore(page: Page, note: NodeId): NodeId {
  const wrapper = page.parent[note];
  const mark = pastBlank(page, firstChild(page, wrapper));
  const isMark =
    mark < note && page.tag[mark] !== TEXT && MARKER.test(bareMarker(textOf(page, mark).slice(0, MAX_MARKER)));
  return isMark && NOTE_WRAPPER.test(page.attribute(wrapper, 'class') ?? '') ? mark : -1;
}

/** True for a `<span>` of text after a word, without links unless an element around it is named for notes. */
function isNoteInPlace(page: Page, node: NodeId): boolean {
  const length = page.textTo[node] - page.textFrom[node];
  if (nameOf(page, node) !== 'span' || length > MAX_BODY_CHARACTERS) return false;
  if (length < MIN_NOTE && markBefore(page, node) < 0) return false;
  if (page.end[node] - node > MAX_BODY_NODES) return false;
  if (!NOTE_WRAPPER.test(page.attribute(page.parent[node], 'class') ?? ''))
    for (let inside = node + 1; inside < page.end[node]; inside++)
      if (nameOf(page, inside) === 'a' || nameOf(page, inside) === 'sup') return false;
  return /\S/.test(page.chars[page.textFrom[node] - 1] ?? ' ');
}

/** The content of a note without the label it begins with and the brackets that links back leave. */
export function withoutLabel(content: readonly Content[], label: string): Content[] {
  const [first, ...rest] = content;
  if (first?.type !== 'paragraph') return [...content];
  const inline = withoutLabelInline(first.inline, label);
  return inline.length === 0 ? rest : [{ ...first, inline }, ...rest];
}

function withoutLabelInline(inline: readonly Inline[], label: string): Inline[] {
  const [first, ...rest] = inline;
  if (first === undefined) return [];
  if ('inline' in first) return bareMarker(plainText(first)) === label ? withoutLabelInline(rest, '') : [...inline];
  if (first.type !== 'text') return [...inline];
  const text = first.text.trimStart();
  const open = /^[[({^]*/.exec(text)?.[0].length ?? 0;
  let from = 0;
  if (label !== '' && text.startsWith(label, open) && !WORD.test(text.charAt(open + label.length)))
    from = open + label.length;
  else if (/[\])}]/.test(text.charAt(open))) from = open;
  const left = text
    .slice(from)
    .replace(/^(?:[\])}]+[.:]?|[.:])(?=\s|$)/, '')
    .trimStart();
  return left === '' ? rest : [{ type: 'text', text: left }, ...rest];
}

function plainText(inline: Inline): string {
  if (inline.type === 'text') return inline.text;
  return 'inline' in inline ? inline.inline.map(plainText).join('') : '';
}
