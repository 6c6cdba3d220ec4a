#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { exitCodeOf, runDehusk } from './program.js';

// V8's compiler takes a third of the CPU time of the first thousand pages, most of it for inlining (docs/speed.md).
setFlagsFromString('--max-inlined-bytecode-size-cumulative=200 --interrupt-budget=300000');
// A full disk, or a reader such as head that closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(exitCodeOf(Object.assign(error, { path: 'standard output' })));
});
// Without standard error there is nobody to complain to.
process.stderr.on('error', () => {});
process.on('uncaughtException', (error) => process.exit(exitCodeOf(error)));

process.exitCode = await runDehusk(process.argv.slice(2));
