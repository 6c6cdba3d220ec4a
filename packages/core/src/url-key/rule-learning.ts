/**
 * Which query parameters identify a document, learnt from what was fetched (the future work of the URL Tree paper).
 *
 * Observation: two addresses that differ in one parameter only either bring the same content (a session, a referrer) or not
 * (an article number). Enough such pairs tell which.
 *
 * Steps, per host and path template (digit runs and long slugs as `*`):
 * 1. pairs of fetches with equal path and equal other parameters; the share whose content differs is the parameter's
 *    relevance. Only neighbours in value order are paired, so that n fetches make at most n pairs;
 * 2. too few such pairs: content digests against values over the whole template; a parameter each of whose values always
 *    brought one content that no other value brought identifies, one whose values share contents does not;
 * 3. relevance at least 0.8 keeps, at most 0.1 drops, in between is undecided and kept;
 * 4. parameters that mark where a reader came from are dropped by a list first (`utm_…`, `replytocom`, `shared`, `amp`);
 * 5. one address without a query that brought three contents or more within a day is a front page: `_cid_` is kept.
 * Rules carry support and confidence; a person can veto any of them by its text.
 */
import { learnCanonicalRules } from './canonical-rules.js';
import { parseUrl } from './parsed-url.js';
import type { UrlRule } from './url-rules.js';

/** A fetch. */
export interface FetchedUrl {
  /** The response URL. */
  readonly url: string;
  /** Digest of the content (or of the title): equal for equal documents. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The page's own `rel=canonical`, absolute; default none. */
  readonly canonical?: string | null;
}

/** What decides; all have defaults. */
export interface RuleLearningOptions {
  /** Fetches of a template below which nothing is said; 50. */
  readonly minFetches: number;
  /** Pairs below which a parameter's relevance is taken from the whole template; 10. */
  readonly minPairs: number;
  /** Relevance from which a parameter is kept and up to which it is dropped; 0.8 and 0.1. */
  readonly keepFrom: number;
  readonly dropUpTo: number;
  /** Contents of one address within a day that make it a front page; 3. */
  readonly frontPageContents: number;
  /** Patterns of rules a person does not want, as the rules print them. */
  readonly vetoed: readonly string[];
}

export const RULE_LEARNING_DEFAULTS: RuleLearningOptions = {
  minFetches: 50,
  minPairs: 10,
  keepFrom: 0.8,
  dropUpTo: 0.1,
  frontPageContents: 3,
  vetoed: [],
};

/** A learnt rule: `support` fetches of its template, `confidence` the least certain of its decisions, 0…1. */
export interface LearntRule extends UrlRule {
  readonly support: number;
  readonly confidence: number;
  /** Parameters seen and not retained, and those retained only because too little is known. */
  readonly dropped: readonly string[];
  readonly undecided: readonly string[];
}

const DAY = 86_400_000;
const NEVER_IDENTIFIES =
  /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|_ga|yclid|ref|referrer|replytocom|shared?|amp|outputtype|sid|sessionid|phpsessid|jsessionid|feed|cmpid|cid|ncid|nb|print|noredirect)$/i;

/** Whether a parameter never identifies a document, by its name alone. */
export function isTrackingParameter(name: string): boolean {
  return NEVER_IDENTIFIES.test(name);
}

interface Fetch {
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly digest: string;
  readonly at: number;
}

/** Learns the rules of what was fetched, most supported first. Time: fetches × parameters × log fetches. */
export function learnUrlRules(fetched: readonly FetchedUrl[], given: Partial<RuleLearningOptions> = {}): LearntRule[] {
  const options = { ...RULE_LEARNING_DEFAULTS, ...given };
  const templates = new Map<string, Fetch[]>();
  for (const { url, digest, at } of fetched) {
    const parsed = parseUrl(url);
    if (parsed === null) continue;
    // `/story/amp` is the same document as `/story`.
    const segments = parsed.segments.filter((one, place) => !(one === 'amp' && place === parsed.segments.length - 1));
    const template = `^https?://${[parsed.host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), ...segments.map(templateOf)].join('/')}(?:/amp)?(?:\\?|$)`;
    const parameters = new Map(parsed.parameters.map(({ name, value }) => [name, value]));
    const list = templates.get(template) ?? [];
    list.push({ path: segments.join('/'), parameters, digest, at });
    templates.set(template, list);
  }
  const rules: LearntRule[] = [];
  for (const [template, fetches] of templates) {
    if (fetches.length < options.minFetches) continue;
    const rule = ruleOf(template, fetches, options);
    if (rule !== null && !options.vetoed.includes(rule.pattern.source)) rules.push(rule);
  }
  rules.push(...learnCanonicalRules(fetched).filter(({ pattern }) => !options.vetoed.includes(pattern.source)));
  return rules.sort((a, b) => b.support - a.support || (a.pattern.source < b.pattern.source ? -1 : 1));
}

/** A path segment as part of a pattern: numbers and long slugs stand for any. */
function templateOf(segment: string): string {
  if (/\d/.test(segment) || segment.length > 24 || segment.split('-').length > 3) return '[^/?]+';
  return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function ruleOf(template: string, fetches: readonly Fetch[], options: RuleLearningOptions): LearntRule | null {
  const names = new Set(fetches.flatMap(({ parameters }) => [...parameters.keys()]));
  const retain: string[] = [];
  const dropped: string[] = [];
  const undecided: string[] = [];
  let confidence = 1;
  for (const name of [...names].sort()) {
    if (isTrackingParameter(name)) {
      dropped.push(name);
      continue;
    }
    const relevance = relevanceOf(name, fetches, options.minPairs);
    if (relevance <= options.dropUpTo) dropped.push(name);
    else {
      retain.push(name);
      if (relevance < options.keepFrom) undecided.push(name);
    }
    confidence = Math.min(confidence, Math.max(relevance, 1 - relevance));
  }
  if (retain.length === 0 && isFrontPage(fetches, options.frontPageContents)) retain.push('_cid_');
  if (retain.length === 0) return null;
  return { pattern: new RegExp(template, 'u'), retain, support: fetches.length, confidence, dropped, undecided };
}

/** The share of pairs, alike in path and all other parameters, whose content differs where this parameter does. */
function relevanceOf(name: string, fetches: readonly Fetch[], minPairs: number): number {
  const groups = new Map<string, Map<string, string>>();
  for (const { path, parameters, digest } of fetches) {
    const others = [...parameters].filter(([other]) => other !== name && !isTrackingParameter(other));
    const group = JSON.stringify([path, others]);
    const values = groups.get(group) ?? new Map<string, string>();
    values.set(parameters.get(name) ?? '', digest);
    groups.set(group, values);
  }
  let pairs = 0;
  let differing = 0;
  for (const values of groups.values()) {
    const digests = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, digest]) => digest);
    for (let at = 1; at < digests.length; at++) {
      pairs++;
      if (digests[at] !== digests[at - 1]) differing++;
    }
  }
  return pairs >= minPairs ? differing / pairs : valueRelevance(name, fetches);
}

/** Too few pairs: the share of contents that came under one value only, weighed by how well values tell contents apart. */
function valueRelevance(name: string, fetches: readonly Fetch[]): number {
  const valuesOf = new Map<string, Set<string>>();
  const contentsOf = new Map<string, Set<string>>();
  for (const { path, parameters, digest } of fetches) {
    const value = parameters.get(name) ?? '';
    valuesOf.set(digest, (valuesOf.get(digest) ?? new Set()).add(value));
    const under = `${path} ${value}`;
    contentsOf.set(under, (contentsOf.get(under) ?? new Set()).add(digest));
  }
  // A value that brought several contents identifies nothing; a content that came under several values needs none of them.
  const single = (sets: Iterable<ReadonlySet<string>>): number => {
    const sizes = Array.from(sets, ({ size }) => (size === 1 ? 1 : 0) as number);
    return sizes.reduce((sum, one) => sum + one, 0) / Math.max(1, sizes.length);
  };
  return single(valuesOf.values()) * single(contentsOf.values());
}

/** Whether one address without parameters brought this many contents within a day. */
function isFrontPage(fetches: readonly Fetch[], contents: number): boolean {
  const byDay = new Map<string, Set<string>>();
  for (const { path, parameters, digest, at } of fetches) {
    if (parameters.size > 0) continue;
    const day = `${path} ${Math.floor(at / DAY)}`;
    byDay.set(day, (byDay.get(day) ?? new Set()).add(digest));
  }
  for (const digests of byDay.values()) if (digests.size >= contents) return true;
  return false;
}

/** Learnt rules as a rule file, each with a comment that tells support and confidence. */
export function printLearntRules(rules: readonly LearntRule[]): string {
  return rules
    .map(({ pattern, retain, support, confidence, dropped, undecided }) => {
      const doubt = undecided.length > 0 ? `; undecided: ${undecided.join(' ')}` : '';
      const without = dropped.length > 0 ? `; dropped: ${dropped.join(' ')}` : '';
      return `# ${support} fetches, confidence ${confidence.toFixed(2)}${without}${doubt}\n${[pattern.source, ...retain].join('\t')}\n`;
    })
    .join('');
}
