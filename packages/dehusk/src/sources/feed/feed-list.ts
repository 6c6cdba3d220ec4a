/** Which feeds there are: named in the settings, in a text file, or in an OPML file. */
import { readFile, stat } from 'node:fs/promises';
import { parseOpml } from 'feedsmith';
import { SourceError, type SourceFault } from '../source.js';
import { webAddress } from '../web-address.js';

export interface FeedList {
  /** Absolute addresses without fragments, each once. */
  readonly urls: readonly string[];
  readonly faults: readonly SourceFault[];
}

/** Largest list read, in bytes: some 200,000 feeds. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * @param feeds addresses of feeds, or of pages that offer them
 * @param path a file: OPML, or text with one address a line; null for none
 * @throws SourceError when the file cannot be read, or when there is no feed at all
 */
export async function listFeeds(feeds: readonly string[], path: string | null): Promise<FeedList> {
  const named = feeds.map((text, index) => ({ text, where: `feeds[${index}]` }));
  if (path !== null) named.push(...(await readFeedFile(path)));
  const urls = new Set<string>();
  const faults: SourceFault[] = [];
  for (const { text, where } of named) {
    const url = webAddress(text);
    if (url === null) {
      const detail = `got "${text.slice(0, 200)}", expected http(s)://…`;
      faults.push({ kind: 'fault', where, reason: 'bad-url', detail, position: null });
      continue;
    }
    url.hash = '';
    urls.add(url.href);
  }
  if (urls.size === 0)
    throw new SourceError(`got no feed${path === null ? '' : ` from ${path}`}, expected at least one address`);
  return { urls: [...urls], faults };
}

async function readFeedFile(path: string): Promise<{ text: string; where: string }[]> {
  let text: string;
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new SourceError(`${path} has ${size} bytes, expected a list of at most ${MAX_BYTES}`);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new SourceError(isMissing ? `there is no list of feeds ${path}` : `${path} cannot be read: ${error}`);
  }
  if (/^\s*(?:\ufeff)?\s*<(?:\?xml|opml)/i.test(text)) return readOpml(text, path);
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ text: line.trim(), where: `${path}:${index + 1}` }))
    .filter(({ text: line }) => line !== '' && !line.startsWith('#'));
}

/** @throws SourceError when it is not OPML */
function readOpml(text: string, path: string): { text: string; where: string }[] {
  const found: { text: string; where: string }[] = [];
  try {
    let open = [...(parseOpml(text).body?.outlines ?? [])];
    while (open.length > 0) {
      for (const { xmlUrl } of open)
        if (xmlUrl !== undefined) found.push({ text: xmlUrl.trim(), where: `${path}, outline ${found.length + 1}` });
      open = open.flatMap(({ outlines }) => outlines ?? []);
    }
  } catch (error) {
    throw new SourceError(`${path} is not OPML: ${error instanceof Error ? error.message : error}`);
  }
  return found;
}
