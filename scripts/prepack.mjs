// Before a package is packed: builds it, and copies LICENSE and NOTICE from the root into the package's folder.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';

execFileSync('npm', ['run', '--silent', 'build'], { cwd: new URL('../', import.meta.url), stdio: ['ignore', 2, 2] });
for (const name of ['LICENSE', 'NOTICE']) copyFileSync(new URL(`../${name}`, import.meta.url), name);
