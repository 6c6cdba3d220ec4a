/**
 * Corrections: what an editor marked on some pages of a site, applied to its other pages.
 *
 * Observation: a template puts a promotion, a picture credit or a subheading at the same place of every page. An editor who
 * marks it once knows what no statistics can find, because the box reads like the article and changes from page to page.
 *
 * Steps: each corrected page becomes a record of its blocks (`corrected-page.ts`) → over all of them, the texts that were
 * marked, and per place the blocks kept, dropped and marked → a block of another page follows the marks of its text; else
 * the blocks at the most specific of its places that is known, if one of them was marked and they agree; else there is no
 * decision on it.
 *
 * On a page with a mark at the place, its other blocks there count with the page level's decision. So one mark on a paragraph of the article does not drop the
 * article's other paragraphs, and a mark on the only paragraph of a box drops the box.
 *
 * Our own. The nearest published work is wrapper induction from labelled pages (Kushmerick 1997).
 */

import { HASH_SEED_HIGH, real, SHARE, scramble, stepHigh, whole } from '@dehusk/html';
import { blockList, contentBlocks } from '../../blocks/content-blocks.js';
import { type Extractor, NO_CONTEXT, type OptionsOf, type OptionTable, optionsOf } from '../../extractors/extractor.js';
import { type RecordReading, type SampleModel, sampleLearner } from '../sample-learner.js';
import type { SiteDecision, SiteFact, SiteLearner, SitePage } from '../site-learner.js';
import {
  type CorrectionRecord,
  correctedPage,
  decodeCorrections,
  encodeCorrections,
  isMarked,
  KEPT,
  PLACES,
  VERSION,
} from './corrected-page.js';

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
interface Votes {
  kept: number;
  dropped: number;
  marks: number;
}

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
        pages.map(({ record }) => record),
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
  const known = all.get(key);
  if (known === undefined) {
    all.set(key, { kept, dropped, marks });
    return;
  }
  known.kept += kept;
  known.dropped += dropped;
  known.marks += marks;
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
      facts.push({
        what: kept ? 'kept by an editor' : 'dropped by an editor',
        value: name,
        support: votes.marks,
        of: votes.marks,
        example: key,
        sentence: `Editors marked ${votes.marks} ${votes.marks === 1 ? 'block' : 'blocks'} in ${name}; ${
          kept ? 'most are kept' : 'most are dropped'
        }.`,
      });
    }
  return facts.sort((a, b) => b.support - a.support || (a.value < b.value ? -1 : 1));
}
