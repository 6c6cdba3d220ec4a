/**
 * Text that a page has but does not show: descriptions and bodies in JSON-LD, the meta description, long strings in the state
 * scripts of single-page applications. An empty shell has no other text, and product pages often have their description only
 * here.
 *
 * Repeats are left out, as are texts whose word trigrams are mostly in the visible page. Work is bounded: script size, number
 * of texts, nesting. The JSON is parsed, never run.
 */
import {
  HashSet,
  type NodeId,
  nameOf,
  type Page,
  parse,
  parsedJson,
  SPACELESS_SCRIPTS,
  textOf,
  tokensOf,
  trigram,
} from '@dehusk/html';
import { contentBlocks } from '../blocks/content-blocks.js';
import type { BlockFacts } from './features/facts.js';

/** Source of a hidden text. The order is the code used as a feature. */
export const HIDDEN_KINDS = ['description', 'articleBody', 'text', 'reviewBody', 'headline', 'meta', 'state'] as const;

/** Keys of the kinds in linked data, in lower case. */
const LINKED_KEYS = HIDDEN_KINDS.slice(0, -2).map((kind) => kind.toLowerCase());

export interface HiddenText {
  readonly text: string;
  /** The script or meta element. */
  readonly node: NodeId;
  /** Index into {@link HIDDEN_KINDS}. */
  readonly kind: number;
  /** Type of the JSON-LD entry around it: 0 other, else one more than the row of {@link TOPICS}. */
  readonly topic: number;
  /** Nesting in the JSON. */
  readonly depth: number;
  /** Share of its word trigrams that are in the visible page, 0…1. */
  readonly seen: number;
}

const MAX_SCRIPT = 2_000_000;
const MAX_TEXTS = 300;
const MAX_DEPTH = 14;
const MIN_CHARACTERS = 20;
const STATE_CHARACTERS = 60;
const MAX_CHARACTERS = 20_000;
const STATE_WORDS = 8;
const SEEN_SHARE = 0.6;

const TOPICS: readonly RegExp[] = [
  /product/,
  /article|posting/,
  /question|answer/,
  /review/,
  /organization|website|business/,
  /breadcrumb|list/,
];

type FoundText = Omit<HiddenText, 'seen'>;

/** The hidden texts of a page, in document order, that its visible blocks do not repeat. */
export function hiddenTexts(page: Page, visible: BlockFacts): HiddenText[] {
  const found: FoundText[] = [];
  for (let node = 1; node < page.size && found.length < MAX_TEXTS; node++) {
    const name = nameOf(page, node);
    if (name === 'meta') {
      const key = (page.attribute(node, 'property') ?? page.attribute(node, 'name') ?? '').toLowerCase();
      if (key === 'description' || key === 'og:description')
        addText(page.attribute(node, 'content') ?? '', node, HIDDEN_KINDS.indexOf('meta'), 0, 0, found);
    } else if (name === 'script') {
      const type = (page.attribute(node, 'type') ?? '').toLowerCase();
      const isLinked = type.includes('ld+json');
      if (!isLinked && !type.includes('application/json') && page.attribute(node, 'id') !== '__NEXT_DATA__') continue;
      const json = readJson(textOf(page, node));
      if (json !== undefined) walk(json, isLinked, node, found);
    }
  }
  return unseen(found, visible);
}

function readJson(source: string): unknown {
  if (source.length > MAX_SCRIPT) return undefined;
  const bare = (): string =>
    source.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)|(?:-->|\/\/\]\]>)\s*$/g, '').replace(/[\0-\x1f]+/g, ' ');
  return parsedJson(source) ?? parsedJson(bare());
}

/** Walks JSON in order, without recursion. */
function walk(json: unknown, isLinked: boolean, node: NodeId, found: FoundText[]): void {
  const stack: { value: unknown; key: string; topic: number; depth: number }[] = [
    { value: json, key: '', topic: 0, depth: 0 },
  ];
  while (stack.length > 0 && found.length < MAX_TEXTS) {
    const { value, key, topic, depth } = stack.pop() as (typeof stack)[number];
    if (depth > MAX_DEPTH) continue;
    if (typeof value === 'string') {
      if (isLinked) {
        const kind = LINKED_KEYS.indexOf(key.toLowerCase());
        if (kind >= 0) addText(value, node, kind, topic, depth, found);
      } else if (isRunningText(value)) addText(value, node, HIDDEN_KINDS.indexOf('state'), 0, depth, found);
    } else if (Array.isArray(value)) {
      for (let at = value.length - 1; at >= 0; at--) stack.push({ value: value[at], key, topic, depth: depth + 1 });
    } else if (typeof value === 'object' && value !== null) {
      const type = String((value as Record<string, unknown>)['@type'] ?? '').toLowerCase();
      const own = type === '' ? topic : TOPICS.findIndex((pattern) => pattern.test(type)) + 1;
      for (const [name, inner] of Object.entries(value).reverse())
        stack.push({ value: inner, key: name, topic: own, depth: depth + 1 });
    }
  }
}

/** Whether a string is long, has spaces (or a script without them), and is not an address, a path, a style sheet or code. */
function isRunningText(value: string): boolean {
  return (
    value.length > STATE_CHARACTERS &&
    value.length < MAX_CHARACTERS &&
    !/^(?:https?:|\/|data:|[.#{])/.test(value) &&
    (/\s\S+\s\S+\s/.test(value.slice(0, 400)) || SPACELESS_SCRIPTS.test(value.slice(0, 400))) &&
    !/[{};]\s*$/.test(value)
  );
}

function addText(value: string, node: NodeId, kind: number, topic: number, depth: number, found: FoundText[]): void {
  if (value.length <= MIN_CHARACTERS || value.length > MAX_CHARACTERS * 10) return;
  for (const text of paragraphs(value)) {
    if (found.length >= MAX_TEXTS) return;
    if (kind === HIDDEN_KINDS.indexOf('state') && tokensOf(text).length < STATE_WORDS) continue;
    found.push({ text, node, kind, topic, depth });
  }
}

/** Paragraphs of a string that may contain markup. */
function paragraphs(value: string): readonly string[] {
  if (!/[<&]/.test(value))
    return value
      .split(/\n+/)
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== '');
  // Escaped markup inside a string is markup too.
  const source = value.includes('&lt;') ? value.replace(/&lt;/g, '<').replace(/&gt;/g, '>') : value;
  const parsed = parse(source, { limits: { maxNodes: 20_000, maxDepth: 100 } });
  return parsed.ok ? contentBlocks(parsed.page).text : [];
}

function unseen(found: readonly FoundText[], visible: BlockFacts): HiddenText[] {
  if (found.length === 0) return [];
  const seen = new HashSet(visible.tokens.length + found.reduce((sum, one) => sum + one.text.length, 0) / 2);
  for (let b = 0; b < visible.size; b++)
    for (let at = visible.tokenFrom[b]; at + 2 < visible.tokenFrom[b + 1]; at++) seen.add(trigram(visible.tokens, at));
  const texts: HiddenText[] = [];
  for (const one of found) {
    const tokens = tokensOf(one.text);
    if (tokens.length < 3) continue;
    let known = 0;
    for (let at = 0; at + 2 < tokens.length; at++) if (seen.has(trigram(tokens, at))) known++;
    const share = known / (tokens.length - 2);
    if (share > SEEN_SHARE) continue;
    for (let at = 0; at + 2 < tokens.length; at++) seen.add(trigram(tokens, at));
    texts.push({ ...one, seen: share });
  }
  return texts;
}
