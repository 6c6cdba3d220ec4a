#!/usr/bin/env node
import { CommanderError } from 'commander';
import { type CommandEnd, InputOutputError, UsageError } from './failures.js';
import { buildProgram } from './program.js';

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

// A reader such as head closes the pipe early: not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT['all-extracted']);
  throw error;
});

let end: CommandEnd = 'all-extracted';
const program = await buildProgram(process.argv.slice(2), (how) => {
  end = how;
});
for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
  command.addHelpText('after', EXIT_HELP);

const fail = (message: string, code: number): void => {
  process.stderr.write(`dehusk: ${message}\n`);
  process.exitCode = code;
};
try {
  await program.parseAsync();
  process.exitCode = EXIT[end];
} catch (error) {
  // Commander has already written its message.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
  else if (error instanceof UsageError) fail(error.message, EXIT.usage);
  else if (error instanceof InputOutputError) fail(error.message, EXIT['some-unreadable']);
  else if (isSystemError(error)) {
    if (error.code === 'EPIPE') process.exitCode = EXIT['all-extracted'];
    else fail(error.message, EXIT['some-unreadable']);
  } else fail(`internal error: ${error instanceof Error ? error.stack : error}`, EXIT.internal);
}

/** An error of the operating system; its message names the call and the path. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
