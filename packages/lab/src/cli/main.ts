#!/usr/bin/env node
/**
 * `dehusk-lab`. Exit codes, here and nowhere else: 0 done; 1 a check failed (the gate) or the run broke; 2 the command was
 * not understood.
 */
import { Command, CommanderError } from 'commander';
import { LAB_VERSION } from '../run/evaluate.js';
import { addBench } from './bench.js';
import { addCompare } from './compare.js';
import { addErrors } from './errors.js';
import { addGate } from './gate.js';
import { addOutdone } from './hard-cases.js';
import { addKill } from './kill.js';
import { addLatency } from './latency.js';
import { addLists } from './lists.js';
import { addReplay } from './replay.js';
import { addReport } from './report.js';
import { addReproduce } from './reproduce.js';
import { addScore } from './score.js';
import { addSoak } from './soak.js';
import { addTable } from './table.js';
import { addTrain } from './train.js';
import { UsageError } from './usage-error.js';

const program = new Command('dehusk-lab')
  .description(
    'Scores main-content extractors, ours and theirs, on any gold data with the metrics the papers used.\nFinished pages are kept in .dehusk-lab/, so a second run only scores.',
  )
  .version(LAB_VERSION)
  .exitOverride()
  .configureHelp({ sortSubcommands: false })
  .addHelpText(
    'after',
    `
Examples:
  dehusk-lab datasets
  dehusk-lab score wcxb-dev --extractor boilerpipe-article,readability-jsdom --by pageType
  dehusk-lab score ./my-pages --extractor ./mine.js
  dehusk-lab compare boilerpipe-article readability-jsdom cleaneval --metric cleaneval
  dehusk-lab errors wcxb-dev --extractor boilerpipe-article --out errors.html`,
  );

for (const add of [
  addLists,
  addScore,
  addTable,
  addCompare,
  addErrors,
  addOutdone,
  addReport,
  addBench,
  addGate,
  addReproduce,
  addSoak,
  addTrain,
  addKill,
  addReplay,
  addLatency,
])
  add(program);
for (const command of program.commands) command.exitOverride();

// A reader that closes the pipe early (head) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : 2;
  else if (thrown instanceof UsageError) {
    process.stderr.write(`dehusk-lab: ${thrown.message}\n`);
    process.exitCode = 2;
  } else {
    const shown = thrown instanceof Error ? (process.env.DEBUG ? thrown.stack : thrown.message) : String(thrown);
    process.stderr.write(`dehusk-lab: ${shown}\n`);
    process.exitCode = 1;
  }
}
