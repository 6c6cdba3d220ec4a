#!/usr/bin/env node
import { runDehusk } from './program.js';

// A reader such as head closes the pipe early: not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runDehusk(process.argv.slice(2));
