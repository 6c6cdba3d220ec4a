// Fails when an import breaks the order of folders (DESIGN.md, "Packages and imports") or closes a cycle.
//
// Type imports count like any other. Rules:
// 1. A folder imports only the folders that ORDER lists for it, and root files that import nothing of their package. Other
//    root files import everything and are imported by nothing.
// 2. No cycle between files, and none between folders (a folder and its own subfolders count as one).
// 3. The variants of a registry, which are what its index.ts imports, never import each other.
// 4. A package imports another package only through its exports, and only declared dependencies.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/** For each package its folders, each with the folders it may import. `.` stands for the files at the root of src/. */
const ORDER = {
  html: { text: [], charset: ['text'] },
  core: {
    dates: [],
    metadata: ['dates'],
    state: ['metadata'],
    'url-key': [],
    blocks: [],
    records: ['blocks', 'metadata', 'dates'],
    extractors: ['blocks'],
    classify: ['extractors', 'records', 'blocks'],
    site: ['classify', 'extractors', 'blocks', 'url-key'],
    document: ['records', 'blocks', 'metadata'],
    render: ['document', 'metadata'],
    chunks: ['render', 'document'],
    compat: ['.', 'render', 'document', 'metadata'],
  },
  papers: {
    boilerpipe: [],
    justext: [],
    bte: ['justext', 'maximum-subsequence'],
    ncleaner: ['justext'],
    'maximum-subsequence': ['justext'],
    'ancestor-filter': [],
    victor: [],
    combined: [],
    goldminer: ['justext'],
    onion: [],
    'url-tree': ['onion'],
  },
  node: {
    terminal: [],
    extraction: [],
    s3: [],
    warc: [],
    fetch: ['extraction', 'warc'],
    readers: ['fetch', 'warc', 's3', 'terminal'],
    batch: ['readers', 's3', 'warc', 'extraction'],
    dedupe: ['readers'],
  },
  stream: {
    stores: [],
    nats: ['stream', 'sources', 'sinks', 'stores'],
    sinks: ['nats'],
    sources: ['stores'],
    stream: ['sources', 'sinks', 'stores'],
    configuration: ['stream', 'sources', 'sinks', 'nats', 'stores'],
    operations: ['configuration', 'nats', 'stream', 'sources', 'sinks', 'stores'],
    corpus: ['sources', 'sinks', 'stores'],
  },
  server: { client: ['.'], edge: ['.'] },
  dehusk: { demo: [], cli: ['demo'] },
  inspector: {
    state: [],
    engine: ['state'],
    review: ['engine', 'state'],
    views: ['review', 'engine', 'state'],
  },
  lab: {
    datasets: [],
    metrics: ['datasets'],
    significance: ['metrics'],
    peers: ['datasets'],
    run: ['peers', 'metrics', 'datasets'],
    reports: ['run'],
    training: ['reports', 'metrics', 'datasets'],
    benchmarks: ['reports', 'run', 'datasets'],
    stress: ['benchmarks', 'reports'],
    fuzz: [],
    reproduce: ['reports', 'run', 'significance', 'metrics', 'datasets'],
    conformance: ['peers', 'reports', 'metrics', 'datasets'],
    cli: [
      ...['reproduce', 'fuzz', 'stress', 'benchmarks', 'training', 'reports', 'run', 'peers'],
      ...['significance', 'metrics', 'datasets'],
    ],
  },
};

/** Root files that every folder of their package may import; they import no other file. */
const LEAVES = [];

/** Folders of interchangeable variants, each with the name of its contract: one file or folder a variant, and one table. */
const REGISTRIES = {
  'core/src/render': 'renderer',
  'node/src/readers': 'input',
  'stream/src/sources': 'source',
  'stream/src/stores': 'store',
  'stream/src/sinks': 'sink',
  'lab/src/datasets': 'dataset',
  'lab/src/metrics': 'metric',
};

/** Workspace packages that each package may import: those above it in the list of packages. */
const ABOVE = ['html', 'core', 'papers', 'node', 'stream', 'server', 'dehusk', 'lab'];
const npmName = (name) => (name === 'dehusk' ? name : `@dehusk/${name}`);
const PACKAGES = {
  ...Object.fromEntries(ABOVE.map((name, at) => [name, ABOVE.slice(0, at).map(npmName)])),
  inspector: ['@dehusk/html', '@dehusk/core', '@dehusk/papers'],
};
/** Packages without Node's modules. */
const PURE = ['html', 'core', 'papers'];

const isTest = (path) => /\.(test|fixture)\.ts$/.test(path);

/** Text of every TypeScript source and package.json below `root`/packages, by path with forward slashes. */
export function readSources(root = '.') {
  const sources = new Map();
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (/\.tsx?$/.test(path)) sources.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  for (const name of Object.keys(ORDER)) {
    walk(`packages/${name}/src`);
    sources.set(`packages/${name}/package.json`, readFileSync(join(root, `packages/${name}/package.json`), 'utf8'));
  }
  return sources;
}

/** Every violation in the given sources, one sentence each. */
export function importViolations(sources) {
  const wrong = [];
  const files = new Map();
  for (const [path, text] of sources) {
    if (!/\.tsx?$/.test(path) || isTest(path)) continue;
    const targets = [];
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (fileName.startsWith('.')) targets.push(resolveSource(path, fileName, sources));
      else if (!fileName.startsWith('#')) checkPackage(path, fileName, sources, wrong);
    }
    files.set(path, targets);
  }
  for (const [path, targets] of files) for (const target of targets) checkInside(path, target, files, wrong);
  for (const cycle of cycles(files)) wrong.push(`files import each other: ${cycle.join(' → ')}`);
  for (const cycle of cycles(folderGraph(files))) wrong.push(`folders import each other: ${cycle.join(' → ')}`);
  return wrong;
}

function resolveSource(from, specifier, sources) {
  const path = normalize(join(dirname(from), specifier))
    .split(sep)
    .join('/')
    .replace(/\.js$/, '.ts');
  return sources.has(`${path}x`) ? `${path}x` : path;
}

/** Package name, the folder below src ("." for a root file) and the rest of a source path. */
function partsOf(path) {
  const [, name, , ...rest] = path.split('/');
  return { name, folder: rest.length > 1 ? rest[0] : '.', rest };
}

function checkPackage(path, specifier, sources, wrong) {
  const { name, rest } = partsOf(path);
  if (specifier.startsWith('node:')) {
    if (PURE.includes(name)) wrong.push(`${path}: ${name} is pure and may not import ${specifier}`);
    return;
  }
  const imported = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (Object.keys(PACKAGES).some((own) => JSON.parse(sources.get(`packages/${own}/package.json`)).name === imported)) {
    if (!PACKAGES[name].includes(imported)) wrong.push(`${path}: ${name} may not import ${imported}`);
    return;
  }
  const { dependencies, optionalDependencies, peerDependencies, devDependencies } = JSON.parse(
    sources.get(`packages/${name}/package.json`),
  );
  // The lab's peers, benchmark baselines and comparisons are never shipped.
  const isMeasured = name === 'lab' && ['peers', 'benchmarks', 'conformance'].includes(rest[0]);
  if (
    !(imported in { ...dependencies, ...optionalDependencies, ...peerDependencies, ...(isMeasured && devDependencies) })
  )
    wrong.push(`${path}: ${imported} is not a dependency of packages/${name}`);
}

function checkInside(path, target, files, wrong) {
  const from = partsOf(path);
  const to = partsOf(target);
  if (from.name !== to.name) {
    wrong.push(`${path}: leaves its package for ${target}`);
    return;
  }
  if (!files.has(target) && !isTest(target)) wrong.push(`${path}: imports ${target}, which does not exist`);
  if (isTest(target)) wrong.push(`${path}: imports the test file ${target}`);
  if (LEAVES.includes(path)) wrong.push(`${path}: is for every folder and may import no file (${target})`);
  if (from.folder !== to.folder && from.folder !== '.' && !LEAVES.includes(target)) {
    const allowed = ORDER[from.name][from.folder];
    if (allowed === undefined) wrong.push(`${path}: folder ${from.folder} has no row in ORDER of check-imports`);
    else if (!allowed.includes(to.folder) && !(to.folder === '.' && files.get(target)?.length === 0))
      wrong.push(
        `${path}: ${from.folder} may not import ${to.folder === '.' ? to.rest[0] : to.folder} (allowed: ${allowed.join(', ') || 'nothing'})`,
      );
  }
  const registry = Object.keys(REGISTRIES).find(
    (one) => path.startsWith(`packages/${one}/`) && target.startsWith(`packages/${one}/`),
  );
  if (registry === undefined) return;
  const [mine, other] = [from.rest[1], to.rest[1]];
  if (mine === 'index.ts' || mine === other || from.rest[0] !== to.rest[0]) return;
  const variants = variantsOf(`packages/${registry}`, files);
  if (variants.has(mine) && variants.has(other))
    wrong.push(`${path}: variants of ${registry} may not import each other (${other})`);
}

/** The files and folders of a registry that its index.ts imports, without the contract. */
function variantsOf(registry, files) {
  const contract = REGISTRIES[registry.slice('packages/'.length)];
  const names = (files.get(`${registry}/index.ts`) ?? [])
    .filter((path) => path.startsWith(`${registry}/`))
    .map((path) => path.slice(registry.length + 1).split('/')[0]);
  return new Set(names.filter((name) => name !== `${contract}.ts`));
}

/** Imports between folders, leaving out those between a folder and one inside it. */
function folderGraph(files) {
  const graph = new Map();
  for (const [path, targets] of files) {
    const from = dirname(path);
    if (from.endsWith('/src')) continue;
    const edges = graph.get(from) ?? [];
    graph.set(from, edges);
    for (const target of targets) {
      const to = dirname(target);
      if (!`${to}/`.startsWith(`${from}/`) && !`${from}/`.startsWith(`${to}/`)) edges.push(to);
    }
  }
  return graph;
}

/** One cycle for each strongly connected component of more than one node (Tarjan 1972). */
function cycles(graph) {
  const found = [];
  const index = new Map();
  const low = new Map();
  const stack = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push([...component, component[0]]);
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const wrong = importViolations(readSources());
  if (wrong.length > 0) {
    console.error(`wrong imports (${wrong.length}):\n${wrong.map((line) => `  ${line}`).join('\n')}`);
    process.exitCode = 1;
  }
}
