// Digests of everything Dehusk prints for the pages of a data folder, to show that a refactoring changed no output.
//
//   node scripts/output-digests.mjs --every 20 -o before.json     # a sample; leave --every out for all pages
//   node scripts/output-digests.mjs --every 20 --against before.json
//
// Each page gets one short hash per output: the text of every extractor, every renderer's output for the default extractor,
// and the parsed tree of the Markdown (GFM). The pages of `streams` and `structure` are also read in order by each site
// extractor. With --against, changed pages are listed by output and the exit code is 1. --packages DIR measures another
// checkout that has been built.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';

const hash = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** Folders with a manifest below `root`, as paths relative to it. */
function dataFolders(root, below = '') {
  const found = [];
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(below, entry.name);
    if (existsSync(join(root, path, 'manifest.jsonl.gz'))) found.push(path);
    else if (below === '') found.push(...dataFolders(root, path));
  }
  return found.sort();
}

function rowsOf(root, folder) {
  const lines = gunzipSync(readFileSync(join(root, folder, 'manifest.jsonl.gz')))
    .toString()
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

function pageOf(root, folder, row) {
  const path = join(root, folder, row.html ?? `html/${row.id}.html.gz`);
  return existsSync(path) ? new Uint8Array(gunzipSync(readFileSync(path))) : null;
}

async function loadCore(packages) {
  const dist = join(resolve(packages), 'core/dist');
  const core = { ...(await import(pathToFileURL(join(dist, 'index.js')))) };
  if (existsSync(join(dist, 'internal.js')))
    Object.assign(core, await import(pathToFileURL(join(dist, 'internal.js'))));
  return core;
}

/** The output of one extraction: its text, or why there is none. */
const said = (result) => (result.ok ? result.text : `no text: ${result.reason}`);

async function work({ root, packages, every, shard, shards }) {
  const core = await loadCore(packages);
  const { fromMarkdown } = await import('mdast-util-from-markdown');
  const { gfm } = await import('micromark-extension-gfm');
  const { gfmFromMarkdown } = await import('mdast-util-gfm');
  // Checkouts before the redesign bound a page by the wall clock.
  const limits = 'maxMilliseconds' in core.DEFAULT_LIMITS ? { maxMilliseconds: 1e9 } : {};
  const withoutPositions = (key, value) => (key === 'position' ? undefined : value);
  const digests = {};
  let number = 0;
  for (const folder of dataFolders(root)) {
    const isSite = /^(streams|structure)[\\/]/.test(folder);
    const rows = rowsOf(root, folder);
    const mine = isSite ? number++ % shards === shard : true;
    const readers =
      isSite && mine ? core.SITE_EXTRACTORS.map(({ name }) => [name, core.siteReader({ extractor: name })]) : [];
    for (const [index, row] of rows.entries()) {
      const isSampled = index % every === 0;
      if (isSite ? !mine || (every > 1 && index >= 400 / every) : !isSampled || number++ % shards !== shard) continue;
      const bytes = pageOf(root, folder, row);
      if (bytes === null) continue;
      const entry = {};
      const url = row.url ?? null;
      if (!isSite || isSampled) {
        for (const { name } of core.EXTRACTORS)
          entry[name] = hash(said(core.extract(bytes, { extractor: name, url, limits })));
        const result = core.extract(bytes, { url, limits });
        if (result.ok)
          for (const renderer of core.RENDERERS) {
            const output = renderer.render(result.document);
            entry[`renderer ${renderer.name}`] = hash(output);
            if (renderer.name === 'markdown') {
              const tree = fromMarkdown(output, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
              entry['markdown tree'] = hash(JSON.stringify(tree, withoutPositions));
            }
          }
      }
      const at = row.timestamp ? Date.parse(row.timestamp) : index * 60_000;
      if (url !== null)
        for (const [name, reader] of readers)
          entry[`site ${name}`] = hash(said(reader.read(bytes, { url, at, limits })));
      digests[`${folder}/${row.id}`] = entry;
    }
  }
  return digests;
}

async function main() {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: '../shared/data' },
      packages: { type: 'string', default: 'packages' },
      every: { type: 'string', default: '1' },
      workers: { type: 'string', default: '2' },
      output: { type: 'string', short: 'o' },
      against: { type: 'string' },
    },
  });
  const shards = Number(values.workers);
  const parts = await Promise.all(
    Array.from({ length: shards }, (_, shard) => {
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { root: values.root, packages: values.packages, every: Number(values.every), shard, shards },
      });
      return new Promise((done, failed) => worker.once('message', done).once('error', failed));
    }),
  );
  const digests = Object.assign({}, ...parts);
  if (values.output) writeFileSync(values.output, JSON.stringify(digests));
  console.log(`${Object.keys(digests).length} pages`);
  if (!values.against) return;
  // A sample compares with a run over all pages too: of a site it reads the first pages, in the same order.
  const before = JSON.parse(readFileSync(values.against, 'utf8'));
  const changes = new Map();
  let compared = 0;
  for (const [page, outputs] of Object.entries(digests))
    for (const output of new Set([...Object.keys(outputs), ...Object.keys(before[page] ?? {})])) {
      if (before[page]?.[output] === outputs[output]) compared++;
      else if (before[page] && (output in outputs || values.every === '1'))
        changes.set(output, [...(changes.get(output) ?? []), page]);
    }
  for (const [output, pages] of changes)
    console.log(`${output}: ${pages.length} pages changed: ${pages.slice(0, 10).join(', ')}`);
  console.log(changes.size === 0 ? `no output changed (${compared} compared)` : `${compared} outputs are equal`);
  if (changes.size > 0) process.exitCode = 1;
}

if (isMainThread) await main();
else parentPort.postMessage(await work(workerData));
