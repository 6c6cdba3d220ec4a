import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describeBatch } from './batch-command.js';
import { describeCrawl } from './crawl-command.js';
import { describeDedupe } from './dedupe-command.js';
import { describeDemo } from './demo-command.js';
import { describeExtract } from './extract-command.js';
import type { CommandEnd } from './failures.js';
import { describeSite } from './site-command.js';
import { describeState } from './state-command.js';
import { columnsOf } from './terminal.js';
import { describeWatch } from './watch-command.js';

/** A help text broken at more columns than this reads badly. */
const HELP_COLUMNS = 110;

/**
 * The whole command line. `dehusk` alone is `dehusk extract`.
 *
 * @param finish told how the command that ran ended
 */
export function buildProgram(finish: (end: CommandEnd) => void): Command {
  const program = new Command('dehusk')
    .description('Web pages in, clean text and structure out.')
    .version(packageVersion(), '-V, --version')
    // Options before a command's name are the default command's; after it they are the command's own.
    .enablePositionalOptions()
    .showHelpAfterError('(dehusk --help shows every option)')
    .exitOverride()
    .configureHelp({ helpWidth: Math.min(HELP_COLUMNS, columnsOf(process.stdout)), showGlobalOptions: false });
  const add = (name: string, description: string): Command =>
    program.command(name).description(description).copyInheritedSettings(program);
  describeExtract(program, finish);
  describeExtract(add('extract', 'extract pages: the default, its name can be left out'), finish);
  describeBatch(add('batch', 'extract a long stream of pages: JSON lines or WARC in, JSON lines out'), finish);
  describeDedupe(add('dedupe', 'drop repeated paragraphs, documents or near-duplicates from JSON lines'), finish);
  describeSite(add('site', 'learn sites from many of their pages, and extract with what was learnt'), finish);
  describeWatch(add('watch', 'feeds to clean documents, day and night'), finish);
  describeCrawl(add('crawl', 'the pages of a site, link by link'), finish);
  describeState(add('state', 'inspect, verify, move, merge and compact what a stream keeps between runs'), finish);
  describeDemo(add('demo', 'run the whole pipeline on a small web of its own and show the result'), finish);
  return program;
}

function packageVersion(): string {
  const description = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(description) as { readonly version: string }).version;
}
