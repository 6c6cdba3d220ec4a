/** What completion scripts and the manual page say about the commands: their words, from commander's tables. */
import type { Command, Option } from 'commander';

/** A command with its place in the tree. */
export interface CommandWords {
  /** Words after the program's name: `['site', 'learn']`; empty for the program. */
  readonly path: readonly string[];
  readonly command: Command;
  readonly commands: readonly Command[];
  /** The options that help shows. */
  readonly options: readonly Option[];
}

/** The program and all its commands, in the order of help. */
export function allCommands(program: Command): CommandWords[] {
  const found: CommandWords[] = [];
  const add = (command: Command, path: readonly string[]): void => {
    const help = command.createHelp();
    const commands = help.visibleCommands(command);
    found.push({ path, command, commands, options: help.visibleOptions(command) });
    for (const one of commands) add(one, [...path, one.name()]);
  };
  add(program, []);
  return found;
}

/** A text in the single quotes of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A text as one word of a shell, in quotes where it needs them. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));
