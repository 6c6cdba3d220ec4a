// Digests of everything Dehusk prints for the pages of a data folder, to show that a refactoring changed no output.
//
//   node scripts/output-digests.mjs --every 20 -o before.json     # a sample; leave --every out for all pages
//   node scripts/output-digests.mjs --every 20 --against before.json
//
// Each page gets one short hash per output of the default extractor: its text, metadata, explanation, every format, and the parsed
// tree of the Markdown (GFM). Every fourth page gets the texts of the other extractors and a row of `batch`. The pages of `streams`
// and `structure` are also read in order by each site extractor, whose model is digested, and `demo` runs the stream. With --against,
// changed pages are listed by output and the exit code is 1. --packages DIR measures another checkout that has been built.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { gunzipSync, gzipSync } from 'node:zlib';

const hash = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 5);
/** The other extractors take ten times as long as the default one. */
const OTHERS_EVERY = 4;

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

/** What is measured, from a built checkout of any layout since afd2399. */
async function loadOutputs(packages) {
  const modules = {};
  for (const path of [
    'core/dist/index.js',
    'core/dist/internal.js',
    'html/dist/index.js',
    'core/dist/extend.js',
    'core/dist/train.js',
    'papers/dist/index.js',
  ]) {
    const file = join(resolve(packages), path);
    if (existsSync(file)) Object.assign(modules, await import(pathToFileURL(file)));
  }
  return modules;
}

/** The output of one extraction: its text, or why there is none. */
const textOrReason = (result) => (result.ok ? result.text : `no text: ${result.reason}`);

/** Numbers of an explanation are rounded: the order of additions is no output. */
const rounded = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);

const withoutPositions = (key, value) => (key === 'position' ? undefined : value);

/** Every output of the default extractor for a page. */
function defaultOutputs(core, markdownTree, bytes, url) {
  const result = core.extract(bytes, { url });
  const outputs = { text: hash(textOrReason(result)) };
  outputs.metadata = hash(JSON.stringify(result.metadata));
  outputs.explain = hash(JSON.stringify(core.explainPage(result), rounded));
  for (const format of core.FORMATS) {
    const output = format.print(result, {});
    outputs[format.name] = hash(format.name.startsWith('json') ? JSON.stringify(JSON.parse(output), rounded) : output);
    if (format.name === 'markdown')
      outputs['markdown tree'] = hash(JSON.stringify(markdownTree(output), withoutPositions));
  }
  return outputs;
}

async function work({ root, packages, every, shard, shards }) {
  const core = await loadOutputs(packages);
  const { fromMarkdown } = await import('mdast-util-from-markdown');
  const { gfm } = await import('micromark-extension-gfm');
  const { gfmFromMarkdown } = await import('mdast-util-gfm');
  const markdownTree = (text) => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const byName = (extractors) => extractors.map((one) => [one.name, one]);
  // Names until extractors became values.
  const takesNames = existsSync(join(resolve(packages), 'core/dist/internal.js'));
  const option = takesNames ? ([name]) => name : ([, value]) => value;
  const others = byName(core.EXTRACTORS).filter(([name]) => name !== 'dehusk');
  const digests = {};
  let number = 0;
  for (const folder of dataFolders(root)) {
    const isSite = /^(streams|structure)[\\/]/.test(folder);
    const rows = rowsOf(root, folder);
    const mine = isSite ? number++ % shards === shard : true;
    const readers =
      isSite && mine
        ? byName(core.SITE_EXTRACTORS).map((one) => [one[0], core.siteReader({ extractor: option(one) })])
        : [];
    for (const [index, row] of rows.entries()) {
      const isSampled = index % every === 0;
      if (isSite ? !mine || (every > 1 && index >= 400 / every) : !isSampled || number++ % shards !== shard) continue;
      const bytes = pageOf(root, folder, row);
      if (bytes === null) continue;
      const url = row.url ?? null;
      const outputs = !isSite || isSampled ? defaultOutputs(core, markdownTree, bytes, url) : {};
      if (index % (OTHERS_EVERY * every) === 0)
        for (const one of others)
          outputs[one[0]] = hash(textOrReason(core.extract(bytes, { extractor: option(one), url })));
      const at = row.timestamp ? Date.parse(row.timestamp) : index * 60_000;
      if (url !== null && (every > 1 || index % OTHERS_EVERY === 0))
        for (const [name, reader] of readers)
          outputs[`site ${name}`] = hash(textOrReason(reader.read(bytes, { url, at })));
      digests[`${folder}/${row.id}`] = outputs;
    }
    const models = Object.fromEntries(readers.map(([name, reader]) => [`model ${name}`, hash(reader.save())]));
    if (readers.length > 0) digests[folder] = models;
  }
  return digests;
}

/** Rows of `batch` and documents of `watch`, from the command line of a checkout. */
function toolOutputs(root, packages, every) {
  const dehusk = join(resolve(packages), 'dehusk/bin/dehusk.js');
  const folder = mkdtempSync(join(tmpdir(), 'digests-'));
  const digests = {};
  try {
    const run = (...args) =>
      execFileSync(process.execPath, [dehusk, ...args], {
        cwd: folder,
        maxBuffer: 2 ** 30,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const pages = dataFolders(root)
      .filter((name) => !/^(streams|structure)/.test(name))
      .flatMap((name) =>
        rowsOf(root, name)
          .filter((_, index) => index % (OTHERS_EVERY * every) === 0)
          .flatMap((row) => {
            const bytes = pageOf(root, name, row);
            return bytes === null
              ? []
              : [{ id: `${name}/${row.id}`, url: row.url ?? undefined, html: bytes.toString() }];
          }),
      );
    writeFileSync(join(folder, 'pages.jsonl'), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
    for (const line of run('batch', 'pages.jsonl', '--quiet').toString().trim().split('\n')) {
      const row = JSON.parse(line);
      digests[`batch/${row.id}`] = { row: hash(JSON.stringify(row, rounded)) };
    }
    run('demo', '-o', 'demo');
    const documents = readdirSync(join(folder, 'demo'), { recursive: true })
      .filter((path) => path.endsWith('.jsonl'))
      .flatMap((path) =>
        readFileSync(join(folder, 'demo', path), 'utf8')
          .trim()
          .split('\n'),
      )
      .map((line) => JSON.parse(line))
      .map(({ title }) => title ?? '')
      .sort();
    // Its pages show the newest articles when they are fetched, so that texts differ from run to run; titles do not.
    digests['watch/demo'] = { documents: hash(documents.join('\n')) };
  } finally {
    rmSync(folder, { recursive: true });
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
  const digests = Object.assign({}, ...parts, toolOutputs(values.root, values.packages, Number(values.every)));
  if (values.output) {
    const json = JSON.stringify(digests);
    writeFileSync(values.output, values.output.endsWith('.gz') ? gzipSync(json) : json);
  }
  console.log(`${Object.keys(digests).length} pages`);
  if (!values.against) return;
  // A sample compares with a run over all pages too: of a site it reads the first pages, in the same order.
  const saved = readFileSync(values.against);
  const before = JSON.parse(values.against.endsWith('.gz') ? gunzipSync(saved) : saved);
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
