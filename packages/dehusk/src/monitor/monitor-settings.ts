/** The settings of a monitor: watch lists, alert rules, and how long counts are kept. */
import { type JsonSchema, number, section, wholeNumber } from '../json-schema.js';

export const ALERT_RULES = ['burst', 'hit', 'none'] as const;

/** Terms that are watched together, and when they raise an alert. */
export interface WatchList {
  readonly name: string;
  /** Words and phrases; upper and lower case are the same. */
  readonly terms: readonly string[];
  /** Like terms, but written as here or in capitals. */
  readonly names: readonly string[];
  /** Domains, subdomains included; empty: every site. */
  readonly sites: readonly string[];
  readonly alert: (typeof ALERT_RULES)[number];
  /** Length of a window, in hours. */
  readonly windowHours: number;
  /** Earlier windows that the last one is compared with. */
  readonly earlierWindows: number;
  /** A burst has at least this many times the mean of the earlier windows… */
  readonly factor: number;
  /** …and at least this many documents. */
  readonly minimum: number;
}

export interface MonitorSettings {
  readonly lists: readonly WatchList[];
  /** Hours and days that are kept, counted back from the newest document. */
  readonly hours: number;
  readonly days: number;
}

/** Two weeks of hours compare a day with the same day of the week before; a year of days and its neighbours. */
const DEFAULTS = { hours: 336, days: 400 } as const;
/** A day of hours is the shortest span without the daily rhythm of newsrooms. */
const LIST_DEFAULTS = { alert: 'burst', windowHours: 1, earlierWindows: 24, factor: 3, minimum: 3 } as const;
const MAX_LISTS = 100;
const MAX_TERMS = 10_000;
/** Longest term, in characters: bounds the words of a term and so the matches that end at a word. */
const MAX_TERM = 100;

const phrases = (description: string): JsonSchema => ({
  type: 'array',
  maxItems: MAX_TERMS,
  uniqueItems: true,
  // Something that is a word: letters or digits.
  items: { type: 'string', pattern: '[\\p{L}\\p{N}]', maxLength: MAX_TERM },
  description,
  default: [],
});

const LIST_SCHEMA = section(
  {
    name: { type: 'string', pattern: '^[^\\p{C}]{1,50}$', description: 'Name of the list, unique.' },
    terms: phrases('Words and phrases. Whole words; upper and lower case are the same.'),
    names: phrases('Names: like terms, but only as written here or in capitals, so that `Rose` is not the flower.'),
    sites: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'Only documents of these domains, their subdomains included; empty: all.',
      default: [],
    },
    alert: {
      enum: [...ALERT_RULES],
      description: 'When the list raises alerts: at a burst of documents, at each document with a hit, never.',
      default: LIST_DEFAULTS.alert,
    },
    windowHours: wholeNumber('Length of a window of the burst rule, in hours.', 1, 168, LIST_DEFAULTS.windowHours),
    earlierWindows: wholeNumber('Windows before it that it is compared with.', 2, 1_000, LIST_DEFAULTS.earlierWindows),
    factor: number(
      'A burst has at least this many times the mean of the earlier windows…',
      { minimum: 1 },
      LIST_DEFAULTS.factor,
    ),
    minimum: wholeNumber('…and at least this many documents.', 1, 1_000_000, LIST_DEFAULTS.minimum),
  },
  ['name'],
);

/**
 * The section `[monitor]`.
 *
 * @param outputs schema of a sink of rows
 */
export function monitorSchema(outputs: JsonSchema): JsonSchema {
  return {
    ...section(
      {
        lists: { type: 'array', minItems: 1, maxItems: MAX_LISTS, items: LIST_SCHEMA, description: 'Watch lists.' },
        hits: {
          ...outputs,
          description:
            'A sink for hits, a row per document and term. Kinds `jsonl` and `webhook`, settings as of `[[sinks]]`.',
        },
        alerts: {
          type: 'array',
          items: outputs,
          description: 'Sinks for alerts. Kinds `jsonl` and `webhook`, settings as of `[[sinks]]`.',
        },
        hours: wholeNumber('Hours whose counts are kept.', 2, 10_000, DEFAULTS.hours),
        days: wholeNumber(
          'Days whose counts are kept, and documents so that corrections replace them.',
          1,
          10_000,
          DEFAULTS.days,
        ),
      },
      ['lists'],
    ),
    description: 'Counts of terms over time, and alerts, for `dehusk monitor`. See [monitor.md](monitor.md).',
  };
}

/** Faults that no schema expresses, as JSON Pointers below `/monitor`. */
export function monitorFaults({
  lists,
  hours,
}: MonitorSettings): { readonly pointer: string; readonly message: string }[] {
  const faults = lists.flatMap(({ name, terms, names, windowHours, earlierWindows }, at) => {
    const own: string[] = [];
    if (terms.length + names.length === 0) own.push(`list "${name}" got no terms and no names, expected at least one`);
    if (lists.findIndex((one) => one.name === name) < at) own.push(`the name "${name}" is used twice among lists`);
    const span = windowHours * (earlierWindows + 1);
    if (span > hours) own.push(`list "${name}" compares ${span} hours, expected at most the ${hours} hours kept`);
    return own.map((message) => ({ pointer: `/monitor/lists/${at}`, message }));
  });
  const terms = lists.reduce((sum, one) => sum + one.terms.length + one.names.length, 0);
  if (terms > MAX_TERMS)
    faults.push({ pointer: '/monitor/lists', message: `the lists got ${terms} terms, expected at most ${MAX_TERMS}` });
  return faults;
}
