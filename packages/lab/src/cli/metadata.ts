import { writeFileSync } from 'node:fs';
import { readMetadata } from '@dehusk/core/train';
import { parse, rowNamed } from '@dehusk/html';
import { DEFAULT_EXTRACTOR } from '@dehusk/papers';
import { type Command, Option } from 'commander';
import { sourceOf } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';
import { PEERS } from '../peers/peers.js';
import { fixed, markdownTable, textTable } from '../reports/tables.js';
import * as metadata from '../run/checked-metadata.js';
import { type CandidateRow, calibrationRows, candidateRows, learnWeights } from '../run/checked-metadata.js';
import { addCommand, asTyped, type ScoringOptions, type Session, withProgress, withRunOptions } from './session.js';

const SALT = 'metadata';
/** Thirds of the sites for gold that people wrote: rules were chosen on the first two. */
const THIRDS = ['kept aside', 'tuned', 'tuned'] as const;
const SETS = ['wcxb-dev', '../shared/data/metadata'];

interface MetadataFlags extends ScoringOptions {
  readonly markdown?: boolean;
  readonly wrong?: (typeof metadata.FIELDS)[number];
  readonly train?: string;
  readonly calibration?: boolean;
}

type Values = metadata.MetadataValues;
type MetadataReader = { name: string; read(html: string, url: string | null): Promise<Values> | Values };

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
          new Option(
            '--wrong <field>',
            'list the differences of a field, on the sites that are not kept aside',
          ).choices([...metadata.FIELDS]),
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
  const counts = new Map<string, metadata.MetadataCounts>();
  const wrong: string[] = [];
  await withProgress(`metadata @ ${dataset.name}`, cases.length, async (update) => {
    for (const [at, one] of cases.entries()) {
      update(at);
      const html = sourceOf(one);
      const gold = metadata.checkedGold(one);
      if (gold === null) continue;
      for (const reader of readers) {
        const got = await reader.read(html, one.url);
        for (const field of metadata.FIELDS) {
          const sites = THIRDS[foldOf(one, 3, SALT)];
          const key = [field, sites, reader.name].join('|');
          const own = counts.get(key) ?? metadata.noCounts();
          counts.set(key, own);
          const isRight = metadata.countField(own, field, gold, got);
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

const NOTHING: metadata.MetadataValues = { authors: null, date: null, title: null };

/** @throws UsageError for a system that is neither ours nor a peer with metadata */
async function readerNamed(name: string): Promise<MetadataReader> {
  if (name === DEFAULT_EXTRACTOR)
    return {
      name,
      read(html, url) {
        const parsed = parse(html, { url });
        return parsed.ok ? metadata.valuesOf(readMetadata(parsed.page)) : NOTHING;
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
        return got === undefined ? NOTHING : metadata.valuesOfPeer(got);
      } catch {
        // A peer that throws found nothing.
        return NOTHING;
      }
    },
  };
}
