import { writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS, type ExtractResult } from '@dehusk/core';
import type { Command } from 'commander';
import type { DemoSiteReport } from '../demo/demo-report.js';
import { extractWithLanguage } from '../extraction/extract-with-language.js';
import { readPages, SINGLE_PAGE_READERS } from '../inputs/index.js';
import { table, wrap } from '../terminal/table.js';
import { columnsOf, type Painter, painterFor } from '../terminal/terminal.js';
import { type CommandEnd, InputOutputError } from './failures.js';
import { print } from './outputs.js';

interface DemoFlags {
  readonly pages?: true;
  readonly serve?: true;
  readonly output: string;
}

const FOLDER = 'dehusk-demo';
/** The pipeline stops this many milliseconds after its first document, or earlier. */
const MAX_MILLISECONDS = 14_000;
/** Port of `--serve`. */
const DEMO_PORT = 8090;
const DAY = 86_400_000;
const PLAIN = painterFor({ isTTY: false }, {});

/** `dehusk demo`: the pipeline on a small demo web. */
export function describeDemo(command: Command, finish: (end: CommandEnd) => void): Command {
  return command
    .option('--pages', 'extract nine saved pages in eight languages instead of running the pipeline')
    .option('--serve', 'only serve a newspaper on loopback and print the address of its feed, until Ctrl-C')
    .option('-o, --output <folder>', 'folder for documents, report and learnt patterns', FOLDER)
    .action(async (flags: DemoFlags) =>
      finish(await (flags.pages ? showPages() : flags.serve ? serve() : showPipeline(flags))),
    );
}

/**
 * How the person who started this process can start `dehusk` again: `dehusk`, `npx dehusk` or `node PATH`.
 *
 * @param script the script node runs, as `process.argv[1]` has it
 */
export function ownCommand(script = process.argv[1], environment = process.env): string {
  const isFromNpm = environment.npm_command !== undefined || script.includes(join('node_modules', '.bin') + sep);
  if (isFromNpm) return 'npx dehusk';
  return basename(script) === 'dehusk' ? 'dehusk' : `node ${shortPath(script)}`;
}

function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

/** A heading and what to try next: commands without the program's name, each with its purpose. */
function nextSteps(paint: Painter, steps: readonly (readonly [words: string, purpose: string])[]): string {
  const dehusk = ownCommand();
  const lines = steps.map(([words, purpose]) => `  ${paint('cyan', `${dehusk} ${words}`.padEnd(62))} ${purpose}\n`);
  return `\n${paint('bold', 'Next:')}\n${lines.join('')}`;
}

/** Serves until a signal ends the process. */
async function serve(): Promise<CommandEnd> {
  const { openDemoServer } = await import('../demo/demo-server.js');
  const { DEMO_SITES } = await import('../demo/demo-sites.js');
  const { port } = await openDemoServer({ sites: DEMO_SITES, port: DEMO_PORT, firstAt: Date.now() - DAY });
  const origin = `http://127.0.0.1:${port}`;
  await print(
    `${DEMO_SITES[0].name}, in a browser: ${origin}/\nIn another terminal: ${ownCommand()} watch ${origin}/feed.xml --allow-private\n`,
  );
  return new Promise(() => {});
}

async function showPipeline({ output: folder }: DemoFlags): Promise<CommandEnd> {
  const terminal = process.stdout.isTTY ? process.stdout : null;
  const columns = columnsOf(process.stdout);
  const paint = painterFor(process.stdout);
  // Loaded here: no other command needs servers and workers.
  const { DEMO_LEFT, runDemo } = await import('../demo/run-demo.js');
  await print(
    'Six newspapers on a loopback port: feeds, sitemaps, tracked addresses, redirects, mobile copies, a redesign.\n\n',
  );
  const { reports, snapshot, requests } = await runDemo({
    folder,
    terminal,
    tell: (line) => void process.stdout.write(`${line}\n`),
    maxMilliseconds: MAX_MILLISECONDS,
  });
  writeFileSync(join(folder, DEMO_LEFT.report), reportTable(reports, PLAIN, Number.POSITIVE_INFINITY));
  await print(`\n${reportTable(reports, paint, columns)}\n`);
  const latency =
    snapshot.latency === null ? '' : `, feed item to document p50 ${(snapshot.latency.p50 / 1000).toFixed(1)} s`;
  await print(`${requests} requests, ${snapshot.seen} addresses, ${snapshot.emitted} documents${latency}.\n\n`);
  const left = (name: string, content: string): string =>
    `  ${paint('cyan', join(folder, name).padEnd(34))} ${content}\n`;
  await print(
    [
      `${paint('bold', 'Written:')}\n`,
      left(
        `${DEMO_LEFT.documents}/`,
        'clean documents, JSON lines; a correction has the id of the document it corrects',
      ),
      left(`${DEMO_LEFT.rejects}/`, 'pages without a document, with stage and reason'),
      left(DEMO_LEFT.report, 'the table above'),
      left(DEMO_LEFT.patterns, 'the patterns learnt of each site'),
      left(DEMO_LEFT.configuration, 'the configuration: a start for your own'),
      nextSteps(paint, [
        ['https://…', 'the text of your own page (or a file, or a folder)'],
        ['watch https://example.org/feed.xml', 'the same pipeline on your own feed'],
        [`site explain ribera.example --state ${join(folder, DEMO_LEFT.state)}`, 'a learnt site'],
        ['demo --pages', 'single pages in eight languages'],
        ['--help', 'everything else'],
      ]),
    ].join(''),
  );
  return reports.some((one) => one.documents > 0) ? 'all-extracted' : 'some-without-text';
}

function reportTable(reports: readonly DemoSiteReport[], paint: Painter, columns: number): string {
  const score = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
  const rows = reports.map(({ site, pages, documents, duplicates, discarded, before, correctedTo, after }) => ({
    cells: [site, ...[pages, documents, duplicates, discarded].map(String), ...[before, correctedTo, after].map(score)],
  }));
  const heads = ['pages', 'documents', 'duplicates', 'discarded', 'F1 before', 'corrected', 'after'];
  return [
    `${paint('bold', 'Word F1 against the known texts: before a site was learnt, the same pages corrected, and later pages')}\n`,
    table([{ title: 'site' }, ...heads.map((title) => ({ title, align: 'right' as const }))], rows, { columns, paint }),
  ].join('');
}

/** The saved pages, in the sources and in the published package. */
const DEMO_PAGES = fileURLToPath(new URL('../../demo', import.meta.url));
/** The page whose text is printed in full. */
const SHOWN_PAGE = 'news-article.en.html';
/** Columns of a printed paragraph. */
const MEASURE = 100;

/** `dehusk demo --pages`: the saved pages, one line a page, and the text of one. */
async function showPages(): Promise<CommandEnd> {
  const columns = columnsOf(process.stdout);
  const paint = painterFor(process.stdout);
  const began = performance.now();
  const pages: { readonly place: string; readonly result: ExtractResult }[] = [];
  const input = { kind: 'path', path: DEMO_PAGES } as const;
  for await (const page of readPages([input], { maxBytes: DEFAULT_LIMITS.maxBytes }, SINGLE_PAGE_READERS)) {
    if (!page.ok) throw new InputOutputError(`${page.name}: ${page.detail}`);
    pages.push({ place: page.place, result: await extractWithLanguage(page.page) });
  }
  const milliseconds = Math.round(performance.now() - began);

  const rows = pages.map(({ place, result }) => {
    const { blocks, labels } = result.labelled;
    let length = 0;
    let kept = 0;
    blocks.forEach((block, at) => {
      length += block.text.length;
      if (labels.keep[at] === 1) kept += block.text.length;
    });
    const share = length === 0 ? 0 : Math.round((100 * kept) / length);
    const outcome = result.ok ? (result.title ?? '') : `${result.reason}: ${result.detail}`;
    return { cells: [place, result.lang ?? '?', String(length), `${share} %`, outcome] };
  });
  const heads = [
    { title: 'page' },
    { title: 'lang' },
    { title: 'characters', align: 'right' as const },
    { title: 'kept', align: 'right' as const },
    { title: 'title' },
  ];
  await print(`${paint('bold', `Dehusk read ${pages.length} demo pages in ${milliseconds} ms.`)}\n\n`);
  await print(table(heads, rows, { columns, paint }));
  const shown = pages.find((one) => one.place === SHOWN_PAGE);
  if (shown?.result.ok) {
    const lines = shown.result.text.split('\n').flatMap((line) => wrap(line, Math.min(columns, MEASURE)));
    await print(`\n${paint('bold', `The text of ${SHOWN_PAGE}:`)}\n\n${lines.join('\n')}\n`);
  }
  const saved = (name: string): string => shortPath(join(DEMO_PAGES, name));
  await print(
    nextSteps(paint, [
      ['https://…', 'the text of your own page (or a file, or a folder)'],
      [`--explain ${saved('forum.de.html')}`, 'every block of a page, its label and the reason'],
      [`--markdown ${saved('docs.en.html')}`, 'code and tables kept'],
      ['--list', 'extractors and formats'],
      ['--help', 'everything else'],
    ]),
  );
  return pages.every((one) => one.result.ok) ? 'all-extracted' : 'some-without-text';
}
