// Builds the live page (docs/live) with the core into a folder: build/site/live, or the one given. Needs `npm run compile`.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild-wasm';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Writes index.html, live.css and live.js: no module, as a page from file:// may not load one. */
export async function buildLivePage(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ['index.html', 'live.css']) cpSync(join(ROOT, 'docs/live', name), join(folder, name));
  await build({
    entryPoints: [join(ROOT, 'docs/live/live.js')],
    outfile: join(folder, 'live.js'),
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildLivePage(process.argv[2] ?? join(ROOT, 'build/site/live'));
  // esbuild's service would keep the process alive.
  process.exit(0);
}
