import type { Command } from 'commander';
import type { CommandEnd } from './failures.js';
import { describeSiteExplain } from './site-explain-command.js';
import { describeStateExport, describeStateImport } from './state-command.js';

const EXAMPLES = `
dehusk pages/ --site --state sites/ learns sites and extracts their pages.

Examples:
  dehusk site explain www.example.org --state sites/    what was learnt
  dehusk site export sites/ --out sites.gz              one portable file`;

/** `dehusk site …`: what `--site` has learnt. */
export function describeSite(command: Command, finish: (end: CommandEnd) => void): Command {
  const add = (name: string, description: string): Command =>
    command.command(name).description(description).copyInheritedSettings(command);
  describeSiteExplain(add('explain', 'show what was learnt of a site; without a host, list the sites'), finish);
  describeStateExport(add('export', 'write what was learnt as one portable file'), finish, true);
  describeStateImport(add('import', 'create a state from such a file'), finish);
  return command.addHelpText('after', EXAMPLES);
}
