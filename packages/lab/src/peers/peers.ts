import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse, TEXT, tagTable } from '@dehusk/html';
import { parseJson, readText, recordIn } from '../datasets/stored-files.js';

/**
 * Another project's main-content extractor, measured as its users run it: default options, no network.
 *
 * The contract, checked for every row by `contract.test.ts`: the functions return the main text with a newline between
 * paragraphs, or Markdown, or the empty string when the package found none; they may throw, and the runner counts that.
 * A peer has at least one of the three.
 */
export interface Peer {
  /** The name on the command line: `readability-jsdom`. */
  readonly name: string;
  /** One sentence for `dehusk-lab extractors`. */
  readonly summary: string;
  /** The project's address. */
  readonly source: string;
  /** The npm packages it needs; the first one's version is the peer's. None is loaded before {@link open}. */
  readonly packages: readonly string[];
  /**
   * Imports the packages, for the main text.
   * @throws Error of the import when a package is not installed; ask {@link missingPackages} first
   */
  open?(): Promise<ExtractText>;
  /** The same, for the project's own Markdown. */
  openMarkdown?(): Promise<ExtractText>;
  /** The same, for the metadata it returns beside the text. */
  openMetadata?(): Promise<PeerCall<PeerMetadata | Promise<PeerMetadata>>>;
}

/** A peer's metadata as it returns them; null or empty where it has none. */
export type PeerMetadata = { readonly [field in 'author' | 'date' | 'title']: string | null };

/** HTML text and address in, a result out. An address of null means unknown. */
type PeerCall<T> = (html: string, url: string | null) => T;
export type ExtractText = PeerCall<string | Promise<string>>;

/** The address for packages that require one. `.invalid` never resolves (RFC 2606). */
const UNKNOWN_ADDRESS = 'https://unknown.invalid/';

/** Readability's article, on jsdom or linkedom. */
async function openReadability(library: 'jsdom' | 'linkedom') {
  const { Readability } = await import('@mozilla/readability');
  type PeerArticle = ReturnType<InstanceType<typeof Readability<string>>['parse']>;
  if (library === 'linkedom') {
    const { parseHTML } = await import('linkedom');
    const onLinkedom: PeerCall<PeerArticle> = (html) =>
      new Readability(parseHTML(html).document as unknown as ConstructorParameters<typeof Readability>[0]).parse();
    return onLinkedom;
  }
  const { JSDOM, VirtualConsole } = await import('jsdom');
  const virtualConsole = new VirtualConsole();
  const onJsdom: PeerCall<PeerArticle> = (html, url) => {
    const dom = new JSDOM(html, { url: url ?? UNKNOWN_ADDRESS, virtualConsole });
    try {
      return new Readability(dom.window.document).parse();
    } finally {
      // jsdom otherwise keeps windows and their timers alive.
      dom.window.close();
    }
  };
  return onJsdom;
}

/** Defuddle's result, its content as HTML or Markdown. */
async function openDefuddle(markdown: boolean) {
  const { Defuddle } = await import('defuddle/node');
  const { parseHTML } = await import('linkedom');
  return (html: string, url: string | null) => {
    const document = parseHTML(html).document as unknown as Parameters<typeof Defuddle>[0];
    // `useAsync` off: the site extractors must not use the network.
    return Defuddle(document, url ?? UNKNOWN_ADDRESS, { useAsync: false, markdown });
  };
}

async function openPostlight() {
  const { default: parser } = await import('@postlight/parser');
  return (html: string, url: string | null) => parser.parse(url ?? UNKNOWN_ADDRESS, { html, fetchAllPages: false });
}

/** The text of a peer whose result has HTML in `content`. */
const textBy =
  (open: () => Promise<PeerCall<unknown>>): NonNullable<Peer['open']> =>
  async () => {
    const read = await open();
    return async (html, url) => {
      const { content } = ((await read(html, url)) ?? {}) as { readonly content?: string | null };
      return content ? blockText(content) : '';
    };
  };

/** The metadata of a peer, by the names of its fields for the author, the date and the title. */
const metadataBy =
  (open: () => Promise<PeerCall<unknown>>, ...fields: readonly string[]): NonNullable<Peer['openMetadata']> =>
  async () => {
    const read = await open();
    return async (html, url) => {
      const got = ((await read(html, url)) ?? {}) as Readonly<Record<string, string | null | undefined>>;
      const [author, date, title] = fields.map((field) => got[field]?.trim() || null);
      return { author, date, title };
    };
  };

async function openArticleExtractor() {
  const { extractFromHtml } = await import('@extractus/article-extractor');
  return (html: string, url: string | null) => extractFromHtml(html, url ?? UNKNOWN_ADDRESS);
}

/** Every peer. To add one: one row, one development dependency. */
export const PEERS: readonly Peer[] = [
  {
    name: 'readability-linkedom',
    summary: "Mozilla's Readability (Firefox reader view) on linkedom.",
    source: 'https://github.com/mozilla/readability',
    packages: ['@mozilla/readability', 'linkedom'],
    open: textBy(() => openReadability('linkedom')),
    openMetadata: metadataBy(() => openReadability('linkedom'), 'byline', 'publishedTime', 'title'),
  },
  {
    name: 'readability-jsdom',
    summary: "Mozilla's Readability (Firefox reader view) on jsdom.",
    source: 'https://github.com/mozilla/readability',
    packages: ['@mozilla/readability', 'jsdom'],
    open: textBy(() => openReadability('jsdom')),
  },
  {
    name: 'readability-turndown',
    summary: "Mozilla's Readability on jsdom, its HTML turned into Markdown by turndown and its GFM plugin.",
    source: 'https://github.com/mixmark-io/turndown',
    packages: ['turndown', 'turndown-plugin-gfm', '@mozilla/readability', 'jsdom'],
    async openMarkdown() {
      const read = await openReadability('jsdom');
      const { default: Turndown } = await import('turndown');
      const { gfm } = await import('turndown-plugin-gfm');
      const turndown = new Turndown().use(gfm);
      return (html, url) => turndown.turndown(read(html, url)?.content ?? '');
    },
  },
  {
    name: 'defuddle',
    summary: "Defuddle (Obsidian's web clipper) on linkedom.",
    source: 'https://github.com/kepano/defuddle',
    packages: ['defuddle', 'linkedom'],
    open: textBy(() => openDefuddle(false)),
    async openMarkdown() {
      const read = await openDefuddle(true);
      return async (html, url) => (await read(html, url)).content;
    },
    openMetadata: metadataBy(() => openDefuddle(false), 'author', 'published', 'title'),
  },
  {
    name: 'article-extractor',
    summary: '@extractus/article-extractor, which post-processes Readability on linkedom.',
    source: 'https://github.com/extractus/article-extractor',
    packages: ['@extractus/article-extractor', 'linkedom'],
    open: textBy(openArticleExtractor),
    openMetadata: metadataBy(openArticleExtractor, 'author', 'published', 'title'),
  },
  {
    name: 'postlight',
    summary: '@postlight/parser, the Mercury parser, with its rules per site.',
    source: 'https://github.com/postlight/parser',
    packages: ['@postlight/parser'],
    open: textBy(openPostlight),
    openMetadata: metadataBy(openPostlight, 'author', 'date_published', 'title'),
  },
  {
    name: 'unfluff',
    summary: 'unfluff, a port of python-goose; returns plain text.',
    source: 'https://github.com/ageitgey/node-unfluff',
    packages: ['unfluff'],
    async open() {
      const { default: read } = await import('unfluff');
      return (html) => read(html).text.replace(/\n{2,}/g, '\n');
    },
  },
];

/** The packages of a peer that are not installed; empty when it can be opened. */
export function missingPackages(peer: Peer): readonly string[] {
  return peer.packages.filter((name) => packageVersion(name) === null);
}

/** Versions of every package of a peer: `@mozilla/readability 0.6.0, jsdom 29.1.1`. */
export function peerVersion(peer: Peer): string {
  return peer.packages.map((name) => `${name} ${packageVersion(name) ?? 'not installed'}`).join(', ');
}

/** The installed version of a package, or null. Reads package.json by path because many packages do not export it. */
export function packageVersion(name: string): string | null {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      const read: unknown = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
      if (typeof read === 'object' && read !== null && 'version' in read && typeof read.version === 'string')
        return read.version;
    } catch {
      // Not in this node_modules folder: try the next one up.
    }
  }
  return null;
}

/** Elements that the default style sheet of browsers renders as a block, list item, table row or line break. */
const LINE_BREAKING: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'summary table tbody tfoot thead tr ul'
  ).split(' '),
);
/** Table cells are separated by a blank. */
const CELL: ReadonlySet<string> = new Set(['td', 'th']);
const INVISIBLE: ReadonlySet<string> = new Set('script style template head iframe object svg math'.split(' '));
const PREFORMATTED: ReadonlySet<string> = new Set(['pre']);

/**
 * The text of HTML with the line breaks of a browser and without blank lines; empty when the HTML cannot be parsed.
 *
 * Most peers return HTML, and the text property of DOM nodes joins neighbouring blocks ("…the end.Next paragraph"), which a word
 * metric would punish although no reader sees it. So the text has a newline wherever a browser starts a new line. White space inside
 * a line is collapsed, except in `<pre>`.
 */
export function blockText(html: string): string {
  const parsed = parse(html, { url: null });
  if (!parsed.ok) return '';
  const { page } = parsed;
  const breaking = tagTable(page, LINE_BREAKING);
  const cell = tagTable(page, CELL);
  const invisible = tagTable(page, INVISIBLE);
  const preformatted = tagTable(page, PREFORMATTED);
  const lines: string[] = [];
  let line = '';
  let preformattedTo = 0;
  const closeLine = (): void => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text !== '') lines.push(text);
    line = '';
  };
  // Ends of open line-breaking elements, innermost last: leaving one also ends the line.
  const open: number[] = [];
  for (let node = 0; node < page.size; node++) {
    while (open.length > 0 && node >= open[open.length - 1]) {
      open.pop();
      closeLine();
    }
    const tag = page.tag[node];
    if (tag === TEXT) {
      const text = page.chars.slice(page.textFrom[node], page.textTo[node]);
      if (node >= preformattedTo) line += text;
      else
        for (const [index, row] of text.split('\n').entries()) {
          if (index > 0) closeLine();
          line += row;
        }
      continue;
    }
    if (invisible[tag] === 1) {
      node = page.end[node] - 1;
      continue;
    }
    if (preformatted[tag] === 1) preformattedTo = Math.max(preformattedTo, page.end[node]);
    if (cell[tag] === 1) line += ' ';
    if (breaking[tag] === 1) {
      closeLine();
      open.push(page.end[node]);
    }
  }
  closeLine();
  return lines.join('\n');
}

// Outputs of systems that do not run in Node, stored by their programs: a JSON file `{id: text}`, JSON lines `{id, text}`, or
// a folder with a file per page (`<id>.json`, `<id>.txt`). A record may have `markdown` beside or instead of the text. Any
// file may be gzipped.

const PAGE_FILE = /^(.+?)\.(json|txt)(\.gz)?$/;

/**
 * Reads stored outputs.
 * @param format `markdown` takes a record's `markdown` where it has one
 * @returns text by page id; a missing page is scored as empty text
 * @throws Error naming the file that cannot be read or has another shape
 */
export function readStoredOutputs(path: string, format: string): Map<string, string> {
  const outputs = new Map<string, string>();
  const fields = format === 'markdown' ? ['markdown', ...TEXT_FIELDS] : [...TEXT_FIELDS, 'markdown'];
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) {
      const [, id, kind] = PAGE_FILE.exec(name) ?? [];
      if (id === undefined) continue;
      const file = join(path, name);
      outputs.set(id, kind === 'txt' ? readText(file) : textOfRecord(parseJson(readText(file), file), file, fields));
    }
    if (outputs.size === 0) throw new Error(`${path} holds no <id>.json, <id>.json.gz or <id>.txt`);
    return outputs;
  }
  if (/\.jsonl(\.gz)?$/.test(path)) {
    for (const [index, line] of readText(path).split('\n').entries()) {
      if (line.trim() === '') continue;
      const where = `${path}:${index + 1}`;
      const record = recordIn(parseJson(line, where), where);
      if (typeof record.id !== 'string') throw new Error(`${where}: expected {"id": …, "text": …}`);
      outputs.set(record.id, textOfRecord(record, where, fields));
    }
    return outputs;
  }
  for (const [id, value] of Object.entries(recordIn(parseJson(readText(path), path), path)))
    outputs.set(id, textOfRecord(value, `${path}: ${id}`, fields));
  return outputs;
}

const TEXT_FIELDS = ['text', 'textContent', 'articleBody'];

/** The text of a stored record: a string, the first of the fields it has, or either inside `{result}`; null means no text. */
function textOfRecord(value: unknown, where: string, fields: readonly string[]): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (isRecord(value)) {
    for (const field of fields) if (typeof value[field] === 'string') return value[field];
    if ('result' in value) return textOfRecord(value.result, where, fields);
  }
  const got = isRecord(value) ? `an object with ${Object.keys(value).slice(0, 8).join(', ')}` : JSON.stringify(value);
  throw new Error(`${where}: expected a text, {"text": …} or {"textContent": …}, got ${got}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
