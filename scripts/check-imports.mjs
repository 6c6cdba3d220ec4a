// Fails the build on an import against the order of the house (DESIGN.md, "Rooms and imports").
// Inside core: page → blocks → {extractors, sites, dedupe | document} → renderers → extract. Variants on a shelf never
// import each other; only the shelf's index (its table) may import all of them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

/** Which rooms of core each room may import from. A room may always import from itself, within the rules of a shelf. */
const CORE = {
  text: [],
  page: ['text'],
  blocks: ['page', 'text'],
  extractors: ['blocks', 'page', 'text'],
  sites: ['extractors', 'blocks', 'dedupe', 'page', 'text'],
  dedupe: ['text'],
  document: ['blocks', 'page', 'text'],
  renderers: ['document', 'page', 'text'],
};
/** Shelves: a variant (file or folder) may import the contract and shared parts of its shelf, never another variant. */
const SHELVES = [
  'core/src/extractors',
  'core/src/sites',
  'core/src/renderers',
  'dehusk/src/sources',
  'dehusk/src/stores',
  'dehusk/src/sinks',
  'lab/src/datasets',
  'lab/src/metrics',
  'lab/src/peers',
];
/** Packages a workspace may import, besides node: built-ins where the table says so. */
const PACKAGES = {
  core: { builtins: false, own: [] },
  dehusk: { builtins: true, own: ['@dehusk/core'] },
  lab: { builtins: true, own: ['@dehusk/core', 'dehusk'] },
};

const wrong = [];
/** The first path segments of everything a shelf's table imports as a value: its variants. */
const variants = new Map();
const variantsOf = (shelf) => {
  const known = variants.get(shelf);
  if (known) return known;
  const found = new Set();
  const table = join(shelf, 'index.ts');
  const contract = shelf.split(/[\\/]/).at(-1).replace(/s$/, '');
  if (existsSync(table))
    for (const [, what, from] of readFileSync(table, 'utf8').matchAll(
      /(?:^|\n)\s*import\s+([^;'"]*?)from\s*['"]\.\/([^'"]+)['"]/g,
    ))
      if (!what.startsWith('type ')) found.add(from.split('/')[0].replace(/\.js$/, ''));
  found.delete(contract);
  variants.set(shelf, found);
  return found;
};
const walk = (folder, visit) => {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) walk(path, visit);
    else if (path.endsWith('.ts')) visit(path);
  }
};

for (const name of Object.keys(PACKAGES)) {
  const root = join('packages', name, 'src');
  if (!existsSync(root)) continue;
  const allowed = new Set(
    Object.keys(JSON.parse(readFileSync(join('packages', name, 'package.json'), 'utf8')).dependencies ?? {}),
  );
  const optional = JSON.parse(readFileSync(join('packages', name, 'package.json'), 'utf8')).optionalDependencies ?? {};
  for (const one of Object.keys(optional)) allowed.add(one);
  walk(root, (file) => {
    const isTest = /\.(test|fixture)\.ts$/.test(file);
    const text = readFileSync(file, 'utf8');
    for (const [, from] of text.matchAll(/(?:^|\n)\s*(?:import|export)[^;'"]*?from\s*['"]([^'"]+)['"]/g))
      check(file, from, isTest);
    for (const [, from] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) check(file, from, isTest);
  });

  function check(file, from, isTest) {
    if (from.startsWith('.')) return inside(file, normalize(join(dirname(file), from)), isTest);
    // "#name": one of the package's own files, chosen by the conditions in its package.json ("imports").
    if (isTest || from.startsWith('#')) return;
    if (from.startsWith('node:')) {
      if (!PACKAGES[name].builtins) wrong.push(`${file}: core is pure; it may not import ${from}`);
      return;
    }
    const packageName = from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : from.split('/')[0];
    if (packageName.startsWith('@dehusk/') && !PACKAGES[name].own.includes(packageName))
      wrong.push(`${file}: ${name} may not know ${packageName}`);
    else if (!packageName.startsWith('@dehusk/') && !allowed.has(packageName) && !peerOfLab(file))
      wrong.push(`${file}: ${packageName} is not a dependency of packages/${name}`);
  }

  // The lab's peers and benchmark baselines are development dependencies: they never ship.
  function peerOfLab(file) {
    return name === 'lab' && /lab[\\/]src[\\/](peers|bench)[\\/]/.test(file);
  }

  function inside(file, target, isTest) {
    const here = relative(root, file).split(sep);
    const there = relative(root, target).split(sep);
    if (there[0] === '..') {
      wrong.push(`${file}: reaches out of its package to ${target}`);
      return;
    }
    if (isTest) return;
    if (name === 'core' && here.length > 1) {
      if (there.length === 1) wrong.push(`${file}: a room may not import ${there[0]}, which stands above the rooms`);
      else if (here[0] !== there[0] && !(CORE[here[0]] ?? []).includes(there[0]))
        wrong.push(
          `${file}: ${here[0]} may not import ${there[0]} (allowed: ${(CORE[here[0]] ?? []).join(', ') || 'nothing'})`,
        );
    }
    const shelf = SHELVES.find((one) => file.startsWith(join('packages', one) + sep));
    if (shelf && target.startsWith(join('packages', shelf) + sep)) {
      const depth = shelf.split('/').length - 1;
      const from = here.slice(depth - 1);
      const to = there.slice(depth - 1);
      // A variant folder is free inside; the table (index.ts) may see everything; what the table does not list is
      // the contract or a part the whole shelf shares.
      if (from[0] === 'index.ts' || from[0] === to[0]) return;
      if (variantsOf(join('packages', shelf)).has(to[0].replace(/\.(js|ts)$/, '')))
        wrong.push(`${file}: variants of ${shelf} never import each other (${to.join('/')})`);
    }
  }
}

if (wrong.length > 0) {
  console.error(`wrong imports (${wrong.length}):\n${wrong.map((line) => `  ${line}`).join('\n')}`);
  process.exit(1);
}
