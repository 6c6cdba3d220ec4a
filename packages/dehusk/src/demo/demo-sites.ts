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
export const DEMO_SITES: readonly DemoSite[] = [
  {
    host: 'harbour-gazette.example',
    name: 'The Harbour Gazette',
    language: 'en',
    template: 'classic',
    redesign: null,
    address: 'dated',
    feed: 'rss',
    backlog: 28,
    everyMilliseconds: 600,
  },
  {
    host: 'valley-post.example',
    name: 'Valley Post',
    language: 'en',
    template: 'cards',
    redesign: { template: 'semantic', from: 28 },
    address: 'slug',
    feed: 'json',
    backlog: 26,
    everyMilliseconds: 400,
  },
  {
    host: 'talbote.example',
    name: 'Der Talbote',
    language: 'de',
    template: 'semantic',
    redesign: null,
    address: 'slug',
    feed: 'atom',
    backlog: 26,
    everyMilliseconds: 700,
  },
  {
    host: 'courrier-du-phare.example',
    name: 'Le Courrier du phare',
    language: 'fr',
    template: 'cards',
    redesign: null,
    address: 'dated',
    feed: 'rss',
    backlog: 26,
    everyMilliseconds: 700,
  },
  {
    host: 'ribera.example',
    name: 'Diario de la Ribera',
    language: 'es',
    template: 'table',
    redesign: null,
    address: 'query',
    feed: 'rss',
    backlog: 24,
    everyMilliseconds: 800,
  },
  {
    host: 'vestnik.example',
    name: 'Береговой вестник',
    language: 'ru',
    template: 'classic',
    redesign: null,
    address: 'slug',
    feed: 'atom',
    backlog: 24,
    everyMilliseconds: 800,
  },
];
