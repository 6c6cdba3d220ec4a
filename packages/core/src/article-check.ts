/**
 * Pages that cannot be the article a caller asks for: empty shells, error pages, lists of articles.
 *
 * Observation: such pages have words, and an extractor keeps some of them. Error pages are short and name the error in their title or
 * heading, in few phrases per language. Shells tell their reader to turn JavaScript on. Lists have the signals by which sites are
 * learnt (`list-signals.ts`), and the page type model sees their cards.
 */

import { type NodeId, nearestWith, type Page, type Refusal, TEXT, tagNames, tagTable, textOf } from '@dehusk/html';
import type { Block, LabelledBlocks } from './blocks/block.js';
import { blockList, contentBlocks } from './blocks/content-blocks.js';
import { ERROR_PHRASES, LOGIN_PHRASES } from './error-phrases-data.js';
import type { Metadata } from './metadata/metadata.js';
import { usualEvidence } from './site/containers/list-evidence.js';
import { listSignals } from './site/containers/list-signals.js';

/** Maximum words of running text, in one container and in all, of an error page that names the error in its title or a heading. */
const ERROR_RUN = 100;
const ERROR_WORDS = 200;
/** Maximum words of a page on which any short block may name the error. */
const BARE_WORDS = 60;
/** Maximum words of running text beside the form of a login page. */
const LOGIN_WORDS = 60;
/** Maximum words of a shell besides its notice. */
const SHELL_WORDS = 25;
/** Words from which a block is running text. */
const TEXT_WORDS = 10;

/**
 * Weight of the log-odds by page type against the list signals, and the sum above which a page is a list. Chosen so that three of
 * WCXB's 711 articles are refused out of fold, and none on the tuning streams.
 */
const TYPE_WEIGHT = 1.5;
const LIST_ABOVE = 1.75;
/** Keeps the log-odds of the page type finite. */
const TYPE_DOUBT = 0.02;

const NO_PREDICTION: LabelledBlocks = { blocks: [], labels: { keep: new Uint8Array(0), why: [] } };

/** Why a page has no content: it waits for a script, or reports an error. Null for other pages. Linear in the page. */
export function contentFault(
  page: Page,
  { blocks, hidden = [] }: LabelledBlocks,
  metadata: Pick<Metadata, 'title'>,
): Refusal | null {
  // Text in the page's data makes up for what it shows.
  if (hidden.length > 0) return null;
  return shell(page, blocks) ?? errorPage(page, metadata, blocks);
}

/** Why the text of a page is no content: it asks its reader to turn JavaScript on. Null for other pages. Linear in the page. */
export function noticeFault(page: Page, { blocks, hidden = [] }: LabelledBlocks): Refusal | null {
  return hidden.length > 0 ? null : shell(page, blocks, (block) => isRequest(page, block));
}

/** Whether a script fills the page: it has hardly a word, and an empty root or a notice about JavaScript. Linear in the page. */
export function needsJavascript(page: Page): boolean {
  return shell(page, blockList(contentBlocks(page))) !== null;
}

/** Why a page is no article; null when it may be one. Linear in the page. */
export function articleFault(page: Page, labelled: LabelledBlocks, metadata: Pick<Metadata, 'title'>): Refusal | null {
  const fault = contentFault(page, labelled, metadata);
  if (fault !== null) return fault;
  const types = labelled.prediction?.typeProbabilities;
  return types === undefined ? null : listFault(page, types);
}

/** Why a page is a list of others, by its list signals and the probabilities of its types; null for other pages. */
export function listFault(page: Page, types: Readonly<Record<string, number>>): Refusal | null {
  const signals = listSignals(page, page.url ?? '', NO_PREDICTION);
  const { article = 0, forum = 0, listing = 0, collection = 0 } = types;
  // A thread has several entries, as a list has.
  const byType = Math.log((listing + collection + TYPE_DOUBT) / (article + forum + TYPE_DOUBT));
  if (usualEvidence.odds(signals) + TYPE_WEIGHT * byType <= LIST_ABOVE) return null;
  const facts = [usualEvidence.telling(signals), `probability of an article ${article.toFixed(2)}`];
  return { reason: 'listing', detail: `the page lists others: ${facts.filter((fact) => fact !== '').join(', ')}` };
}

const NOTICE = /javascript/i;
/** Words of notices that ask for JavaScript. */
const REQUEST =
  /enabl|disabl|activ|aktiv|habilit|requir|turn(?:ed)? (?:it )?o[nf]|switch(?:ed)? (?:it )?o[nf]|without javascript|включ|увімк|有効|启用|啟用|활성/i;
/** Ids of the elements that frameworks fill. */
const ROOT = /^(?:root|app|application|__next|__nuxt|___gatsby|svelte|ember-app|main-app|react-root|app-root|mount)$/i;
const ROOT_TAG = /^(?:app-root|app-shell|ion-app|my-app)$/;
/** Maximum characters of a root that is still to be filled: "Loading…", "Please wait". */
const ROOT_CHARACTERS = 20;

/**
 * A page that a script fills: hardly a word, and a notice that the page needs JavaScript or an empty root.
 *
 * @param counts the notices that count; without it all do, and an empty root does as well
 */
function shell(page: Page, blocks: readonly Block[], counts?: (notice: Block) => boolean): Refusal | null {
  let words = 0;
  let notice: string | null = null;
  for (const block of blocks) {
    if (NOTICE.test(block.text) && counts?.(block) !== false) notice ??= block.text;
    else words += block.words;
    if (words > SHELL_WORDS) return null;
  }
  if (page.nameIndex('script') < 0) return null;
  const root = notice === null && counts === undefined ? emptyRoot(page) : null;
  if (notice === null && root === null) return null;
  const shown = notice === null ? `a script fills <${root}>` : `the page says "${notice.slice(0, 100)}"`;
  return { reason: 'needs-javascript', detail: `${shown}; --render runs its scripts in a browser` };
}

/** Whether a notice about JavaScript asks the reader for it, and does not only name it. */
function isRequest(page: Page, { parent, text }: Block): boolean {
  if (REQUEST.test(text)) return true;
  const noscript = page.nameIndex('noscript');
  return nearestWith(page, parent, Infinity, (node) => page.tag[node] === noscript) > 0;
}

/** The first element that frameworks fill and that has no text, as `div id="root"`; null without one. */
function emptyRoot(page: Page): string | null {
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === TEXT) continue;
    const name = page.names[page.tag[node]];
    const id = page.attribute(node, 'id');
    const isRoot = ROOT_TAG.test(name) || (id !== null && ROOT.test(id));
    if (isRoot && textOf(page, node).trim().length <= ROOT_CHARACTERS) return id === null ? name : `${name} id="${id}"`;
  }
  return null;
}

const HEADINGS = tagNames('h1 h2 h3');
/** Levels between a block and its heading. */
const HEADING_LEVELS = 3;
/** Between the page's title and the site's name. */
const TITLE_PARTS = /\s+[|–—·•»:-]\s+|[|»]|:\s+/;

/** A page that reports an error, refuses access, or asks for a login, and has no text besides. */
function errorPage(page: Page, metadata: Pick<Metadata, 'title'>, blocks: readonly Block[]): Refusal | null {
  const headings = tagTable(page, HEADINGS);
  const isHeading = ({ parent }: Block): boolean =>
    nearestWith(page, parent, HEADING_LEVELS, (node) => headings[page.tag[node]] === 1) > 0;
  let all = 0;
  let running = 0;
  let run = 0;
  const runs = new Map<NodeId, number>();
  for (const { words, linkWords, parent } of blocks) {
    all += words;
    if (words < TEXT_WORDS || linkWords > words / 2) continue;
    running += words;
    const container = page.parent[parent];
    const length = (runs.get(container) ?? 0) + words;
    runs.set(container, length);
    run = Math.max(run, length);
  }
  if (run > ERROR_RUN || running > ERROR_WORDS) return null;
  const isBare = all <= BARE_WORDS;
  const { title } = metadata;
  const named = [
    ...(title === null ? [] : [title, ...title.split(TITLE_PARTS)]),
    ...blocks.filter((block) => isBare || isHeading(block)).map(({ text }) => text),
  ];
  let login: string | null = null;
  for (const text of named) {
    const kind = errorPhrase(text);
    if (kind === 'error') return { reason: 'error-page', detail: `the page says "${text.trim()}"` };
    if (kind === 'login') login ??= text.trim();
  }
  if (login === null || running > LOGIN_WORDS || !asksForPassword(page)) return null;
  return { reason: 'error-page', detail: `the page asks for a login: "${login}"` };
}

function asksForPassword(page: Page): boolean {
  const input = page.nameIndex('input');
  for (let node = 1; input >= 0 && node < page.size; node++)
    if (page.tag[node] === input && page.attribute(node, 'type')?.toLowerCase() === 'password') return true;
  return false;
}

const ERROR = new RegExp(ERROR_PHRASES.join('|'), 'iu');
const LOGIN_WALL = new RegExp(LOGIN_PHRASES.join('|'), 'iu');

/** Longest text, in characters, in which a phrase is looked for. */
const LONGEST_PHRASE = 160;

/** The kind of the phrase in a short text, why its page has no content; null without one, and for longer texts. */
export function errorPhrase(text: string): 'error' | 'login' | null {
  const line = text.trim();
  if (line === '' || line.length > LONGEST_PHRASE) return null;
  return ERROR.test(line) ? 'error' : LOGIN_WALL.test(line) ? 'login' : null;
}
