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
import type { Input, InputPage } from '@dehusk/node';
import {
  filtered,
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
import { countOne, newSiteCounts, type SiteCounts } from './corpus-counts.js';
import { type CorpusFormat, type CorpusParagraph, tokensOf } from './corpus-formats.js';
import { baseLanguage, sentencesOf } from './sentences.js';

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
