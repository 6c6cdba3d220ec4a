/**
 * Markup augmentation for training: the same text under the markup of another author.
 *
 * Observation: WCXB's pages date from the 2020s, and the names their templates give to elements decide most blocks. On pages
 * without such names (table layouts of 2008, hand-written weblogs, press in Greek or Chinese) a model trained on them alone
 * treats missing names as evidence and keeps menus. Copies without names, landmarks and linked data teach the features that
 * still discriminate there.
 *
 * Works on the source, so that a copy passes through the parser like any other page.
 */
import { seededRandom } from './seeded-random.js';

export interface MarkupAugmentation {
  /** Share of class words, ids and data attributes that are dropped, 0…1; a name is dropped everywhere or nowhere. */
  readonly dropsNames: number;
  /** Landmarks (article, main, nav, header, footer, aside, section, figure …) become div. */
  readonly dropsLandmarks: boolean;
  /** Linked data, Open Graph, generator and address are dropped: all of the head but the title. */
  readonly dropsHead: boolean;
  /** Share of div elements that become a table of one cell, 0…1. */
  readonly tables: number;
  /** Paragraphs become text between double line breaks. */
  readonly breaks: boolean;
  /** List items become lines that end with a break. */
  readonly lists: boolean;
  /** The words of blocks are unknown to the word model, as in a language it was not trained on. */
  readonly hidesWords: boolean;
}

/** No change at all. */
export const AS_IS: MarkupAugmentation = {
  dropsNames: 0,
  dropsLandmarks: false,
  dropsHead: false,
  tables: 0,
  breaks: false,
  lists: false,
  hidesWords: false,
};
/** Share of pages with spliced blocks whose markup stays as it is. */
const AS_IS_SHARE = 0.35;

/** Draws an augmentation: a combination of properties that old, hand-written and foreign pages have. */
export function drawAugmentation(seed: number, isSpliced: boolean): MarkupAugmentation {
  const random = seededRandom(seed ^ 0x5851f42d);
  if (isSpliced && random() < AS_IS_SHARE) return AS_IS;
  const isOld = random() < 0.5;
  return {
    dropsNames: isOld ? 1 : 0.3 + 0.7 * random(),
    dropsLandmarks: isOld || random() < 0.5,
    dropsHead: isOld || random() < 0.5,
    tables: isOld ? random() * 0.7 : 0,
    breaks: isOld && random() < 0.4,
    lists: isOld && random() < 0.3,
    hidesWords: random() < 0.4,
  };
}

const PARTS =
  /<!--[\s\S]*?-->|<(script|style|textarea|title|noscript)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
const ATTRIBUTES =
  /\s(?:class|id|role|itemprop|itemtype|itemscope|aria-[a-z]+|data-[\w-]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/gi;
const CLASS = /\s(class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;
const LANDMARKS = new Set(
  'article main nav header footer aside section figure figcaption hgroup details summary address'.split(' '),
);

/** The source of a page with its markup changed. Deterministic by seed. */
export function augmentMarkup(source: string, how: MarkupAugmentation, seed: number): string {
  const random = seededRandom(seed);
  const dropped = new Map<string, boolean>();
  const isDropped = (name: string): boolean => {
    let known = dropped.get(name);
    if (known === undefined) {
      known = random() < how.dropsNames;
      dropped.set(name, known);
    }
    return known;
  };
  const attributesOf = (all: string): string => {
    if (how.dropsNames <= 0) return all;
    if (how.dropsNames >= 1) return all.replace(ATTRIBUTES, '');
    const rest = all.replace(ATTRIBUTES, (one) => (/^\s(?:class|id)\b/i.test(one) || !isDropped(one) ? one : ''));
    return rest.replace(CLASS, (_, attribute: string, double?: string, single?: string, bare?: string) => {
      const words = (double ?? single ?? bare ?? '').split(/\s+/).filter((word) => word !== '' && !isDropped(word));
      return words.length > 0 ? ` ${attribute}="${words.join(' ')}"` : '';
    });
  };
  // Per open div: whether it became a table, so that its end tag matches. Unbalanced tags are left to the parser.
  const openDivs: boolean[] = [];
  return source.replace(
    PARTS,
    (all: string, raw: string | undefined, slash: string, tag: string, attributes: string) => {
      if (tag === undefined) {
        if (raw === undefined) return '';
        return how.dropsHead && /^script/i.test(raw) && /json/i.test(all.slice(0, 300)) ? '' : all;
      }
      const name = tag.toLowerCase();
      if (how.dropsHead && (name === 'meta' || name === 'link')) return /charset/i.test(attributes) ? all : '';
      let own = how.dropsLandmarks && LANDMARKS.has(name) ? 'div' : name;
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
