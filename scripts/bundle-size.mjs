// Prints what the core costs in a browser: the bundle of everything, and of the string-only road, minified and gzipped.
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const sizes = async (name, source) => {
  const virtual = {
    name: 'entry',
    resolveId: (id) => (id === 'entry' ? id : null),
    load: (id) => (id === 'entry' ? source : null),
  };
  const bundle = await rolldown({ input: 'entry', platform: 'browser', plugins: [virtual] });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const { code } = output[0];
  console.log(
    `${name.padEnd(34)} ${(code.length / 1000).toFixed(1).padStart(8)} kB ${(gzipSync(code, { level: 9 }).length / 1000).toFixed(1).padStart(8)} kB gzip`,
  );
};
const core = new URL('../packages/core/dist/index.js', import.meta.url).pathname;
await sizes('everything', `export * from '${core}'`);
await sizes('extract()', `export { extract } from '${core}'`);
await sizes('parse() only', `export { parse } from '${core}'`);
