/**
 * Generates the demo's articles from phrases with a seed, so that the true text of every page is known.
 */

import { readFileSync } from 'node:fs';
import { type SeededRandom, seededRandom } from '@dehusk/node';

/**
 * The parts of the demo's articles and page furniture in one language.
 *
 * A sentence is a pattern with slots: `{who}` a person or body in the third person singular, `{verb}` and `{rest}` its
 * predicate, `{place}`, `{when}`, `{why}`, `{said}` an opinion, `{number}`. Every combination is a sentence of the language.
 */
interface Phrases {
  readonly language: string;
  readonly who: readonly string[];
  /** Verb and the rest of the predicate. */
  readonly did: readonly (readonly [verb: string, rest: string])[];
  readonly place: readonly string[];
  readonly when: readonly string[];
  readonly why: readonly string[];
  readonly said: readonly string[];
  readonly patterns: readonly string[];
  /** Headlines: `{who} {verb} {rest}` and their like. */
  readonly headlines: readonly string[];
  readonly people: readonly string[];
  /** Between two sentences of a paragraph. */
  readonly space: string;
  /** Text of menus, sidebars and footers. */
  readonly furniture: Readonly<Record<'sections' | 'menu' | 'advertisements', readonly string[]>> &
    Readonly<
      Record<'by' | 'readAlso' | 'mostRead' | 'comments' | 'newsletter' | 'cookies' | 'copyright' | 'share', string>
    >;
}

/** The phrases of six languages by their tags, written for this project. */
export const PHRASES: Readonly<Record<string, Phrases>> = JSON.parse(
  readFileSync(new URL('../../demo/phrases.json', import.meta.url), 'utf8'),
);

/** A piece of an article's body. */
interface ArticlePart {
  readonly kind: 'paragraph' | 'heading' | 'quote' | 'list';
  /** One text, or the points of a list. */
  readonly texts: readonly string[];
}

export interface NewsArticle {
  /** Counted from 0 in the order of publication. */
  readonly number: number;
  readonly title: string;
  readonly author: string;
  readonly section: string;
  /** The first sentence, for teasers and feeds. */
  readonly summary: string;
  readonly body: readonly ArticlePart[];
  /** Comments of readers: not part of the article. */
  readonly comments: readonly { readonly name: string; readonly text: string }[];
}

/** Number of paragraphs, and of sentences per paragraph. */
const PARAGRAPHS = { from: 4, to: 9 } as const;
const SENTENCES = { from: 2, to: 4 } as const;
/** One in so many articles has a subheading, a quotation, a list. */
const EVERY = { heading: 2, quote: 4, list: 5 } as const;
const MAX_COMMENTS = 5;

/** The article of a number; the same for the same seed, language and number. */
export function newsArticle(seed: string, language: string, number: number): NewsArticle {
  const phrases = phrasesOf(language);
  const random = seededRandom(`${seed}/${number}`);
  const title = filled(random.pick(phrases.headlines), phrases, random).replace(/\.$/, '');
  const paragraphs = Array.from({ length: random.between(PARAGRAPHS.from, PARAGRAPHS.to) }, () =>
    Array.from({ length: random.between(SENTENCES.from, SENTENCES.to) }, () => sentence(phrases, random)),
  );
  const body: ArticlePart[] = paragraphs.map((one) => ({ kind: 'paragraph', texts: [one.join(phrases.space)] }));
  const insert = (every: number, make: () => ArticlePart): void => {
    if (random.between(1, every) === 1) body.splice(random.between(2, body.length - 1), 0, make());
  };
  insert(EVERY.heading, () => ({ kind: 'heading', texts: [filled(phrases.headlines[0], phrases, random)] }));
  insert(EVERY.quote, () => ({ kind: 'quote', texts: [sentence(phrases, random)] }));
  insert(EVERY.list, () => ({
    kind: 'list',
    texts: Array.from({ length: 3 }, () => sentence(phrases, random)),
  }));
  return {
    number,
    title,
    author: random.pick(phrases.people),
    section: random.pick(phrases.furniture.sections),
    summary: paragraphs[0][0],
    body,
    comments: Array.from({ length: random.between(0, MAX_COMMENTS) }, () => ({
      name: `${random.pick(phrases.people).split(' ')[0]}${random.between(10, 99)}`,
      text: sentence(phrases, random),
    })),
  };
}

/** The text extraction should return: headline and body, one line each. */
export function trueText(article: NewsArticle): string {
  return [article.title, ...article.body.flatMap((part) => part.texts)].join('\n');
}

/** @throws RangeError for a language there are no phrases of */
export function phrasesOf(language: string): Phrases {
  const found = PHRASES[language];
  if (found === undefined)
    throw new RangeError(`no phrases of language "${language}" (there are: ${Object.keys(PHRASES).join(', ')})`);
  return found;
}

function sentence(phrases: Phrases, random: SeededRandom): string {
  return capital(filled(random.pick(phrases.patterns), phrases, random));
}

/** Fills the slots of a pattern. */
function filled(pattern: string, phrases: Phrases, random: SeededRandom): string {
  const [verb, rest] = random.pick(phrases.did);
  const who = random.pick(phrases.who);
  const inside = phrases.language === 'en' ? small(who) : who;
  const slots: Readonly<Record<string, () => string>> = {
    verb: () => verb,
    rest: () => rest,
    who: () => inside,
    Who: () => capital(who),
    place: () => random.pick(phrases.place),
    when: () => random.pick(phrases.when),
    why: () => random.pick(phrases.why),
    said: () => random.pick(phrases.said),
    person: () => random.pick(phrases.people),
    number: () => String(random.between(3, 96)),
  };
  let text = pattern;
  // Two rounds: phrases may contain {number}.
  for (let round = 0; round < 2; round++)
    text = text.replace(/\{(\w+)\}/g, (slot, name: string) => slots[name]?.() ?? slot);
  return capital(text);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
