import { readMetadata } from '@dehusk/core/train';
import { decode, parse, rowNamed } from '@dehusk/html';
import { DEFAULT_EXTRACTOR } from '@dehusk/papers';
import { type Command, Option } from 'commander';
import type { Case } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';
import { PEERS } from '../peers/peers.js';
import { fixed, markdownTable, textTable } from '../reports/tables.js';
import * as hidden from '../run/hidden-metadata.js';
import { asTyped, type ScoringOptions, withRunOptions } from './options.js';
import { addCommand, type Session, withProgress } from './session.js';

/** Halves of the sites by `--split 0/2:metadata`: our rules may be chosen on the first. */
const HALVES = ['tuning half', 'held-out half'] as const;
const SALT = 'metadata';
/** Thirds of the sites for gold that people wrote: rules were chosen on the first two. */
const THIRDS = ['kept aside', 'tuned', 'tuned'] as const;
/** Data sets whose pages have JSON-LD. */
const SETS = ['wcxb-dev', 'readability'];
const CONDITIONS = Object.entries(hidden.CONDITIONS) as [hidden.Condition, string][];

interface MetadataFlags extends ScoringOptions {
  readonly markdown?: boolean;
  readonly wrong?: (typeof hidden.FIELDS)[number];
  readonly checked?: boolean;
}

interface MetadataReader {
  readonly name: string;
  read(html: string, url: string | null): Promise<hidden.MetadataValues> | hidden.MetadataValues;
}

export function addMetadata(program: Command): void {
  const conditions = CONDITIONS.map(([name, what]) => `  ${name}: hides ${what}`).join('\n');
  addCommand<MetadataFlags>(program, {
    name: 'metadata',
    summary: 'score metadata against the JSON-LD of pages, which is hidden',
    description: `Scores authors, dates (to the day), titles and site names against the JSON-LD of articles, in two conditions:\n${conditions}\nRules of ours are chosen on the tuning half of the sites (--split 0/2:${SALT}); both halves are printed.`,
    examples: [
      'metadata',
      'metadata wcxb-dev -n 200 -e dehusk,readability-linkedom,defuddle,postlight',
      'metadata --split 0/2:metadata --wrong authors',
      'metadata --checked ../shared/data/metadata wcxb-dev',
    ],
    inputs: [['[dataset...]', `data sets (default: ${SETS.join(', ')})`]],
    options: (command) =>
      withRunOptions(command)
        .option('--markdown', 'print Markdown')
        .option('--checked', 'hide nothing; score against the title, author and date that the data set has')
        .addOption(new Option('--wrong <field>', 'list the differences of a field').choices([...hidden.FIELDS])),
    async run(session) {
      const { extractor = [DEFAULT_EXTRACTOR] } = session.options;
      const readers = await Promise.all(extractor.map(readerNamed));
      for (const name of session.names.length > 0 ? session.names : SETS) await scoreMetadata(session, name, readers);
    },
  });
}

async function scoreMetadata(
  session: Session<MetadataFlags>,
  name: string,
  readers: readonly MetadataReader[],
): Promise<void> {
  const { dataset, cases } = await session.pages(name);
  const { checked = false } = session.options;
  const part = (one: Case): string => (checked ? THIRDS[foldOf(one, 3, SALT)] : HALVES[foldOf(one, 2, SALT)]);
  const counts = new Map<string, hidden.MetadataCounts>();
  const wrong: string[] = [];
  await withProgress(`metadata @ ${dataset.name}`, cases.length, async (update) => {
    for (const [at, one] of cases.entries()) {
      update(at);
      const html = decode(one.html(), { httpCharset: one.charset }).text;
      const gold = checked ? hidden.checkedGold(one) : hidden.hiddenGold(html, one.url);
      if (gold === null) continue;
      for (const condition of checked ? (['as it is'] as const) : CONDITIONS.map(([name]) => name))
        for (const reader of readers) {
          const given = condition === 'as it is' ? html : hidden.hideMetadata(html, condition);
          const got = await reader.read(given, one.url);
          for (const field of hidden.FIELDS) {
            const key = [field, condition, part(one), reader.name].join('|');
            const own = counts.get(key) ?? hidden.noCounts();
            counts.set(key, own);
            if (!hidden.countField(own, field, gold, got) && field === session.options.wrong)
              wrong.push([one.id, condition, reader.name, `${gold[field]}`, `${got[field]}`].join('\t'));
          }
        }
    }
  });
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([key, { pages, gold, given, right, wordF1 }]) => {
    const figures = [right / given, right / gold, (2 * right) / (given + gold)];
    const ofWords = key.startsWith('title|') ? wordF1 / pages : Number.NaN;
    return [...key.split('|'), String(pages), ...[...figures, ofWords].map((figure) => fixed(figure, 3))];
  });
  const head = ['field', 'hidden', 'sites', 'system', 'pages', 'precision', 'recall', 'F1', 'word F1'];
  const table = (session.options.markdown ? markdownTable : textTable)({ head, rows, leftColumns: [1, 2, 3] });
  session.print(`${dataset.name}@${dataset.sha256().slice(0, 12)}\n\n${table}\n`);
  if (wrong.length > 0) session.print(wrong.join('\n'));
}

const NOTHING: hidden.MetadataValues = { authors: null, date: null, title: null, siteName: null };

/** @throws UsageError for a system that is neither ours nor a peer with metadata */
async function readerNamed(name: string): Promise<MetadataReader> {
  if (name === DEFAULT_EXTRACTOR)
    return {
      name,
      read(html, url) {
        const parsed = parse(html, { url });
        return parsed.ok ? hidden.valuesOf(readMetadata(parsed.page)) : NOTHING;
      },
    };
  const able = PEERS.filter(({ openMetadata }) => openMetadata !== undefined);
  const peer = asTyped(() => rowNamed('system with metadata', [{ name: DEFAULT_EXTRACTOR }, ...able], name));
  const read = await able.find((one) => one.name === peer.name)?.openMetadata?.();
  return {
    name,
    async read(html, url) {
      // A peer that throws found nothing.
      const got = await Promise.resolve(read?.(html, url)).catch(() => undefined);
      return got === undefined ? NOTHING : hidden.valuesOfPeer(got);
    },
  };
}
