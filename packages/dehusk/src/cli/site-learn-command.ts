/** `dehusk site learn`: learns site templates from pages. */

import {
  type AnySiteLearner,
  type IdentifiedPage,
  learnersInUse,
  siteProcessor,
  type UnopenedPage,
} from '@dehusk/core/extend';
import { DEFAULT_LIMITS } from '@dehusk/html';
import { inputNamed, latePage, openWithinTime, readPages, withinTime } from '@dehusk/node';
import { SITE_LEARNERS } from '@dehusk/papers';
import type { Store } from '@dehusk/stream';
import { StoredModels } from '@dehusk/stream';
import { type Command, Option } from 'commander';
import { addTimeLimit, count, gathered, ROOT_OPTION, settingsOf, size } from './extraction-options.js';
import { type CommandEnd, reportFailure, UsageError } from './failures.js';
import { learnerList, pagesBar, STATE_HELP, usualLearners, withState } from './site-state.js';

interface LearnFlags {
  readonly state: string;
  readonly learner?: readonly AnySiteLearner[];
  readonly set?: readonly string[];
  readonly urlTemplate?: string;
  readonly root?: string;
  readonly resume?: true;
  readonly commitPages: number;
  readonly maxBytes: number;
  readonly timeout: number;
}

/** Pages between two commits. A commit writes every changed model and syncs the disk. */
const COMMIT_PAGES = 500;
/** Failed pages that are listed. */
const MAX_FAILURES_LISTED = 20;

const HELP = `
Inputs: JSON lines as for dehusk batch ("url", and "html", "htmlBase64" or "path"; "timestamp" is its time), plain or gzip;
folders with a manifest.jsonl(.gz) whose field "html" is the path of a page, or folders of such folders; folders of pages;
WARC files; single pages; - for JSON lines from standard input.

Learning a page twice changes nothing, so runs can be repeated. A killed run keeps what it has committed, and --resume
continues there.

Examples:
  dehusk site learn crawl.jsonl.gz --state sites/
  dehusk site learn saved/ --state sites/ --url-template https://example.org/{path}.html
  dehusk site learn crawl.jsonl --state sites/ --learner urltree --set urltree.maxDays=30`;

/** Adds the command's arguments and options. */
export function describeSiteLearn(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<input...>', 'JSON lines, WARC files, folders, pages, or - for standard input')
    .requiredOption('--state <folder>', STATE_HELP)
    .addOption(
      new Option(
        '--learner <names>',
        `learners, separated by commas: ${SITE_LEARNERS.map(({ name }) => name).join(', ')} (default: ${usualLearners()
          .map(({ name }) => name)
          .join(',')})`,
      ).argParser(learnerList),
    )
    .addOption(new Option('--set <learner.name=value>', 'an option of a learner; repeatable').argParser(gathered))
    .option(
      '--url-template <template>',
      'addresses of pages from files, with {path} below the folder or {name} of the file',
    )
    .option(...ROOT_OPTION)
    .option('--resume', 'skip the pages of each input that an earlier run committed')
    .option('--commit-pages <count>', 'pages between two commits', count, COMMIT_PAGES)
    .option('--max-bytes <size>', 'maximum size of a page (k, M allowed)', size, DEFAULT_LIMITS.maxBytes);
  addTimeLimit(command)
    .addHelpText('after', HELP)
    .action(async (inputs: string[], _flags: unknown, self: Command) => {
      finish(await runLearn(inputs, self.opts() as LearnFlags));
    });
}

async function runLearn(inputs: readonly string[], flags: LearnFlags): Promise<CommandEnd> {
  const learners = flags.learner ?? usualLearners();
  const settings = settingsByLearner(learners, flags.set ?? []);
  checkTemplate(flags.urlTemplate);
  let isStopped: CommandEnd | null = null;
  const stop = (signal: NodeJS.Signals): void => {
    isStopped = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return withState(flags.state, true, async (store) => {
    const models = new StoredModels(
      store,
      learnersInUse(learners, ({ name }) => settings.get(name) ?? {}),
    );
    const failures = await learn(inputs, flags, store, models, learners, () => isStopped !== null);
    return isStopped ?? (failures > 0 ? 'some-unreadable' : 'all-extracted');
  }).finally(() => process.off('SIGINT', stop).off('SIGTERM', stop));
}

/** Reads, observes and commits pages; returns the number of unusable ones. */
async function learn(
  inputs: readonly string[],
  flags: LearnFlags,
  store: Store,
  models: StoredModels,
  learners: readonly AnySiteLearner[],
  isStopped: () => boolean,
): Promise<number> {
  const began = performance.now();
  const limits = { ...DEFAULT_LIMITS, maxBytes: flags.maxBytes, maxMilliseconds: flags.timeout * 1000 };
  const processor = siteProcessor({ learners: models.learners, models });
  const sites = new Set<string>();
  const bar = pagesBar('learnt');
  let pages = 0;
  let failed = 0;
  let skipped = 0;
  let sinceCommit = 0;
  let position: { input: string; at: number } | null = null;
  const fail = (name: string, reason: string, detail: string): void => {
    if (++failed <= MAX_FAILURES_LISTED) reportFailure(name, reason, detail);
  };
  const commit = async (): Promise<void> => {
    if (position !== null) await models.commit(position);
    sinceCommit = 0;
  };
  const skip = async (input: string): Promise<number> => {
    const done = flags.resume && input !== '-' ? ((await store.position(input)) ?? 0) : 0;
    skipped += done;
    return done;
  };
  const reading = {
    maxBytes: flags.maxBytes,
    urlTemplate: flags.urlTemplate ?? null,
    skip,
    ...(flags.root && { root: flags.root }),
  };
  for await (const page of readPages(inputs.map(inputNamed), reading)) {
    // An input's position is committed with its own pages.
    if (position !== null && position.input !== page.input) await commit();
    if (isStopped()) break;
    if (!page.ok) fail(page.name, page.reason, page.detail);
    else {
      const opened = openWithinTime(page.page, {
        url: page.url,
        httpCharset: page.charset,
        mediaType: page.mediaType,
        limits,
        fetchedAt: Date.now(),
      });
      const identified = opened.ok
        ? withinTime<IdentifiedPage | UnopenedPage>(
            limits,
            () => processor.identify(opened, page),
            (detail) => latePage(page.url, detail),
          )
        : opened;
      if (!identified.ok) fail(page.name, identified.reason, `${identified.detail}${hintFor(identified.reason)}`);
      else {
        const { sitePage } = identified;
        await models.load(sitePage.url);
        // Observing a page twice changes nothing.
        const observed = withinTime<number | string>(
          limits,
          () => processor.observe(sitePage),
          (detail) => detail,
        );
        if (typeof observed === 'string') fail(page.name, 'timeout', observed);
        else if (observed === 0) fail(page.name, 'no-site', `${sitePage.url} belongs to no site`);
        else {
          pages++;
          sites.add(learners[0].unit(sitePage.url));
        }
      }
    }
    position = { input: page.input, at: page.number };
    if (++sinceCommit >= flags.commitPages) await commit();
    bar?.update(pages, { sites: sites.size, rate: Math.round((1000 * pages) / (performance.now() - began)) });
  }
  await commit();
  bar?.stop();
  if (failed > MAX_FAILURES_LISTED)
    process.stderr.write(`… and ${failed - MAX_FAILURES_LISTED} more pages that could not be used\n`);
  const seconds = (performance.now() - began) / 1000;
  process.stderr.write(
    `${skipped > 0 ? `${skipped} pages were committed before\n` : ''}${pages} pages of ${sites.size} sites learnt by ${learners
      .map(({ name }) => name)
      .join(
        ', ',
      )}${failed > 0 ? `, ${failed} not used` : ''}; ${seconds.toFixed(1)} s, ${(pages / seconds).toFixed(0)} pages/s\n`,
  );
  return failed;
}

function hintFor(reason: string): string {
  return reason === 'no-url' ? ' (--url-template derives one from the file name)' : '';
}

/** `learner.name=value` pairs, by learner, read by the types of the learners' defaults. */
function settingsByLearner(
  learners: readonly AnySiteLearner[],
  pairs: readonly string[],
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const byLearner = new Map<string, string[]>();
  for (const pair of pairs) {
    const [, name, rest] = /^([^.=]+)\.([^=]+=.*)$/s.exec(pair) ?? [];
    if (!learners.some((one) => one.name === name))
      throw new UsageError(
        `--set got "${pair}", expected learner.name=value with a learner of ${learners.map((one) => one.name).join(', ')}`,
      );
    byLearner.set(name, [...(byLearner.get(name) ?? []), rest]);
  }
  return new Map(
    learners.map(
      (learner) => [learner.name, settingsOf(learner, byLearner.get(learner.name) ?? [], {}).options] as const,
    ),
  );
}

/** @throws UsageError for a template that yields no addresses */
export function checkTemplate(template: string | undefined): void {
  if (template === undefined) return;
  const made = template.replaceAll('{path}', 'a/b').replaceAll('{name}', 'b');
  if (made === template || !/^https?:\/\//i.test(made) || !URL.canParse(made))
    throw new UsageError(
      `--url-template got "${template}", expected an address such as https://example.org/{path}.html`,
    );
}
