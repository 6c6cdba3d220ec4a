#!/usr/bin/env node
// Starts the bundle where there is a fresh one, else the compiled sources of a checkout.
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';

const at = (path) => new URL(`../${path}`, import.meta.url);
const changedAt = (path) => statSync(at(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const words = process.argv.slice(2);

if (words.length === 1 && ['--version', '-V', '-v'].includes(words[0])) {
  // Nothing else is loaded: the answer takes hardly longer than starting Node.
  process.stdout.on('error', ({ code }) => {
    if (code !== 'EPIPE')
      process.stderr.write(`dehusk: the version cannot be written: ${code}; make room on the disk\n`);
    process.exitCode = code === 'EPIPE' ? 0 : 3;
  });
  process.stdout.write(`${JSON.parse(readFileSync(at('package.json'), 'utf8')).version}\n`);
} else if (
  changedAt('dist/bundle/main.js') >
  Math.max(
    changedAt('dist/.tsbuildinfo'),
    ...['html', 'core', 'papers', 'node', 'stream', 'server'].map((name) => changedAt(`../${name}/dist/.tsbuildinfo`)),
  )
) {
  await import(at('dist/bundle/main.js').href);
  // A page was extracted: the functions this took are worth keeping.
  if (process.exitCode === 0 && words.some((word) => /[./]/.test(word)))
    createRequire(import.meta.url)('./load-core.cjs').saveCache();
} else if (changedAt('dist/cli/main.js') > 0) await import(at('dist/cli/main.js').href);
else {
  // npm links a command when it installs; a checkout is built after that.
  process.stderr.write('dehusk: this checkout is not built yet: npm run build\n');
  process.exitCode = 3;
}
