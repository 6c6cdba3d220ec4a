/**
 * Callouts: notes, tips and warnings set apart from the text. Generators mark them only by class names, so callouts are found by
 * a class that only callouts have (`admonition`), a box with a kind (`alert alert-info`, `notice tip`), or a kind on a short box
 * (`note`).
 */
import { attributeReader, classTest, memoized, type NodeId, nameOf, type Page, TEXT, tagNames } from '@dehusk/html';
import type { KeptNodes } from './kept.js';

/** Classes that only callouts have. */
const CALLOUTS = tagNames(
  'admonition admonitionblock admonition-block callout markdown-alert theme-admonition custom-block hint-container notecard ' +
    'book-hint starlight-aside kg-callout-card confluence-information-macro blockquote-tag',
);
/** Those that other boxes have, too. */
const SHARED_CALLOUTS = tagNames('callout custom-block');
/** Classes of boxes: callouts when a kind follows, in the same class (`alert-info`) or another (`notice info`). */
const BOXES = tagNames('admonish alert hint is message msg note notice notices panel prompt');
/** Boxes with the prefix of a style sheet: `tsd-alert-note`, `bd-callout-info`. */
const PREFIXED_BOX = /^[a-z]{1,12}-(?:alert|callout|admonition)$/;
/** Kinds that make a short box a callout on their own. */
const PLAIN_KINDS = tagNames('note warning tip caution important danger attention hint seealso');
/** Roles of such boxes. */
const NOTE_ROLES = tagNames('note alert');
const KINDS: ReadonlySet<string> = new Set([
  ...PLAIN_KINDS,
  ...tagNames(
    'info information warn error success failure fail bug example quote abstract summary tldr question faq help todo check done ' +
      'missing exercise definition',
  ),
]);
/** Kinds by colour. They say little, so they count only after the name of a box: `alert-primary`. */
const COLOUR_KINDS = tagNames('primary secondary light dark');
/** A class name worth looking at. Most elements have none. */
const WORTH_READING =
  /admoni|alert|callout|caution|custom-block|danger|hint|important|info|message|msg|not[ei]|panel|prompt|seealso|tip|warn|aside|attention|blockquote-tag|border/i;
/** Maximum characters read of a class attribute. */
const MAX_CLASS = 600;
/** Suffix of CSS modules: `admonition_xJq3`. */
const MODULE_HASH = /_{1,2}(?=[A-Za-z0-9]*[A-Z0-9])[A-Za-z0-9]{4,8}$/;
/** Boxes by kind alone hold no more characters and nodes, so that a page in a `div.note` is no callout. */
const MAX_CHARACTERS = 3_000;
const MAX_NODES = 300;
/** Nodes searched for the title, and the length of titles. */
const TITLE_REACH = 64;
const MAX_TITLE = 200;
/** Nodes in which a class of titles shows that a box is a callout. */
const TITLE_NODES = 8;
const TITLE = /(?:^|[-_\s])(?:title|heading|head|header|label)(?:$|[-_\s])/i;

/** Finds the kind of a callout, lower case, or null for other elements. Takes constant time per element. */
export const calloutKinds: (page: Page) => (node: NodeId) => string | null = memoized((page: Page) => {
  const isWorthReading = classTest(page, WORTH_READING, MAX_CLASS);
  const [declaredOf, typeOf, roleOf, ariaRoleOf] = ['data-callout', 'data-callout-type', 'role', 'aria-role'].map(
    (name) => attributeReader(page, name),
  );
  const details = page.nameIndex('details');
  return (node) => {
    const declared = declaredOf(node) ?? typeOf(node);
    if (declared !== null && /^[\w-]{1,40}$/.test(declared)) return declared.toLowerCase();
    const role = roleOf(node) ?? ariaRoleOf(node);
    if (!NOTE_ROLES.has(role ?? '') && !isWorthReading(node) && page.tag[node] !== details) return null;
    return kindByClass(page, node, role);
  };
});

function kindByClass(page: Page, node: NodeId, role: string | null): string | null {
  const name = nameOf(page, node);
  const classes = (page.attribute(node, 'class') ?? '').slice(0, MAX_CLASS);
  const tokens = classes.split(/\s+/).map((word) => word.replace(MODULE_HASH, '').toLowerCase().replace(/_|--/g, '-'));
  const kind = tokens.find((token) => KINDS.has(token));
  // A closed box of any kind is a callout; one that only looks like a box (`alert`) is not.
  if (name === 'details') return kind ?? (tokens.some((token) => CALLOUTS.has(token)) ? 'note' : null);
  const compound = tokens.map(kindInClass).find((one) => one !== null);
  if (tokens.some((token) => CALLOUTS.has(token))) {
    const own = compound ?? kind ?? ownKind(tokens);
    if (own !== undefined) return own;
    // Shops and blogs call other boxes so, too.
    const isShared = name !== 'figure' && tokens.some((token) => SHARED_CALLOUTS.has(token));
    return isShared && !hasTitle(page, node) ? null : 'note';
  }
  if (compound !== undefined) return compound;
  const box = tokens.find((token) => BOXES.has(token));
  const boxKind = tokens.find((token) => KINDS.has(token) && token !== box);
  if (box !== undefined && boxKind !== undefined) return boxKind;
  const plain = NOTE_ROLES.has(role ?? '')
    ? (kind ?? 'note')
    : kind !== undefined && PLAIN_KINDS.has(kind)
      ? kind
      : iconBox(page, node, classes);
  return plain !== null && name !== 'article' && isShort(page, node) ? plain : null;
}

/** The kind in a class such as `alert-info`, or null. */
function kindInClass(token: string): string | null {
  for (let cut = token.indexOf('-'); cut > 0; cut = token.indexOf('-', cut + 1)) {
    const box = token.slice(0, cut);
    const kind = token.slice(cut + 1);
    if ((BOXES.has(box) || CALLOUTS.has(box) || PREFIXED_BOX.test(box)) && (KINDS.has(kind) || COLOUR_KINDS.has(kind)))
      return kind;
  }
  return null;
}

/** The kind an author made up: `admonition rust`. */
function ownKind(tokens: readonly string[]): string | undefined {
  if (tokens.length > 3 || !tokens.includes('admonition')) return undefined;
  return tokens.find((token) => /^[a-z][a-z0-9]{1,20}$/.test(token) && !CALLOUTS.has(token) && !BOXES.has(token));
}
function hasTitle(page: Page, node: NodeId): boolean {
  const end = Math.min(page.end[node], node + TITLE_NODES);
  for (let at = node + 1; at < end; at++) if (TITLE.test(page.attribute(at, 'class') ?? '')) return true;
  return false;
}

const COLOUR =
  /(?:^|\s)(?:\w+:)?bg-(amber|yellow|orange|red|rose|blue|sky|green|emerald)-(?:50|100|200)(?:\/\d+)?(?=\s|$)/;
const KIND_OF_COLOUR: Readonly<Record<string, string>> = {
  ...{ amber: 'warning', yellow: 'warning', orange: 'warning' },
  ...{ red: 'danger', rose: 'danger', green: 'tip', emerald: 'tip' },
};

/** A box of utility classes: a border, a pale background, and an icon before the text. */
function iconBox(page: Page, node: NodeId, classes: string): string | null {
  if (!/(?:^|[\s:])border(?=\s|$)/.test(classes)) return null;
  const colour = COLOUR.exec(classes)?.[1];
  if (colour === undefined) return null;
  for (let at = node + 1; at < page.end[node] && at < node + 6; at++) {
    if (nameOf(page, at) === 'svg') return KIND_OF_COLOUR[colour] ?? 'info';
    if (page.tag[at] === TEXT && page.chars.slice(page.textFrom[at], page.textTo[at]).trim() !== '') return null;
  }
  return null;
}

function isShort(page: Page, node: NodeId): boolean {
  const end = page.end[node];
  if (end - node > MAX_NODES || page.textTo[node] - page.textFrom[node] > MAX_CHARACTERS) return false;
  for (let at = node + 1; at < end; at++) if (/^h[12]$/.test(nameOf(page, at))) return false;
  return true;
}

/** The element with the title of a callout, which has the first kept text of it; −1 for none. Takes constant time. */
export function calloutTitle(page: Page, callout: NodeId, kept: KeptNodes): NodeId {
  const end = Math.min(page.end[callout], callout + TITLE_REACH);
  for (let node = callout + 1; node < end; ) {
    if (!kept.hasText(node)) {
      node = page.end[node];
      continue;
    }
    if (page.tag[node] === TEXT) return -1;
    const name = nameOf(page, node);
    const classes = (page.attribute(node, 'class') ?? '').slice(0, 200).replace(/([a-z])([A-Z])/g, '$1-$2');
    const isTitle = name === 'summary' || TITLE.test(classes) || (name === 'td' && classes === 'icon');
    if (isTitle && page.textTo[node] - page.textFrom[node] <= MAX_TITLE) return node;
    node++;
  }
  return -1;
}
