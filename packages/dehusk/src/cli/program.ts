import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { columnsOf, printableLines } from '../terminal/terminal.js';
import { describeExtract } from './extract-command.js';
import { type CommandEnd, InputOutputError, UsageError } from './failures.js';
import { explainSystemError, isSystemError } from './system-errors.js';

/** Exit codes. Defined only here. */
const EXIT = {
  'all-extracted': 0,
  'some-without-text': 1,
  usage: 2,
  'some-unreadable': 3,
  internal: 70,
  // As shells report a program ended by SIGINT and by SIGTERM.
  interrupted: 130,
  terminated: 143,
} as const;

const EXIT_HELP = `
Exit code: ${EXIT['all-extracted']} every page has text, ${EXIT['some-without-text']} some page has none, ${EXIT.usage} wrong usage,
           ${EXIT['some-unreadable']} some input could not be read or output written, ${EXIT.internal} internal error`;

/** Widest help text. */
const HELP_COLUMNS = 110;

type Describe = (command: Command, finish: (end: CommandEnd) => void) => unknown;

/** The commands besides `extract`. They load lazily: `watch` pulls in 500 modules. */
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
    description: 'learn site templates from many pages, and extract with them',
    load: async () => (await import('./site-command.js')).describeSite,
  },
  {
    name: 'watch',
    description: 'turn feeds into clean documents, continuously',
    load: async () => (await import('./watch-command.js')).describeWatch,
  },
  {
    name: 'crawl',
    description: 'extract the pages of a site, link by link',
    load: async () => (await import('./crawl-command.js')).describeCrawl,
  },
  {
    name: 'state',
    description: 'inspect, verify, export, merge and compact the state a stream keeps',
    load: async () => (await import('./state-command.js')).describeState,
  },
  {
    name: 'demo',
    description: 'run the pipeline on a small built-in web and show the result',
    load: async () => (await import('./demo-command.js')).describeDemo,
  },
];

/**
 * Runs a command line. `dehusk` alone is `dehusk extract`.
 *
 * @param words arguments after the program's name
 * @returns the exit code
 */
export async function runDehusk(words: readonly string[]): Promise<number> {
  let end: CommandEnd = 'all-extracted';
  try {
    const program = await buildProgram(words, (how) => {
      end = how;
    });
    await program.parseAsync(words, { from: 'user' });
    return EXIT[end];
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** Errors that were reported: that of a stream arrives as its event, and from the call that wrote. */
const reported = new WeakSet<Error>();

/** Reports an error on standard error and returns the exit code of a process that it ends. */
export function exitCodeOf(error: unknown): number {
  // Commander has already written its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  // A reader such as head closed the pipe.
  if (isSystemError(error) && error.code === 'EPIPE') return EXIT['all-extracted'];
  const [message, code] =
    error instanceof UsageError
      ? [error.message, EXIT.usage]
      : error instanceof InputOutputError
        ? [error.message, EXIT['some-unreadable']]
        : isSystemError(error)
          ? [explainSystemError(error), EXIT['some-unreadable']]
          : [`internal error: ${error instanceof Error ? error.stack : error}`, EXIT.internal];
  if (!(error instanceof Error) || !reported.has(error)) process.stderr.write(`dehusk: ${printableLines(message)}\n`);
  if (error instanceof Error) reported.add(error);
  return code;
}

/** Only commands named in the arguments are loaded, or all of them for help. */
async function buildProgram(words: readonly string[], finish: (end: CommandEnd) => void): Promise<Command> {
  const program = new Command('dehusk')
    .description('Web pages in, clean text and structure out.')
    .version(packageVersion(), '-V, --version')
    // Options before a command's name belong to the default command.
    .enablePositionalOptions()
    .showHelpAfterError('(dehusk --help shows every option)')
    .exitOverride()
    .configureHelp({ helpWidth: Math.min(HELP_COLUMNS, columnsOf(process.stdout)), showGlobalOptions: false });
  const add = (name: string, description: string): Command =>
    program.command(name).description(description).copyInheritedSettings(program);
  describeExtract(program, finish);
  describeExtract(add('extract', 'extract pages (default; the name can be omitted)'), finish);
  // Help shows the arguments of every command.
  const isHelp = words.includes('--help') || words.includes('-h');
  for (const { name, description, load } of COMMANDS) {
    const command = add(name, description);
    if (isHelp || words.includes(name)) (await load())(command, finish);
  }
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
    command.addHelpText('after', EXIT_HELP);
  return program;
}

function packageVersion(): string {
  const description = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(description) as { readonly version: string }).version;
}
