import { readFileSync } from 'node:fs';

/**
 * The newspapers of the demo. Their hosts end in `.example`, which no real site may use (RFC 2606).
 */
export type FeedKind = 'rss' | 'atom' | 'json';

export interface DemoSite {
  readonly host: string;
  readonly name: string;
  /** A language there are phrases of. */
  readonly language: string;
  /** Layout by name, and the one that takes its place from an article's number on. */
  readonly template: string;
  readonly redesign: { readonly template: string; readonly from: number } | null;
  /** How its articles are addressed: by date and slug, by slug, or by a parameter of one page. */
  readonly address: 'dated' | 'slug' | 'query';
  readonly feed: FeedKind;
  /** Articles that are there from the start. */
  readonly backlog: number;
  /** Milliseconds between two new articles. */
  readonly everyMilliseconds: number;
}

/** Six newspapers: what a pipeline meets in its first minutes. */
export const DEMO_SITES: readonly DemoSite[] = JSON.parse(
  readFileSync(new URL('../../demo/sites.json', import.meta.url), 'utf8'),
);
