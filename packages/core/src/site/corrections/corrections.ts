/**
 * Corrections: what an editor marked on some pages of a site, applied to its other pages.
 *
 * Observation: a template puts a promotion, a picture credit or a subheading at the same place of every page. An editor who
 * marks it once knows what no statistics can find, because the box reads like the article and changes from page to page.
 *
 * Steps: each corrected page becomes a record of its blocks → over all of them, the texts that were
 * marked, and per place the blocks kept, dropped and marked → a block of another page follows the marks of its text; else
 * the blocks at the most specific of its places that is known, if one of them was marked and they agree; else there is no
 * decision on it.
 *
 * On a page with a mark at the place, its other blocks there count with the page level's decision. So one mark on a paragraph of the article does not drop the
 * article's other paragraphs, and a mark on the only paragraph of a box drops the box.
 *
 * Our own. The nearest published work is wrapper induction from labelled pages (Kushmerick 1997).
 */
import {
  ByteReader,
  ByteWriter,
  computed,
  counted,
  firstFrom,
  HASH_SEED_HIGH,
  type NodeId,
  type Page,
  real,
  SHARE,
  scramble,
  seal,
  stepHigh,
  unseal,
  whole,
} from '@dehusk/html';
import { type LabelledBlocks, nodeProbabilities, stretchProbability } from '../../blocks/block.js';
import { blockList, contentBlocks } from '../../blocks/content-blocks.js';
import { type Extractor, NO_CONTEXT, type OptionsOf, type OptionTable, optionsOf } from '../../extractors/extractor.js';
import { elementAround, elementName, nameHash, nextHash, textHash } from '../element-name.js';
import { type RecordReading, type SampleModel, type StoredModel, sampleLearner } from '../sample-learner.js';
import type { Correction, SiteDecision, SiteFact, SiteLearner, SitePage } from '../site-learner.js';

// The record of a corrected page: its text blocks, each with the hash of its text, the decision on it, and its places, from the
// most specific to the most general. No text is kept.
//
// A place is the names of the block's element, its parent and the parent of that; then of the first two; then the block's
// nearest ancestors that have an id or a class, one by one. So a new paragraph in a known box has a known place.

/** A remembered page: one row per block. */
interface CorrectionRecord {
  /** Identity of the text: of its letters and digits, and for a short text also of its place. */
  readonly text: Uint32Array;
  /** {@link KEPT} or not, and whether an editor said so. */
  readonly decision: Uint8Array;
  /** {@link PLACES} hashes a block; 0 for none. */
  readonly places: Uint32Array;
}

const KEPT = 1;
const MARKED = 2;
/** Places of a block, at most. */
const PLACES = 5;

/** Named ancestors that are places, and ancestors that are looked at for a name. */
const NAMED = 3;
const SEARCHED = 12;
/** Characters from which a text is the same wherever it is; `Advertisement` is not. */
const LONG_TEXT = 30;
/** Blocks remembered of a page, at most; real articles have a few hundred. */
const MAX_ROWS = 4_000;

/** Whether an editor made the decision. */
const isMarked = (decision: number): boolean => (decision & MARKED) !== 0;

/** Reads a page into a record; adds the places of marked blocks by hash to `names`. */
function correctedPage(
  page: Page,
  labelled: LabelledBlocks,
  corrections: readonly Correction[],
  names: Map<number, string>,
): CorrectionRecord {
  const blocks = contentBlocks(page);
  const size = Math.min(blocks.size, MAX_ROWS);
  const sure = nodeProbabilities(page, labelled);
  const marks = marksOf(page, corrections);
  const text = new Uint32Array(size);
  const decision = new Uint8Array(size);
  const places = new Uint32Array(size * PLACES);
  /** The places found so far: blocks often share their element. */
  const known = new Map<NodeId, string[]>();
  for (let at = 0; at < size; at++) {
    const mark = marks(blocks.nodes, blocks.nodesFrom[at], blocks.nodesFrom[at + 1]);
    const kept = mark ?? stretchProbability(page, sure, blocks.first[at], blocks.last[at]) >= 0.5;
    decision[at] = (kept ? KEPT : 0) | (mark === null ? 0 : MARKED);
    const own = computed(known, elementAround(page, blocks, at), (element) => placesAround(page, element));
    own.forEach((place, rank) => {
      const hash = nameHash(place);
      places[at * PLACES + rank] = hash;
      if (mark !== null) names.set(hash, place);
    });
    const hash = textHash(blocks.text[at]);
    text[at] = blocks.text[at].length >= LONG_TEXT ? hash : nextHash(hash, places[at * PLACES]);
  }
  return { text, decision, places };
}

/** A function that finds the mark of a block's text nodes: that of the first one marked. */
function marksOf(
  page: Page,
  corrections: readonly Correction[],
): (nodes: Int32Array, from: number, to: number) => boolean | null {
  // The later of two corrections of one place counts, so they keep their order where they begin together.
  const ordered = [...corrections].sort((a, b) => a.from - b.from);
  const starts = ordered.map(({ from }) => from);
  return (nodes, first, end) => {
    if (ordered.length === 0) return null;
    for (let at = first; at < end; at++) {
      const from = page.sourceFrom[nodes[at]];
      // The last range that begins at or before the node.
      const range = ordered[firstFrom(starts, from + 1) - 1];
      if (range !== undefined && from < range.to) return range.keep;
    }
    return null;
  };
}

/** The places of an element, the most specific first. */
function placesAround(page: Page, element: NodeId): string[] {
  const names: string[] = [];
  const named: string[] = [];
  let steps = 0;
  for (let node = element; node > 0 && steps < SEARCHED; node = page.parent[node], steps++) {
    const name = selectorOf(elementName(page, node));
    if (name === 'body' || name === 'html') break;
    if (steps < 3) names.unshift(name);
    if (/[#.[]/.test(name) && named.length < NAMED) named.push(name);
  }
  return [...new Set([names.join(' > '), names.slice(-2).join(' > '), ...named.map((name) => `${name} *`)])];
}

/** `div #story div.post` as a selector: `div#story.post`. */
function selectorOf(name: string): string {
  const [tag, ...words] = name.split(' ');
  return tag + words.map((word) => (word.startsWith(tag) ? word.slice(tag.length) : word)).join('');
}

const VERSION = 1;
const MAGIC = 'DhCo';
const WHAT = 'a corrections model';

interface CorrectionHeader<O> extends Pick<StoredModel<never, O>, 'extractor' | 'options'> {
  readonly pages: readonly { readonly key: string; readonly at: number; readonly blocks: number }[];
  readonly names: readonly string[];
}

/** A model as sealed bytes, pages in order of rank, and the names of marked places: equal models have equal bytes. */
function encodeCorrections<O>(model: StoredModel<CorrectionRecord, O>): Uint8Array {
  const used = new Set<string>();
  const writer = new ByteWriter();
  for (const { record } of model.pages) {
    record.places.forEach((place, at) => {
      const name = isMarked(record.decision[Math.floor(at / PLACES)]) ? model.names.get(place) : undefined;
      if (name !== undefined) used.add(name);
    });
    for (const column of [record.text, record.places]) for (const value of column) writer.word(value);
    for (const value of record.decision) writer.byte(value);
  }
  const header: CorrectionHeader<O> = {
    extractor: model.extractor,
    options: model.options,
    pages: model.pages.map(({ key, at, record }) => ({ key, at, blocks: record.text.length })),
    names: [...used].sort(),
  };
  return seal(MAGIC, VERSION, header, writer.bytes);
}

/**
 * Reads a model.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
function decodeCorrections<O>(bytes: Uint8Array): StoredModel<CorrectionRecord, O> {
  const { header, body } = unseal<CorrectionHeader<O>>(bytes, MAGIC, VERSION, WHAT);
  const reader = new ByteReader(body, WHAT);
  const words = (length: number): Uint32Array => Uint32Array.from({ length }, () => reader.word());
  const pages = header.pages.map(({ key, at, blocks }) => {
    const text = words(blocks);
    const places = words(blocks * PLACES);
    return { key, at, record: { text, places, decision: Uint8Array.from({ length: blocks }, () => reader.byte()) } };
  });
  reader.end();
  const names = new Map(header.names.map((name) => [nameHash(name), name]));
  return { extractor: header.extractor, options: header.options, pages, names };
}

const OPTIONS = {
  sampleSize: [
    200,
    whole(1, 10_000),
    'Corrected pages remembered, the latest; fixed when the model begins (ours: 200, about 10 kB each).',
  ],
  minAgreement: [
    0.8,
    SHARE,
    'Share of the blocks at a place, 0…1, that must agree before others there follow (ours: 0.8).',
  ],
  markWeight: [3, real(0, 1_000_000), 'Blocks without a mark that one marked block outweighs (ours: 3).'],
} satisfies OptionTable;
type CorrectionOptions = OptionsOf<typeof OPTIONS>;
type CorrectionModel = SampleModel<CorrectionRecord, ReturnType<typeof countMarks>, CorrectionOptions>;
type CorrectionReading = RecordReading<CorrectionRecord>;

/** Name of the column that marks the blocks of a page that was corrected itself; see `site.ts`. */
export const OWN_MARK = 'ownMark';

/** Weights of the blocks at a place, or with a text. */
type Votes = Readonly<Record<'kept' | 'dropped' | 'marks', number>>;

/** The corrections learner; blocks without a mark count as the page-level extractor decides. */
export function correctionsWith(name: string, extractor: Extractor): SiteLearner<CorrectionModel, CorrectionOptions> {
  return sampleLearner<CorrectionRecord, ReturnType<typeof countMarks>, CorrectionOptions, CorrectionReading>({
    name,
    summary: 'The text that editors kept or dropped on other pages of the site, and the text at the same places.',
    source: 'Dehusk; after wrapper induction from labelled pages (Kushmerick 1997)',
    version: VERSION,
    ...optionsOf(OPTIONS),
    extractor: extractor.name,
    onlyCorrected: true,
    read({ page, corrections = [] }) {
      const names = new Map<number, string>();
      const labelled = extractor.label(page, extractor.defaults, NO_CONTEXT);
      return { names, record: correctedPage(page, labelled, corrections, names) };
    },
    // People correct few pages, so the sample is not random: the latest stay.
    rankOf: (_key, at) => at,
    digestOf({ text, decision, places }) {
      let digest = HASH_SEED_HIGH;
      for (const column of [text, decision, places]) for (const value of column) digest = stepHigh(digest, value);
      return scramble(digest);
    },
    *namesIn({ decision, places }) {
      for (let at = 0; at < places.length; at++)
        if (places[at] !== 0 && isMarked(decision[Math.floor(at / PLACES)])) yield places[at];
    },
    learn: ({ pages }, options) =>
      countMarks(
        Array.from(pages, ({ record }) => record),
        options,
      ),
    label: labelBy,
    encode: encodeCorrections,
    decode: decodeCorrections,
    hasPattern: ({ pages }) => pages.some(({ record }) => record.decision.some(isMarked)),
    explain: ({ pages, names }, learnt) => explainMarks(pages, names, learnt),
  });
}

function countMarks(records: readonly CorrectionRecord[], { markWeight }: CorrectionOptions) {
  const texts = new Map<number, Votes>();
  const places = new Map<number, Votes>();
  for (const { text, decision, places: all } of records) {
    const onPage = new Map<number, Votes>();
    for (let at = 0; at < text.length; at++) {
      if (isMarked(decision[at])) addVotes(texts, text[at], votesOf(decision[at], markWeight));
      for (const place of all.subarray(at * PLACES, (at + 1) * PLACES))
        if (place !== 0) addVotes(onPage, place, votesOf(decision[at], markWeight));
    }
    // Where a page has no mark, its editor may not have looked.
    for (const [place, votes] of onPage) addVotes(places, place, votes.marks > 0 ? votes : NO_VOTES);
  }
  return { texts, places };
}

const NO_VOTES: Votes = { kept: 0, dropped: 0, marks: 0 };

function votesOf(decision: number, markWeight: number): Votes {
  const marked = isMarked(decision);
  const weight = marked ? markWeight : 1;
  const kept = (decision & KEPT) !== 0;
  return { kept: kept ? weight : 0, dropped: kept ? 0 : weight, marks: marked ? 1 : 0 };
}

function addVotes(all: Map<number, Votes>, key: number, { kept, dropped, marks }: Votes): void {
  const known = all.get(key) ?? NO_VOTES;
  all.set(key, { kept: known.kept + kept, dropped: known.dropped + dropped, marks: known.marks + marks });
}

/** What votes say: 1 keeps, 0 drops, null for no mark or no agreement. */
function outcomeOf({ kept, dropped, marks }: Votes, minAgreement: number): 0 | 1 | null {
  if (marks === 0 || Math.max(kept, dropped) < minAgreement * (kept + dropped)) return null;
  return kept > dropped ? 1 : 0;
}

function labelBy(
  { page, key, reading }: SitePage & { readonly reading: CorrectionReading },
  model: CorrectionModel,
  learn: () => ReturnType<typeof countMarks>,
  { minAgreement }: CorrectionOptions,
): SiteDecision {
  const unseen = (detail: string): SiteDecision => ({ ok: false, reason: 'unseen-site', detail });
  if (model.pages.length === 0) return unseen('no page of the site was corrected');
  const { texts, places } = learn();
  const blocks = contentBlocks(page);
  const { text, places: all } = reading.record;
  const keep = new Uint8Array(blocks.size);
  const probability = new Float32Array(blocks.size).fill(0.5);
  const why = new Array<string>(blocks.size).fill('not corrected');
  let decided = 0;
  for (let at = 0; at < text.length; at++) {
    const byText = texts.get(text[at]);
    let found = byText === undefined ? null : outcomeOf(byText, minAgreement);
    let reason = 'an editor marked this text';
    if (found === null) {
      const known = all.subarray(at * PLACES, (at + 1) * PLACES).find((place) => places.has(place));
      if (known === undefined) continue;
      found = outcomeOf(places.get(known) as Votes, minAgreement);
      reason = `an editor marked ${model.names.get(known) ?? 'this place'}`;
    }
    if (found === null) continue;
    decided++;
    keep[at] = found;
    probability[at] = found;
    why[at] = reason;
  }
  if (decided === 0) return unseen('no block of the page is at a place that was corrected');
  const own = model.pages.find((one) => one.key === key)?.record.decision.some(isMarked) === true;
  const features = { [OWN_MARK]: new Uint8Array(blocks.size).fill(own ? 1 : 0) };
  return { ok: true, labelled: { blocks: blockList(blocks), labels: { keep, why, probability }, features } };
}

function explainMarks(
  pages: CorrectionModel['pages'],
  names: ReadonlyMap<number, string>,
  { places }: ReturnType<typeof countMarks>,
): SiteFact[] {
  const facts: SiteFact[] = [];
  const listed = new Set<number>();
  for (const { key, record } of pages)
    for (let at = 0; at < record.text.length; at++) {
      const place = record.places[at * PLACES];
      if (!isMarked(record.decision[at]) || listed.has(place)) continue;
      listed.add(place);
      const votes = places.get(place) as Votes;
      const kept = votes.kept >= votes.dropped;
      const name = names.get(place) ?? 'body';
      const what = kept ? 'kept' : 'dropped';
      facts.push({
        ...{ what: `${what} by an editor`, value: name, support: votes.marks, of: votes.marks, example: key },
        sentence: `Editors marked ${counted(votes.marks, 'block')} in ${name}; most are ${what}.`,
      });
    }
  return facts.sort((a, b) => b.support - a.support || (a.value < b.value ? -1 : 1));
}
