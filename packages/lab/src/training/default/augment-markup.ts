/**
 * A page disguised as one that other hands wrote: the same text under other markup, for training.
 *
 * Observation: WCXB's pages are of the 2020s, and what their templates call their parts decides most blocks. On pages
 * without such names (table layouts of 2008, hand-written weblogs, press in Greek or Chinese) a model trained on them alone
 * takes its ignorance for evidence and keeps menus. Training on copies whose names, landmarks and linked data are taken
 * away teaches what still tells when they are silent.
 *
 * Works on the source, so that the copy is a page like any other: whatever the parser makes of it is what is learnt from.
 */
import { seededRandom } from './seeded-random.js';

/** What is changed. */
export interface Disguise {
  /** Share of class words, ids and data attributes that lose their name, 0…1; one name is dropped everywhere or nowhere. */
  readonly nameless: number;
  /** Landmarks (article, main, nav, header, footer, aside, section, figure …) become div. */
  readonly plain: boolean;
  /** Linked data, Open Graph, generator, address: everything the head tells but the title. */
  readonly headless: boolean;
  /** Share of div elements that become a table of one cell, 0…1. */
  readonly tables: number;
  /** Paragraphs become text between double line breaks. */
  readonly breaks: boolean;
  /** List items become lines ended by a break. */
  readonly lists: boolean;
  /** Words of blocks are unknown to the word model, as in a language it never saw. */
  readonly foreign: boolean;
}

const PARTS =
  /<!--[\s\S]*?-->|<(script|style|textarea|title|noscript)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
const ATTRIBUTES =
  /\s(?:class|id|role|itemprop|itemtype|itemscope|aria-[a-z]+|data-[\w-]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/gi;
const CLASS = /\s(class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;
const LANDMARKS = new Set(
  'article main nav header footer aside section figure figcaption hgroup details summary address'.split(' '),
);

/** The disguised source of a page. Deterministic by seed. */
export function disguised(source: string, how: Disguise, seed: number): string {
  const random = seededRandom(seed);
  const dropped = new Map<string, boolean>();
  const isDropped = (name: string): boolean => {
    let known = dropped.get(name);
    if (known === undefined) {
      known = random() < how.nameless;
      dropped.set(name, known);
    }
    return known;
  };
  const attributesOf = (all: string): string => {
    if (how.nameless <= 0) return all;
    if (how.nameless >= 1) return all.replace(ATTRIBUTES, '');
    const rest = all.replace(ATTRIBUTES, (one) => (/^\s(?:class|id)\b/i.test(one) || !isDropped(one) ? one : ''));
    return rest.replace(CLASS, (_, attribute: string, double?: string, single?: string, bare?: string) => {
      const words = (double ?? single ?? bare ?? '').split(/\s+/).filter((word) => word !== '' && !isDropped(word));
      return words.length > 0 ? ` ${attribute}="${words.join(' ')}"` : '';
    });
  };
  // Which open div became a table: closing tags must match; unbalanced ones fall to the parser.
  const openDivs: boolean[] = [];
  return source.replace(
    PARTS,
    (all: string, raw: string | undefined, slash: string, tag: string, attributes: string) => {
      if (tag === undefined) {
        if (raw === undefined) return '';
        if (how.headless && /^script/i.test(raw) && /json/i.test(all.slice(0, 300))) return '';
        return all;
      }
      const name = tag.toLowerCase();
      if (how.headless && (name === 'meta' || name === 'link')) return /charset/i.test(attributes) ? all : '';
      let own = how.plain && LANDMARKS.has(name) ? 'div' : name;
      if (own === 'div' && how.tables > 0) {
        if (slash === '') {
          const isTable = random() < how.tables;
          openDivs.push(isTable);
          if (isTable) return `<table><tr><td${attributesOf(attributes)}>`;
        } else if (openDivs.pop() === true) return '</td></tr></table>';
      }
      if (own === 'p' && how.breaks) return slash === '' ? '' : '<br><br>';
      if (how.lists) {
        if (own === 'li') return slash === '' ? '' : '<br>';
        if (own === 'ul' || own === 'ol') own = 'div';
      }
      return `<${slash}${own}${slash === '' ? attributesOf(attributes) : ''}>`;
    },
  );
}

/** No disguise at all. */
export const AS_IS: Disguise = {
  nameless: 0,
  plain: false,
  headless: false,
  tables: 0,
  breaks: false,
  lists: false,
  foreign: false,
};
/** Share of grafted pages that stay as they are otherwise. */
const AS_IS_SHARE = 0.35;

/** Draws a disguise: what old, hand-written and foreign pages lack, in random company; a grafted page may do without. */
export function drawMarkupAugmentation(seed: number, isGrafted: boolean): Disguise {
  const random = seededRandom(seed ^ 0x5851f42d);
  if (isGrafted && random() < AS_IS_SHARE) return AS_IS;
  const isOld = random() < 0.5;
  return {
    nameless: isOld ? 1 : 0.3 + 0.7 * random(),
    plain: isOld || random() < 0.5,
    headless: isOld || random() < 0.5,
    tables: isOld ? random() * 0.7 : 0,
    breaks: isOld && random() < 0.4,
    lists: isOld && random() < 0.3,
    foreign: random() < 0.4,
  };
}
