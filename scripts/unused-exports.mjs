// Fails when a module exports a name that no other file imports. Exempt are public entries. A file imports a name by
// a declaration, or by using it and naming the module's path in a string, as `await import(…)`, scripts and workers do.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readSources } from './check-imports.mjs';

const sources = readSources();
for (const folder of ['scripts', 'scripts/site', 'packages/dehusk/bin', 'packages/lab/bin'])
  for (const name of readdirSync(folder).filter((one) => /\.m?js$/.test(one)))
    sources.set(`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8'));

/** Modules by the name that a package.json gives them. */
const named = new Map();
/** The names that other files import, by module; `*` is all of them. */
const used = new Map();
const use = (path, name) => used.set(path, (used.get(path) ?? new Set()).add(name));
for (const [path, text] of sources) {
  if (!path.endsWith('package.json')) continue;
  const { name, exports = {}, imports = {} } = JSON.parse(text);
  const moduleOf = (file) => file.replace('./dist/', path.replace('package.json', 'src/')).replace(/\.js$/, '.ts');
  for (const [entry, at] of Object.entries(exports)) {
    if (typeof at === 'string') continue;
    named.set(join(name, entry), [moduleOf((at.import ?? at).default)]);
    use(moduleOf((at.import ?? at).default), '*');
  }
  for (const [entry, at] of Object.entries(imports)) named.set(entry, [moduleOf(at.browser), moduleOf(at.default)]);
}

/** The modules that a specifier, or a string with a path, can mean. */
function modulesOf(from, specifier) {
  if (named.has(specifier) || !specifier.endsWith('.js')) return named.get(specifier) ?? [];
  const path = join(from, '..', specifier).replaceAll('\\', '/').replace('/dist/', '/src/');
  const exact = ['.ts', '.tsx'].map((ending) => path.replace(/\.js$/, ending)).filter((one) => sources.has(one));
  if (exact.length > 0) return exact;
  const ending = specifier.replace(/^(?:\.{1,2}\/)*(?:.*\/dist\/)?/, '/').replace(/\.js$/, '.ts');
  return [...sources.keys()].filter((one) => one.endsWith(ending));
}

/** Exported names by module, and modules whose exports another one passes on. */
const exported = new Map();
const passed = [];
for (const [path, text] of sources) {
  if (path.endsWith('package.json')) continue;
  const names = [];
  const identifiers = new Set();
  const mentioned = new Set();
  const read = (node) => {
    const isExport = ts.isExportDeclaration(node);
    const modules = modulesOf(path, node.moduleSpecifier?.text ?? '');
    const named = isExport ? node.exportClause : ts.isImportDeclaration(node) && node.importClause?.namedBindings;
    for (const { name, propertyName } of named?.elements ?? []) {
      for (const module of modules) use(module, (propertyName ?? name).text);
      if (isExport) names.push(name.text);
    }
    if (isExport && !named) passed.push(...modules.map((module) => [path, module]));
    else if (isExport && !named.elements) for (const module of modules) use(module, '*');
    if (named?.elements || isExport) return;
    if (ts.isIdentifier(node)) identifiers.add(node.text);
    if (ts.isStringLiteralLike(node)) for (const module of modulesOf(path, node.text)) mentioned.add(module);
    if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      for (const { name } of node.declarationList?.declarations ?? [node])
        names.push(...(name.elements ?? [{ name }]).map((one) => one.name.text));
    ts.forEachChild(node, read);
  };
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest).forEachChild(read);
  for (const module of mentioned) for (const name of identifiers) if (module !== path) use(module, name);
  if (/\/src\/.*(?<!\.d)\.tsx?$/.test(path)) exported.set(path, names);
}
for (const [path, module] of passed) for (const name of used.get(path) ?? []) use(module, name);
for (const [path, names] of exported)
  for (const name of names.filter((one) => !used.get(path)?.has('*') && !used.get(path)?.has(one))) {
    console.error(`${path}: exports ${name}, which no other file imports`);
    process.exitCode = 1;
  }
