import { existsSync } from 'node:fs';
import { nearestName, suggestion } from '@dehusk/html';
import { columnsOf, printableLines, wrap } from '@dehusk/node';
import { type AddHelpTextPosition, Command, CommanderError, Help, type Option } from 'commander';
import { allCommands } from './completion-command.js';
import { describeExtract } from './extract-command.js';
import { type CommandEnd, explainSystemError, InputOutputError, isSystemError, UsageError } from './failures.js';
import { packageVersion } from './outputs.js';

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

type Meanings = Readonly<Partial<Record<keyof typeof EXIT, string>>>;

/** Exit codes of every command. */
const MEANINGS: Meanings = {
  usage: 'wrong usage',
  'some-unreadable': 'some input could not be read or output written',
  internal: 'internal error',
};
const OF_PAGES: Meanings = { 'all-extracted': 'every page has text', 'some-without-text': 'some page has none' };
const OF_STOPPED: Meanings = { interrupted: 'stopped by Ctrl-C', terminated: 'stopped by SIGTERM' };
/** Exit codes by command; the others end with 0 when they are done. */
const MEANINGS_BY_COMMAND: Readonly<Record<string, Meanings>> = {
  dehusk: OF_PAGES,
  extract: OF_PAGES,
  batch: {
    ...OF_STOPPED,
    'all-extracted': 'every record has a row (--strict: with text)',
    'some-without-text': 'with --strict: some page has no text',
    'some-unreadable': 'damaged input, or output not written; with --strict: a record is no page',
  },
  dedupe: OF_STOPPED,
  watch: {
    'all-extracted': 'the sources ended, or it was stopped',
    'some-unreadable': 'no source could be read, or no output or state opened or written',
  },
  crawl: { 'all-extracted': 'documents were written, or it was stopped', 'some-without-text': 'no page has text' },
  corpus: { ...OF_STOPPED, 'some-without-text': 'no page has text' },
  demo: { 'some-without-text': 'no page has text' },
};

/** The exit codes of a command as a help text. @param name its words after the program's name */
function exitHelp(name: string): string {
  const meanings: Meanings = { 'all-extracted': 'done', ...MEANINGS, ...MEANINGS_BY_COMMAND[name] };
  const codes = (Object.keys(EXIT) as (keyof typeof EXIT)[]).filter((end) => meanings[end] !== undefined);
  return `\nExit codes:\n${codes.map((end) => `  ${String(EXIT[end]).padEnd(3)}  ${meanings[end]}`).join('\n')}`;
}

/** Columns of help texts: those of the terminal, and no more than are read easily. */
const HELP_COLUMNS = Math.min(80, columnsOf(process.stdout));

/** A command whose help keeps within the columns, examples and all. */
class FittedCommand extends Command {
  override createCommand = (name?: string): Command => new FittedCommand(name);

  override addHelpText(position: AddHelpTextPosition, text: unknown): this {
    return super.addHelpText(position, String(text).replace(/^.+$/gm, fitted));
  }
}

/** A line within the columns: sentences are filled, an explanation after two spaces hangs, a command goes on after a backslash. */
function fitted(line: string): string {
  if (line.length <= HELP_COLUMNS) return line;
  const gap = /(?<=\S) {2,}/.exec(line);
  const start = gap === null ? '' : line.slice(0, gap.index + gap[0].length);
  const filled = (text: string, indent: number, end = ''): string =>
    wrap(text.trim(), HELP_COLUMNS - indent - end.length).join(`${end}\n${' '.repeat(indent)}`);
  if (start === '') return line.startsWith(' ') ? `  ${filled(line, 4, ' \\')}` : filled(line, 0);
  if (start.length <= HELP_COLUMNS / 2) return start + filled(line.slice(start.length), start.length);
  return `${fitted(start.trimEnd())}\n      ${filled(line.slice(start.length), 6)}`;
}

type Describe = (command: Command, finish: (end: CommandEnd) => void) => unknown;

/** The commands besides `extract`: what each does, and its module, which is loaded when it is needed. `watch` pulls in 500 modules. */
const COMMANDS: Readonly<
  Record<string, readonly [description: string, load: () => Promise<{ readonly describe: Describe }>]>
> = {
  batch: ['extract a long stream of pages: JSON lines or WARC in, JSON lines out', () => import('./batch-command.js')],
  dedupe: [
    'drop repeated paragraphs, documents or near-duplicates from JSON lines',
    () => import('./dedupe-command.js'),
  ],
  site: ['explain, export and import what --site has learnt', () => import('./site-command.js')],
  watch: ['turn feeds into clean documents, continuously', () => import('./watch-command.js')],
  crawl: ['extract the pages of a site, link by link', () => import('./crawl-command.js')],
  corpus: [
    'build a clean corpus of sites: crawl, learn, extract, de-duplicate, split sentences',
    () => import('./corpus-command.js'),
  ],
  serve: ['answer requests over HTTP, and show the inspector', () => import('./serve-command.js')],
  mcp: ['offer the extraction to agents as tools (Model Context Protocol)', () => import('./mcp-command.js')],
  state: ['verify, repair, export and import the state a stream keeps', () => import('./state-command.js')],
  demo: ['run the pipeline on a small built-in web and show the result', () => import('./demo-command.js')],
  completion: ['print the completion script of a shell, or the manual page', () => import('./completion-command.js')],
};

/**
 * Runs a command line. `dehusk` alone is `dehusk extract`.
 *
 * @param words arguments after the program's name
 * @returns the exit code
 */
export async function runDehusk(words: readonly string[]): Promise<number> {
  let end: CommandEnd = 'all-extracted';
  try {
    refuseMisspelt(words);
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

/** @throws UsageError when the first word is no file, and nearly the name of a command */
function refuseMisspelt([word = '']: readonly string[]): void {
  const names = ['extract', 'help', ...Object.keys(COMMANDS)];
  if (!/^[a-z]+$/i.test(word) || names.includes(word) || existsSync(word)) return;
  const nearest = nearestName(word, names);
  if (nearest !== null)
    throw new UsageError(`there is no file or command "${word}". Did you mean "dehusk ${nearest}"?`);
}

/** `dehusk help [command…]`. */
function addHelpCommand(program: Command): void {
  program
    .command('help')
    .description('show the help of a command')
    .argument('[command...]', 'its words, such as site explain')
    .action((words: readonly string[]) => {
      let command = program;
      for (const word of words) {
        const names = command.commands.map((one) => one.name());
        const found = command.commands.find((one) => one.name() === word);
        if (found === undefined) {
          const there = names.length > 0 ? ` (there are: ${names.join(', ')})` : ` (${command.name()} has none)`;
          throw new UsageError(`there is no command "${word}"${suggestion(word, names)}${there}`);
        }
        command = found;
      }
      command.outputHelp();
    });
}

/** Only commands named in the arguments are loaded, or all of them for help and completion. */
async function buildProgram(words: readonly string[], finish: (end: CommandEnd) => void): Promise<Command> {
  const program = new FittedCommand('dehusk')
    .description('Web pages in, clean text and structure out.')
    .version(packageVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    // Options before a command's name belong to the default command.
    .enablePositionalOptions()
    .showHelpAfterError('(dehusk --help shows every option)')
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(message.replace(/^error: /, 'dehusk: ')) })
    .configureHelp({
      helpWidth: HELP_COLUMNS,
      showGlobalOptions: false,
      optionDescription,
    });
  const add = (name: string, description: string): Command =>
    program.command(name).description(description).copyInheritedSettings(program);
  describeExtract(program, finish);
  describeExtract(add('extract', 'extract pages (default; the name can be omitted)'), finish);
  // Help shows the arguments of every command.
  const isHelp = words.includes('--help') || words.includes('-h') || words[0] === 'help' || words[0] === 'completion';
  for (const [name, [description, load]] of Object.entries(COMMANDS)) {
    const command = add(name, description);
    if (isHelp || words.includes(name)) (await load()).describe(command, finish);
  }
  addHelpCommand(program);
  for (const { command, path } of allCommands(program)) {
    command.showHelpAfterError(`(${['dehusk', ...path].join(' ')} --help shows every option)`);
    if (command.commands.length === 0 || command === program)
      command.addHelpText('after', exitHelp(path.join(' ') || 'dehusk'));
  }
  return program;
}

/** Marks required options in help. */
function optionDescription(this: Help, option: Option): string {
  const described = Help.prototype.optionDescription.call(this, option);
  return option.mandatory ? `${described} (required)` : described;
}
