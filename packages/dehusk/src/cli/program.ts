import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { columnsOf } from '../terminal/terminal.js';
import { describeExtract } from './extract-command.js';
import type { CommandEnd } from './failures.js';

/** A help text broken at more columns than this reads badly. */
const HELP_COLUMNS = 110;

type Describe = (command: Command, finish: (end: CommandEnd) => void) => unknown;

/** Commands beside `extract`. What one stands on is loaded when it is named: half a thousand modules, for `watch`. */
const COMMANDS: readonly {
  readonly name: string;
  readonly description: string;
  load(): Promise<Describe>;
}[] = [
  {
    name: 'batch',
    description: 'extract a long stream of pages: JSON lines or WARC in, JSON lines out',
    load: async () => (await import('./batch-command.js')).describeBatch,
  },
  {
    name: 'dedupe',
    description: 'drop repeated paragraphs, documents or near-duplicates from JSON lines',
    load: async () => (await import('./dedupe-command.js')).describeDedupe,
  },
  {
    name: 'site',
    description: 'learn sites from many of their pages, and extract with what was learnt',
    load: async () => (await import('./site-command.js')).describeSite,
  },
  {
    name: 'watch',
    description: 'feeds to clean documents, day and night',
    load: async () => (await import('./watch-command.js')).describeWatch,
  },
  {
    name: 'crawl',
    description: 'the pages of a site, link by link',
    load: async () => (await import('./crawl-command.js')).describeCrawl,
  },
  {
    name: 'state',
    description: 'inspect, verify, move, merge and compact what a stream keeps between runs',
    load: async () => (await import('./state-command.js')).describeState,
  },
  {
    name: 'demo',
    description: 'run the whole pipeline on a small web of its own and show the result',
    load: async () => (await import('./demo-command.js')).describeDemo,
  },
];

/**
 * The whole command line. `dehusk` alone is `dehusk extract`.
 *
 * @param words what was typed: a command that is not among them has no options yet, unless they ask for help
 * @param finish told how the command that ran ended
 */
export async function buildProgram(words: readonly string[], finish: (end: CommandEnd) => void): Promise<Command> {
  const program = new Command('dehusk')
    .description('Web pages in, clean text and structure out.')
    .version(packageVersion(), '-V, --version')
    // Options before a command's name are the default command's; after it they are the command's own.
    .enablePositionalOptions()
    .showHelpAfterError('(dehusk --help shows every option)')
    .exitOverride()
    .configureHelp({ helpWidth: Math.min(HELP_COLUMNS, columnsOf(process.stdout)), showGlobalOptions: false });
  const add = (name: string, description: string): Command =>
    program.command(name).description(description).copyInheritedSettings(program);
  describeExtract(program, finish);
  describeExtract(add('extract', 'extract pages: the default, its name can be left out'), finish);
  // Help shows what arguments each command takes.
  const isHelp = words.includes('--help') || words.includes('-h');
  for (const { name, description, load } of COMMANDS) {
    const command = add(name, description);
    if (isHelp || words.includes(name)) (await load())(command, finish);
  }
  return program;
}

function packageVersion(): string {
  const description = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(description) as { readonly version: string }).version;
}
