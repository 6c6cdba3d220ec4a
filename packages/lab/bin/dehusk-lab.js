#!/usr/bin/env node
// npm links a command only to a file that exists at installation; in a checkout the program is built later.
import { existsSync } from 'node:fs';

const program = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(program)) {
  // A reader that closes the pipe early (head) is not an error.
  process.stdout.on('error', (error) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const { runLab } = await import(program.href);
  process.exitCode = await runLab(process.argv.slice(2));
} else {
  process.stderr.write('dehusk-lab: this checkout is not built yet: npm run build\n');
  process.exitCode = 3;
}
