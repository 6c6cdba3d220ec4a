/**
 * The parts of a container that are no main content, found by place over all pages together.
 *
 * Observation (page streams, tuning half): the container people name also holds the headline, by-line, date, tags and share
 * buttons. A single page does not reveal them; over pages they show: such a field occurs exactly once in nearly every
 * container, its text is short, and it scores lower at page level than the paragraphs beside it, whereas paragraphs come in
 * any number. Other parts repeat the same words, or are links, or score low everywhere.
 *
 * Text directly in the container has no element that tells a headline from a comment; pages laid out with tables have much of
 * it. It is judged twice: where it comes before the last text of the surest place, and after it, where an article has ended.
 */
import { computed } from '@dehusk/html';
import { logit } from './choose.js';
import type { RepeatedTexts } from './numbers.js';
import { type ContainerSelector, elementsOf, type NamedRecord, type TemplateNames } from './template.js';

export type PartOptions = Readonly<
  Record<'fieldShare' | 'fieldOnce' | 'fieldMargin' | 'fieldText' | 'linkShare' | 'dullBelow', number>
>;

/** Why a part is removed. */
type PartDecision = 'main content' | 'repeated' | 'field' | 'links' | 'dull' | 'behind the text';

export interface ContainerPart {
  /** The names between the container and the place, `p` or `div.meta > span.date`; empty for the container itself. */
  readonly name: string;
  /** Containers that have it, and those that have it once. */
  readonly containers: number;
  readonly once: number;
  /** Mean probability of main content, 0…1. */
  readonly probability: number;
  readonly decision: PartDecision;
}

type PartCounts = ReturnType<typeof newCounts>;
const newCounts = (name: string) => ({
  ...{ name, containers: 0, once: 0, chars: 0, repeated: 0, linked: 0, weight: 0, sure: 0 },
});

/** Weight of the one half that a part's probability is drawn towards. */
const PRIOR_WEIGHT = 10;
/** Share of repeated characters from which a part is boilerplate. */
const REPEATED_SHARE = 0.5;
/** Containers that must have a part before it is judged. */
const MIN_CONTAINERS = 2;
/** Containers needed before a place that most of them have once is a field, or direct text is judged by its position. */
const MIN_OF_FIELD = 5;

const UNKNOWN_PART = { decision: 'main content', name: '', probability: 1 } as const;

/**
 * Judges the parts of the containers that a selector matches.
 * @returns the parts by their paths, and how many containers there were; the path of the surest place, null for containers without
 *   text; and the container's direct text after the last text of that place, null where it is judged like the rest
 */
export function partsOf(
  pages: readonly NamedRecord[],
  selector: ContainerSelector,
  template: TemplateNames,
  repeated: RepeatedTexts,
  options: PartOptions,
) {
  const seen = new Map<number, PartCounts>();
  let containers = 0;
  for (const page of pages)
    for (const row of elementsOf(page.record, selector, template)) {
      containers++;
      addContainer(seen, page, row, repeated.flags(page.record), page.record.from[row]);
    }
  const ownText = [...seen.values()].reduce((sum, { chars, repeated: same }) => sum + chars - same, 0);
  let core: number | null = null;
  let most = -1;
  for (const [path, one] of seen) {
    const mass = probabilityOf(one) ** 2 * (one.chars - one.repeated);
    if (mass > most) {
      core = path;
      most = mass;
    }
  }
  const corePart = core === null ? undefined : seen.get(core);
  const sureOfCore = corePart === undefined ? 0 : logit(probabilityOf(corePart));
  const decisionOf = (part: PartCounts): PartDecision => {
    if (part === corePart || part.containers < MIN_CONTAINERS) return 'main content';
    if (part.repeated > REPEATED_SHARE * part.chars) return 'repeated';
    const less = sureOfCore - logit(probabilityOf(part));
    const isField =
      containers >= MIN_OF_FIELD &&
      part.containers >= options.fieldShare * containers &&
      part.once >= options.fieldOnce * part.containers;
    const own = part.chars - part.repeated;
    if (isField && less >= options.fieldMargin && own < options.fieldText * ownText) return 'field';
    if (less >= options.fieldMargin && part.linked >= options.linkShare * part.chars) return 'links';
    return probabilityOf(part) < options.dullBelow ? 'dull' : 'main content';
  };
  const partOf = (part: PartCounts, decision: PartDecision): ContainerPart => {
    const { name, containers: having, once } = part;
    return { name, containers: having, once, probability: probabilityOf(part), decision };
  };
  const byPath = new Map<number, ContainerPart>();
  for (const [path, part] of seen) byPath.set(path, partOf(part, decisionOf(part)));
  const direct = directBehind(pages, selector, template, repeated, core);
  const isLess = direct !== null && sureOfCore - logit(probabilityOf(direct)) >= options.fieldMargin;
  const behind = isLess && direct.containers >= MIN_OF_FIELD ? partOf(direct, 'behind the text') : null;
  return { byPath, containers, core, behind };
}

/** Mean probability of a part, drawn towards one half. */
function probabilityOf({ sure, weight }: PartCounts): number {
  return (sure + PRIOR_WEIGHT / 2) / (weight + PRIOR_WEIGHT);
}

/** The direct text of the containers after the last block at the surest place; null when there is none, or it is that place. */
function directBehind(
  pages: readonly NamedRecord[],
  selector: ContainerSelector,
  template: TemplateNames,
  repeated: RepeatedTexts,
  core: number | null,
): PartCounts | null {
  const seen = new Map<number, PartCounts>();
  for (const page of pages)
    for (const row of elementsOf(page.record, selector, template)) {
      if (page.below(row).get(row) === core) return null;
      addContainer(seen, page, row, repeated.flags(page.record), endOfText(page, row, core));
    }
  return [...seen.values()].find(({ name }) => name === '') ?? null;
}

/** The block after the last one at the surest place; the container's end when it has none. */
function endOfText({ record: { from, to, element }, below }: NamedRecord, row: number, core: number | null): number {
  const paths = below(row);
  for (let block = to[row] - 1; block >= from[row]; block--) if (paths.get(element[block]) === core) return block + 1;
  return to[row];
}

/** Adds the blocks of one container, beginning with `first`. */
function addContainer(
  seen: Map<number, PartCounts>,
  page: NamedRecord,
  row: number,
  isRepeated: Uint8Array,
  first: number,
): void {
  const paths = page.below(row);
  const counts = new Map<PartCounts, number>();
  const { to, element, chars, linked, probability } = page.record;
  for (let block = first; block < to[row]; block++) {
    const path = paths.get(element[block]);
    if (path === undefined) continue;
    const part = computed(seen, path, () => newCounts(nameBelow(page, row, element[block])));
    counts.set(part, (counts.get(part) ?? 0) + 1);
    const weight = Math.sqrt(chars[block]);
    part.chars += chars[block];
    part.linked += (chars[block] * linked[block]) / 255;
    part.weight += weight;
    part.sure += (weight * probability[block]) / 255;
    if (isRepeated[block] === 1) part.repeated += chars[block];
  }
  for (const [part, count] of counts) {
    part.containers++;
    if (count === 1) part.once++;
  }
}

function nameBelow({ record: { parent }, names }: NamedRecord, row: number, element: number): string {
  const path: string[] = [];
  for (let at = element; at !== row && parent[at] !== at; at = parent[at]) path.push(names[at].text);
  return path.reverse().join(' > ');
}

/**
 * The decision on each block of a container: that of its place, or of the nearest known place around it. A block in no known
 * place is main content, like the container, with an empty name of the part and probability 1.
 */
export function decisionsIn(page: NamedRecord, row: number, { byPath, core, behind }: ReturnType<typeof partsOf>) {
  const { record } = page;
  const paths = page.below(row);
  const found: { block: number; decision: PartDecision; part: string; probability: number }[] = [];
  const end = behind === null ? record.to[row] : endOfText(page, row, core);
  for (let block = record.from[row]; block < record.to[row]; block++) {
    const element = record.element[block];
    let part = behind !== null && element === row && block >= end ? behind : undefined;
    for (let at = element; part === undefined; at = record.parent[at]) {
      const own = byPath.get(paths.get(at) ?? 0);
      // Text directly in the container says nothing about the elements beside it.
      if (own !== undefined && own.containers >= MIN_CONTAINERS && (at === element || at !== row)) part = own;
      if (at === row || record.parent[at] === at) break;
    }
    const { decision, name, probability } = part ?? UNKNOWN_PART;
    found.push({ block, decision, part: name, probability });
  }
  return found;
}
