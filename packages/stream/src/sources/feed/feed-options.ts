/** Settings of the feed source, and the list of feeds they name. */
import { readFile, stat } from 'node:fs/promises';
import { flag, number, type SettingsOf, section, text, texts, wholeNumber, withoutPassword } from '@dehusk/node';
import { parseOpml } from 'feedsmith';
import { pageAddress } from '../page-links.js';
import { SourceError, type SourceFault, sourceFault } from '../source.js';

const DAY = 86_400;
const PROPERTIES = {
  feeds: texts('Addresses of feeds (RSS, Atom, RDF, JSON Feed), or of pages that link to them.', []),
  path: text('A file of feeds: OPML, or text with one address per line.', ''),
  // The URL Tree authors' reader polls every five minutes.
  minInterval: number(
    'Shortest time between two polls of a feed, in seconds.',
    { exclusiveMinimum: 0, maximum: DAY },
    300,
  ),
  maxInterval: number(
    'Longest time between two polls of a feed, in seconds.',
    { exclusiveMinimum: 0, maximum: 30 * DAY },
    21_600,
  ),
  obeysHints: flag('Do not poll before ttl and Cache-Control allow it, nor in skipHours and skipDays.', true),
  concurrency: wholeNumber('Concurrent polls.', 1, 1_024, 16),
  maxItems: wholeNumber('Items read from one copy of a feed, from its top.', 1, 100_000, 1_000),
  history: wholeNumber('Items of a site remembered, so that they are not fetched again.', 100, 10_000_000, 100_000),
  // After 5, 15 and 35 minutes with the default interval: most outages are shorter.
  retries: wholeNumber('Retries of a page after a temporary failure, after minInterval doubled each time.', 0, 20, 3),
  discover: flag('For the address of a web page, read the feeds that it links to (link rel=alternate).', true),
  once: flag('End after polling every feed once.', false),
};

export type FeedOptions = SettingsOf<typeof PROPERTIES>;
export const FEED_SCHEMA = section(PROPERTIES);

/** Largest file of feeds, in bytes: some 200,000 feeds. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * The feeds of the settings, without duplicates.
 *
 * @throws SourceError when the file cannot be read, or when there are no feeds
 */
export async function listFeeds({
  feeds,
  path,
}: Pick<FeedOptions, 'feeds' | 'path'>): Promise<{ readonly urls: readonly string[]; readonly faults: SourceFault[] }> {
  const named = feeds.map((text, index) => ({ text, where: `feeds[${index}]` }));
  if (path !== '') named.push(...(await readFeedFile(path)));
  const urls = new Set<string>();
  const faults: SourceFault[] = [];
  for (const { text, where } of named) {
    const url = pageAddress(text);
    if (url !== null) urls.add(url.href);
    else
      faults.push(sourceFault(where, 'bad-url', `got "${withoutPassword(text).slice(0, 200)}", expected http(s)://…`));
  }
  if (urls.size === 0)
    throw new SourceError(`got no feed${path === '' ? '' : ` from ${path}`}, expected at least one address`);
  return { urls: [...urls], faults };
}

type NamedFeed = Readonly<Record<'text' | 'where', string>>;

async function readFeedFile(path: string): Promise<NamedFeed[]> {
  let text: string;
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new SourceError(`${path} has ${size} bytes, expected a list of at most ${MAX_BYTES}`);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new SourceError(isMissing ? `there is no list of feeds ${path}` : `${path} cannot be read: ${error}`);
  }
  if (/^\s*<(?:\?xml|opml)/i.test(text)) return readOpml(text, path);
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ text: line.trim(), where: `${path}:${index + 1}` }))
    .filter(({ text: line }) => line !== '' && !line.startsWith('#'));
}

function readOpml(text: string, path: string): NamedFeed[] {
  const found: NamedFeed[] = [];
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
