// Uses the packed packages as their users do, from folders below which they are installed: from ES modules, CommonJS,
// TypeScript with NodeNext and with bundler resolution, and from the shell. publint and attw judge the tarballs.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { INSTALLED, packedPackages, prepareInstalled } from './installed-packages.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** What attw may say of a package of ES modules: that require() gets an ES module, and that old resolutions see no "exports". */
const EXPECTED = { dual: ['NoResolution'], esm: ['NoResolution', 'CJSResolvesToESM'] };

const PAGE =
  '<title>T</title><nav>Home</nav><article><p>The council met on Monday and agreed on the plan.</p></article>';
const TYPED = `const result = extract(${JSON.stringify(PAGE)}, { extractor: extractorNamed('everything') });
if (!result.ok) throw new Error(result.reason);
const text: string = result.text;
if (!text.includes('council')) throw new Error(text);`;
const PLAIN = TYPED.replace(': string', '');
const ESM = "import { extract } from '@dehusk/core';\nimport { extractorNamed } from '@dehusk/papers';\n";
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'ES2022',
  types: ['node'],
  typeRoots: [`${ROOT}node_modules/@types`],
};
/** Files of a consumer's folder, its compiler options, and the scripts to run afterwards. */
const CONSUMERS = [
  { name: 'esm', files: { 'main.mjs': ESM + PLAIN }, run: ['main.mjs'] },
  {
    name: 'commonjs',
    files: {
      'main.cjs': `const { extract } = require('@dehusk/core');\nconst { extractorNamed } = require('@dehusk/papers');\n${PLAIN}`,
    },
    run: ['main.cjs'],
  },
  {
    name: 'nodenext',
    files: {
      'main.mts': `${ESM}import { batch } from 'dehusk';\n${TYPED}\nfor await (const row of batch([{ id: 1, html: ${JSON.stringify(PAGE)} }])) if (row.id !== 1) throw new Error('id');`,
      'main.cts': ESM + TYPED,
    },
    options: { ...STRICT, module: 'NodeNext', moduleResolution: 'NodeNext', lib: ['ES2023'] },
    run: ['main.mjs', 'main.cjs'],
  },
  {
    name: 'bundler',
    files: { 'package.json': '{ "type": "module" }', 'main.ts': ESM + TYPED },
    options: { ...STRICT, module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2023'] },
    run: ['main.js'],
  },
];

const problems = [];
prepareInstalled();
const folder = mkdtempSync(join(INSTALLED, 'consumers-'));
const run = (command, args, cwd = folder) => {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    problems.push(`${command} ${args.join(' ')} in ${relative(folder, cwd) || '.'}: ${error.stdout}${error.stderr}`);
    return '';
  }
};

try {
  for (const one of packedPackages()) {
    checkFiles(one.name, one.files, join(INSTALLED, 'node_modules', one.name));
    await judge(one, readFileSync(join(INSTALLED, one.tarball)));
  }
  for (const { name, files, options, run: scripts } of CONSUMERS) {
    const place = join(folder, name);
    mkdirSync(place);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
    if (options !== undefined) {
      writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
      run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], place);
    }
    for (const script of scripts) run(process.execPath, [script], place);
  }
  const dehusk = join(INSTALLED, 'node_modules/dehusk/bin/dehusk.js');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/dehusk/package.json'), 'utf8'));
  const page = join(INSTALLED, 'node_modules/dehusk/demo/news-article.en.html');
  for (const [args, expected] of [
    [['--version'], version],
    [[page], 'night ferry'],
    [['batch', '--help'], 'dehusk batch'],
    [['demo', '--pages'], 'recipe.ja.html'],
  ])
    if (!run(process.execPath, [dehusk, ...args]).includes(expected))
      problems.push(`dehusk ${args.join(' ')} prints no "${expected}"`);
} finally {
  rmSync(folder, { recursive: true });
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(
  'check-packages: both packages work from ES modules, CommonJS, TypeScript (NodeNext, bundler) and the shell',
);

/** No tests, no source maps without their sources, no exports of files that are not there. */
function checkFiles(name, files, target) {
  for (const file of files) {
    if (/\.(test|fixture)\.|\.map$|tsbuildinfo|\.cache$/.test(file)) problems.push(`${name} holds ${file}`);
    else if (/\.js$/.test(file) && /^\/\/# sourceMappingURL=/m.test(readFileSync(join(target, file), 'utf8')))
      problems.push(`${name}: ${file} names a source map`);
  }
}

async function judge({ name, isDual }, data) {
  const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.length);
  const { messages, pkg } = await publint({ pack: { tarball }, level: 'suggestion', strict: true });
  for (const one of messages) problems.push(`publint, ${name}: ${formatMessage(one, pkg)}`);
  const { problems: types = [] } = await checkPackage(createPackageFromTarballData(new Uint8Array(data)));
  for (const one of types)
    if (!EXPECTED[isDual ? 'dual' : 'esm'].includes(one.kind)) problems.push(`attw, ${name}: ${JSON.stringify(one)}`);
}
