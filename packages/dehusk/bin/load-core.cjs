// Loads @dehusk/html, core and papers, bundled as CommonJS, with V8's code cache. Compiling the core takes longer than extracting a page; with
// the cache `dehusk page.html` needs two thirds of the CPU time. Node 20 has no module.enableCompileCache().
//
// The cache is a file beside the bundle, not in a shared temporary folder: whoever may write there may also write the program.
// V8 runs a damaged cache as it is, and crashes, so the file begins with a digest of the rest.
const { createHash } = require('node:crypto');
const { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } = require('node:fs');
const { createRequire } = require('node:module');
const { basename, join } = require('node:path');
const { Script } = require('node:vm');

const file = join(__dirname, '../dist/bundle/core.cjs');
const DIGEST_BYTES = 32;
/** Also of the name: a cache of another version under this one's name would be as bad as a damaged one. */
const digestOf = (data) => createHash('sha256').update(basename(cacheFile)).update(data).digest();
let core = null;
let script = null;
let cacheFile = '';

/** The exports of each package entry, by its name. */
exports.load = () => {
  if (core !== null) return core;
  const { size, mtimeMs } = statSync(file);
  // V8 rejects the cache of another version or of other flags, but knows the source only by its length.
  cacheFile = join(
    __dirname,
    `../dist/bundle/core-${process.version}-${process.arch}-${size}-${Math.round(mtimeMs)}.cache`,
  );
  const cachedData = readCache();
  const source = `(function (exports, require, module) {${readFileSync(file, 'utf8')}\n})`;
  script = new Script(source, { filename: file, cachedData });
  if (cachedData !== undefined && !script.cachedDataRejected) cacheFile = '';
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module);
  core = module.exports;
  return core;
};

/** The cache; undefined when there is none, or a damaged one. */
function readCache() {
  try {
    const bytes = readFileSync(cacheFile);
    const data = bytes.subarray(DIGEST_BYTES);
    return digestOf(data).equals(bytes.subarray(0, DIGEST_BYTES)) ? data : undefined;
  } catch {
    // The first run, or a folder that nobody may write to.
    return undefined;
  }
}

/** Keeps what was compiled so far for later runs; does nothing when a cache was used or none can be written. */
exports.saveCache = () => {
  if (script === null || cacheFile === '') return;
  const partial = `${cacheFile}.${process.pid}`;
  try {
    const data = script.createCachedData();
    const bytes = Buffer.concat([digestOf(data), data]);
    const partialFile = openSync(partial, 'w');
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(partialFile, bytes, at);
      fsyncSync(partialFile);
    } finally {
      closeSync(partialFile);
    }
    renameSync(partial, cacheFile);
  } catch {
    // Read-only installations start without a cache; a full disk keeps no part of one.
    rmSync(partial, { force: true });
  }
};
