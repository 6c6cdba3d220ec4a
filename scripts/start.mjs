// `npm start`: the demo; `npm start -- FILE|URL…`: the user's own pages. Compiles the tool first, without the lab. Standard
// input is read only if `-` asks for it, so that the demo also runs where something empty is piped in. After the demo the inspector is
// built, so that `npx dehusk serve` can show it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (place) => fileURLToPath(new URL(`../${place}`, import.meta.url));
const began = performance.now();
process.stderr.write('Compiling Dehusk, some seconds the first time … ');
const compiler = [path('node_modules/typescript-native/bin/tsc'), '-b', path('packages/dehusk')];
const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' });
process.stderr.write(status === 0 ? `${((performance.now() - began) / 1000).toFixed(1)} s.\n` : 'failed.\n');
if (status !== 0) process.exit(status ?? 1);

const isDemo = process.argv.length === 2;
if (isDemo) process.argv.push('demo');
await import('../packages/dehusk/dist/cli/main.js');

if (isDemo && process.exitCode === 0) {
  const run = (...words) => spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (run(compiler[0], '-b', path('packages/inspector')) && run(path('scripts/build-inspector.mjs')))
    process.stdout.write(
      '\nThe inspector shows why each block of a page was kept or dropped:\n  npx dehusk serve    then open http://127.0.0.1:8484/ in a browser\n',
    );
}
