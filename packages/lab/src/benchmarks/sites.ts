/**
 * Memory and time per document while a stream of many sites grows: both must stay flat.
 *
 * Documents are synthetic and seeded (synthetic-document.ts) and come from the sites in turn. As in `dehusk site learn`,
 * models are stored encoded, one value per site and learner, and only the models of the latest sites are open; time covers
 * parsing, observing, encoding and decoding. One row per tenth of the stream.
 *
 * Run: `node packages/lab/dist/benchmarks/sites.js [documents, default 50000] [sites, default documents / 1000] [learners] [json]`
 * A million documents over 1,000 sites: `node packages/lab/dist/benchmarks/sites.js 1000000 1000 urltree`
 */
import { writeFileSync } from 'node:fs';
import { urlKey } from '@dehusk/core';
import { type AnySiteLearner, parse, siteLearnerNamed, withDefaults } from '@dehusk/core/internal';
import { seededRandom } from 'dehusk/demo';
import { writeLines } from '../reports/plots.js';
import { textTable } from '../reports/tables.js';
import { cpuTimer, numberArgument } from './measure.js';
import { syntheticDocument } from './synthetic-document.js';

/** Rows of the table. */
const STEPS = 10;
/** Sites whose models are open at once. */
const OPEN_SITES = 8;
/** Consecutive documents of one site, as crawlers fetch. */
const RUN = 50;
/** Milliseconds between two documents: a million in 40 days, so that eviction after 14 days takes part. */
const INTERVAL = 3_500;

/** Figures of a tenth of the stream. */
interface Step {
  readonly documents: number;
  /** Per learner: CPU microseconds per document of this tenth. */
  readonly microseconds: readonly number[];
  /** Per learner: bytes of all encoded models per document seen so far, and per document the models still hold. */
  readonly bytes: readonly number[];
  readonly bytesKept: readonly number[];
  /** Peak memory of the process in MB. */
  readonly peakMegabytes: number;
}

function measure(documents: number, sites: number, learners: readonly AnySiteLearner[]): Step[] {
  const { next: random } = seededRandom(11);
  const settings = learners.map((learner) => withDefaults(learner));
  /** Encoded models by learner and site, and the open ones, least recently used first. */
  const stored = learners.map(() => new Map<number, Uint8Array>());
  const open = new Map<number, unknown[]>();
  const spent = learners.map(() => 0);
  const numbers = new Uint32Array(sites);
  const steps: Step[] = [];
  const timed = <T>(learner: number, act: () => T): T => {
    const elapsed = cpuTimer();
    const result = act();
    spent[learner] += 1000 * elapsed();
    return result;
  };
  const put = (site: number, models: readonly unknown[]): void =>
    models.forEach((model, at) => {
      const bytes = timed(at, () => learners[at].encode(model));
      stored[at].set(site, bytes);
    });

  for (let done = 0; done < documents; done++) {
    const site = Math.floor(done / RUN) % sites;
    let models = open.get(site);
    if (models === undefined) {
      models = learners.map((learner, at) => {
        const bytes = stored[at].get(site);
        return bytes === undefined ? learner.empty(settings[at]) : timed(at, () => learner.decode(bytes));
      });
      open.set(site, models);
      const [oldest] = open;
      if (open.size > OPEN_SITES) {
        put(oldest[0], oldest[1]);
        open.delete(oldest[0]);
      }
    }
    const { url, html } = syntheticDocument(site, numbers[site]++, random);
    const { key } = urlKey(url);
    learners.forEach((learner, at) => {
      timed(at, () => {
        const parsed = parse(html, { url });
        if (parsed.ok) learner.observe(models[at], { page: parsed.page, url, key, at: done * INTERVAL }, settings[at]);
      });
    });
    if ((done + 1) % Math.ceil(documents / STEPS) !== 0 && done + 1 !== documents) continue;
    for (const [one, its] of open) put(one, its);
    const inStep = done + 1 - (steps.at(-1)?.documents ?? 0);
    const total = stored.map((values) => [...values.values()].reduce((sum, { length }) => sum + length, 0));
    const kept = learners.map((learner, at) =>
      [...stored[at].values()].reduce((sum, bytes) => sum + (learner.explain(learner.decode(bytes))[0]?.of ?? 0), 0),
    );
    steps.push({
      documents: done + 1,
      microseconds: spent.map((one) => one / inStep),
      bytes: total.map((one) => one / (done + 1)),
      bytesKept: total.map((one, at) => one / Math.max(1, kept[at])),
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
    });
    spent.fill(0);
    process.stderr.write(`${done + 1} of ${documents}\n`);
  }
  return steps;
}

const documents = numberArgument(0, 'documents', 50_000, STEPS);
const sites = numberArgument(1, 'sites', Math.max(1, Math.round(documents / 1000)));
const names = (process.argv[4] ?? 'urltree,goldminer,containers').split(',');
const out = process.argv[5];
const steps = measure(documents, sites, names.map(siteLearnerNamed));
process.stdout.write(
  `${documents} synthetic documents of ${sites} sites; CPU µs per document, encoded bytes per document seen and per document held\n${textTable(
    {
      head: ['documents', ...names.flatMap((name) => [`${name} µs`, 'bytes', 'held']), 'peak MB'],
      rows: steps.map((step) => [
        String(step.documents),
        ...names.flatMap((_, at) => [
          step.microseconds[at].toFixed(0),
          step.bytes[at].toFixed(0),
          step.bytesKept[at].toFixed(0),
        ]),
        step.peakMegabytes.toFixed(0),
      ]),
    },
  )}\n`,
);
if (out !== undefined) {
  writeFileSync(`${out}.json`, `${JSON.stringify({ documents, sites, names, steps }, null, 1)}\n`);
  const series = names.map((name, at) => ({
    name,
    points: steps.map((step) => [step.documents, step.microseconds[at]] as const),
  }));
  const titles = { x: 'documents so far', y: 'CPU µs per document' };
  await writeLines(`${out}.svg`, series, titles, 'time per document while the stream grows');
}
