// Writes docs/dependencies.md (each run-time dependency with its reason and licence), and with a folder as argument also THIRD-PARTY.md
// (the licence texts of everything that is installed with the public packages) and sbom.cdx.json (CycloneDX, by npm).
//
//   node scripts/dependencies.mjs [FOLDER]
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LOCK = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
const PUBLIC = ['html', 'core', 'papers', 'node', 'stream', 'server', 'dehusk'].map((name) => `packages/${name}`);

/** Why each direct dependency is there. A dependency without a reason fails the test of this file. */
const REASONS = {
  '@aws-sdk/client-s3': 'reads and writes s3:// addresses',
  '@aws-sdk/lib-storage': 'uploads in parts to s3:// addresses',
  '@bokuweb/zstd-wasm': 'packs outputs with zstd',
  '@exodus/bytes': 'decodes legacy charsets the same on every runtime',
  '@hono/node-server': 'serves the HTTP API on Node',
  '@modelcontextprotocol/server': 'the protocol of MCP tools',
  '@nats-io/jetstream': 'streams over machines',
  '@nats-io/kv': 'state of streams over machines',
  '@nats-io/transport-node': 'connections to NATS',
  '@noble/hashes': 'MD5, which the URL Tree paper requires, without Node modules',
  ajv: 'checks configurations and requests against their JSON Schemas',
  'cli-progress': 'progress bars',
  commander: 'the command line',
  'css-selector-parser': 'parses selectors of the options',
  eld: 'detects the language of a text',
  entities: 'decodes character references',
  'fastest-levenshtein': 'names the nearest option in an error',
  feedsmith: 'parses feeds',
  fzstd: 'unpacks zstd',
  hono: 'routes of the HTTP API',
  htmlparser2: 'parses sitemaps as a stream; never expands entities of a DTD',
  hyparquet: 'reads Parquet',
  'hyparquet-writer': 'writes Parquet',
  'ipaddr.js': 'ranges of IP addresses, for the guard of private networks',
  jschardet: 'guesses the charset of pages that name none',
  'jsonc-parser': 'places of faults in JSON configurations',
  lmdb: 'the state of a stream on disk, with atomic commits',
  'lru-cache': 'bounded caches of names and of robots.txt',
  'p-limit': 'bounds concurrent connections',
  parse5: 'parses pages that the own parser does not cover',
  pg: 'the PostgreSQL sink',
  pino: 'the log',
  'playwright-core': 'drives the user’s Chromium for --render',
  'prom-client': 'metrics for Prometheus',
  'pure-rand': 'seeded random numbers',
  'string-width': 'widths of text on a terminal',
  tldts: 'the registrable domain of a host',
  'toml-eslint-parser': 'parses TOML with the places of faults',
  'tough-cookie': 'cookies of a file, sent by the rules of RFC 6265',
  undici: 'the HTTP client, with its own lookup for the guard',
  zod: 'schemas of MCP tools',
};

/** The entry of a package in the lock file, as Node finds it from a folder. */
function locate(name, from) {
  for (
    let folder = from;
    ;
    folder = folder.includes('node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : ''
  ) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (LOCK[place] !== undefined) return LOCK[place].link ? LOCK[place].resolved : place;
    if (folder === '') return null;
  }
}

/** Everything that is installed with the public packages, by place, sorted by name. */
function installed() {
  const open = [...PUBLIC];
  const found = new Set(open);
  for (const place of open) {
    const { dependencies = {}, optionalDependencies = {} } = LOCK[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = locate(name, place);
      if (next === null || found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return [...found].filter((place) => !PUBLIC.includes(place)).sort();
}

function rows(place, field) {
  const names = Object.keys(LOCK[place][field] ?? {}).filter((name) => !name.startsWith('@dehusk/'));
  return names.map((name) => {
    const { license = '' } = LOCK[locate(name, place) ?? ''] ?? {};
    const reason = REASONS[name];
    if (reason === undefined)
      throw new Error(`${place} depends on ${name}: got no reason, expected one in scripts/dependencies.mjs`);
    return `- ${name} (${license}): ${reason}`;
  });
}

/** docs/dependencies.md. */
export function dependenciesPage() {
  const list = (title, lines) => (lines.length > 0 ? ['', `## ${title}`, '', ...lines] : []);
  const all = installed();
  const licences = new Map();
  for (const place of all)
    licences.set(LOCK[place].license ?? 'none', (licences.get(LOCK[place].license ?? 'none') ?? 0) + 1);
  const counts = [...licences].sort((a, b) => b[1] - a[1]).map(([licence, count]) => `${licence} ${count}`);
  return `${[
    '# Dependencies',
    '',
    'Written by `node scripts/dependencies.mjs` from the lock file, which pins every archive by digest. With a folder as argument, it also writes licence texts',
    '(`THIRD-PARTY.md`) and a bill of materials (`sbom.cdx.json`, CycloneDX) there. In a checkout no dependency runs an install script (`allowScripts` in `package.json`): those of lmdb and',
    'msgpackr-extract only compile a binary where no package has one; elsewhere `npm ci --ignore-scripts` is enough.',
    '',
    `${all.length} packages are installed, optional ones and those of other platforms included, by licence: ${counts.join(', ')}.`,
    ...PUBLIC.flatMap((place) => {
      const optional = [...rows(place, 'optionalDependencies'), ...rows(place, 'peerDependencies')];
      return [
        ...list(LOCK[place].name ?? 'dehusk', rows(place, 'dependencies')),
        ...list(`${LOCK[place].name}, optional`, optional),
      ];
    }),
  ].join('\n')}\n`;
}

/** The licence texts of what is installed here. */
function notices() {
  const parts = installed().flatMap((place) => {
    const { version, license = 'none' } = LOCK[place];
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    let files = [];
    try {
      files = readdirSync(join(ROOT, place)).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
    } catch {
      // A package of another platform.
    }
    const texts = files.map((file) => readFileSync(join(ROOT, place, file), 'utf8').trim());
    return ['', `## ${name} ${version} (${license})`, '', ...texts.map((text) => `${text}\n`)];
  });
  return `# Third-party software\n${parts.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(ROOT, 'docs/dependencies.md'), dependenciesPage());
  const [, , folder] = process.argv;
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'THIRD-PARTY.md'), notices());
    const only = [...PUBLIC.map((place) => `--workspace=${place}`), '--omit=dev', '--package-lock-only'];
    const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', ...only], { cwd: ROOT, maxBuffer: 2 ** 28 });
    writeFileSync(join(folder, 'sbom.cdx.json'), sbom);
  }
}
