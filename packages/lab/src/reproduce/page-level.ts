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
import {
  bteMarkedText,
  bteSourceSpan,
  bteSourceTokens,
  decode,
  extractorNamed,
  JUSTEXT_PARITY,
  NO_CONTEXT,
  type Page,
  parse,
  withDefaults,
} from '@dehusk/core/internal';
import { allCases } from '../datasets/dataset.js';
import { datasetsRoot, openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate } from '../metrics/metric.js';
import { sharedCount } from '../metrics/tokens.js';
import { textTable } from '../reports/tables.js';
import { keptMarkup, pageOf, percents, type Reproduction, sign, signatures } from './reproduction.js';

/**
 * The English stop words of the jusText program, inferred from its densities: every paragraph of the reference outputs gives
 * its text and its share of stop words, an equation over its words. 428 words follow from the equations; the other 20 (such
 * as "gave", "signed", "league") are the smallest set that explains the rest. Used for parity only.
 */
export const JUSTEXT_ENGLISH: readonly string[] = (
  "'the (the a able about according across after again against age air album all almost along also although " +
  'american among an and announced another any appeared appointed approximately april are area army around as ' +
  'at august australian available average back band based be became because become been before began being best ' +
  'between book born both british building built business but by called came can canadian career century ' +
  'children city close club college common community company considered continued control could council country ' +
  'county county, created current currently david day days de death december described designed developed ' +
  'development did died different district do does down due during each early east either elected end english ' +
  'established european even eventually every family famous father featured features february few field film ' +
  'final first five followed following football for form former found founded four french from full further ' +
  'game games gave general george german get given good government great group had has have having he head held ' +
  'help her high him himself his history history. home house how however, i if important in include included ' +
  'includes including income indian international into is it its james january japanese john joined july june ' +
  'just king known land large largest last late later law lead leading league led left less life life. like ' +
  'line live living local located london long lost made main major make making many march married may member ' +
  'members men miles military million modern more most moved much music must name named national near never new ' +
  'next no north not november now number october of off official often old on once one only open opened or ' +
  'order original originally other out over own part party people per performed period place play played player ' +
  'playing point political popular population position power president produced production professional program ' +
  'public published radio rather received record recorded released remained research result returned right ' +
  'river robert role royal run said same san school season second see seen sent september series served service ' +
  'set several she short should show side signed similar since single site six small so social sold some son ' +
  'song south special st. started state states station still story students such support system take taken team ' +
  'television term than that the their them then there these they third this those though three through ' +
  'throughout time time, times title to together took top total town two u.s. under united university until up ' +
  'upon us use used using usually various version very village war was water way we well went were west western ' +
  'what when where which while who will william with within without won work worked working works world would ' +
  'written wrote year years years, years. york you young'
).split(' ');

const SETS = ['cleanportaleval', 'wcxb-dev'] as const;

/** Agreement with a reference program on one set of pages, in words. */
export interface Parity {
  readonly set: string;
  readonly pages: number;
  readonly words: number;
  readonly equal: number;
  /** Differing words by cause. */
  readonly causes: Readonly<Record<string, number>>;
}

/** One page's words: all of them, those equal, and the cause of the others. */
interface PageParity {
  readonly words: number;
  readonly equal: number;
  readonly causes: readonly (readonly [cause: string, words: number])[];
}

/** Sums the agreement over the reference outputs of a program on a set of pages; `compare` may skip a page. */
function parityOn<T>(
  program: string,
  set: string,
  root: string,
  compare: (reference: T, source: string) => PageParity | null,
): Parity {
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

/** Words in paragraphs of the same text and the same final class. */
export function justextParity(set: string, root: string): Parity {
  const extractor = extractorNamed('justext');
  const options = withDefaults(extractor, { ...JUSTEXT_PARITY, stopWords: JUSTEXT_ENGLISH });
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
export function bteParity(set: string, root: string): Parity {
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

interface Figure {
  readonly what: string;
  readonly dataset: string;
  /** Published F P R, percent. */
  readonly published: string;
  /** The extractor's name in signatures. */
  readonly by: string;
  readonly read: (page: Page) => string;
}

/** A figure of an extractor's kept blocks, decoded or in the source's spelling. */
function figure(what: string, dataset: string, published: string, by: string, isSpelling = false): Figure {
  const extractor = extractorNamed(by);
  const read = (page: Page): string =>
    keptMarkup(page, extractor.label(page, extractor.defaults, NO_CONTEXT), isSpelling);
  return { what, dataset, published, by, read };
}

const GOLDMINER_JUSTEXT = 'jusText, GoldMiner’s parameters';
const FIGURES: readonly Figure[] = [
  figure(GOLDMINER_JUSTEXT, 'cleaneval', '93.61 95.29 91.99', 'justext-goldminer'),
  figure(GOLDMINER_JUSTEXT, 'cleanportaleval', '87.26 78.82 97.72', 'justext-goldminer'),
  figure('the same, source spelling', 'cleanportaleval', '87.26 78.82 97.72', 'justext-goldminer', true),
  figure('jusText', 'cleanportaleval', '82.77 79.31 86.54', 'justext'),
  figure('BTE', 'cleanportaleval', '81.63 71.20 95.64', 'bte'),
  {
    what: 'BTE, the reference’s reading',
    dataset: 'cleanportaleval',
    published: '81.71 70.55 97.05',
    by: 'bte-parity',
    read: ({ source }) => bteRead(source).text,
  },
];

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
    for (const set of SETS) addParity('jusText 3.0.2, class of paragraphs', justextParity(set, root));
    for (const set of SETS) addParity('BTE script, words of the span', bteParity(set, root));

    const metric = metricNamed('cleaneval');
    const rows: string[][] = [];
    const signed: string[] = [];
    for (const name of new Set(FIGURES.map((one) => one.dataset))) {
      const dataset = openDataset(name, { root });
      // Pages without gold are skipped as in the original.
      const golds = (await allCases(dataset)).filter(({ goldMarkup, gold }) => goldMarkup !== null || gold !== '');
      const pages = golds.map(pageOf);
      for (const { what, published, by, read } of FIGURES.filter((one) => one.dataset === name)) {
        const counts = golds.map((gold, at) => {
          const page = pages[at];
          return metric.count(gold, page === null ? '' : read(page));
        });
        rows.push([what, name, published, percents(aggregate(metric, counts)).join(' ')]);
        signed.push(sign(metric, dataset, golds.length, by));
      }
    }
    const table = textTable({ head: ['system', 'dataset', 'published', 'ours'], rows, leftColumns: [1] });
    lines.push('', 'cleaneval, micro F P R in percent', table, signatures(signed));
    return lines.join('\n');
  },
};
