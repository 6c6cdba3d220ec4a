import type { Command } from 'commander';
import type { CommandEnd } from './failures.js';
import { describeSiteExplain, describeSiteTree } from './site-explain-command.js';
import { describeSiteExtract } from './site-extract-command.js';
import { describeSiteLearn } from './site-learn-command.js';

const EXAMPLES = `
Examples:
  dehusk site learn crawl.jsonl.gz --state sites/       learn every site of a crawl
  dehusk site extract new.jsonl --state sites/          extract with the templates
  dehusk site explain www.example.org --state sites/    what was learnt, readable`;

/** `dehusk site …`: site templates learnt from many pages. */
export function describeSite(command: Command, finish: (end: CommandEnd) => void): Command {
  const add = (name: string, description: string): Command =>
    command.command(name).description(description).copyInheritedSettings(command);
  describeSiteLearn(add('learn', 'learn sites from their pages'), finish);
  describeSiteExtract(add('extract', 'extract pages with the templates of their sites'), finish);
  describeSiteExplain(add('explain', 'show what was learnt of a site; without a host, list the sites'), finish);
  describeSiteTree(add('tree', 'draw the URL tree of a site with its document and block counts'), finish);
  return command.addHelpText('after', EXAMPLES);
}
