// `npm start`: the demo; `npm start -- FILE|URL…`: the user's own pages. Compiles the tool first, without the lab. Standard
// input is read only if `-` asks for it, so that the demo also runs where something empty is piped in.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (place) => fileURLToPath(new URL(`../${place}`, import.meta.url));
const began = performance.now();
process.stderr.write('Compiling Dehusk, some seconds the first time … ');
const compiler = [path('node_modules/typescript-native/bin/tsc'), '-b', path('packages/dehusk')];
const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' });
process.stderr.write(status === 0 ? `${((performance.now() - began) / 1000).toFixed(1)} s.\n` : 'failed.\n');
if (status !== 0) process.exit(status ?? 1);

if (process.argv.length === 2) process.argv.push('demo');
await import('../packages/dehusk/dist/cli/main.js');
