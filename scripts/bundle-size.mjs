// Prints what the core costs in a browser, minified and gzipped: everything, `extract` alone, and parsing alone.
import { gzipSync } from 'node:zlib';
import { build, stop } from 'esbuild-wasm';

const ROOT = new URL('..', import.meta.url).pathname;
const ENTRIES = [
  ['everything of `@dehusk/core`', "export * from '@dehusk/core'"],
  ['`extract` with the default extractor', "export { extract } from '@dehusk/core'"],
  ['`parse` alone', "export { parse } from '@dehusk/html'"],
];
console.log('| imported | minified | gzip |\n|---|---:|---:|');
for (const [name, contents] of ENTRIES) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
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
