#!/usr/bin/env node
import { exitCodeOf, runDehusk } from './program.js';

// A full disk, or a reader such as head that closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(exitCodeOf(Object.assign(error, { path: 'standard output' })));
});
// Without standard error there is nobody to complain to.
process.stderr.on('error', () => {});
process.on('uncaughtException', (error) => process.exit(exitCodeOf(error)));

process.exitCode = await runDehusk(process.argv.slice(2));
