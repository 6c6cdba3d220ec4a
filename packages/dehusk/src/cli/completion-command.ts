import { Argument, type Command } from 'commander';
import { completionScript, SHELLS, type Shell } from './completion.js';
import type { CommandEnd } from './failures.js';
import { manualPage } from './manual-page.js';
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
