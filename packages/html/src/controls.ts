/**
 * What the controls of a page open: panels of tabs, collapsed parts, further slides, and text that a script or a style shows later.
 * A reader gets to such text, so it is not hidden. Read from attributes, class names and the elements beside; nothing is executed.
 */
import { classesOf, classTest, classWords } from './classes.js';
import { tagNames } from './elements.js';
import { attributeReader, type NodeId, type Page, previousSiblings, TEXT, tagTable } from './page.js';

/** Attributes that name what a control opens. */
const NAMING: ReadonlySet<string> = new Set(
  (
    'aria-controls aria-owns href for popovertarget commandfor onclick data-target data-bs-target data-toggle ' +
    'data-tab data-tab-target data-panel data-show data-open data-href data-content data-id data-collapse data-accordion ' +
    'data-controls data-section data-ref data-slide-to data-toggle-target data-reveal data-modal data-w-tab'
  ).split(' '),
);
const CONTROLS = tagNames('a button summary label input area');

/** Ids (`#name`) and classes (`.name`) that controls name, with the controls. */
export function namedByControls(page: Page): Map<string, NodeId[]> {
  const { names, from, to, name, value, length } = page.attributeColumns;
  const isNaming = Uint8Array.from(names, (one) => (NAMING.has(one) ? 1 : 0));
  const controls = tagTable(page, CONTROLS);
  const roleOf = attributeReader(page, 'role');
  const found = new Map<string, NodeId[]>();
  const add = (key: string, node: NodeId): void => {
    const list = found.get(key);
    if (list === undefined) found.set(key, [node]);
    else if (list.length < 8) list.push(node);
  };
  for (let node = 1; node < page.size; node++) {
    for (let at = from[node]; at < to[node]; at++) {
      if (isNaming[name[at]] === 0 || length(at) > MAX_VALUE) continue;
      const attribute = names[name[at]];
      const given = value(at).trim();
      if (attribute === 'href') {
        // A link of the page to itself opens what it names only where a script or a style takes it up.
        if (given.length > 1 && given.startsWith('#')) add(given, node);
      } else if (attribute === 'onclick') {
        for (const [, one] of given.matchAll(/['"]([#.]?[\w:-]+)['"]/g)) add(/^[#.]/.test(one) ? one : `#${one}`, node);
      } else if (attribute.startsWith('data-') && !/^[#.]/.test(given)) {
        if (controls[page.tag[node]] === 1 || /^(?:tab|button)$/.test(roleOf(node) ?? ''))
          if (/^[\w:-]+$/.test(given)) add(`#${given}`, node);
      } else for (const one of given.split(/\s+/)) add(/^[#.]/.test(one) ? one : `#${one}`, node);
    }
  }
  return found;
}

/** Maximum length of a value that names what a control opens. */
const MAX_VALUE = 300;

/** Class names of parts that scripts and styles show later. */
const OPENED =
  /(?:^|[\s_-])(?:(?:accordion|collaps|carousel|slick|swiper|slider|toggle|toggling|expand|spoiler|truncat|unfold|flickity|splide|owl|glide|faq|transcript|flexslider|tabbed|tabs?-?(?:pane|panel|content|item|body|container)|panes?\b)[\w-]*|slides?|tabs?|panels?|(?:read|show|see|view|load)[-_]?(?:more|less|full|all)|more[-_]?(?:text|content|info)|answers?|paywall\w*|premium|locked|regwall|gated|(?:article|content|body|story|text)[-_]?(?:rest|full|continued)|mw-collapsible\w*)(?=[\s_-]|$)/i;
/** Class names and attributes of parts that fade in. */
const ANIMATED =
  /(?:^|[\s_-])(?:aos|wow|animate\w*|animation\w*|animated?|fade\w*|reveal\w*|motion\w*|lazy\w*|scroll\w*|elementor-invisible|js-reveal|sal|et-waypoint|vc_\w+|inview|in-view|appear\w*|transition\w*|loading|preload\w*|framer\w*)(?=[\s_-]|$)/i;
const FRAMEWORK =
  /^(?:(?:x-(?:show|cloak|collapse|transition)|v-(?:show|cloak)|ng-(?:show|hide|cloak|if)|data-(?:accordion|tab|collapse|expand|slide|swiper|carousel|aos|sal|animate|animation|reveal|scroll|framer|motion|w-id|slick|flickity|w-tab)|\[class)[\w-]*)$/;

/** Labels of controls that open the text beside them. */
const OPENING =
  /\b(?:more|less|show|read|expand|open|full|all|continue|details?|view|reveal|see|toggle|answers?|solution|hint|spoiler|unfold|mehr|weiter\w*|anzeigen|plus|suite|afficher|lire|voir|m[aá]s|leer|mostrar|ver|mais|ler|altro|leggi|mostra|meer|lees|toon|mer|vis|l[aä]s|wi[eę]cej)\b|[…+▼▾⌄›»]|ещ[её]|дал[её]е|показать|更多|展开|もっと|続き|더\s?보기/i;
/** Labels of controls that do something else, of few characters: a question may have these words, too. */
const MAX_OTHER = 40;
const OTHER =
  /\b(?:share|copy|print|subscribe|send|submit|like|follow|save|log ?in|sign|search|buy|add|cart|download|play|close|accept|reply|menu|cookie|teilen|drucken|abonnieren|suchen)\b/i;

/** Maximum characters of a control, and of what holds one. */
const MAX_LABEL = 160;
/** The same with the white space between its elements. */
const MAX_SOURCE = 2_000;
/** Minimum characters of a title. */
const MIN_TITLE = 4;
const LISTS = tagNames('ul ol dl div section');
/** Minimum nodes of a list of several parts. */
const MIN_PARTS = 6;
/** Nodes looked at for a control. */
const MAX_NODES = 24;

/** Tests of elements for what may be shown later. */
export function openingsOf(page: Page) {
  const { tag, end, parent, size } = page;
  const { of } = classesOf(page);
  const words = classWords(page).of;
  const lists = tagTable(page, LISTS);
  const classes = classTest(page, OPENED, 400);
  const animated = classTest(page, ANIMATED, 400);
  const [typeOf, roleOf, hrefOf] = ['type', 'role', 'href'].map((name) => attributeReader(page, name));
  const { names, from, to, name } = page.attributeColumns;
  const framework = Uint8Array.from(names, (one) => (FRAMEWORK.test(one) ? 1 : 0));
  const controlling = Uint8Array.from(names, (one) =>
    /^(?:aria-expanded|aria-controls|onclick|popovertarget)$/.test(one) ? 1 : 0,
  );
  const has = (node: NodeId, table: Uint8Array): boolean => {
    for (let at = from[node]; at < to[node]; at++) if (table[name[at]] === 1) return true;
    return false;
  };
  const [button, summary, link, input, label] = ['button', 'summary', 'a', 'input', 'label'].map((one) =>
    page.nameIndex(one),
  );
  const isControl = (node: NodeId): boolean => {
    const own = tag[node];
    if (own === input) return /^(?:checkbox|radio)$/i.test(typeOf(node) ?? '');
    if (own === button || own === summary || own === label) return (typeOf(node) ?? '').toLowerCase() !== 'submit';
    if (has(node, controlling)) return true;
    if (own === link) {
      const href = hrefOf(node)?.trim() ?? '#';
      // A link to another place of the page opens what it names only.
      return href === '' || href === '#' || /^javascript:/i.test(href);
    }
    return /^(?:button|tab)$/.test(roleOf(node) ?? '');
  };
  /** Whether an element is a control or a short text with one. */
  const holdsControl = (node: NodeId, mustOpen: boolean, isSeen: (control: NodeId) => boolean): boolean => {
    if (node <= 0 || tag[node] === TEXT) return false;
    const words = labelOf(page, node);
    if (words.length > MAX_LABEL) return false;
    if (words.length <= MAX_OTHER && OTHER.test(words) && !OPENING.test(words)) return false;
    for (let inner = node; inner < Math.min(end[node], node + MAX_NODES); inner++)
      if (tag[inner] !== TEXT && isControl(inner) && isSeen(inner))
        return !mustOpen || tag[inner] === input || OPENING.test(words) || has(inner, controlling);
    return false;
  };
  const before = previousSiblings(page);
  const after = (node: NodeId): NodeId => {
    let next = end[node];
    while (next < size && parent[next] === parent[node] && tag[next] === TEXT) next = end[next];
    return next < size && parent[next] === parent[node] ? next : -1;
  };
  const isBesideControl = (node: NodeId, isSeen: (control: NodeId) => boolean): boolean =>
    holdsControl(before[node], false, isSeen) ||
    holdsControl(after(node), true, isSeen) ||
    holdsControl(after(parent[node]), true, isSeen) ||
    (before[node] === 0 && holdsControl(before[parent[node]], true, isSeen));
  return {
    /** Whether text of an element that is not shown now may be shown later, by its names or by a control beside it. */
    isOpened: (node: NodeId, isSeen: (control: NodeId) => boolean): boolean =>
      classes(node) ||
      classes(parent[node]) ||
      has(node, framework) ||
      roleOf(node) === 'tabpanel' ||
      isBesideControl(node, isSeen),
    /** Whether an element comes after a short one, as an answer does, or is a list after one of its class: a script shows one at a time. */
    isOneOfMany: (node: NodeId): boolean => {
      const other = before[node];
      if (lists[tag[node]] === 1 && tag[other] === tag[node] && end[node] - node >= MIN_PARTS && of[other] > 0)
        if (words[of[node]].filter((one) => !words[of[other]].includes(one)).length <= 1) return true;
      const { length } = other === 0 ? '' : labelOf(page, other);
      return length >= MIN_TITLE && length <= MAX_LABEL && of[other] !== of[node];
    },
    isAnimated: (node: NodeId): boolean => animated(node) || has(node, framework),
  };
}

/** The text of an element, as shown; a long one is not read to its end. */
function labelOf({ chars, textFrom, textTo }: Page, node: NodeId): string {
  return chars
    .slice(textFrom[node], Math.min(textTo[node], textFrom[node] + MAX_SOURCE))
    .replace(/\s+/g, ' ')
    .trim();
}
