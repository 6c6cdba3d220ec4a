import { Argument, type Command } from 'commander';
import { allCommands } from './command-words.js';
import { completionScript, SHELLS, type Shell } from './completion.js';
import type { CommandEnd } from './failures.js';
import { print } from './outputs.js';

const HELP = `
Examples:
  dehusk completion bash > dehusk.bash          then source it in ~/.bashrc
  dehusk completion zsh > _dehusk               into a folder of $fpath
  dehusk completion fish > dehusk.fish          into ~/.config/fish/completions/
  dehusk completion man > dehusk.1              the manual page: man -l dehusk.1`;

/** `dehusk completion SHELL`. The program has all its commands. */
export function describeCompletion(command: Command, finish: (end: CommandEnd) => void): Command {
  return command
    .addArgument(new Argument('<shell>', 'the shell; man prints the manual page').choices([...SHELLS, 'man']))
    .addHelpText('after', HELP)
    .action(async (shell: string) => {
      const program = command.parent as Command;
      await print(
        shell === 'man' ? manualPage(program, program.version() ?? '') : completionScript(shell as Shell, program),
      );
      finish('all-extracted');
    });
}

// The manual page `dehusk(1)`, in the macros of man(7), made from the commands' own tables.

/** @param program with all commands loaded @returns roff */
function manualPage(program: Command, version: string): string {
  const [main, ...others] = allCommands(program);
  const sections = others.map(({ path, command, options }) =>
    [
      `.SS ${escaped(`dehusk ${path.join(' ')}`)}`,
      escaped(`${command.description()}.`),
      `.PP\n.B ${escaped(`dehusk ${path.join(' ')}`)}\n${escaped(command.usage())}`,
      ...options.map(optionEntry),
      ...afterHelp(command),
    ].join('\n'),
  );
  return `${[
    `.TH DEHUSK 1 "" "dehusk ${version}" "User Commands"`,
    '.nh\n.ad l',
    `.SH NAME\ndehusk \\- ${escaped(lowered(program.description()))}`,
    `.SH SYNOPSIS\n.B dehusk\n${escaped(program.usage())}`,
    `.SH OPTIONS\n${main.options.map(optionEntry).join('\n')}`,
    ...afterHelp(program),
    `.SH COMMANDS\n${sections.join('\n')}`,
  ].join('\n')}\n`;
}

function optionEntry({ flags, description }: { readonly flags: string; readonly description: string }): string {
  return `.TP\n.B ${escaped(flags)}\n${escaped(description)}`;
}

/** Examples and exit codes, which help shows after the options: as they are. */
function afterHelp(command: Command): string[] {
  let text = '';
  const context = { error: false, command, write: (more: string) => (text += more) };
  // Commander's types leave out that a command emits events.
  (command as unknown as NodeJS.EventEmitter).emit('afterHelp', context);
  return text.trim() === '' ? [] : [`.PP\n.nf\n${text.trim().split('\n').map(escaped).join('\n')}\n.fi`];
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');

/** Text in which nothing is a request: no line begins with a dot or a quote, and hyphens stay hyphens. */
function escaped(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replaceAll('’', "'");
  // Long lists may break after a comma.
  return plain.replace(/,(?=\S)/g, ',\\:').replace(/^(?=[.'])/, '\\&');
}
