import type { Command } from 'commander';
import type { CommandEnd } from './failures.js';
import { describeSiteExplain, describeSiteTree } from './site-explain-command.js';
import { describeSiteExtract } from './site-extract-command.js';
import { describeSiteLearn } from './site-learn-command.js';
import { describeStateMerge } from './state-command.js';

const EXAMPLES = `
Examples:
  dehusk site learn crawl.jsonl.gz --state sites/       learn every site of a crawl
  dehusk site extract new.jsonl --state sites/          extract with what was learnt
  dehusk site explain www.example.org --state sites/    what was learnt, for people
  dehusk site merge monday/ tuesday/ --out sites/       two half crawls are one whole crawl`;

/** `dehusk site …`: what many pages of a site teach. */
export function describeSite(command: Command, finish: (end: CommandEnd) => void): Command {
  const add = (name: string, description: string): Command =>
    command.command(name).description(description).copyInheritedSettings(command);
  describeSiteLearn(add('learn', 'learn sites from their pages'), finish);
  describeSiteExtract(add('extract', 'extract pages with what was learnt of their sites'), finish);
  describeSiteExplain(add('explain', 'show what was learnt of a site; without a host, the sites there are'), finish);
  describeSiteTree(add('tree', 'draw the URL tree of a site with its document and block counts'), finish);
  describeStateMerge(add('merge', 'put what several runs learnt together'), finish);
  return command.addHelpText('after', EXAMPLES);
}
