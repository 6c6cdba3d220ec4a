// Builds what the compiler does not: @dehusk/core as CommonJS (packages/core/dist/cjs) and the bundled command line
// (packages/dehusk/dist/bundle). Does nothing when both are newer than the compiled sources.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild-wasm';

const PACKAGES = new URL('../packages/', import.meta.url);
const CORE = new URL('core/dist/', PACKAGES);
const CJS = new URL('cjs/', CORE);
const DEHUSK = new URL('dehusk/dist/', PACKAGES);
const BUNDLE = new URL('bundle/', DEHUSK);

const changedAt = (url) => statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const compiledAt = Math.max(...[CORE, DEHUSK].map((folder) => changedAt(new URL('.tsbuildinfo', folder))));
const bundledAt = changedAt(new URL('main.js', BUNDLE));
if (bundledAt > compiledAt && bundledAt > changedAt(new URL(import.meta.url))) process.exit(0);

// Outputs of sources that are gone: the compiler leaves them, and they would be packed and tested.
for (const name of readdirSync(PACKAGES)) {
  const dist = new URL(`${name}/dist/`, PACKAGES);
  for (const file of readdirSync(dist, { recursive: true })) {
    const source = /^(?!cjs|bundle|inspector|api-docs)(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file)?.[1];
    const hasSource = ['ts', 'tsx'].some((ending) => existsSync(new URL(`${name}/src/${source}.${ending}`, PACKAGES)));
    const isOrphan = source !== undefined && !hasSource;
    if (isOrphan) rmSync(new URL(file, dist));
  }
}

const COMMON = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // jsonc-parser's "main" is UMD, whose require() calls no bundler can follow.
  mainFields: ['module', 'main'],
  legalComments: 'none',
  logLevel: 'warning',
};
const path = (url) => fileURLToPath(url);

/** Large tables that few pages need: loaded at the first call, which saves 30 ms at every start. */
const lazyTables = {
  name: 'lazy-tables',
  setup({ onResolve, onLoad }) {
    const calls = { jschardet: 'chardet = { detect: (...given) => require("jschardet").chardet.detect(...given) }' };
    calls.tldts = 'parse = (...given) => require("tldts").parse(...given)';
    onResolve({ filter: /^(jschardet|tldts)$/ }, ({ path, namespace }) =>
      namespace === 'lazy' ? { path, external: true } : { path, namespace: 'lazy' },
    );
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({ contents: `export const ${calls[path]};` }));
  },
};

/**
 * The command line takes the core from its CommonJS build, through the code cache of bin/load-core.cjs. The modules are ES modules
 * with the same exports: `import()` of a CommonJS module in a bundle of several files has only `default`.
 */
const cachedCore = {
  name: 'cached-core',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@dehusk\/core(\/internal)?$/ }, ({ path }) => ({ path, namespace: 'core' }));
    onResolve({ filter: /load-core\.cjs$/, namespace: 'core' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'core' }, async ({ path }) => {
      const isInternal = path.endsWith('internal');
      const names = Object.keys(await import(new URL(isInternal ? 'internal.js' : 'index.js', CORE).href));
      const core = `require('../../bin/load-core.cjs').load()${isInternal ? '.internal' : ''}`;
      return { contents: `export const { ${names.join(', ')} } = ${core};` };
    });
  },
};

rmSync(CJS, { recursive: true, force: true });
rmSync(BUNDLE, { recursive: true, force: true });

// One file for both entries, so that they share their state. parse5 and @exodus/bytes are ES modules only: they go in.
await build({
  ...COMMON,
  stdin: {
    contents: "export * from './index.js'; export * as internal from './internal.js';",
    resolveDir: path(CORE),
  },
  outfile: path(new URL('core.js', CJS)),
  format: 'cjs',
  minify: true,
  plugins: [lazyTables],
});
const names = Object.keys(await import(new URL('index.js', CORE).href));
writeFileSync(
  new URL('index.js', CJS),
  `const core = require('./core.js');\n${names.map((name) => `exports.${name} = core.${name};\n`).join('')}`,
);
writeFileSync(new URL('internal.js', CJS), "module.exports = require('./core.js').internal;\n");
writeFileSync(new URL('package.json', CJS), '{ "type": "commonjs" }\n');
// The same declarations again: below a package.json of type commonjs they describe CommonJS modules.
for (const name of readdirSync(CORE, { recursive: true })) {
  if (!/(?<!\.test|\.fixture)\.d\.ts$/.test(name)) continue;
  mkdirSync(new URL('./', new URL(name, CJS)), { recursive: true });
  const text = readFileSync(new URL(name, CORE), 'utf8');
  writeFileSync(new URL(name, CJS), text.replace(/\n\/\/# sourceMappingURL=.*/, ''));
}

await build({
  ...COMMON,
  // All in one folder: modules find worker files, package.json and demo/ by import.meta.url, two folders below the package.
  entryPoints: [
    'cli/main',
    'batch/worker',
    'inputs/parquet-process',
    'warc/reader-thread',
    'extraction/page-worker',
    'server/server-worker',
    'stream/extraction-worker',
  ].map((name) => path(new URL(`${name}.js`, DEHUSK))),
  entryNames: '[name]',
  outdir: path(BUNDLE),
  splitting: true,
  minify: true,
  format: 'esm',
  // Native code, packages that start their own threads, and data that few runs need.
  external: [
    'lmdb',
    '@bokuweb/zstd-wasm',
    '@aws-sdk/*',
    'hono',
    '@hono/node-server',
    'zod',
    '@modelcontextprotocol/server',
    'tinypool',
    'pino',
    'eld',
    'hyparquet',
    'hyparquet-writer',
    'playwright-core',
    '@nats-io/transport-node',
    '@nats-io/jetstream',
    '@nats-io/kv',
    'pg',
    'undici',
    'prom-client',
    'ajv',
    'tough-cookie',
  ],
  // CommonJS dependencies call require() for Node's own modules.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  plugins: [lazyTables, cachedCore],
});
// esbuild's service would keep the process alive.
process.exit(0);
