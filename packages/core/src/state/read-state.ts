/**
 * The state of a page: what its scripts and attributes hold as data. Formats: JSON scripts (`__NEXT_DATA__`, `ng-state`,
 * `data-sveltekit-fetched`, …), flat lists, React's flight rows, literals of scripts
 * (`script-literals.ts`), JSON in attributes (Astro, Inertia, Discourse), and the bodies of articles in JSON-LD.
 */
import { type Page, parsedJson, percentDecoded, TEXT, textOf } from '@dehusk/html';
import { isRecord } from '../metadata/json-ld.js';
import type { ResolveReference } from './rich-text.js';
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
    if (type.includes('ld+json')) add(articleBodies(parsedJson(text)));
    else if (type.includes('json') || id === '__NEXT_DATA__') {
      const value = parsedJson(text) ?? parsedJson(text.replace(/&([qasgl]);/g, (_, code: string) => ANGULAR[code]));
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

/** The value of a string that is JSON, maybe percent-encoded. */
export function fromText(text: string): unknown {
  const start = text.trimStart().slice(0, 3);
  if (/^(?:%7B|%5B)/i.test(start)) return parsedJson(percentDecoded(text) ?? '');
  return /^[[{]/.test(start) ? parsedJson(text) : undefined;
}

function addAttributes(page: Page, node: number, add: (value: unknown) => void): void {
  const { from, to, length, value } = page.attributeColumns;
  for (let at = from[node]; at < to[node]; at++) {
    if (length(at) < MIN_STATE) continue;
    const text = value(at);
    if (text.length < MIN_STATE || text.length > MAX_STATE || !/^\s*[[{]/.test(text)) continue;
    add(page.names[page.tag[node]] === 'astro-island' ? readIslandProperties(text) : parsedJson(text));
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

/** Rows by their id. */
type FlightRows = ReadonlyMap<string, unknown>;

const ROW = /([0-9a-f]{0,16}):(?:T([0-9a-f]{1,16}),)?/y;
const NO_SPACE = /\S/g;

/**
 * Reads the rows of a stream. A damaged row is left out. Linear.
 *
 * React's flight format is what Next.js writes in `self.__next_f.push([1, "…"])`: rows `ID:JSON`, and text rows `ID:Tlength,text`,
 * whose length counts UTF-8 bytes. Other rows (modules, hints, errors) hold no text. A string `$ID`, `$LID` or `$@ID` in a row refers
 * to a row, also with a path (`$ID:props:children`); `$D` begins a date; `$$` stands for a dollar sign.
 */
export function readFlight(stream: string): FlightRows {
  const rows = new Map<string, unknown>();
  let at = 0;
  while (at < stream.length) {
    NO_SPACE.lastIndex = at;
    at = NO_SPACE.exec(stream)?.index ?? stream.length;
    ROW.lastIndex = at;
    const head = ROW.exec(stream);
    if (head?.[2] !== undefined) {
      const from = ROW.lastIndex;
      at = afterBytes(stream, from, Number.parseInt(head[2], 16));
      rows.set(head[1], stream.slice(from, at));
      continue;
    }
    const end = stream.indexOf('\n', at);
    const line = stream.slice(head === null ? at : ROW.lastIndex, end < 0 ? stream.length : end);
    at = end < 0 ? stream.length : end + 1;
    if (head === null || !/^["[{]/.test(line)) continue;
    const value = parsedJson(line);
    if (value !== undefined) rows.set(head[1], value);
  }
  return rows;
}

/** Place after a number of UTF-8 bytes. */
function afterBytes(text: string, from: number, bytes: number): number {
  let at = from;
  for (let left = bytes; left > 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Each half of a pair counts two of its four bytes.
    left -= code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return at;
}

/** The value that a string of a row stands for: that of another row, or the string itself. */
export function fromFlight(text: string, rows: FlightRows): unknown {
  if (!text.startsWith('$') || text === '$') return text;
  if (text.startsWith('$$')) return text.slice(1);
  if (text.startsWith('$D')) return text.slice(2);
  const [, id, path] = /^\$[L@QWFhi]?([0-9a-f]+)((?::[\w$-]{1,50}){0,10})$/.exec(text) ?? [];
  if (id === undefined) return undefined;
  let value = rows.get(id);
  for (const step of path.split(':').slice(1)) {
    // The parts of an element: ["$", type, key, props].
    const key = Array.isArray(value) && value[0] === '$' ? ({ type: '1', key: '2', props: '3' }[step] ?? step) : step;
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined;
    if (typeof value === 'string' && value.startsWith('$')) return undefined;
  }
  return value;
}

const MAX_ALIASES = 10;
/** Longest name of a property: names are references, too, and readers match each against patterns. */
const MAX_NAME = 200;
/** Types of entries that stand for the entry they refer to. */
const ALIAS = /Reactive$|Ref$|^Island$|^P$/;

/**
 * The value that a flat list encodes.
 * @param promises entries that promises of the list were resolved to, by their number
 * @returns undefined for a list that is none
 */
export function unflattened(list: readonly unknown[], promises: ReadonlyMap<number, number> = new Map()): unknown {
  const first = list[0];
  if (list.length < 2 || typeof first !== 'object' || first === null) return undefined;
  const isReference = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= -7 && (value as number) < list.length;
  const numbers = Array.isArray(first) && typeof first[0] === 'string' ? first.slice(1) : Object.values(first);
  if (numbers.length === 0 || !numbers.every(isReference)) return undefined;
  const values: unknown[] = list.map((one) => {
    if (!Array.isArray(one)) return typeof one === 'object' && one !== null ? {} : one;
    // The value of a date or an address is no reference.
    return typeof one[0] === 'string' && (typeof one[1] === 'string' || one[0] === 'D') ? one[1] : [];
  });
  const valueAt = (reference: unknown): unknown => {
    let at = reference;
    for (let step = 0; step < MAX_ALIASES; step++) {
      if (!isReference(at) || at < 0) return undefined;
      const entry = list[at];
      if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !ALIAS.test(entry[0])) return values[at];
      at = entry[0] === 'P' ? promises.get(entry[1] as number) : entry[1];
    }
    return undefined;
  };
  list.forEach((one, at) => {
    if (Array.isArray(one)) {
      const into = values[at];
      const isTyped = typeof one[0] === 'string';
      if (Array.isArray(into))
        for (const inner of isTyped ? one.slice(1) : one) into.push(typeof inner === 'number' ? valueAt(inner) : inner);
    } else if (typeof one === 'object' && one !== null)
      for (const [key, inner] of Object.entries(one)) {
        const coded = /^_(\d+)$/.exec(key);
        const name = coded === null ? key : String(list[Number(coded[1])]);
        if (name !== '__proto__' && name.length <= MAX_NAME)
          (values[at] as Record<string, unknown>)[name] = valueAt(inner);
      }
  });
  return valueAt(0);
}

/**
 * The value of a turbo-stream: its first line is the list; a line `P7:[…]` extends it by what promise 7 resolved to.
 * @returns undefined for a text that is none
 */
export function readTurboStream(text: string): unknown {
  const list: unknown[] = [];
  const promises = new Map<number, number>();
  for (const line of text.split('\n')) {
    const promise = /^P(\d+):/.exec(line);
    const part = parsedJson(promise === null ? line : line.slice(promise[0].length));
    if (part === undefined) continue;
    if (promise !== null) promises.set(Number(promise[1]), typeof part === 'number' ? part : list.length);
    if (Array.isArray(part)) for (const one of part) list.push(one);
  }
  return unflattened(list, promises);
}

/** Reads the properties of an Astro island, where every value is a pair of its type and itself. */
export function readIslandProperties(json: string): unknown {
  // A list of two numbers, the first a type, loses the first: it has no text.
  return parsedJson(json, (_, value) =>
    Array.isArray(value) && value.length === 2 && Number.isInteger(value[0]) && value[0] >= 0 && value[0] <= 11
      ? value[1]
      : value,
  );
}
