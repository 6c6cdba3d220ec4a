import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { DemoSiteReport } from '../demo/demo-report.js';
import { table } from '../terminal/table.js';
import { columnsOf, type Painter, painterFor } from '../terminal/terminal.js';
import { showDemoPages } from './demo-pages.js';
import type { CommandEnd } from './failures.js';
import { print } from './outputs.js';

interface DemoFlags {
  readonly pages?: true;
  readonly serve?: true;
  readonly output: string;
}

const FOLDER = 'dehusk-demo';
/** The pipeline stops so many milliseconds after its first document at the latest. */
const MAX_MILLISECONDS = 14_000;
/** Where `--serve` listens. */
const DEMO_PORT = 8090;
const DAY = 86_400_000;
const PLAIN = painterFor({ isTTY: false }, {});

/** `dehusk demo`: the whole pipeline on a web of its own. */
export function describeDemo(command: Command, finish: (end: CommandEnd) => void): Command {
  return command
    .option('--pages', 'only a few pages, in eight languages, without the pipeline')
    .option('--serve', 'only serve a newspaper on loopback and print the address of its feed, until Ctrl-C')
    .option('-o, --output <folder>', 'where documents, report and patterns are left', FOLDER)
    .action(async (flags: DemoFlags) =>
      finish(await (flags.pages ? showDemoPages() : flags.serve ? serve() : showPipeline(flags))),
    );
}

/** Serves until a signal ends the process. */
async function serve(): Promise<CommandEnd> {
  const { openDemoServer } = await import('../demo/demo-server.js');
  const { DEMO_SITES } = await import('../demo/demo-sites.js');
  const { port } = await openDemoServer({ sites: DEMO_SITES, port: DEMO_PORT, firstAt: Date.now() - DAY });
  const feed = `http://127.0.0.1:${port}/feed.xml`;
  await print(
    `${DEMO_SITES[0].name}, in a browser: http://127.0.0.1:${port}/\nIn another terminal: npx dehusk watch ${feed} --allow-private\n`,
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
    'Six newspapers on a loopback port: feeds, sitemaps, tracked addresses, redirects, copies for phones, a redesign.\n\n',
  );
  const { reports, snapshot, requests } = await runDemo({
    folder,
    terminal,
    tell: (line) => void process.stdout.write(`${line}\n`),
    maxMilliseconds: MAX_MILLISECONDS,
  });
  const text = (style: Painter, width: number): string => reportTable(reports, style, width);
  writeFileSync(join(folder, DEMO_LEFT.report), text(PLAIN, Number.POSITIVE_INFINITY));
  await print(`\n${text(paint, columns)}\n`);
  const latency =
    snapshot.latency === null ? '' : `, feed item to document p50 ${(snapshot.latency.p50 / 1000).toFixed(1)} s`;
  await print(`${requests} requests, ${snapshot.seen} addresses, ${snapshot.emitted} documents${latency}.\n\n`);
  const left = (name: string, what: string): string => `  ${paint('cyan', join(folder, name).padEnd(34))} ${what}\n`;
  const next = (command: string, what: string): string => `  ${paint('cyan', command.padEnd(62))} ${what}\n`;
  await print(
    [
      `${paint('bold', 'Left for you:')}\n`,
      left(`${DEMO_LEFT.documents}/`, 'clean documents, JSON lines; a correction has the id of what it corrects'),
      left(`${DEMO_LEFT.rejects}/`, 'what gave none, with stage and reason'),
      left(DEMO_LEFT.report, 'the table above'),
      left(DEMO_LEFT.patterns, 'what was learnt of each site'),
      left(DEMO_LEFT.configuration, 'the configuration: a beginning for your own'),
      `\n${paint('bold', 'Next:')}\n`,
      next('npm start -- https://…', 'the text of a page of yours (or a file, or a folder)'),
      next('npx dehusk watch https://example.org/feed.xml', 'the same pipeline on a feed of yours'),
      next(`npx dehusk site explain ribera.example --state ${join(folder, DEMO_LEFT.state)}`, 'a learnt site'),
      next('npx dehusk demo --pages', 'single pages in eight languages'),
      next('npx dehusk --help', 'everything else'),
    ].join(''),
  );
  return reports.some((one) => one.documents > 0) ? 'all-extracted' : 'some-without-text';
}

function reportTable(reports: readonly DemoSiteReport[], paint: Painter, columns: number): string {
  const score = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
  const rows = reports.map((one) => ({
    cells: [
      one.site,
      String(one.pages),
      String(one.documents),
      String(one.duplicates),
      String(one.discarded),
      score(one.before),
      score(one.correctedTo),
      score(one.after),
    ],
  }));
  const heads = ['pages', 'documents', 'duplicates', 'discarded', 'F1 before', 'corrected', 'after'];
  return [
    `${paint('bold', 'Word F1 against the known texts: before a site was learnt, the same pages corrected, and later pages')}\n`,
    table([{ title: 'site' }, ...heads.map((title) => ({ title, align: 'right' as const }))], rows, {
      columns,
      paint,
    }),
  ].join('');
}
