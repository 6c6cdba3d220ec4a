// Loads the CommonJS build of @dehusk/core with V8's code cache. Compiling the core takes longer than extracting a page; with
// the cache `dehusk page.html` needs two thirds of the CPU time. Node 20 has no module.enableCompileCache().
//
// The cache stands beside the bundle, not in a shared temporary folder: whoever may write there may also write the program.
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const file = join(dirname(require.resolve('@dehusk/core')), 'core.js');
let core = null;
let script = null;
let cacheFile = '';

/** The exports of `@dehusk/core`, with those of `@dehusk/core/internal` as `internal`. */
exports.load = () => {
  if (core !== null) return core;
  const { size, mtimeMs } = statSync(file);
  // V8 rejects the cache of another version or of other flags, but knows the source only by its length.
  cacheFile = join(
    __dirname,
    `../dist/bundle/core-${process.version}-${process.arch}-${size}-${Math.round(mtimeMs)}.cache`,
  );
  let cachedData;
  try {
    cachedData = readFileSync(cacheFile);
  } catch {
    // The first run, or a folder that nobody may write to.
  }
  const source = `(function (exports, require, module) {${readFileSync(file, 'utf8')}\n})`;
  script = new Script(source, { filename: file, cachedData });
  if (cachedData !== undefined && !script.cachedDataRejected) cacheFile = '';
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module);
  core = module.exports;
  return core;
};

/** Keeps what was compiled so far for later runs; does nothing when a cache was used or none can be written. */
exports.saveCache = () => {
  if (script === null || cacheFile === '') return;
  const partial = `${cacheFile}.${process.pid}`;
  try {
    writeFileSync(partial, script.createCachedData());
    renameSync(partial, cacheFile);
  } catch {
    // Read-only installations start without a cache.
  }
};
