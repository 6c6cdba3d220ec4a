import { writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExtractResult } from '@dehusk/core';
import { DEFAULT_LIMITS } from '@dehusk/html';
import {
  columnsOf,
  extractWithLanguage,
  type Painter,
  painterFor,
  readPages,
  SINGLE_PAGE_READERS,
  table,
  widthOf,
  wrap,
} from '@dehusk/node';
import type { Command } from 'commander';
import type { DemoSiteReport } from '../demo/run-demo.js';
import { port } from './extraction-options.js';
import { type CommandEnd, InputOutputError } from './failures.js';
import { print } from './outputs.js';

interface DemoFlags {
  readonly pages?: true;
  readonly serve?: true;
  readonly output: string;
  readonly port?: number;
}

const FOLDER = 'dehusk-demo';
/** Default port of `--serve`. */
const DEMO_PORT = 8090;
const DAY = 86_400_000;
const PLAIN = painterFor({ isTTY: false }, {});

/** `dehusk demo`: the pipeline on a small demo web. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  return command
    .option('--pages', 'extract nine saved pages in eight languages instead of running the pipeline')
    .option('--serve', 'only serve a newspaper on loopback and print the address of its feed, until Ctrl-C')
    .option('--port <number>', `port of --serve (default: ${DEMO_PORT})`, port)
    .option('-o, --output <folder>', 'folder for documents, report and learnt patterns', FOLDER)
    .action(async (flags: DemoFlags) =>
      finish(await (flags.pages ? showPages() : flags.serve ? serve(flags.port ?? DEMO_PORT) : showPipeline(flags))),
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

/** Narrowest explanation beside a term. */
const MIN_EXPLANATION = 24;

/** A heading and terms with their explanations: beside each term, or below it where the terminal is narrow. */
function listed(heading: string, terms: readonly (readonly [term: string, explanation: string])[]): string {
  const columns = columnsOf(process.stdout);
  const paint = painterFor(process.stdout);
  const indent = Math.max(...terms.map(([term]) => widthOf(term))) + 4;
  const isBeside = columns - indent >= MIN_EXPLANATION;
  const lines = terms.flatMap(([term, explanation]) => {
    const [first, ...rest] = wrap(explanation, columns - (isBeside ? indent : 4));
    const more = rest.map((line) => ' '.repeat(isBeside ? indent : 4) + line);
    const painted = `  ${paint('cyan', term)}`;
    if (!isBeside) return [painted, `    ${first}`, ...more];
    return [painted + ' '.repeat(indent - 2 - widthOf(term)) + first, ...more];
  });
  return `\n${paint('bold', heading)}\n${lines.join('\n')}\n`;
}

/** Commands to try next, each with its purpose. */
function nextSteps(steps: readonly (readonly [words: string, purpose: string])[]): string {
  return listed(
    'Next:',
    steps.map(([words, purpose]) => [`${ownCommand()} ${words}`, purpose]),
  );
}

/** Prints a paragraph, no line wider than the terminal. */
function printParagraph(text: string): Promise<void> {
  return print(`${wrap(text, columnsOf(process.stdout)).join('\n')}\n\n`);
}

/** Serves until a signal ends the process. */
async function serve(wanted: number): Promise<CommandEnd> {
  const { openDemoServer } = await import('../demo/demo-server.js');
  const { DEMO_SITES } = await import('../demo/templates.js');
  const server = await openDemoServer({ sites: DEMO_SITES, port: wanted, firstAt: Date.now() - DAY });
  const origin = `http://127.0.0.1:${server.port}`;
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
  await printParagraph(
    'Six newspapers on a loopback port: feeds, sitemaps, tracked addresses, redirects, mobile copies, a redesign.',
  );
  const { reports, snapshot, requests, firstAfter, end, learntSite } = await runDemo(
    folder,
    terminal,
    (line) => void process.stdout.write(`${line}\n`),
  );
  writeFileSync(join(folder, DEMO_LEFT.report), reportTable(reports, PLAIN, Number.POSITIVE_INFINITY));
  await print(`\n${reportTable(reports, paint, columns)}\n`);
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  await printParagraph(
    [
      `${snapshot.seen - snapshot.again} addresses, ${snapshot.emitted} documents, ${requests} requests`,
      ...(firstAfter === null ? [] : [`first document after ${seconds(firstAfter)}`]),
      ...(snapshot.latency === null ? [] : [`feed item to document p50 ${seconds(snapshot.latency.p50)}`]),
    ].join(', '),
  );
  if (end === 'standstill')
    throw new InputOutputError(`the demo made no progress and was stopped; ${join(folder, DEMO_LEFT.log)} says more`);
  const left = (name: string, content: string): readonly [string, string] => [join(folder, name), content];
  await print(
    [
      listed('Written:', [
        left(
          `${DEMO_LEFT.documents}/`,
          'clean documents, JSON lines; a correction has the id of the document it corrects',
        ),
        left(`${DEMO_LEFT.rejects}/`, 'pages without a document, with stage and reason'),
        left(DEMO_LEFT.report, 'the table above'),
        left(DEMO_LEFT.patterns, 'the patterns learnt of each site'),
        left(DEMO_LEFT.configuration, 'the configuration: a start for your own'),
      ]).trimStart(),
      nextSteps([
        ['https://…', 'the text of your own page (or a file, or a folder)'],
        ['watch https://example.org/feed.xml', 'the same pipeline on your own feed'],
        ...(learntSite === null
          ? []
          : ([
              [`site explain ${learntSite} --state ${join(folder, DEMO_LEFT.state)}`, 'what was learnt of a site'],
            ] as const)),
        ['demo --pages', 'single pages in eight languages'],
        ['--help', 'everything else'],
      ]),
    ].join(''),
  );
  if (end === 'interrupted') return 'interrupted';
  return reports.some((one) => one.documents > 0) ? 'all-extracted' : 'some-without-text';
}

const REPORT_TITLE =
  'Word F1 against the known texts: before a site was learnt, the same pages corrected, and later pages';
/** Titles, and the order in which a narrow terminal leaves columns out. */
const REPORT_COLUMNS: readonly (readonly [title: string, leftOut: number | null])[] = [
  ['pages', 2],
  ['documents', 1],
  ['duplicates', 3],
  ['discarded', 4],
  ['F1 before', null],
  ['corrected', 5],
  ['after', null],
];

function reportTable(reports: readonly DemoSiteReport[], paint: Painter, columns: number): string {
  const score = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
  const rows = reports.map(({ site, pages, documents, duplicates, discarded, before, correctedTo, after }) => ({
    cells: [site, ...[pages, documents, duplicates, discarded].map(String), ...[before, correctedTo, after].map(score)],
  }));
  const heads = REPORT_COLUMNS.map(([title, leftOut]) => ({
    title,
    align: 'right' as const,
    ...(leftOut === null ? {} : { leftOut }),
  }));
  return [
    ...wrap(REPORT_TITLE, columns).map((line) => `${paint('bold', line)}\n`),
    table([{ title: 'site', least: 20 }, ...heads], rows, { columns, paint }),
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
    return { cells: [place, result.language ?? '?', String(length), `${share} %`, outcome] };
  });
  const heads = [
    { title: 'page' },
    { title: 'lang', leftOut: 1 },
    { title: 'characters', align: 'right' as const, leftOut: 2 },
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
    nextSteps([
      ['https://…', 'the text of your own page (or a file, or a folder)'],
      [`--explain ${saved('forum.de.html')}`, 'every block of a page, its label and the reason'],
      [`--markdown ${saved('docs.en.html')}`, 'code and tables kept'],
      ['--list', 'extractors and formats'],
      ['--help', 'everything else'],
    ]),
  );
  return pages.every((one) => one.result.ok) ? 'all-extracted' : 'some-without-text';
}
