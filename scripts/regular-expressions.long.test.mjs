// Every regular expression that may see text of pages, feeds or servers takes linear time, or only sees text of bounded length.
// superlinear.mjs finds those that backtrack or start again over the same characters; JUSTIFIED lists those that may. Literals are read from
// the source; expressions built from strings are recorded while their modules load, and BUILT lists those that functions build.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { isSlow, isSlowOn } from './superlinear.mjs';

/** Folders below packages/. */
const FOLDERS = ['html', 'core', 'papers', 'node', 'stream', 'server', 'dehusk', 'inspector'].map(
  (name) => `${name}/src`,
);
/** Folders whose expressions built from strings see text from outside. */
const BUILDERS = [
  ...['html/src', 'core/src', 'papers/src', 'node/src/fetch', 'node/src/readers', 'node/src/warc'],
  ...['stream/src/sources', 'stream/src/stream'],
];

/** Values of metadata are cut to 2,000 characters (`oneLine`), and few are read. */
const METADATA = 'reads one value of metadata, 2,000 characters at most';
const USER = 'reads what the user wrote';
/** Milliseconds that recheck may take for an expression. */
const RECHECK_MILLISECONDS = 60;
/** By file: expressions that are not linear, each by a part of its source, with the reason why their text is short. */
const JUSTIFIED = {
  'html/src/style-rules.ts': [['([#.]?)', 'reads selectors of 400 characters']],
  'core/src/boilerplate-words-data.ts': [['leave a (?:reply', 'reads titles of 80 characters']],
  'core/src/article-check.ts': [
    ['[|–—·•»:-]\\s+', METADATA],
    ['(?:not (?:be )?found', 'reads texts of 160 characters'],
  ],
  'core/src/classify/features/facts.ts': [['[$€£¥₹₽₩]\\s?', 'reads the first 200 characters of a block']],
  'papers/src/boilerpipe/decision-trees.ts': [['0+$', 'reads a number']],
  'core/src/classify/item-rules.ts': [['kKmM', 'reads 80 characters']],
  'core/src/document/word-lists.ts': [['[().]+$', 'reads labels of 40 characters']],
  'dehusk/src/demo/templates.ts': [['#(\\w+)', 'reads templates of the package']],
  'core/src/metadata/author-names.ts': [['\\s*,\\s*', METADATA]],
  'core/src/metadata/name-words-data.ts': [
    ['https?:', METADATA],
    ['^function', METADATA],
    ['published|posted', METADATA],
    ['und|et|y', METADATA],
    ['[|｜•·–—»]', METADATA],
    ['senior|staff|chief', 'reads names of 200 characters'],
  ],
  'core/src/dates/dates.ts': [["['’‘](", 'reads the first 120 characters of a value']],
  'core/src/metadata/title-signs-data.ts': [
    ['[|｜]', METADATA],
    ['[¶§#🔗]', METADATA],
  ],
  'core/src/document/items.ts': [['US\\$|R\\$', 'reads texts of 80 characters']],
  'core/src/document/math/tex.ts': [
    ['[^"\\\\\\n]', 'reads lists of 2,000 characters'],
    ['%[^\\n]*\\n', 'reads up to the last line feed, so that every sign ends at one'],
  ],
  'core/src/state/mined-article.ts': [['<[^>]*>', 'reads up to the last >, so that every < ends at one']],
  'html/src/selector.ts': [['parse error', USER]],
  'core/src/state/script-literals.ts': [['[\\s;]*', 'is tried once a function']],
  'papers/src/goldminer/page-features.ts': [['[\\s/]*', 'ends the tag where it does not match']],
  'core/src/records/bylines.ts': [
    ['schreibt', METADATA],
    ['ago\\b', METADATA],
  ],
  'node/src/fetch/render/render-answers.ts': [['[^=]+?', 'reads cookies of the user']],
  'node/src/batch/each.ts': [['\\/+$', USER]],
  'dehusk/src/cli/extraction-options.ts': [['ms|s|m', USER]],
  'dehusk/src/cli/fetch-options.ts': [['[^:]*', USER]],
  'dehusk/src/cli/page-selection.ts': [['\\/+$', USER]],
  'server/src/client/index.ts': [['\\/+$', USER]],
  'server/src/schemas.ts': [['\\w+', 'reads addresses of the server']],
  'stream/src/sources/feed/read-feed.ts': [['encoding', 'reads the first 1,024 bytes']],
  'server/src/app.ts': [['bearer', 'begins at the start, and what follows matches to the end']],
};

/** By compiled file: expressions that functions build, each by a part of its arguments, with the reason why they are linear. */
const BUILT = {
  'core/src/document/math/text-formulas.ts': [
    ['source', 'a choice of literals, and searches up to the first other character'],
  ],
  'html/src/decode.ts': [['rawText', 'the name of an element']],
  'papers/src/goldminer/page-features.ts': [['name', 'the name of an element']],
  'html/src/text/options.ts': [['domain.pattern', USER]],
  'stream/src/stream/url-rule-learning.ts': [
    ['template', 'reads addresses; each part ends at a slash'],
    ['literal(host)', 'reads addresses from their start'],
  ],
  'stream/src/stream/stream-processor.ts': [['rule.pattern', 'rules that url-rule-learning.ts proposed']],
  'core/src/url-key/url-key.ts': [['pattern', 'rules of the user, or proposed by url-rule-learning.ts of the stream']],
};

/** What `take` returns for the nodes of a source, with their places as in a stack trace. */
function nodesOf(path, source, take) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const one = take(node);
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
    if (one !== null) found.push({ ...one, line: line + 1, place: `${line + 1}:${character + 1}` });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function literal(node) {
  if (!ts.isRegularExpressionLiteral(node)) return null;
  const [, source, flags] = /^\/([\s\S]*)\/(\w*)$/.exec(node.text);
  return { source, flags };
}

function construction(node) {
  const isBuilt = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
  return isBuilt ? { text: node.arguments.map((one) => one.getText()).join(', ') } : null;
}

/** The expressions built while modules load, by `FILE:LINE:COLUMN`. */
async function builtOnLoad(files) {
  const built = new Map();
  const plain = globalThis.RegExp;
  const record = (one) => {
    const place = plain('(file:[^\\s()]+)').exec(new Error().stack.split('\n')[3] ?? '')?.[1];
    if (place !== undefined) built.set(place, [...(built.get(place) ?? []), one]);
    return one;
  };
  globalThis.RegExp = new Proxy(plain, {
    construct: (target, given) => record(new target(...given)),
    apply: (target, _, given) => record(target(...given)),
  });
  try {
    for (const file of files) await import(file);
  } finally {
    globalThis.RegExp = plain;
  }
  return built;
}

const known = new Map();

function isKnownSlow(expression) {
  const key = `/${expression.source}/${expression.flags}`;
  if (!known.has(key)) known.set(key, isSlow(expression));
  return known.get(key);
}

/** Files below a folder of packages/ with an extension, but not those of tests. */
const filesOf = (folder, extension) =>
  readdirSync(join('packages', folder), { recursive: true })
    .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    .filter((name) => name.endsWith(extension) && !/\.(?:test|fixture)\.[jt]s$/.test(name));

/** What justifies an expression that is not linear; without it, adds a fault. */
function justification(path, line, expression, faults) {
  if (!isKnownSlow(expression)) return null;
  const reason = JUSTIFIED[path]?.find(([part]) => expression.source.includes(part));
  if (!reason)
    faults.push(
      `packages/${path}:${line}: /${expression.source}/ is not linear: change it, or justify it in this test`,
    );
  return reason;
}

test('regular expressions that see text from outside are linear, or their text is short', async () => {
  const used = new Set();
  const faults = [];
  let read = 0;
  for (const path of FOLDERS.flatMap((folder) => [...filesOf(folder, '.ts'), ...filesOf(folder, '.tsx')]))
    for (const found of nodesOf(path, readFileSync(join('packages', path), 'utf8'), literal)) {
      read++;
      used.add(justification(path, found.line, found, faults));
    }
  assert.ok(read > 500, `${read} expressions`);

  const builders = BUILDERS.flatMap((folder) => filesOf(folder, '.ts'))
    .map((path) => path.replace('/src/', '/dist/').replace(/ts$/, 'js'))
    .map((path) => [path, nodesOf(path, readFileSync(join('packages', path), 'utf8'), construction)])
    .filter(([, built]) => built.length > 0);
  const addressOf = (path) => pathToFileURL(join('packages', path)).href;
  const onLoad = await builtOnLoad(builders.map(([path]) => addressOf(path)));
  for (const [path, built] of builders)
    for (const { text, line, place } of built) {
      const source = path.replace('/dist/', '/src/').replace(/js$/, 'ts');
      const expressions = onLoad.get(`${addressOf(path)}:${place}`);
      for (const one of expressions ?? []) used.add(justification(source, line, one, faults));
      if (expressions !== undefined) continue;
      const reason = BUILT[source]?.find(([part]) => text.includes(part));
      assert.ok(reason, `packages/${path}:${line}: RegExp(${text}) is built by a function: justify it in this test`);
      used.add(reason);
    }
  assert.ok(onLoad.size > 10, `${onLoad.size} places`);
  for (const [path, reasons] of [...Object.entries(JUSTIFIED), ...Object.entries(BUILT)])
    for (const reason of reasons) if (!used.has(reason)) faults.push(`${path}: nothing needs ${reason[0]} any longer`);
  assert.deepEqual(faults, []);
});

/** Expressions that took seconds for 160 kB of page, and what they became. */
const MENDED = [
  [/<(?:p|div|a)\b[^>]*>/i, /<(?:p|div|a)\b/i],
  [
    /^https?:\/\/[\w.-]*(?:git|bitbucket)[\w.-]*\/[^?#]*\/edit\//i,
    /^https?:\/\/(?=[\w.-]*(?:git|bitbucket))[\w.-]*\/[^?#]*\/edit\//i,
  ],
  [/(?:alert|hint)[\w-]*-(?:title|heading)(?:\s|$)/i, /(?:alert|hint)[\w-]{0,80}-(?:title|heading)(?:\s|$)/i],
  [/\s*([0-9a-f]*):(?:T([0-9a-f]+),)?/y, /([0-9a-f]{0,16}):(?:T([0-9a-f]{1,16}),)?/y],
  [/(?:^|\s)(?:math-)?block(?:$|\s)|MathJax\w*_Display/, /(?:^|\s)(?:math-)?block(?:$|\s)|MathJax\w{0,20}_Display/],
  [/^(?:.*(?:related|popular).*|nav)$/i, /related|popular|^nav$/i],
  [/list-style(?:-type)?\s*:[^;]*?\b(lower|upper)-(alpha|roman)\b/i, /list-style(?:-type)?\s*:/i],
  [/<body[^>]*>/gi, /<body/gi],
];

test('the check finds what it should', () => {
  const slow = [/(a+)+$/, /x\s*\[?\s*y/g, /\s+$/g, /<[^>]*>/g, /(?:^|\s)x.*y/, /a(?=\w*-)/, /\s*x?\s*y?\s*$/];
  for (const one of [...slow, ...MENDED.map(([before]) => before)]) assert.ok(isSlow(one), String(one));
  const fast = [/x\s*(?:\[\s*)?y/g, /(?<!\s)\s+$/g, /^\s*a/g, /(?:^|\s)x\S*y/];
  for (const one of [...fast, ...MENDED.map(([, after]) => after)]) assert.ok(!isSlow(one), String(one));
});

test('recheck finds no other', async () => {
  // Its program in JavaScript: the others are native. It takes a few minutes, and also reports what this engine does in linear time.
  const { default: recheck } = await import('recheck/lib/browser.js');
  const faults = [];
  const read = new Set();
  for (const path of FOLDERS.flatMap((folder) => [...filesOf(folder, '.ts'), ...filesOf(folder, '.tsx')]))
    for (const found of nodesOf(path, readFileSync(join('packages', path), 'utf8'), literal)) {
      const key = `/${found.source}/${found.flags}`;
      if (read.has(key) || isKnownSlow(found)) continue;
      read.add(key);
      const { attack } = recheck.checkSync(found.source, found.flags, { timeout: RECHECK_MILLISECONDS });
      const text = (length) =>
        attack.pumps
          .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(length / attack.pumps.length / pump.length)))
          .join('') + attack.suffix;
      if (attack !== undefined && isSlowOn(found, text)) faults.push(`packages/${path}:${found.line}: ${key}`);
    }
  assert.deepEqual(faults, []);
});
