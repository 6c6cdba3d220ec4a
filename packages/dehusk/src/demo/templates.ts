/**
 * Documents of the demo's web from the templates in `demo/templates`: four newspaper designs around the same articles, and feeds.
 * A template has `{{field}}`, `{{{markup}}}` and `{{#list}}…{{/list}}`, as in Mustache; a layout has several, each below its name.
 */
import { readFileSync } from 'node:fs';
import { escaped } from '@dehusk/node';
import type { NewsArticle } from './news-article.js';

/** The fields of a template: texts, and lists of further fields. */
export interface TemplateView {
  readonly [name: string]: string | number | readonly TemplateView[];
}

/** Designs; `promotions` are places among the parts of an article where a promotion stands. */
export const LAYOUTS: readonly { readonly name: string; promotions(parts: number): readonly number[] }[] = [
  // Nested `div`s with identifiers; a promotion in the middle of the story looks like one of its paragraphs.
  { name: 'classic', promotions: () => [2] },
  // The elements HTML has for it, metadata in `meta`.
  { name: 'semantic', promotions: (parts) => [Math.ceil(parts / 2)] },
  // Tables inside tables, fonts, paragraphs separated by line breaks: the web of 2003, which many local papers still run.
  { name: 'table', promotions: () => [] },
  // Nothing but `div` and generated class names, as component frameworks write it; teasers stand between the paragraphs.
  { name: 'cards', promotions: () => [1, 4] },
];

/** An article's page. @param view its fields besides the article's; `teasers` are promoted in their order */
export function articlePage(
  layout: string,
  article: NewsArticle,
  view: TemplateView & { readonly teasers: readonly TemplateView[] },
) {
  const parts = templatesOf(layout);
  const { title, author, section, summary, comments } = article;
  const fields = { ...view, title, author, section, summary, comments, commentCount: comments.length, metadata: [{}] };
  const body = article.body.map(({ kind, texts }) =>
    filled(parts[kind], { text: texts[0], points: texts.map((text) => ({ text })) }),
  );
  const promotions = LAYOUTS.find(({ name }) => name === layout)?.promotions(body.length) ?? [];
  promotions.forEach((place, at) => {
    body.splice(place, 0, filled(parts.promotion, { ...fields, ...view.teasers[at] }));
  });
  return filled(parts.page, { ...fields, main: filled(parts.article, { ...fields, body: body.join('') }) });
}

/** A page that lists articles. */
export function indexPage(layout: string, view: TemplateView): string {
  const parts = templatesOf(layout);
  return filled(parts.page, { ...view, metadata: [], main: filled(parts.index, view) });
}

/** A document of one template. */
export function documentOf(template: string, view: TemplateView): string {
  return filled(textOf(template), view);
}

const texts = new Map<string, string>();

function textOf(name: string): string {
  const text =
    texts.get(name) ?? readFileSync(new URL(`../../demo/templates/${name}.template`, import.meta.url), 'utf8');
  texts.set(name, text);
  return text;
}

/** The templates of a layout by their names. @throws RangeError naming what was got and every name there is */
function templatesOf(layout: string): Readonly<Record<string, string>> {
  if (!LAYOUTS.some(({ name }) => name === layout))
    throw new RangeError(`no template is named "${layout}" (there are: ${LAYOUTS.map(({ name }) => name).join(', ')})`);
  const [, ...parts] = textOf(layout).split(/^<!-- (\w+) -->\n/m);
  return Object.fromEntries(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1]]] : [])));
}

function filled(template: string, view: TemplateView): string {
  const listed = template.replace(/\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g, (_, name: string, inside: string) =>
    (view[name] as readonly TemplateView[]).map((one) => filled(inside, { ...view, ...one })).join(''),
  );
  return listed.replace(/\{\{(\{?)(\w+)\}\}\}?/g, (_, isMarkup: string, name: string) =>
    isMarkup === '' ? escaped(String(view[name])) : String(view[name]),
  );
}

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
