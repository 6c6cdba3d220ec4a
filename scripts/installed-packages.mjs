// The public packages as their users have them: packed, and unpacked into node_modules of build/installed. Tests run the tool and
// import the library from there. Works offline: what the packages depend on is linked from the checkout's node_modules.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const BUILD = join(ROOT, 'build');

export const PACKAGES = [
  { name: '@dehusk/html', folder: 'packages/html', isDual: true },
  { name: '@dehusk/core', folder: 'packages/core', isDual: true },
  { name: '@dehusk/papers', folder: 'packages/papers', isDual: true },
  { name: '@dehusk/node', folder: 'packages/node', isDual: false },
  { name: '@dehusk/stream', folder: 'packages/stream', isDual: false },
  { name: '@dehusk/server', folder: 'packages/server', isDual: false },
  { name: 'dehusk', folder: 'packages/dehusk', isDual: false },
];
/** A folder that has the packed packages in its node_modules. */
export const INSTALLED = join(BUILD, 'installed');
/** The program that `npm i dehusk` puts on the PATH. */
export const INSTALLED_DEHUSK = join(INSTALLED, 'node_modules/dehusk/bin/dehusk.js');

/** Longest run of the program in a test, in milliseconds. */
export const MAX_MILLISECONDS = 120_000;

/** Packs and unpacks the packages into node_modules of `folder`, links their dependencies, and returns what `packedPackages` does. */
function installPackages(folder) {
  // One run of npm: its start takes longer than packing.
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = JSON.parse(
    execFileSync('npm', [...pack, ...PACKAGES.map((one) => join(ROOT, one.folder))], {
      ...{ cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 },
    }),
  );
  const installed = PACKAGES.map((one) => {
    const { filename: tarball, files } = packed.find(({ name }) => name === one.name);
    const target = join(folder, 'node_modules', one.name);
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, tarball), '-C', target, '--strip-components=1']);
    return { ...one, tarball, files: files.map(({ path }) => path) };
  });
  linkDependencies(folder);
  return installed;
}

/** Links everything the checkout has installed, but the workspaces' own packages. */
function linkDependencies(folder) {
  const target = join(folder, 'node_modules');
  linkModules(join(ROOT, 'node_modules'), target);
  for (const one of PACKAGES)
    linkModules(join(ROOT, one.folder, 'node_modules'), join(target, one.name, 'node_modules'));
}

/** Links the modules of one node_modules into another that lacks them, but the packages of this checkout. */
export function linkModules(from, target) {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from))
    for (const name of entry.startsWith('@')
      ? readdirSync(join(from, entry)).map((one) => `${entry}/${one}`)
      : [entry]) {
      const to = join(target, name);
      if (name.startsWith('.') || name.startsWith('dehusk') || name.startsWith('@dehusk/') || existsSync(to)) continue;
      mkdirSync(dirname(to), { recursive: true });
      symlinkSync(join(from, name), to);
    }
}

/** When a file that may be packed was changed last, milliseconds since 1970. The code cache is written by every run of the tool. */
function changedAt(folder) {
  const files = ['package.json', 'README.md'];
  for (const part of ['bin', 'man', 'demo', 'dist'])
    if (existsSync(join(folder, part)))
      for (const name of readdirSync(join(folder, part), { recursive: true })) files.push(join(part, name));
  const stats = files.filter((name) => !name.endsWith('.cache')).map((name) => statSync(join(folder, name)));
  return Math.max(...stats.filter((one) => one.isFile()).map(({ mtimeMs }) => mtimeMs));
}

/** Makes INSTALLED from what is built, unless it is newer. Concurrent callers do not disturb each other. */
export function prepareInstalled() {
  const stamp = join(INSTALLED, 'stamp');
  const madeAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (madeAt > Math.max(...PACKAGES.map(({ folder }) => changedAt(join(ROOT, folder))))) return;
  mkdirSync(BUILD, { recursive: true });
  const fresh = mkdtempSync(join(BUILD, 'installing-'));
  writeFileSync(join(fresh, 'stamp'), JSON.stringify(installPackages(fresh)));
  rmSync(INSTALLED, { recursive: true, force: true });
  renameSync(fresh, INSTALLED);
}

/** The packages in INSTALLED: each has the file name of its tarball, and its files relative to the package. */
export const packedPackages = () => JSON.parse(readFileSync(join(INSTALLED, 'stamp'), 'utf8'));
