/**
 * jusText and BTE beside the reference programs: paragraph classes and spans on the pages of the reference outputs, and the
 * figures published with GoldMiner.
 *
 * CleanPortalEval's gold keeps the entities of the source (`there&#8217;s`), as do the outputs of BTE and the C++ jusText; our
 * text has them decoded. So one row scores the same kept text nodes in the source's spelling.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NO_CONTEXT, type Options, withDefaults } from '@dehusk/core/extend';
import { decode, type Page, parse } from '@dehusk/html';
import { bteMarkedText, bteSourceSpan, bteSourceTokens, extractorNamed } from '@dehusk/papers';
import { allCases } from '../datasets/dataset.js';
import { datasetsRoot, openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate } from '../metrics/metric.js';
import { sharedCount } from '../metrics/tokens.js';
import { textTable } from '../reports/tables.js';
import { keptMarkup, pageOf, percents, type Reproduction, sign, signatures } from './reproduction.js';

const SETS = ['cleanportaleval', 'wcxb-dev'] as const;

/** One page's words: all of them, those equal, and the cause of the others. */
interface PageParity {
  readonly words: number;
  readonly equal: number;
  readonly causes: readonly (readonly [cause: string, words: number])[];
}

type Parity = ReturnType<typeof parityOn>;

/** Sums the agreement over the reference outputs of a program on a set of pages; `compare` may skip a page. */
function parityOn<T>(
  program: string,
  set: string,
  root: string,
  compare: (reference: T, source: string) => PageParity | null,
) {
  const folder = join(root, '..', 'refs', program, set);
  if (!existsSync(folder)) throw new Error(`the reference outputs of ${program} are not in ${folder}`);
  const total = { set, pages: 0, words: 0, equal: 0, causes: {} as Record<string, number> };
  for (const file of readdirSync(folder).sort()) {
    const reference = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString()) as T & { id: string };
    const bytes = gunzipSync(readFileSync(join(root, set, 'html', `${reference.id}.html.gz`)));
    const page = compare(reference, decode(bytes).text);
    if (page === null) continue;
    total.pages++;
    total.words += page.words;
    total.equal += page.equal;
    for (const [cause, words] of page.causes) total.causes[cause] = (total.causes[cause] ?? 0) + words;
  }
  return total;
}

interface JustextReference {
  readonly paragraphs: readonly {
    readonly text: string;
    readonly words_count: number;
    readonly class_type: string;
    readonly cf_class: string;
  }[];
}

const withoutSpaces = (text: string): string => text.replace(/[\s\u200b]+/g, '');

/** Words in paragraphs of the same text and the same final class. @param changes options beside those of `justext-parity` */
export function justextParity(set: string, root: string, changes: Options = {}) {
  const extractor = extractorNamed('justext-parity');
  const options = withDefaults(extractor, { language: 'en', ...changes });
  return parityOn<JustextReference>('justext-py', set, root, ({ paragraphs }, source) => {
    const parsed = parse(source);
    if (!parsed.ok) return null;
    const { blocks, labels, features } = extractor.label(parsed.page, options, NO_CONTEXT);
    const byText = new Map<string, number[]>();
    blocks.forEach(({ text }, at) => {
      byText.set(withoutSpaces(text), [...(byText.get(withoutSpaces(text)) ?? []), at]);
    });
    let words = 0;
    const causes: (readonly [string, number])[] = [];
    for (const { text, words_count, class_type, cf_class } of paragraphs) {
      words += words_count;
      const at = byText.get(withoutSpaces(text))?.shift();
      if (at === undefined) causes.push(['no paragraph of this text (tree or encoding differs)', words_count]);
      else if ((labels.keep[at] === 1) !== (class_type === 'good')) {
        const isNeighbour = features?.contextFreeClass[at] === cf_class;
        causes.push([isNeighbour ? 'a neighbour differs' : 'context-free class differs', words_count]);
      }
    }
    return { words, equal: words - causes.reduce((sum, [, count]) => sum + count, 0), causes };
  });
}

interface BteReference {
  readonly start: number;
  readonly end: number;
  readonly text_head_list_par: string;
}

/** Words that our text and the reference's output share, as multisets. */
export function bteParity(set: string, root: string) {
  return parityOn<BteReference>('bte-py', set, root, ({ start, end, text_head_list_par }, source) => {
    const { span, text } = bteRead(source);
    const ours = span === null ? [] : text.split(/\s+/);
    const theirs = text_head_list_par.split(/\s+/);
    const words = Math.max(ours.length, theirs.length);
    const equal = sharedCount(theirs, ours);
    const isSameSpan = span?.from === start && span?.to === end;
    const cause = isSameSpan ? 'same span, other characters (encoding)' : 'another span';
    return { words, equal, causes: equal === words ? [] : [[cause, words - equal]] };
  });
}

function bteRead(source: string) {
  const tokens = bteSourceTokens(source);
  const span = bteSourceSpan(tokens, -1);
  return { span, text: span === null ? '' : bteMarkedText(source, tokens, span.from, span.to) };
}

const GOLDMINER_JUSTEXT = 'jusText, GoldMiner’s parameters';
const JUSTEXT_PRINTED = '87.26 78.82 97.72';
const JUSTEXT_REFERENCE = '88.87 81.06 98.35';
const BTE_FIGURES = ['81.63 71.20 95.64', '81.71 70.55 97.05'] as const;

/** F P R in percent, as printed in the GoldMiner paper and of our run of the reference program, `–` for none; the extractor. */
const FIGURES = [
  [GOLDMINER_JUSTEXT, 'cleaneval', '93.61 95.29 91.99', '–', 'justext-goldminer'],
  [GOLDMINER_JUSTEXT, 'cleanportaleval', JUSTEXT_PRINTED, JUSTEXT_REFERENCE, 'justext-goldminer'],
  ['the same, source spelling', 'cleanportaleval', JUSTEXT_PRINTED, JUSTEXT_REFERENCE, 'justext-goldminer'],
  ['jusText', 'cleanportaleval', '–', '82.77 79.31 86.54', 'justext'],
  ['jusText, parity', 'cleanportaleval', '–', '82.77 79.31 86.54', 'justext-parity'],
  ['BTE', 'cleanportaleval', ...BTE_FIGURES, 'bte'],
  ['BTE, parity', 'cleanportaleval', ...BTE_FIGURES, 'bte-parity'],
] as const;

/** The kept text of a page in the form of CleanEval's gold. */
function outputOf(page: Page, what: string, by: string): string {
  if (by === 'bte-parity') return bteRead(page.source).text;
  const extractor = extractorNamed(by);
  return keptMarkup(page, extractor.label(page, extractor.defaults, NO_CONTEXT), what.endsWith('source spelling'));
}

export const pageLevel: Reproduction = {
  name: 'page-level',
  summary: 'jusText and BTE beside the reference programs: classes, spans, and the figures published with GoldMiner',
  async run(root = datasetsRoot()) {
    const lines: string[] = [];
    const addParity = (program: string, { set, pages, words, equal, causes }: Parity): void => {
      lines.push(
        `${program}, ${set}: ${((100 * equal) / words).toFixed(3)} % of ${words} words equal on ${pages} pages`,
      );
      for (const [cause, count] of Object.entries(causes))
        lines.push(`    ${String(count).padStart(6)} words: ${cause}`);
    };
    for (const [list, options] of [
      ['our list of stop words', { programList: false }],
      ['the program’s list (justext-parity)', {}],
    ] as const)
      for (const set of SETS)
        addParity(`jusText 3.0.2, class of paragraphs, ${list}`, justextParity(set, root, options));
    for (const set of SETS) addParity('BTE script, words of the span', bteParity(set, root));

    const metric = metricNamed('cleaneval');
    const rows: string[][] = [];
    const signed: string[] = [];
    for (const name of new Set(FIGURES.map(([, dataset]) => dataset))) {
      const dataset = openDataset(name, { root });
      // Pages without gold are skipped as in the original.
      const golds = (await allCases(dataset)).filter(({ goldMarkup, gold }) => goldMarkup !== null || gold !== '');
      const pages = golds.map(pageOf);
      for (const [what, , printed, reference, by] of FIGURES.filter(([, of]) => of === name)) {
        const outputs = pages.map((page) => (page === null ? '' : outputOf(page, what, by)));
        const score = aggregate(
          metric,
          golds.map((gold, at) => metric.count(gold, outputs[at])),
        );
        rows.push([what, name, printed, reference, percents(score).join(' ')]);
        signed.push(sign(metric, dataset, golds.length, by));
      }
    }
    const head = ['system', 'dataset', 'printed', 'reference program', 'ours'];
    const table = textTable({ head, rows, leftColumns: [1] });
    lines.push('', 'cleaneval, micro F P R in percent', table, signatures(signed));
    return lines.join('\n');
  },
};
