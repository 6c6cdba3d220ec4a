// Prints what the core costs in a browser, minified and gzipped: everything, the road with one extractor, and parsing alone.
import { gzipSync } from 'node:zlib';
import { build, stop } from 'esbuild-wasm';

const core = new URL('../packages/core/dist/', import.meta.url).pathname;
const ENTRIES = [
  ['everything', "export * from './index.js'"],
  ['`extract`: every page-level algorithm', "export { extract } from './extract.js'"],
  [
    '`extractWith` and the default extractor',
    "export { extractWith } from './pipeline.js'; export { dehusk } from './extractors/dehusk/dehusk.js'",
  ],
  [
    'one rule extractor (BTE)',
    "export { extractWith } from './pipeline.js'; export { bte } from './extractors/bte/bte.js'",
  ],
  ['parse() alone', "export { parse } from './page/parse.js'"],
];
console.log('| imported | minified | gzip |\n|---|---:|---:|');
for (const [name, contents] of ENTRIES) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: core },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
  });
  // A service that has built several large bundles can run out of its memory: each build gets a new one.
  await stop();
  const { text } = outputFiles[0];
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
  console.log(`| ${name} | ${kilobytes(text.length)} | ${kilobytes(gzipSync(text, { level: 9 }).length)} |`);
}
process.exit(0);
