/**
 * Where on a page the visible byline and date stand: around the main heading, outside navigation, comments and lists of other
 * pages. Shared by the sources that read visible elements.
 */
import { type NodeId, type Page, tagTable } from '../page.js';

const SECTIONS = new Set(['nav', 'aside', 'footer', 'script', 'style', 'template', 'select', 'button', 'svg', 'form']);
const OTHER_PARTS =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|reply|replies|related|recommend\w*|sidebar|widget|footer|nav|menu|breadcrumbs?|share|sharing|social|popular|trending|latest|recent|teaser|promo|copyright)(?:$|[\s_-])/i;

/** Nodes before the main heading that still belong to it: a kicker, a line with the date. */
const NODES_BEFORE = 60;
/** Nodes behind the main heading looked at. */
const NODES_AFTER = 400;

/** A stretch of the page around its main heading. */
export interface Surroundings {
  readonly heading: NodeId | null;
  /** The nodes of the stretch that are in no other part, in the page's order. */
  readonly nodes: readonly NodeId[];
}

/** Fewest letters of a heading that can be recognised in the title. */
const MIN_HEADING_LETTERS = 8;

/**
 * The page's main heading: the first h1, else h2, that stands in `<title>`; else the first h1 that does not name the site; else the
 * first h1; else null.
 */
export function mainHeading(page: Page): NodeId | null {
  const h1 = page.nameIndex('h1');
  const h2 = page.nameIndex('h2');
  const titleNode = page.tag.indexOf(page.nameIndex('title'));
  const title = titleNode < 0 ? '' : lettersOf(page.chars.slice(page.textFrom[titleNode], page.textTo[titleNode]));
  let first: NodeId | null = null;
  let firstOfPage: NodeId | null = null;
  let second: NodeId | null = null;
  for (let node = 0; node < page.size; node++) {
    const tag = page.tag[node];
    if ((tag !== h1 || h1 < 0) && (tag !== h2 || h2 < 0)) continue;
    const text = lettersOf(
      page.chars.slice(page.textFrom[node], Math.min(page.textTo[node], page.textFrom[node] + 500)),
    );
    if (text === '') continue;
    const inTitle = text.length >= MIN_HEADING_LETTERS && title.includes(text);
    if (tag === h2) {
      if (inTitle) second ??= node;
      continue;
    }
    const isSite = isSiteName(page, node);
    if (inTitle && !isSite) return node;
    first ??= node;
    if (!isSite) firstOfPage ??= node;
  }
  return second ?? firstOfPage ?? first;
}

/** Letters and digits of a text, lower case; at most 1,000 characters are looked at. */
const lettersOf = (text: string): string =>
  text
    .slice(0, 1_000)
    .toLowerCase()
    .replace(/[\0-/:-@[-`{-\u00a9\u2000-\u206f\u3000-\u303f]+/g, '');

/** A heading in the header that is one link to the front page or a logo names the site, not the page. */
function isSiteName(page: Page, heading: NodeId): boolean {
  const own = `${page.attribute(heading, 'class') ?? ''} ${page.attribute(heading, 'id') ?? ''}`.slice(0, 500);
  if (/logo|site-?(?:title|name)|brand/i.test(own)) return true;
  const anchor = page.nameIndex('a');
  for (let node = heading + 1; node < page.end[heading]; node++) {
    if (page.tag[node] !== anchor || anchor < 0) continue;
    const href = page.attribute(node, 'href')?.trim() ?? '';
    return /^(?:\/|#|(?:https?:)?\/\/[^/]+\/?)$/i.test(href);
  }
  return false;
}

/** The stretch around the main heading; around the start of the body when there is none. */
export function surroundingsOf(page: Page): Surroundings {
  const heading = mainHeading(page);
  const section = tagTable(page, SECTIONS);
  const body = page.nameIndex('body');
  const start = heading ?? Math.max(0, page.tag.indexOf(body));
  const from = Math.max(1, start - (heading === null ? 0 : NODES_BEFORE));
  const to = Math.min(page.size, (heading === null ? start : page.end[start]) + NODES_AFTER);
  const nodes: NodeId[] = [];
  for (let node = from; node < to; node++) {
    const insideOut = page.end[node] <= start || node > start;
    if (insideOut && page.tag[node] > 1) {
      const name = `${page.attribute(node, 'class') ?? ''} ${page.attribute(node, 'id') ?? ''}`.slice(0, 300);
      if (section[page.tag[node]] === 1 || OTHER_PARTS.test(name)) {
        node = page.end[node] - 1;
        continue;
      }
    }
    nodes.push(node);
  }
  return { heading, nodes };
}
