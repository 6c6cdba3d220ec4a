// Before a package is packed: npm takes LICENSE and NOTICE from the package's own folder, the project keeps them at its root.
import { copyFileSync } from 'node:fs';

for (const name of ['LICENSE', 'NOTICE']) copyFileSync(new URL(`../${name}`, import.meta.url), name);
