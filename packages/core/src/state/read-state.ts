/**
 * The state of a page: what its scripts and attributes hold as data. Formats: JSON scripts (`__NEXT_DATA__`, `ng-state`,
 * `data-sveltekit-fetched`, …), flat lists (`references.ts`), React's flight rows (`flight.ts`), literals of scripts
 * (`script-literals.ts`), JSON in attributes (Astro, Inertia, Discourse), and the bodies of articles in JSON-LD.
 */
import { type Page, TEXT, textOf } from '@dehusk/html';
import { fromFlight, readFlight } from './flight.js';
import { readIslandProperties, readTurboStream, unflattened } from './references.js';
import { isRecord, type ResolveReference } from './rich-text.js';
import { scriptLiterals } from './script-literals.js';

/** A value of the state, and how references inside it are followed. */
export interface StateValue {
  readonly value: unknown;
  readonly resolve: ResolveReference;
}

/** Characters of state read of one page; scripts beyond are skipped. The largest state seen has 1.2 million. */
const MAX_STATE = 8_000_000;
/** Shorter scripts and attributes hold no article. */
const MIN_STATE = 200;
/** Calls that write parts of a stream: React's flight rows in Next.js, turbo-streams of Remix and React Router. */
const STREAM = /__next_f\b|streamController\.enqueue\(/;
const OTHER_DATA =
  /(?:^|[-_])(?:translations?|i18n|intl|messages|locales?|routes|config|manifest|speculation|importmap)(?:$|[-_])/i;

/** Nesting at which caches are looked for, and the number of values from which on no more are. */
const CACHE_DEPTH = 4;
const MAX_NEAR = 1_000;

const itself: ResolveReference = (value) => value;

/** Reads the state of a page, in document order. Nothing is run. Linear; never throws on a page. */
export function readState(page: Page): StateValue[] {
  const found: StateValue[] = [];
  const script = page.nameIndex('script');
  let budget = MAX_STATE;
  let flight = '';
  let stream = '';
  const add = (value: unknown): void => {
    if (value !== undefined) found.push({ value, resolve: apolloResolve(value) });
  };
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === TEXT) continue;
    if (page.tag[node] !== script) {
      addAttributes(page, node, add);
      continue;
    }
    const length = page.textTo[node] - page.textFrom[node];
    if (length > budget) continue;
    const type = (page.attribute(node, 'type') ?? '').toLowerCase();
    const id = page.attribute(node, 'id') ?? '';
    if (OTHER_DATA.test(id)) continue;
    budget -= length;
    const text = textOf(page, node);
    // The parts of a stream are read whatever their length.
    const isStream = STREAM.test(text);
    if (length < MIN_STATE && !isStream) continue;
    if (type.includes('ld+json')) add(articleBodies(parsed(text)));
    else if (type.includes('json') || id === '__NEXT_DATA__') {
      const value = parsed(text) ?? parsed(text.replace(/&([qasgl]);/g, (_, code: string) => ANGULAR[code]));
      add(Array.isArray(value) ? (unflattened(value) ?? value) : value);
    } else if (type === '' || type === 'module' || type.includes('javascript'))
      for (const value of scriptLiterals(text, isStream ? 0 : MIN_STATE))
        if (isStream && Array.isArray(value) && value[0] === 1 && typeof value[1] === 'string') flight += value[1];
        else if (isStream && typeof value === 'string') stream += value;
        else if (typeof value === 'string') add(fromText(value));
        else add(Array.isArray(value) ? (unflattened(value) ?? value) : value);
  }
  if (flight !== '') {
    const rows = readFlight(flight);
    const resolve: ResolveReference = (value) => (typeof value === 'string' ? fromFlight(value, rows) : value);
    // Rows are referred to by rows above them: from the root on, every row is written where it is used.
    found.push({ value: [rows.get('0'), ...rows.values()], resolve });
  }
  if (stream !== '') add(readTurboStream(stream));
  return found;
}

/** Escapes of Angular's transfer state before version 17. */
const ANGULAR: Readonly<Record<string, string>> = { q: '"', a: '&', s: "'", l: '<', g: '>' };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of a string that is JSON, maybe percent-encoded. */
export function fromText(text: string): unknown {
  const start = text.trimStart().slice(0, 3);
  if (/^(?:%7B|%5B)/i.test(start)) {
    try {
      return parsed(decodeURIComponent(text));
    } catch {
      return undefined;
    }
  }
  return /^[[{]/.test(start) ? parsed(text) : undefined;
}

function addAttributes(page: Page, node: number, add: (value: unknown) => void): void {
  const { from, to, length, value } = page.attributeColumns;
  for (let at = from[node]; at < to[node]; at++) {
    if (length(at) < MIN_STATE) continue;
    const text = value(at);
    if (text.length < MIN_STATE || text.length > MAX_STATE || !/^\s*[[{]/.test(text)) continue;
    if (page.names[page.tag[node]] !== 'astro-island') add(parsed(text));
    else
      try {
        add(readIslandProperties(text));
      } catch {
        // No JSON, or nested too deeply for the JSON reader's own callbacks.
      }
  }
}

/** References of Apollo's normalised caches: `{"__ref": "Post:1"}` stands for the entry of this key. */
function apolloResolve(state: unknown): ResolveReference {
  const caches: Record<string, unknown>[] = [];
  const near: [value: unknown, depth: number][] = [[state, 0]];
  for (let at = 0; at < near.length; at++) {
    const [value, depth] = near[at];
    if (!isRecord(value)) continue;
    if (Object.hasOwn(value, 'ROOT_QUERY')) caches.push(value);
    else if (depth < CACHE_DEPTH && near.length < MAX_NEAR)
      for (const inner of Object.values(value)) near.push([inner, depth + 1]);
  }
  if (caches.length === 0) return itself;
  return (value) => {
    if (!isRecord(value) || typeof value.__ref !== 'string') return value;
    const key = value.__ref;
    return caches.find((cache) => Object.hasOwn(cache, key))?.[key];
  };
}

/** The bodies of articles in JSON-LD, with what describes them. */
function articleBodies(value: unknown): unknown {
  const found: unknown[] = [];
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) for (const inner of next.slice(0, 1_000).reverse()) pending.push(inner);
    else if (isRecord(next)) {
      const { headline, articleBody, datePublished, author } = next;
      if (typeof articleBody === 'string') found.push({ headline, articleBody, datePublished, author });
      pending.push(next.mainEntity, next['@graph']);
    }
  }
  return found.length === 0 ? undefined : found;
}
