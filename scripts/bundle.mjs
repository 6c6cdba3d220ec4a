// Builds what the compiler does not: html, core and papers as CommonJS (dist/cjs of each) and the bundled command line
// (packages/dehusk/dist/bundle). Does nothing when all of it is newer than the compiled sources.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild-wasm';

const PACKAGES = new URL('../packages/', import.meta.url);
const BUNDLE = new URL('dehusk/dist/bundle/', PACKAGES);
const path = (url) => fileURLToPath(url);
const dist = (name) => new URL(`${name}/dist/`, PACKAGES);
/** Packages that are published as CommonJS too, with their entries. */
const DUAL = { html: ['index'], core: ['index', 'extend', 'train', 'compat/index'], papers: ['index'] };
/** What the command line loads through the code cache of bin/load-core.cjs: what every page needs. */
const CACHED = ['@dehusk/html', '@dehusk/core', '@dehusk/core/extend', '@dehusk/papers'];

const changedAt = (url) => statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const names = readdirSync(PACKAGES);
const compiledAt = Math.max(...names.map((name) => changedAt(new URL('.tsbuildinfo', dist(name)))));
const bundledAt = changedAt(new URL('main.js', BUNDLE));
if (bundledAt > compiledAt && bundledAt > changedAt(new URL(import.meta.url))) process.exit(0);

// Outputs of sources that are gone: the compiler leaves them, and they would be packed and tested.
for (const name of names) {
  for (const file of readdirSync(dist(name), { recursive: true })) {
    const source = /^(?!cjs|bundle|inspector|api-docs)(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file)?.[1];
    const hasSource = ['ts', 'tsx'].some((ending) => existsSync(new URL(`${name}/src/${source}.${ending}`, PACKAGES)));
    if (source !== undefined && !hasSource) rmSync(new URL(file, dist(name)));
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

/** Packages of few commands, with what is imported of them: loaded at the first use, which saves 100 ms of CPU time at a start. */
const LATE = {
  'ajv/dist/2020.js': ['Ajv2020'],
  pino: ['pino'],
  'prom-client': ['Counter', 'Gauge', 'Histogram', 'Registry', 'collectDefaultMetrics'],
};
const latePackages = {
  name: 'late-packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(ajv\/dist\/2020\.js|pino|prom-client)$/ }, ({ path, namespace }) =>
      namespace === 'late' ? { path, external: true } : { path, namespace: 'late' },
    );
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
      contents: LATE[path]
        .map(
          (name) => `export const ${name} = new Proxy(function () {}, {
            get: (_, key) => require('${path}').${name}[key],
            apply: (_, self, given) => require('${path}').${name}(...given),
            construct: (_, given) => new (require('${path}').${name})(...given),
          });`,
        )
        .join('\n'),
    }));
  },
};

/** Modules whose exports come from the cached core, by name, so that static and dynamic imports find them. */
const cachedCore = {
  name: 'cached-core',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@dehusk\/(?:html|core|papers)(?:\/.*)?$/ }, ({ path }) => ({ path, namespace: 'core' }));
    onResolve({ filter: /load-core\.cjs$/, namespace: 'core' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'core' }, async ({ path }) => {
      const exported = Object.keys(await import(path)).join(', ');
      const loaded = `load()[${JSON.stringify(path)}]`;
      return { contents: `import { load } from '../../bin/load-core.cjs';\nexport const { ${exported} } = ${loaded};` };
    });
  },
};

/** One module for several entries, so that they share their state: `exports[entry]` has the exports of each. */
const joined = (entries) =>
  entries.map((entry) => `import * as _${entries.indexOf(entry)} from '${entry}';`).join('\n') +
  `\nexport default { ${entries.map((entry, at) => `'${entry}': _${at}`).join(', ')} };`;

/** A CommonJS module whose exports static analysis finds, as Node needs for named imports. */
const reexported = (file, entry, exported) =>
  `const { default: all } = require('${file}');\nconst own = all['${entry}'];\n${exported.map((name) => `exports.${name} = own.${name};\n`).join('')}`;

for (const [name, entries] of Object.entries(DUAL)) {
  const cjs = new URL('cjs/', dist(name));
  rmSync(cjs, { recursive: true, force: true });
  const sources = entries.map((entry) => `./${entry}.js`);
  await build({
    ...COMMON,
    stdin: { contents: joined(sources), resolveDir: path(dist(name)) },
    outfile: path(new URL('all.js', cjs)),
    format: 'cjs',
    minify: true,
    external: ['@dehusk/*'],
    plugins: [lazyTables],
  });
  // The same declarations again: below a package.json of type commonjs they describe CommonJS modules.
  for (const file of readdirSync(dist(name), { recursive: true })) {
    if (!/(?<!\.test|\.fixture)\.d\.ts$/.test(file)) continue;
    mkdirSync(new URL('./', new URL(file, cjs)), { recursive: true });
    const text = readFileSync(new URL(file, dist(name)), 'utf8');
    writeFileSync(new URL(file, cjs), text.replace(/\n\/\/# sourceMappingURL=.*/, ''));
  }
  for (const [at, entry] of entries.entries()) {
    const exported = Object.keys(await import(new URL(`${entry}.js`, dist(name)).href));
    const up = '../'.repeat(entry.split('/').length - 1) || './';
    writeFileSync(new URL(`${entry}.js`, cjs), reexported(`${up}all.js`, sources[at], exported));
  }
  writeFileSync(new URL('package.json', cjs), '{ "type": "commonjs" }\n');
}

rmSync(BUNDLE, { recursive: true, force: true });
await build({
  ...COMMON,
  stdin: { contents: joined(CACHED).replace('export default', 'module.exports ='), resolveDir: path(dist('dehusk')) },
  outfile: path(new URL('core.cjs', BUNDLE)),
  format: 'cjs',
  minify: true,
  plugins: [lazyTables],
});
await build({
  ...COMMON,
  // All in one folder, two folders below the package: modules find worker files, package.json and demo/ by import.meta.url.
  entryPoints: [
    'dehusk/dist/cli/main',
    // For tests.
    'dehusk/dist/cli/program',
    'node/dist/batch/worker',
    'node/dist/readers/parquet-process',
    'node/dist/warc/reader-thread',
    'node/dist/extraction/page-worker',
    'server/dist/server-worker',
    'stream/dist/stream/extraction-worker',
  ].map((name) => path(new URL(`${name}.js`, PACKAGES))),
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
    'eld',
    'hyparquet',
    'hyparquet-writer',
    'playwright-core',
    '@nats-io/transport-node',
    '@nats-io/jetstream',
    '@nats-io/kv',
    'pg',
    'undici',
    'tough-cookie',
  ],
  // CommonJS dependencies call require() for Node's own modules.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  plugins: [lazyTables, latePackages, cachedCore],
});
// esbuild's service would keep the process alive.
process.exit(0);
