/**
 * A system under test turns a page into main text, or into Markdown or another format where it has it. Our extractors, the peers, a user's module and stored outputs share one
 * description, which can be posted to a worker thread and named in a signature.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type ExtractResult,
  extract,
  type PageType,
  type RenderOptions,
  rendererNamed,
  siteReader,
} from '@dehusk/core';
import { EXTRACT_OPTIONS, resolveOptions, withDefaults } from '@dehusk/core/extend';
import { checkOption, decode, rowNamed } from '@dehusk/html';
import { anyExtractorNamed, EXTRACTORS, extractorNamed, SITE_EXTRACTORS, siteExtractorNamed } from '@dehusk/papers';
import { nameAndOptions } from '../metrics/metric.js';
import {
  type ExtractText,
  missingPackages,
  PEERS,
  type Peer,
  packageVersion,
  peerVersion,
  readStoredOutputs,
} from '../peers/peers.js';

/** What a system returns: a format of the core with its options. Peers, modules and stored outputs have no options. */
export interface OutputForm {
  readonly format: string;
  readonly options: RenderOptions;
}

export const TEXT: OutputForm = { format: 'text', options: {} };
export const MARKDOWN: OutputForm = { format: 'markdown', options: {} };

/** Plain data from which a worker opens a system. Without a form it returns text. */
export type SystemSpec = KindOfSystem & { readonly form?: OutputForm };
type KindOfSystem =
  | {
      readonly kind: 'extractor';
      readonly name: string;
      readonly options: Readonly<Record<string, unknown>>;
      /** The type that every page is said to have. */
      readonly pageType: PageType | null;
    }
  /** Extracts a page with the site model of the pages before it, then learns from it. */
  | { readonly kind: 'site'; readonly name: string }
  | { readonly kind: 'peer'; readonly name: string }
  | { readonly kind: 'module'; readonly name: string; readonly path: string }
  | { readonly kind: 'stored'; readonly name: string; readonly path: string };

/** A system with everything its outputs depend on. */
export interface System {
  readonly spec: SystemSpec;
  /** The name in tables: the extractor's (with options given), the peer's, or the file's. */
  readonly name: string;
  /** Release, package versions or digest of the file, for signatures. */
  readonly version: string;
  /** Hex digest over code and options; systems of equal keys have equal outputs. */
  readonly key: string;
  /** Options given by the caller; empty for systems without options. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** One page as systems receive it. */
export interface PageInput {
  readonly id: string;
  readonly url: string | null;
  /** HTTP charset, or null. */
  readonly charset: string | null;
  /** The page's bytes, or its decoded text (benchmarks). Peers receive our decoding. */
  readonly html: Uint8Array | string;
}

/** Text in the form asked for, or the reason for its absence: `error` when the system threw, else the extractor's (`no-content`, …). */
export interface SystemOutput {
  readonly text: string;
  readonly reason: string | null;
  readonly detail: string | null;
}

/**
 * A system by its name on the command line: `boilerpipe-article`, `boilerpipe-article:minimum=3,flag=true`,
 * `dehusk:pageType=article`, a peer's name, or the path of a module (`./mine.js`) whose default export is `(html, url, format) =>
 * text`; format is `text` or `markdown`.
 * @throws RangeError for an unknown name, listing what there is; TypeError for an unknown option of an extractor
 */
export function systemNamed(name: string): System {
  if (/\.[cm]?js$/.test(name)) return moduleSystem(name);
  const { name: bare, options } = nameAndOptions(name);
  if (EXTRACTORS.some((one) => one.name === bare)) return extractorSystem(name, bare, options);
  if (SITE_EXTRACTORS.some((one) => one.name === bare)) return siteSystem(bare, name !== bare);
  const peer = PEERS.find((one) => one.name === name);
  if (peer) return peerSystem(peer);
  const namesOf = (rows: readonly { readonly name: string }[]): string => rows.map((one) => one.name).join(', ');
  throw new RangeError(
    `no extractor is named "${name}"\n  extractors: ${namesOf(EXTRACTORS)}\n  extractors that learn sites: ${namesOf(SITE_EXTRACTORS)}\n  peers: ${namesOf(PEERS)}\n  or the path of a module: ./mine.js`,
  );
}

function peerSystem(peer: Peer): System {
  const { name } = peer;
  const missing = missingPackages(peer);
  if (missing.length > 0)
    throw new RangeError(
      `the peer ${name} needs ${missing.join(' and ')}, a development dependency that is not installed: npm install -w packages/lab`,
    );
  const [own, ...others] = peer.packages;
  /** `0.6.0+linkedom-0.18.9`. */
  const version = [packageVersion(own), ...others.map((other) => `${other}-${packageVersion(other)}`)].join('+');
  const key = digest([peerVersion(peer), codeDigest(fileURLToPath(new URL('../peers', import.meta.url)))]);
  return { spec: { kind: 'peer', name }, name, version, key, options: {} };
}

/**
 * The same system, with its output in another form.
 * @throws RangeError or TypeError when the format or one of its options does not exist, a peer does not have the form, or a form
 *   with options is asked of another system than ours
 */
export function inForm(system: System, form: OutputForm): System {
  const { spec } = system;
  const isPlain = Object.keys(form.options).length === 0;
  if (isOurs(spec)) resolveOptions(rendererNamed(form.format).name, form.options);
  else if (!isPlain || ![TEXT.format, MARKDOWN.format].includes(form.format))
    throw new RangeError(`${system.name} returns text or Markdown without options, not ${formName(form)}`);
  if (spec.kind === 'peer') openerOf(rowNamed('peer', PEERS, spec.name), form);
  if (isPlain && form.format === TEXT.format) return system;
  return { ...system, spec: { ...spec, form }, key: digest([system.key, form.format, JSON.stringify(form.options)]) };
}

/** Whether the system is an extractor of the core, alone or with a site learner. */
export const isOurs = ({ kind }: SystemSpec): boolean => kind === 'extractor' || kind === 'site';

/** A form's name on the command line: `markdown:links=false`. */
export function formName({ format, options }: OutputForm): string {
  const given = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return given.length === 0 ? format : `${format}:${given.join(',')}`;
}

/** @throws RangeError when the peer does not have the form */
function openerOf(peer: Peer, { format }: OutputForm): () => Promise<ExtractText> {
  const open = format === MARKDOWN.format ? peer.openMarkdown : peer.open;
  if (open === undefined)
    throw new RangeError(
      `the peer ${peer.name} returns no ${format} (Markdown: ${PEERS.filter((one) => one.openMarkdown)
        .map(({ name }) => name)
        .join(', ')})`,
    );
  return open;
}

/** Every page-level system that can return text here: our extractors, then the peers whose packages are installed. */
export function systemsPresent(): readonly System[] {
  const peers = PEERS.filter((one) => one.open !== undefined && missingPackages(one).length === 0);
  return [...EXTRACTORS, ...peers].map((one) => systemNamed(one.name));
}

/** Stored outputs as a system: `name=path`. @throws RangeError when the text has no `=` or the path does not exist */
export function storedSystem(nameAndPath: string): System {
  const [, name, file] = /^([^=]+)=(.*)$/s.exec(nameAndPath) ?? [];
  if (name === undefined) throw new RangeError(`stored outputs got "${nameAndPath}", expected name=path`);
  const path = resolve(file);
  if (!existsSync(path)) throw new RangeError(`stored outputs of ${name}: there is no ${path}`);
  const key = digest(['text', 'markdown'].flatMap((format) => [...readStoredOutputs(path, format)].flat()));
  return { spec: { kind: 'stored', name, path }, name, version: `stored-${key.slice(0, 12)}`, key, options: {} };
}

function extractorSystem(shown: string, name: string, options: Readonly<Record<string, unknown>>): System {
  const extractor = extractorNamed(name);
  const { pageType: given = null, ...own } = options;
  checkOption('pageType', given, EXTRACT_OPTIONS.pageType);
  const pageType = given as PageType | null;
  const complete = withDefaults(extractor, own);
  return {
    spec: { kind: 'extractor', name, options: own, pageType },
    name: shown,
    version: ownVersion(),
    key: digest([name, JSON.stringify(complete), ...(pageType === null ? [] : [pageType]), ...ownCode()]),
    options,
  };
}

function siteSystem(name: string, hasOptions: boolean): System {
  if (hasOptions)
    throw new RangeError(`${name} learns sites and takes no options here: expected its name alone, after -e`);
  const version = `${ownVersion()}+learning-in-order`;
  return { spec: { kind: 'site', name }, name, version, key: digest([name, ...ownCode()]), options: {} };
}

const folderOf = (name: string): string => fileURLToPath(new URL('.', import.meta.resolve(name)));
const ownVersion = (): string => packageVersionIn(join(folderOf('@dehusk/core'), '..'));
/** Digests of the packages that extractors are made of. */
const ownCode = (): string[] =>
  ['@dehusk/html', '@dehusk/core', '@dehusk/papers'].map((name) => codeDigest(folderOf(name)));

function moduleSystem(file: string): System {
  const path = resolve(file);
  if (!existsSync(path)) throw new RangeError(`the extractor module ${path} does not exist`);
  const key = digest([readFileSync(path, 'utf8')]);
  const name = basename(path).replace(/\.[cm]?js$/, '');
  return { spec: { kind: 'module', name, path }, name, version: `file-${key.slice(0, 12)}`, key, options: {} };
}

/** Opens a system. Runs in the worker. @throws Error when its module cannot be imported or has another shape */
export async function openSystem(spec: SystemSpec): Promise<(page: PageInput) => Promise<SystemOutput>> {
  const { form = TEXT } = spec;
  switch (spec.kind) {
    case 'extractor':
      return async ({ html, url, charset: httpCharset }) => {
        const { name, options, pageType } = spec;
        const extractor = extractorNamed(name);
        return inShort(form, extract(html, { url, extractor, options, pageType, httpCharset }));
      };
    case 'site': {
      const site = siteReader({ extractor: siteExtractorNamed(spec.name) });
      const alone = anyExtractorNamed(spec.name);
      // A counter as time keeps the order and prevents models from forgetting pages that are days apart.
      let at = 0;
      return async ({ html, url, charset: httpCharset }) => {
        if (url === null) return inShort(form, extract(html, { extractor: alone, httpCharset }));
        return inShort(form, site.read(html, { url, httpCharset, at: ++at }));
      };
    }
    case 'peer':
      return fromText(await openerOf(rowNamed('peer', PEERS, spec.name), form)());
    case 'module': {
      const module: { default?: unknown } = await import(pathToFileURL(spec.path).href);
      if (typeof module.default !== 'function')
        throw new TypeError(
          `${spec.path}: got ${typeof module.default} as default export, expected a function (html, url, format) => text`,
        );
      const extractText = module.default as (html: string, url: string | null, format: string) => unknown;
      return fromText((html, url) => extractText(html, url, form.format));
    }
    case 'stored': {
      const outputs = readStoredOutputs(spec.path, form.format);
      return async ({ id }) => {
        const text = outputs.get(id);
        return text === undefined
          ? { text: '', reason: 'missing', detail: 'no stored output' }
          : { text, reason: text === '' ? 'empty' : null, detail: null };
      };
    }
  }
}

function inShort({ format, options }: OutputForm, result: ExtractResult): SystemOutput {
  const { ok, text, reason = null, detail = null } = result;
  if (!ok || format === TEXT.format) return { text, reason, detail };
  return { text: rendererNamed(format).render(result.document, options), reason, detail };
}

/** Adapts a peer or user module: pages are decoded as for our extractors, and empty text becomes a reason. */
function fromText(
  extractText: (html: string, url: string | null) => unknown,
): (page: PageInput) => Promise<SystemOutput> {
  return async (page) => {
    const html = typeof page.html === 'string' ? page.html : decode(page.html, { httpCharset: page.charset }).text;
    const text = await extractText(html, page.url);
    if (typeof text !== 'string') throw new TypeError(`the extractor returned ${typeof text}, expected a string`);
    return { text, reason: text === '' ? 'empty' : null, detail: null };
  };
}

/** Digest over the compiled code in a folder without tests: the part of a key for code. */
function codeDigest(folder: string): string {
  const known = codeDigests.get(folder);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    if (!/\.js(on)?$/.test(name) || /\.(test|fixture)\.js$/.test(name)) continue;
    hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  }
  const found = hash.digest('hex');
  codeDigests.set(folder, found);
  return found;
}
const codeDigests = new Map<string, string>();

function digest(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part.length)).update('\0').update(part);
  return hash.digest('hex');
}

export function packageVersionIn(folder: string): string {
  const read: { version?: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return read.version ?? '0';
}
