/**
 * What a benchmark times: bare parsers as the yardstick, then systems. All get the same decoded text, so that decoding is
 * nobody's cost.
 */
import { parse as parseColumns } from '@dehusk/core/internal';
import { openSystem, type SystemSpec } from '../run/system.js';

/** A yardstick: the least work any extractor must do before it can think. */
export interface Baseline {
  readonly name: string;
  readonly summary: string;
  open(): Promise<(html: string) => unknown>;
}

/** The first row is the unit of every ratio. */
export const BASELINES: readonly Baseline[] = [
  {
    name: 'htmlparser2 tokens',
    summary: 'htmlparser2 with empty handlers: no tree',
    async open() {
      const { Parser } = await import('htmlparser2');
      return (html) => {
        const parser = new Parser({ onopentag() {}, ontext() {}, onclosetag() {} });
        parser.write(html);
        parser.end();
      };
    },
  },
  {
    name: 'parse5 tree',
    summary: "parse5's default tree of objects",
    async open() {
      const { parse } = await import('parse5');
      return (html) => parse(html);
    },
  },
  {
    name: 'dehusk columns',
    summary: "our parser: parse5 into the page's columns",
    open: async () => (html) => parseColumns(html),
  },
];

/** What the benchmark's processes are told to open. */
export type SubjectSpec = { readonly kind: 'baseline'; readonly name: string } | SystemSpec;

/** Makes a subject ready; what it returns is thrown away. */
export async function openSubject(spec: SubjectSpec): Promise<(html: string, url: string | null) => unknown> {
  if (spec.kind === 'baseline') {
    const baseline = BASELINES.find(({ name }) => name === spec.name);
    if (!baseline) throw new RangeError(`no baseline is named "${spec.name}"`);
    return await baseline.open();
  }
  const extractPage = await openSystem(spec);
  return (html, url) => extractPage({ id: '', url, charset: null, html });
}
