import { readFileSync } from 'node:fs';

/**
 * The parts of the demo's articles and page furniture in one language.
 *
 * A sentence is a pattern with slots: `{who}` a person or body in the third person singular, `{verb}` and `{rest}` its
 * predicate, `{place}`, `{when}`, `{why}`, `{said}` an opinion, `{number}`. Every combination is a sentence of the language.
 */
export interface Phrases {
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
  readonly furniture: Furniture;
}

/** Text of menus, sidebars and footers. */
interface Furniture {
  readonly sections: readonly string[];
  readonly menu: readonly string[];
  readonly by: string;
  readonly readAlso: string;
  readonly mostRead: string;
  readonly comments: string;
  readonly newsletter: string;
  readonly cookies: string;
  readonly copyright: string;
  readonly share: string;
  readonly advertisements: readonly string[];
}

/** The phrases of six languages by their tags, written for this project. */
export const PHRASES: Readonly<Record<string, Phrases>> = JSON.parse(
  readFileSync(new URL('../../demo/phrases.json', import.meta.url), 'utf8'),
);
