/**
 * Builds a corpus as GoldMiner's authors did (Endrédy & Novák 2013): learn each
 * site's template on its first pages, extract every page with it, drop repeated paragraphs, split sentences and tokens.
 *
 * The inputs are read twice: once for the first pages of each site, once for all. The output depends on the inputs and settings
 * alone. It is written beside its final name and renamed when it is complete.
 */
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExtractResult, siteReader } from '@dehusk/core';
import { extractPage, type OpenedPage, recordWith, textOfContents, type UnopenedPage } from '@dehusk/core/extend';
import type { Limits } from '@dehusk/html';
import {
  filtered,
  type Input,
  type InputPage,
  languageDetection,
  latePage,
  openWithinTime,
  type PageFilters,
  readPages,
  withinTime,
} from '@dehusk/node';
import {
  anyExtractorNamed,
  createOnion,
  judge,
  judgeRepeats,
  learnersOf,
  type OnionOptions,
  siteExtractorNamed,
} from '@dehusk/papers';
import { pageAddress, siteOf } from '../sources/page-links.js';
import { baseLanguage, type CorpusFormat, type CorpusParagraph, sentencesOf, tokensOf } from './corpus-formats.js';

/** Names of the definitions of a repeated paragraph. */
export const CORPUS_DEDUPE = ['paragraph', 'onion'] as const;
/** `none` keeps every paragraph: GoldMiner's paper argues against a filter after the extraction. */
export type CorpusDedupe = (typeof CORPUS_DEDUPE)[number] | 'none';

interface CorpusSettings {
  readonly inputs: readonly Input[];
  /** Folder of the corpus; it exists. */
  readonly folder: string;
  readonly format: CorpusFormat;
  /** Name of any extractor; only site extractors learn. */
  readonly extractor: string;
  /** Pages of a site to learn from before its first page is extracted. */
  readonly learnPages: number;
  /** Language of all pages; null: as declared or detected. */
  readonly language: string | null;
  /** What is a repeated paragraph: the same text as before, or Onion's definition. */
  readonly dedupe: CorpusDedupe;
  readonly onion: Pick<OnionOptions, 'n' | 'threshold'>;
  readonly filters: PageFilters;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** Called after each page of either pass. */
  onPage(pass: 'learn' | 'extract', pages: number): void;
  /** Called for inputs and pages that cannot be read. */
  notify(name: string, reason: string, detail: string): void;
}

/** The site of pages that name no address. */
const NO_SITE = '(no address)';

interface CorpusPage {
  readonly input: InputPage & { readonly ok: true };
  readonly opened: OpenedPage | UnopenedPage;
  readonly url: string | null;
  readonly site: string;
}

/**
 * Builds the corpus.
 *
 * @returns counts by site, in the order of their first pages; null when the signal stopped it: then there is no output
 * @throws the file system's error when the output cannot be written
 */
export async function buildCorpus(settings: CorpusSettings): Promise<SiteCounts[] | null> {
  const { folder, format, signal } = settings;
  const sites = new Map<string, SiteCounts>();
  const countsOf = (site: string): SiteCounts => {
    const counts = sites.get(site) ?? newSiteCounts(site);
    sites.set(site, counts);
    return counts;
  };
  const extract = await learntExtraction(settings, countsOf);
  const path = join(folder, format.file);
  const part = `${path}.part`;
  const file = await open(part, 'w');
  try {
    const onion = createOnion(settings.onion);
    let pages = 0;
    let number = 0;
    for await (const page of readPages(settings.inputs, { maxBytes: settings.limits.maxBytes })) {
      if (signal.aborted) return null;
      settings.onPage('extract', ++pages);
      if (!page.ok) {
        countOne(countsOf(siteOfPage(page.url ?? null)).unread, page.reason);
        settings.notify(page.name, page.reason, page.detail);
        continue;
      }
      const read = openedPage(page, settings);
      const counts = countsOf(read.site);
      counts.pages++;
      const result = await filtered(await extract(read), settings.filters);
      if (!result.ok) {
        countOne(counts.withoutText, result.reason);
        continue;
      }
      const lines = linesOf(result);
      const judged = settings.dedupe === 'onion' ? judge : judgeRepeats;
      const texts = lines.map(({ text }) => text);
      const { duplicate, smoothed, tokens } = judged(onion, texts);
      if (settings.dedupe === 'none') duplicate.fill(0);
      lines.forEach((_, at) => {
        const fate = duplicate[at] === 0 ? 'kept' : 'dropped';
        counts.paragraphs[fate]++;
        counts.words[fate] += tokens[at];
      });
      const kept = lines.filter((_, at) => duplicate[at] === 0);
      if (kept.length === 0) {
        if (smoothed.every((one) => one === 1)) counts.short++;
        else counts.duplicates++;
        continue;
      }
      if (kept.length < lines.length) counts.trimmed++;
      const facts = recordWith(['title', 'author', 'date', 'language', 'at'], result, { at: page.at });
      const { at: fetched, title, author, date, language } = facts;
      const document = {
        number: ++number,
        facts: { url: read.url, site: read.site, title, author, date, language, fetched },
        paragraphs: kept.flatMap(({ text, isHeading }): CorpusParagraph[] => {
          const sentences = sentencesOf(text, settings.language ?? language);
          return sentences.length === 0 ? [] : [{ isHeading, text, sentences }];
        }),
      };
      counts.documents++;
      countOne(counts.languages, baseLanguage(language));
      for (const { sentences } of document.paragraphs) {
        counts.sentences += sentences.length;
        counts.tokens += tokensOf(sentences);
      }
      await file.appendFile(format.print(document));
    }
    await file.close();
    await rename(part, path);
    return [...sites.values()];
  } finally {
    await file.close();
    await rm(part, { force: true });
  }
}

/** Learns the sites' first pages and returns the extraction with what was learnt; later pages are learnt as they are extracted. */
async function learntExtraction(
  settings: CorpusSettings,
  countsOf: (site: string) => SiteCounts,
): Promise<(page: CorpusPage) => Promise<ExtractResult>> {
  const { extractor, learnPages, language, signal } = settings;
  const given = async ({ opened, url, input: { at } }: CorpusPage) => ({
    known: { url, at },
    options: { language, ...(await languageDetection(opened, language)) },
  });
  const late = (page: CorpusPage, detail: string): ExtractResult =>
    extractPage(latePage(page.url, detail), anyExtractorNamed(extractor));
  if (learnersOf(extractor).length === 0)
    return async (page) => {
      const { options } = await given(page);
      const read = () => extractPage(page.opened, anyExtractorNamed(extractor), options);
      return withinTime(settings.limits, read, (detail) => late(page, detail));
    };
  const reader = siteReader({ extractor: siteExtractorNamed(extractor) });
  let pages = 0;
  for await (const page of readPages(settings.inputs, { maxBytes: settings.limits.maxBytes })) {
    if (signal.aborted) break;
    if (!page.ok) continue;
    settings.onPage('learn', ++pages);
    // Only the page itself can name its site when its input does not.
    if (page.url !== null && countsOf(siteOfPage(page.url)).learnt >= learnPages) continue;
    const read = openedPage(page, settings);
    const counts = countsOf(read.site);
    const { opened } = read;
    if (!opened.ok || counts.learnt >= learnPages) continue;
    const { known } = await given(read);
    const isLearnt = withinTime(
      settings.limits,
      () => reader.learn(opened, known),
      () => false,
    );
    if (isLearnt) counts.learnt++;
  }
  return async (page) => {
    const { known, options } = await given(page);
    const read = () =>
      page.opened.ok
        ? reader.read(page.opened, { ...known, ...options })
        : extractPage(page.opened, anyExtractorNamed(extractor), options);
    return withinTime(settings.limits, read, (detail) => late(page, detail));
  };
}

function openedPage(input: InputPage & { readonly ok: true }, { limits }: CorpusSettings): CorpusPage {
  const { page, url, charset, mediaType, at } = input;
  const result = openWithinTime(page, { url, httpCharset: charset, mediaType, fetchedAt: at, limits });
  const canonical = (): string | null => (result.ok ? result.metadata.canonicalUrl : null);
  const address = url ?? withinTime(limits, canonical, () => null);
  return { input, opened: result, url: address, site: siteOfPage(address) };
}

function siteOfPage(url: string | null): string {
  const address = url === null ? null : pageAddress(url);
  return address === null ? NO_SITE : siteOf(address);
}

/** The paragraphs of a document: the lines of its text. */
function linesOf({ document }: ExtractResult & { readonly ok: true }): { text: string; isHeading: boolean }[] {
  return document.content.flatMap((one) =>
    textOfContents([one])
      .split('\n')
      .filter((text) => text.trim() !== '')
      .map((text) => ({ text, isHeading: one.type === 'heading' })),
  );
}

// The counts of a corpus by site, which the report shows.

/** Counts of a site. Pages = fetched or read; each is unread, without text, a duplicate, short, or a document. */
export interface SiteCounts {
  readonly site: string;
  /** Pages that were read from the archive or the inputs. */
  pages: number;
  /** Pages that could not be fetched or read, by reason; not part of `pages`. */
  readonly unread: Record<string, number>;
  /** Pages the template was learnt from before the first extraction. */
  learnt: number;
  /** Pages without text, by reason; those that a filter refused included. */
  readonly withoutText: Record<string, number>;
  /** Pages whose paragraphs were all in the corpus already. */
  duplicates: number;
  /** Pages that Onion's smoothing dropped as a whole: too few new words to keep. */
  short: number;
  documents: number;
  /** Documents that lost paragraphs. */
  trimmed: number;
  readonly paragraphs: Kept;
  /** Runs of letters or digits. */
  readonly words: Kept;
  sentences: number;
  /** Tokens of the corpus, punctuation included. */
  tokens: number;
  /** Documents by language; `und` when none is declared or detected. */
  readonly languages: Record<string, number>;
}

/** What was extracted, by what became of it. */
interface Kept {
  kept: number;
  dropped: number;
}

export function newSiteCounts(site: string): SiteCounts {
  return {
    site,
    ...{ pages: 0, unread: {}, learnt: 0, withoutText: {}, duplicates: 0, short: 0, documents: 0, trimmed: 0 },
    ...{ paragraphs: { kept: 0, dropped: 0 }, words: { kept: 0, dropped: 0 }, sentences: 0, tokens: 0, languages: {} },
  };
}

/** Adds one to a count by name. */
function countOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** The sum of counts by name. */
export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

/** The counts of all sites together, under the name given. */
export function totalCounts(site: string, all: readonly SiteCounts[]): SiteCounts {
  const total = newSiteCounts(site);
  for (const one of all) addCounts(total as unknown as Counts, one as unknown as Counts);
  return total;
}

type Counts = { [name: string]: number | string | Counts };

function addCounts(to: Counts, from: Counts): void {
  for (const [name, value] of Object.entries(from))
    if (typeof value === 'number') to[name] = Number(to[name] ?? 0) + value;
    else if (typeof value === 'object') addCounts(to[name] as Counts, value);
}
