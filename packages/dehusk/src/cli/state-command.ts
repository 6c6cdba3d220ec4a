import type { Command } from 'commander';
import type { CommandEnd } from './failures.js';
import { describeStateCompact } from './state-compact-command.js';
import { describeStateExport, describeStateImport } from './state-export-command.js';
import { describeStateInspect } from './state-inspect-command.js';
import { describeStateMerge } from './state-merge-command.js';
import { describeStateVerify } from './state-verify-command.js';

const EXAMPLES = `
Examples:
  dehusk state inspect state/                       the sites: pages, duplicates, size, age of what was learnt
  dehusk state verify state/                        reads every value; the exit code says whether all are whole
  dehusk state export state/ --out state.gz         one portable file
  dehusk state import state.gz --out state/
  dehusk state merge monday/ tuesday/ --out week/   what two runs learnt, as one
  dehusk state compact state/                       gives the disk back what deleted values held`;

/** `dehusk state …`: what a stream or \`dehusk site learn\` keeps between runs. */
export function describeState(command: Command, finish: (end: CommandEnd) => void): Command {
  const add = (name: string, description: string): Command =>
    command.command(name).description(description).copyInheritedSettings(command);
  describeStateInspect(add('inspect', 'show the sites a state knows'), finish);
  describeStateVerify(add('verify', 'read every value of a state and tell what is damaged'), finish);
  describeStateExport(add('export', 'write a state as one portable file'), finish);
  describeStateImport(add('import', 'make a state from such a file'), finish);
  describeStateMerge(add('merge', 'put what several runs learnt together'), finish);
  describeStateCompact(add('compact', 'write a state anew, without what it no longer needs'), finish);
  return command.addHelpText('after', EXAMPLES);
}
