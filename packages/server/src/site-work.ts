/** Work with the models of a site, in a worker thread: models come in as bytes, and those that changed go out. */

import type { Correction, ExtractResult } from '@dehusk/core';
import { learnersInUse, memoryModels, openPage, siteProcessor } from '@dehusk/core/extend';
import type { RawPage } from '@dehusk/node';
import { languageDetection, threadMilliseconds } from '@dehusk/node';
import { anyExtractorNamed, learnersOf } from '@dehusk/papers';
import { modelKey } from '@dehusk/stream';
import { printed } from './page-work.js';
import type { Done, GivenOutput, NoText } from './service.js';

/** Name of the extractor whose learners a server keeps. */
const SITE_EXTRACTOR = 'site';

/** The learners of a server. */
export const SITE_LEARNERS_IN_USE = learnersInUse(learnersOf(SITE_EXTRACTOR));

/** What is done with the models of a site. */
export interface SiteWork {
  readonly kind: 'site';
  readonly action: 'read' | 'describe' | 'save' | 'restore';
  /** An address of the site. */
  readonly url: string;
  /** The models by their keys in the store. */
  readonly models: Readonly<Record<string, Uint8Array>>;
  /** The page to read; null for the other actions. */
  readonly page: RawPage | null;
  readonly output: GivenOutput | null;
  /** When the page was seen, milliseconds since 1970. */
  readonly at: number;
  /** What a site reader saved, to restore. */
  readonly saved: Uint8Array | null;
  /** Decisions of an editor on the page. */
  readonly corrections: readonly Correction[] | null;
}

/** An answer, and the models that changed by their keys; null removes one. */
export interface SiteAnswer {
  readonly kind: 'site-done';
  readonly answer: Done | NoText;
  readonly changes: Readonly<Record<string, Uint8Array | null>>;
}

const encoder = new TextEncoder();

/** Does the work. Never throws for a page, nor for models. */
export async function doSiteWork(work: SiteWork, limits: object): Promise<SiteAnswer> {
  const table = memoryModels(SITE_LEARNERS_IN_USE.map(({ learner }) => learner));
  const units = new Map(SITE_LEARNERS_IN_USE.map(({ learner }) => [learner, learner.unit(work.url)]));
  for (const [learner, unit] of units) {
    const bytes = work.models[modelKey(learner.name, unit)];
    if (bytes !== undefined) table.set(learner, unit, learner.decode(bytes));
  }
  const changes: Record<string, Uint8Array> = {};
  const done = (bytes: Uint8Array): SiteAnswer => ({ kind: 'site-done', answer: { kind: 'done', bytes }, changes });
  const failed = (reason: string, detail: string): SiteAnswer => ({
    kind: 'site-done',
    answer: { kind: 'no-text', reason, detail },
    changes,
  });
  switch (work.action) {
    case 'save':
      return done(table.save(SITE_EXTRACTOR));
    case 'restore':
      try {
        table.restore(work.saved ?? new Uint8Array(0), SITE_EXTRACTOR);
      } catch (error) {
        return failed('bad-model', (error as Error).message);
      }
      for (const [learner, unit] of units)
        for (const [name, model] of table.entries(learner)) {
          if (name !== unit) return failed('bad-model', `the bytes hold a model of "${name}", expected "${unit}"`);
          changes[modelKey(learner.name, unit)] = learner.encode(model);
        }
      return done(encoder.encode('{}'));
    case 'describe': {
      const learners = [...units].flatMap(([learner, unit]) => {
        const model = table.get(learner, unit);
        if (model === undefined) return [];
        const { name } = learner;
        const pages = learner.pages?.(model) ?? [];
        return [{ name, hasPattern: learner.hasPattern(model), facts: learner.explain(model), pages }];
      });
      if (learners.length === 0) return failed('unknown-site', 'nothing was learnt of this site');
      return done(encoder.encode(JSON.stringify({ host: new URL(work.url).hostname, learners })));
    }
    case 'read':
      break;
  }
  const { page: given, output, at, corrections } = work;
  if (given === null || output === null) throw new TypeError('reading a page of a site got no page or no output');
  const { page, url, charset: httpCharset, mediaType } = given;
  const opened = openPage(page, { url, httpCharset, mediaType, limits, clock: threadMilliseconds, fetchedAt: at });
  const sites = siteProcessor({
    learners: SITE_LEARNERS_IN_USE,
    models: {
      get: (learner, unit) => table.get(learner, unit),
      set(learner, unit, model) {
        table.set(learner, unit, model);
        changes[modelKey(learner.name, unit)] = learner.encode(model);
      },
    },
  });
  if (!opened.ok) return failed(opened.reason, opened.detail);
  const identified = sites.identify(opened, { url: work.url, at, ...(corrections && { corrections }) });
  if (!identified.ok) return failed(identified.reason, identified.detail);
  const extractor = anyExtractorNamed(SITE_EXTRACTOR);
  // An editor expects the answer to follow their corrections.
  if (corrections !== null) sites.observe(identified.sitePage);
  const result: ExtractResult = sites.extract(
    opened,
    identified.sitePage,
    extractor,
    await languageDetection(opened, null),
  );
  if (result.reason !== 'timeout' && corrections === null) sites.observe(identified.sitePage);
  if (!result.ok) return failed(result.reason, result.detail);
  return done(printed(result, output));
}
