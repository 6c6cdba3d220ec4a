import { DEFAULT_EXTRACTOR } from '@dehusk/core';
import { decode, parse, readMetadata, rowNamed } from '@dehusk/core/internal';
import { type Command, Option } from 'commander';
import { foldOf } from '../datasets/split.js';
import { PEERS, type PeerMetadata } from '../peers/peers.js';
import { fixed, markdownTable, textTable } from '../reports/tables.js';
import {
  CONDITIONS,
  type Condition,
  countField,
  FIELDS,
  hiddenGold,
  hideMetadata,
  type MetadataValues,
  noCounts,
  valuesOf,
  valuesOfPeer,
} from '../run/hidden-metadata.js';
import {
  addCommand,
  asTyped,
  choosePages,
  datasetOf,
  print,
  type ScoringOptions,
  withProgress,
  withRunOptions,
} from './options.js';

/** Halves of the sites by `--split 0/2:metadata`: our rules may be chosen on the first. */
const HALVES = ['tuning half', 'held-out half'] as const;
const SALT = 'metadata';
/** Data sets whose pages have JSON-LD. */
const SETS = ['wcxb-dev', 'readability'];

interface Options extends ScoringOptions {
  readonly markdown?: boolean;
  readonly wrong?: (typeof FIELDS)[number];
}

type ReadPage = (html: string, url: string | null) => Promise<MetadataValues> | MetadataValues;
interface Reader {
  readonly name: string;
  readonly read: ReadPage;
}

/** `metadata`: authors, dates, titles and site names against the JSON-LD that pages carry, hidden from the systems. */
export function addMetadata(program: Command): void {
  const command = addCommand(program, {
    name: 'metadata',
    summary: 'score metadata against the JSON-LD of pages, which is hidden',
    description: `Scores authors, dates (to the day), titles and site names against the JSON-LD of articles, in two conditions:\n${Object.entries(
      CONDITIONS,
    )
      .map(([name, what]) => `  ${name}: hides ${what}`)
      .join(
        '\n',
      )}\nRules of ours are chosen on the tuning half of the sites (--split 0/2:${SALT}); both halves are printed.`,
    examples: [
      'metadata',
      'metadata wcxb-dev -n 200 -e dehusk,readability-linkedom,defuddle,postlight',
      'metadata --split 0/2:metadata --wrong authors',
    ],
  }).argument('[dataset...]', `data sets (default: ${SETS.join(', ')})`);
  withRunOptions(command)
    .option('--markdown', 'print Markdown')
    .addOption(new Option('--wrong <field>', 'list the differences of a field').choices([...FIELDS]))
    .action(async (names: string[], options: Options) => {
      const readers = await Promise.all((options.extractor ?? [DEFAULT_EXTRACTOR]).map(readerNamed));
      for (const name of names.length > 0 ? names : SETS) {
        const { dataset, cases } = await choosePages(datasetOf(name, options), options);
        const counts = new Map<string, ReturnType<typeof noCounts>>();
        const wrong: string[] = [];
        await withProgress(`metadata @ ${dataset.name}`, cases.length, async (update) => {
          for (const [at, one] of cases.entries()) {
            update(at);
            const html = decode(one.html(), { httpCharset: one.charset }).text;
            const gold = hiddenGold(html, one.url);
            if (gold === null) continue;
            const half = HALVES[foldOf(one, 2, SALT)];
            for (const condition of Object.keys(CONDITIONS) as Condition[]) {
              const page = hideMetadata(html, condition);
              for (const reader of readers) {
                const got = await reader.read(page, one.url);
                for (const field of FIELDS) {
                  const key = [field, condition, half, reader.name].join('|');
                  const own = counts.get(key) ?? noCounts();
                  counts.set(key, own);
                  if (!countField(own, field, gold, got) && field === options.wrong)
                    wrong.push([one.id, condition, reader.name, `${gold[field]}`, `${got[field]}`].join('\t'));
                }
              }
            }
          }
        });
        const rows = [...counts]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, { pages, gold, given, right, wordF1 }]) => {
            const [field, condition, half, reader] = key.split('|');
            const figures = [
              right / given,
              right / gold,
              (2 * right) / (given + gold),
              field === 'title' ? wordF1 / pages : Number.NaN,
            ];
            return [field, condition, half, reader, String(pages), ...figures.map((figure) => fixed(figure, 3))];
          });
        const head = ['field', 'hidden', 'sites', 'system', 'pages', 'precision', 'recall', 'F1', 'word F1'];
        const table = options.markdown ? markdownTable : textTable;
        print(
          command,
          `${dataset.name}@${dataset.sha256().slice(0, 12)}\n\n${table({ head, rows, leftColumns: [1, 2, 3] })}\n`,
        );
        if (wrong.length > 0) print(command, wrong.join('\n'));
      }
    });
}

/** @throws UsageError for a system that is neither ours nor a peer with metadata */
async function readerNamed(name: string): Promise<Reader> {
  if (name === DEFAULT_EXTRACTOR)
    return {
      name,
      read(html, url) {
        const parsed = parse(html, { url });
        return parsed.ok ? valuesOf(readMetadata(parsed.page)) : NOTHING;
      },
    };
  const able = PEERS.filter(({ openMetadata }) => openMetadata !== undefined);
  const peer = asTyped(() => rowNamed('system with metadata', [{ name: DEFAULT_EXTRACTOR }, ...able], name));
  const read = await able.find((one) => one.name === peer.name)?.openMetadata?.();
  return {
    name,
    async read(html, url) {
      // A peer that throws found nothing.
      const got: PeerMetadata | null = (await Promise.resolve(read?.(html, url)).catch(() => null)) ?? null;
      return got === null ? NOTHING : valuesOfPeer(got);
    },
  };
}

const NOTHING: MetadataValues = { authors: null, date: null, title: null, siteName: null };
