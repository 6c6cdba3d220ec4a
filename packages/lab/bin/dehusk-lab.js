#!/usr/bin/env node
// npm links a command only to a file that is there when it installs; in a checkout the program is built after that.
import { existsSync } from 'node:fs';

const program = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  process.stderr.write('dehusk-lab: this checkout is not built yet: npm run build\n');
  process.exitCode = 3;
}
