import { writeFileSync } from 'node:fs';
import { metadataCandidates } from '@dehusk/core/extend';
import { authorNames, parseDate, readMetadata } from '@dehusk/core/train';
import { parse, rowNamed } from '@dehusk/html';
import { DEFAULT_EXTRACTOR } from '@dehusk/papers';
import { type Command, Option } from 'commander';
import { type Case, pageOf, sourceOf } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';
import { PEERS, type PeerMetadata } from '../peers/peers.js';
import { fixed, markdownTable, textTable } from '../reports/tables.js';
import { addCommand, asTyped, type ScoringOptions, type Session, withProgress, withRunOptions } from './session.js';

const SALT = 'metadata';
/** Thirds of the sites for gold that people wrote: rules were chosen on the first two. */
const THIRDS = ['kept aside', 'tuned', 'tuned'] as const;
const SETS = ['wcxb-dev', '../shared/data/metadata'];

interface MetadataFlags extends ScoringOptions {
  readonly markdown?: boolean;
  readonly wrong?: (typeof FIELDS)[number];
  readonly train?: string;
  readonly calibration?: boolean;
}

type MetadataReader = {
  readonly name: string;
  read(html: string, url: string | null): Promise<MetadataValues> | MetadataValues;
};

export function addMetadata(program: Command): void {
  addCommand<MetadataFlags>(program, {
    name: 'metadata',
    summary: 'score metadata against the title, authors and date that people wrote',
    description:
      'Scores titles, authors and dates (to the day) against the gold of data sets. Rules and weights of ours were chosen on two thirds of the sites: figures of the third kept aside are printed apart.',
    examples: ['metadata', 'metadata wcxb-dev -n 200 -e dehusk,readability-linkedom,defuddle,postlight'],
    inputs: [['[dataset...]', `data sets (default: ${SETS.join(', ')})`]],
    options: (command) =>
      withRunOptions(command)
        .option('--markdown', 'print Markdown')
        .option('--train <file>', 'write the weights of the evidence, learned on the sites that are not kept aside')
        .option('--calibration', 'print how often authors are right at each confidence')
        .addOption(
          new Option('--wrong <field>', 'list the differences of a field, on sites not kept aside').choices([
            ...FIELDS,
          ]),
        ),
    async run(session) {
      if (session.options.train !== undefined) return train(session, session.options.train);
      if (session.options.calibration) return calibrate(session);
      const { extractor = [DEFAULT_EXTRACTOR] } = session.options;
      const readers = await Promise.all(extractor.map(readerNamed));
      for (const name of session.names.length > 0 ? session.names : SETS) await scoreMetadata(session, name, readers);
    },
  });
}

/** Sets whose licences allow weights that ship, and licences of their rows. */
const TRAINING_SETS = ['wcxb-dev', 'licensed/articles'];
const ALLOWED = /^(?:MIT|Apache-2.0|BSD|ISC|MPL|BSL-1.0|PostgreSQL|NTP|zsh|CC0|public domain|CC-BY(?!-SA))/;

async function train(session: Session<MetadataFlags>, path: string): Promise<void> {
  const rows: CandidateRow[] = [];
  for (const name of TRAINING_SETS)
    for await (const one of session.dataset(name).cases())
      if (foldOf(one, 3, SALT) !== 0 && (one.licence === null || ALLOWED.test(one.licence)))
        rows.push(...candidateRows(one));
  const weights = JSON.stringify(learnWeights(rows), null, 2);
  const head = '/** Weights of the features of authors: `dehusk-lab metadata --train` writes them. */';
  writeFileSync(path, `${head}\nexport const WEIGHTS: Readonly<Record<string, number>> = ${weights};\n`);
}

/** Prints the calibration of all sets together, on the sites that weights were learned on and on the others. */
async function calibrate(session: Session<MetadataFlags>): Promise<void> {
  const best = new Map<string, ReturnType<typeof candidateRows>>();
  for (const name of session.names.length > 0 ? session.names : SETS)
    for (const one of (await session.pages(name)).cases) {
      const sites = THIRDS[foldOf(one, 3, SALT)];
      best.set(sites, [...(best.get(sites) ?? []), ...candidateRows(one).slice(0, 1)]);
    }
  const rows = [...best].flatMap(([sites, candidates]) =>
    calibrationRows(candidates).map(([from, count, ...shares]) => {
      return [sites, fixed(from, 2), String(count), ...shares.map((share) => fixed(share, 3))];
    }),
  );
  const head = ['sites', 'confidence from', 'pages', 'mean', 'names right', 'wrong from here on'];
  session.print(`${(session.options.markdown ? markdownTable : textTable)({ head, rows, leftColumns: [0] })}\n`);
}

async function scoreMetadata(
  session: Session<MetadataFlags>,
  name: string,
  readers: readonly MetadataReader[],
): Promise<void> {
  const { dataset, cases } = await session.pages(name);
  const counts = new Map<string, MetadataCounts>();
  const wrong: string[] = [];
  await withProgress(`metadata @ ${dataset.name}`, cases.length, async (update) => {
    for (const [at, one] of cases.entries()) {
      update(at);
      const html = sourceOf(one);
      const gold = checkedGold(one);
      if (gold === null) continue;
      for (const reader of readers) {
        const got = await reader.read(html, one.url);
        for (const field of FIELDS) {
          const sites = THIRDS[foldOf(one, 3, SALT)];
          const key = [field, sites, reader.name].join('|');
          const own = counts.get(key) ?? noCounts();
          counts.set(key, own);
          const isRight = countField(own, field, gold, got);
          if (!isRight && field === session.options.wrong && sites === 'tuned')
            wrong.push([one.id, reader.name, `${gold[field]}`, `${got[field]}`].join('\t'));
        }
      }
    }
  });
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([key, { pages, gold, given, right }]) => {
    const figures = [right / given, right / gold, (2 * right) / (given + gold)];
    return [...key.split('|'), String(pages), ...figures.map((figure) => fixed(figure, 3))];
  });
  const head = ['field', 'sites', 'system', 'pages', 'precision', 'recall', 'F1'];
  const table = (session.options.markdown ? markdownTable : textTable)({ head, rows, leftColumns: [1, 2] });
  session.print(`${dataset.name}@${dataset.sha256().slice(0, 12)}\n\n${table}\n`);
  if (wrong.length > 0) session.print(wrong.join('\n'));
}

const NOTHING: MetadataValues = { authors: null, date: null, title: null };

/** @throws UsageError for a system that is neither ours nor a peer with metadata */
async function readerNamed(name: string): Promise<MetadataReader> {
  if (name === DEFAULT_EXTRACTOR)
    return {
      name,
      read(html, url) {
        const parsed = parse(html, { url });
        if (!parsed.ok) return NOTHING;
        const { authors, date, title } = readMetadata(parsed.page);
        return { authors, date: fromDayOn(date), title };
      },
    };
  const able = PEERS.filter(({ openMetadata }) => openMetadata !== undefined);
  const peer = asTyped(() => rowNamed('system with metadata', [{ name: DEFAULT_EXTRACTOR }, ...able], name));
  const read = await able.find((one) => one.name === peer.name)?.openMetadata?.();
  return {
    name,
    async read(html, url) {
      try {
        const got = await read?.(html, url);
        return got === undefined ? NOTHING : valuesOfPeer(got);
      } catch {
        // A peer that throws found nothing.
        return NOTHING;
      }
    },
  };
}

// Metadata against what people wrote of a page: its title, authors and day.

/** The fields of a page; of the gold, null means unknown, of a system, nothing found. */
export interface MetadataValues {
  readonly authors: readonly string[] | null;
  /** ISO 8601, from the day on. */
  readonly date: string | null;
  readonly title: string | null;
}

export const FIELDS = ['authors', 'date', 'title'] as const;

/** The gold that people wrote for a page of a data set; null when it has none. */
function checkedGold({ title, author, publishDate }: Case): MetadataValues | null {
  const authors = author === null ? null : authorNames(author);
  const date = fromDayOn(publishDate);
  return title === null && authors === null && date === null ? null : { authors, date, title };
}

/** A peer's metadata as values: its line of authors is split, and its date is read, by our own code. */
export function valuesOfPeer({ author, date, title }: PeerMetadata): MetadataValues {
  return {
    authors: author === null ? null : authorNames(author),
    date: date === null ? null : fromDayOn(parseDate(date, { language: null }) ?? isoOf(date)),
    title,
  };
}

const DAY_LENGTH = 10;
const fromDayOn = (date: string | null): string | null => (date !== null && date.length >= DAY_LENGTH ? date : null);
const MIDNIGHT = /T00:00(?::00)?(?:\.0+)?(?:Z|[+-]|$)/;
/** Hours between the time zones furthest apart, and the quarters of an hour by which zones differ; seconds that systems round off. */
const MAX_ZONES = 26;
const QUARTER = 900_000;
const ROUNDING = 60_000;

/** Whether two dates are one day, or one moment in two time zones. */
function isSameDay(one: string, other: string): boolean {
  if (one.slice(0, DAY_LENGTH) === other.slice(0, DAY_LENGTH)) return true;
  // Midnight often means that no time is known.
  if ([one, other].some((date) => date.length === DAY_LENGTH || MIDNIGHT.test(date))) return false;
  const [a, b] = [one, other].map((date) => Date.parse(`${date.replace(/(?:Z|[+-]\d\d:?\d\d)$/, '')}Z`));
  const apart = Math.abs(a - b);
  const rest = apart % QUARTER;
  return apart <= MAX_ZONES * 4 * QUARTER && Math.min(rest, QUARTER - rest) < ROUNDING;
}
const isoOf = (date: string): string | null => (Number.isNaN(Date.parse(date)) ? null : new Date(date).toISOString());

/** Letters and digits of a text without accents, lower case. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '');
/** A name without what follows a comma: "Jane Doe, MD". */
const nameKey = (name: string): string => folded(name.split(',')[0]);

/** Sums over pages with gold: of authors, names; of the other fields, values. */
export const noCounts = () => ({ pages: 0, gold: 0, given: 0, right: 0 });
type MetadataCounts = ReturnType<typeof noCounts>;

/** Adds a page's field to the counts; pages without gold for the field count nothing. @returns whether all of it is right */
export function countField(
  counts: MetadataCounts,
  field: (typeof FIELDS)[number],
  gold: MetadataValues,
  got: MetadataValues,
): boolean {
  const keysOf = ({ [field]: value }: MetadataValues): Set<string> =>
    new Set(
      value === null ? [] : typeof value === 'string' ? [field === 'date' ? value : folded(value)] : value.map(nameKey),
    );
  const expected = keysOf(gold);
  if (expected.size === 0) return true;
  const isRightDate = field === 'date' && gold.date !== null && got.date !== null && isSameDay(gold.date, got.date);
  const found = isRightDate ? expected : keysOf(got);
  const right = [...found].filter((one) => expected.has(one)).length;
  counts.pages++;
  counts.gold += expected.size;
  counts.given += found.size;
  counts.right += right;
  return right === expected.size && found.size === expected.size;
}

// Learns how much each feature of a metadata candidate says: logistic regression over the candidates of pages whose gold people wrote.
// The label is the share of the gold that the candidate has (F1), so that the probability is that of being right.

type CandidateRow = ReturnType<typeof candidateRows>[number];

/** What the weights are drawn to. Few pages with gold have an outlet beside a person, or several authors. */
const PRIOR: Readonly<Record<string, number>> = {
  'json-ld': 1,
  citation: 1,
  'visible author element': 0.5,
  'visible link to an author': -0.5,
  person: 1,
  namesake: -1,
  organisation: -1,
  site: -1.5,
  'names fewer': -1,
  'names more in a list': -1,
  'many names in a list': -3,
  'not shown': -1,
  'another name is shown': -2,
};

/** Steps of gradient descent, their length, and the weight of the squared weights. Not tuned. */
const STEPS = 4_000;
const RATE = 2;
const RIDGE = 0.01;
/** Weights below this one changed no score. */
const MIN_WEIGHT = 0.06;

/**
 * The candidates of a page whose authors are known, the best first: features, and how right it is; its confidence, names, and how many
 * of them are right.
 */
function candidateRows(one: Case) {
  const gold = checkedGold(one);
  const page = pageOf(one);
  if (gold?.authors == null || gold.authors.length === 0 || page === null) return [];
  return metadataCandidates(page)
    .filter(({ field }) => field === 'authors')
    .map(({ features, value, confidence }) => {
      const counts = noCounts();
      countField(counts, 'authors', gold, { ...gold, authors: value.split('; ') });
      const { right: correct, given } = counts;
      return { features, right: (2 * correct) / (counts.gold + given), confidence: confidence ?? 0, given, correct };
    });
}

/** Bands of confidence in the table. */
const BANDS = 20;

/**
 * The best candidates of pages by their confidence: the start of its band, the candidates in it, their mean confidence and share of
 * right names, which are equal when the confidence is calibrated; and the share of wrong names from this band on.
 */
function calibrationRows(best: readonly CandidateRow[]): number[][] {
  const sum = (rows: readonly CandidateRow[], field: 'confidence' | 'given' | 'correct'): number =>
    rows.reduce((total, { [field]: value }) => total + value, 0);
  return Array.from({ length: BANDS }, (_, band) => {
    const upper = best.filter(({ confidence }) => confidence * BANDS >= band);
    const rows = upper.filter(({ confidence }) => confidence * BANDS < band + 1);
    const right = sum(rows, 'correct') / sum(rows, 'given');
    const wrong = 1 - sum(upper, 'correct') / sum(upper, 'given');
    return [band / BANDS, rows.length, sum(rows, 'confidence') / rows.length, right, wrong];
  }).filter(([, count]) => count > 0);
}

/** The weights of the features by name, without small ones. */
function learnWeights(rows: readonly CandidateRow[]): Record<string, number> {
  const names = new Set(['any candidate', ...Object.keys(PRIOR), ...rows.flatMap(({ features }) => features)]);
  const places = new Map([...names].map((name, at) => [name, at]));
  const prior = Float64Array.from(places.keys(), (name) => PRIOR[name] ?? 0);
  const weights = prior.slice();
  const indices = rows.map(({ features }) => [0, ...features.flatMap((name) => places.get(name) ?? [])]);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : RIDGE * (weight - prior[at])));
    for (const [row, { right }] of rows.entries()) {
      const sum = indices[row].reduce((total, at) => total + weights[at], 0);
      const error = (1 / (1 + Math.exp(-sum)) - right) / rows.length;
      for (const at of indices[row]) gradient[at] += error;
    }
    for (let at = 0; at < weights.length; at++) weights[at] -= RATE * gradient[at];
  }
  const rounded = [...places].map(([name, at]) => [name, Math.round(weights[at] * 100) / 100] as const);
  return Object.fromEntries(rounded.filter(([, weight]) => Math.abs(weight) >= MIN_WEIGHT));
}
