// Wrong options of every extractor, site learner and format, made from the tables of the packed library.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTALLED, INSTALLED_DEHUSK } from './installed-packages.mjs';

const imported = (path) => import(pathToFileURL(join(INSTALLED, 'node_modules', path)).href);
export const core = await imported('@dehusk/core/dist/index.js');
const html = await imported('@dehusk/html/dist/index.js');
export const extend = await imported('@dehusk/core/dist/extend.js');
export const papers = await imported('@dehusk/papers/dist/index.js');
export const dehusk = await imported('dehusk/dist/index.js');
export const client = await imported('@dehusk/server/dist/client/index.js');
export const demo = await imported('dehusk/dist/demo/index.js');

const { EXTRACTORS, SITE_EXTRACTORS, SITE_LEARNERS } = papers;
const { RENDER_OPTIONS } = extend;

/** What has options: `kind` says which command and which field takes them. */
export const TABLES = [
  ...EXTRACTORS.map(({ name, domains }) => ({ kind: 'extractor', name, domains })),
  ...SITE_EXTRACTORS.map(({ name, domains }) => ({ kind: 'site-extractor', name, domains })),
  ...SITE_LEARNERS.map(({ name, domains }) => ({ kind: 'learner', name, domains })),
];

/** Those that a command line can set; options of learners are set by those of the extractors that use them. */
export const SETTABLE = TABLES.filter(({ kind }) => kind !== 'learner');

/** Wrong values of a domain, each with the name of the error. */
export function wrongValues(domain) {
  const wrong = (what, value, error) => ({ what, value, error });
  if (domain.anyOf) return domain.anyOf.flatMap(wrongValues).filter(({ value }) => value !== null);
  if (domain.enum) {
    const hasText = domain.enum.some((one) => typeof one === 'string');
    return [
      wrong('an unknown word', 'wrong', hasText ? 'RangeError' : 'TypeError'),
      wrong('a wrong type', 5, 'TypeError'),
    ];
  }
  switch (domain.type) {
    case 'boolean':
      return [wrong('a wrong type', 'maybe', 'TypeError'), wrong('a number', 1, 'TypeError')];
    case 'integer':
    case 'number': {
      const least = domain.minimum ?? domain.exclusiveMinimum;
      const most = domain.maximum ?? domain.exclusiveMaximum;
      return [
        wrong('a wrong type', 'many', 'TypeError'),
        wrong('a boolean', true, 'TypeError'),
        wrong('NaN', Number.NaN, 'RangeError'),
        wrong('infinity', Number.POSITIVE_INFINITY, 'RangeError'),
        wrong('too small', domain.exclusiveMinimum === undefined ? least - 1 : least, 'RangeError'),
        ...(most < Number.MAX_SAFE_INTEGER
          ? [wrong('too large', domain.exclusiveMaximum === undefined ? most + 1 : most, 'RangeError')]
          : []),
        ...(domain.type === 'integer' ? [wrong('a fraction', least + 0.5, 'RangeError')] : []),
      ];
    }
    case 'string':
      return [
        wrong('a wrong type', 5, 'TypeError'),
        ...(domain.pattern ? [wrong('an unknown word', 'wr ong', 'RangeError')] : []),
      ];
    case 'array':
      return [wrong('a wrong type', 5, 'TypeError'), wrong('a wrong entry', [5], 'RangeError')];
    case 'null':
      return [];
    default:
      throw new Error(`no wrong value is known for ${JSON.stringify(domain)}`);
  }
}

/** Every wrong value of every option. */
export const WRONG = TABLES.flatMap(({ domains, ...table }) =>
  Object.entries(domains).flatMap(([option, domain]) =>
    wrongValues(domain).map((wrong) => ({ ...table, option, ...wrong, expected: html.expectedOf(domain) })),
  ),
);

/** A name that no option has, near to each one. */
export const MISSPELT = TABLES.flatMap(({ domains, ...table }) =>
  Object.keys(domains).map((option) => ({ ...table, option, misspelt: `${option}x` })),
);

/** Wrong rendering options. */
export const WRONG_RENDERING = Object.entries(RENDER_OPTIONS).flatMap(([option, domain]) =>
  wrongValues(domain).map((wrong) => ({ option, ...wrong, expected: html.expectedOf(domain) })),
);

/** A value as a command line has it; null for those it cannot have. */
export function asText(value, domain) {
  if (domain.type === 'array') return null;
  const isText = domain.type === 'string' || domain.anyOf?.some((one) => one.type === 'string');
  if (isText && typeof value !== 'string') return null;
  return String(value);
}

export const PAGE = '<!doctype html><p>The harbour master counts the boats every evening.';

/** The arguments that set an option of a table's row on the command line. */
export function commandFor({ kind, name }, option, text) {
  return ['-', ...(kind === 'extractor' ? [] : ['--site']), '--extractor', name, '--set', `${option}=${text}`];
}

/** Runs the packed program. At most a minute. */
export function run(args, input, cwd) {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [INSTALLED_DEHUSK, ...args],
      { cwd, timeout: 60_000 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : (error.code ?? error.signal), stdout, stderr }),
    );
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Runs work on every item, a few at a time. */
export async function each(items, work, atOnce = 3) {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) await work(next);
    }),
  );
}

/** A line of a stack trace. */
export const STACK = /^\s+at .*[:(]\d+:\d+\)?$|\\n\s+at /m;
