import { type ExtractResult, explainPage, type PageExplanation } from '@dehusk/core';
import {
  EXPLAINED_BLOCKS,
  kindsOf,
  type MetadataCandidate,
  type MetadataField,
  metadataCandidates,
} from '@dehusk/core/extend';
import { type Column, counted, flow, type Painter, printable, type Row, type Style, table } from '@dehusk/node';

/** Columns of the terminal the block's text keeps; features that would leave it less are left out. */
const TEXT_ROOM = 28;

/** Other values of a field of the metadata. `--json` has all. */
const SHOWN_CANDIDATES = 3;

/** What the column of probabilities says already. */
const PROBABILITY = /^probability [\d.]+, /;

/** Widest a reason is shown. */
const REASON_ROOM = 40;

/**
 * Why the result is what it is: every block with its label and the rule that decided, then every metadata field with its source.
 *
 * @param name what the page is called
 * @param columns width of the terminal
 * @param withFeatures whether blocks have their features too
 */
export function explain(
  name: string,
  result: ExtractResult,
  columns: number,
  paint: Painter,
  withFeatures: boolean,
): string {
  return [
    summaryOf(name, result, columns, paint),
    result.labelled.blocks.length > 0 ? blocksOf(result, columns, paint, withFeatures) : '',
    metadataOf(result, columns, paint),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function summaryOf(name: string, result: ExtractResult, columns: number, paint: Painter): string {
  const { blocks, labels } = result.labelled;
  let kept = 0;
  let keptWords = 0;
  let words = 0;
  blocks.forEach((block, at) => {
    words += block.words;
    if (labels.keep[at] !== 1) return;
    kept++;
    keptWords += block.words;
  });
  const facts = [
    result.extractor,
    `${kept} of ${counted(blocks.length, 'block')} kept`,
    `${keptWords} of ${counted(words, 'word')}`,
    ...(result.language === null ? [] : [`language ${result.language}`]),
    ...(result.encoding === null ? [] : [result.encoding]),
    ...result.warnings,
    ...Object.entries(result.hiddenText.ways).map(([way, number]) => `${counted(number, 'word')} hidden by ${way}`),
  ];
  const shown = facts.map(printable);
  const outcome = result.ok ? '' : `${paint('red', printable(`${result.reason}: ${result.detail}`))}\n`;
  return `${paint('bold', printable(name))}\n${flow(shown, ' · ', columns).join('\n')}\n${outcome}`;
}

/** A column of the table of blocks: its head, and its cell for each block. */
type BlockColumn = Readonly<{ head: Column; cell: (at: number) => string }>;

function blocksOf(result: ExtractResult, columns: number, paint: Painter, withFeatures: boolean): string {
  const { labelled } = result;
  const { labels } = labelled;
  const blocks = labelled.blocks.slice(0, EXPLAINED_BLOCKS);
  const { probability } = labels;
  const kinds = kindsOf(result);
  const features: Readonly<Record<string, ArrayLike<number | string>>> = withFeatures
    ? (labelled.features ?? {
        words: blocks.map((block) => block.words),
        linkDensity: blocks.map((block) => (block.words === 0 ? 0 : block.linkWords / block.words)),
      })
    : {};
  const before: BlockColumn[] = [
    // Counted from 0, as reasons and the API count blocks.
    { head: { title: '#', align: 'right' }, cell: String },
    { head: { title: 'keep' }, cell: (at) => (labels.keep[at] === 1 ? '✓' : '·') },
    { head: { title: 'kind', leftOut: 1 }, cell: (at) => kinds[at] },
  ];
  if (probability !== undefined)
    before.push({ head: { title: 'p', align: 'right', leftOut: 2 }, cell: (at) => probability[at].toFixed(2) });
  const reason: BlockColumn = {
    head: { title: 'reason', most: REASON_ROOM },
    cell: (at) => (labels.why[at] ?? '').replace(PROBABILITY, ''),
  };
  const text: BlockColumn = { head: { title: 'text' }, cell: (at) => start(blocks[at].text, columns) };
  const featureColumns = Object.entries(features).map(
    ([title, values]): BlockColumn => ({
      head: { title: spaced(title), align: typeof values[0] === 'number' ? 'right' : 'left' },
      cell: (at) => shortest(values[at]),
    }),
  );

  const widthOfColumn = ({ head, cell }: BlockColumn): number =>
    Math.min(
      blocks.reduce((width, _, at) => Math.max(width, cell(at).length), head.title.length),
      head.most ?? Number.POSITIVE_INFINITY,
    ) + 2;
  let room = columns - TEXT_ROOM - [...before, reason].reduce((sum, one) => sum + widthOfColumn(one), 0);
  const shown = featureColumns.filter((one) => {
    const width = widthOfColumn(one);
    if (width > room) return false;
    room -= width;
    return true;
  });
  const all = [...before, ...shown, reason, text];
  const rows: Row[] = blocks.map((_, at) => ({
    cells: all.map((one) => one.cell(at)),
    style: styleOf(kinds[at], labels.keep[at] === 1),
  }));
  const heads = all.map((one) => one.head);
  const hidden = featureColumns.length - shown.length;
  const more = labelled.blocks.length - blocks.length;
  const notes = [
    ...(more === 0 ? [] : [`(${counted(more, 'more block')})\n`]),
    ...(hidden === 0 ? [] : [`(features that need a wider terminal: ${hidden})\n`]),
  ];
  return table(heads, rows, { columns, paint }) + notes.map((note) => paint('dim', note)).join('');
}

/** The beginning of a text on one line: as much as a table of so many columns can show. */
function start(text: string, columns: number): string {
  return text
    .slice(0, 4 * columns)
    .replace(/\s+/g, ' ')
    .trim();
}

function styleOf(kind: string, keep: boolean): Style {
  if (!keep) return 'dim';
  return kind === 'headline' ? 'cyan' : kind === 'comment' ? 'magenta' : kind === 'supplement' ? 'yellow' : 'green';
}

/** The chosen value of each field and its source, then the other values it could have, the best first. */
function metadataOf({ metadata, page }: ExtractResult, columns: number, paint: Painter): string {
  const candidates = page === null ? [] : metadataCandidates(page);
  const rows = Object.entries(metadata).flatMap(([field, value]): Row[] => {
    if (field === 'sources' || value === null || (Array.isArray(value) && value.length === 0)) return [];
    const chosen = metadata.sources[field as MetadataField] ?? '';
    const own = candidates.filter((one) => one.field === field);
    const first = own.find(({ source }) => chosen.startsWith(source));
    const others = own.filter((one) => one !== first && one.value !== value).slice(0, SHOWN_CANDIDATES);
    return [
      { cells: [field, chosen, shareOf(first), Array.isArray(value) ? value.join('; ') : String(value)] },
      ...others.map((one): Row => ({ cells: ['', one.source, shareOf(one), start(one.value, columns)], style: 'dim' })),
    ];
  });
  if (rows.length === 0) return '';
  const heads = [{ title: 'metadata' }, { title: 'from' }, { title: 'right' }, { title: 'value' }];
  return table(heads, rows, { columns, paint });
}

/** The probability of a candidate, of fields with learned weights. */
const shareOf = (candidate: MetadataCandidate | undefined): string => candidate?.confidence?.toFixed(2) ?? '';

/** The explanation as data, with every value that a field of the metadata could have, the best first. */
export const explainWithCandidates = (
  result: ExtractResult,
): PageExplanation & { readonly candidates: readonly MetadataCandidate[] } => ({
  ...explainPage(result),
  candidates: result.page === null ? [] : metadataCandidates(result.page),
});

/** `linkDensity` as words: `link density`. */
function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** A number with at most three decimals, as short as it goes. */
function shortest(value: number | string): string {
  return typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : value;
}
