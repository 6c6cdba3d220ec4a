import { html, type Markup } from '@dehusk/node';
import type { ArticlePart } from '../news-article.js';
import type { ArticleView, IndexView, PageTemplate, SiteView } from './template.js';

/** Nothing but `div` and generated class names, as component frameworks write it; teasers stand between the paragraphs. */
export const cards: PageTemplate = {
  name: 'cards',
  article: (view) => page(view, view.article.title, story(view)),
  index: (view) => page(view, view.title, list(view)),
};

function story(view: ArticleView): Markup {
  const { article, phrases } = view;
  const { furniture } = phrases;
  const parts = article.body.map(part);
  const [first, second] = view.teasers;
  for (const [at, teaser] of [
    [3, second],
    [1, first],
  ] as const)
    parts.splice(
      at,
      0,
      html`<div class="css-9x1 css-promo"><div class="css-1m">${furniture.readAlso}</div><div class="css-2p">${teaser.summary}</div></div>`,
    );
  return html`<div class="css-a1"><div class="css-k2">${article.section}</div><div class="css-h7" role="heading" aria-level="1"><h1>${article.title}</h1></div>
<div class="css-b4"><span>${furniture.by} ${article.author}</span><span>${view.date.shown}</span></div>
<div class="css-t3">${parts}</div><div class="css-n8"><div class="css-2p">${furniture.newsletter}</div></div></div>
<div class="css-c5"><div class="css-c6">${furniture.comments}</div>${article.comments.map(
    (one) => html`<div class="css-c7"><span>${one.name}</span><div class="css-2p">${one.text}</div></div>`,
  )}</div>`;
}

function part({ kind, texts }: ArticlePart): Markup {
  if (kind === 'heading') return html`<div class="css-s9">${texts[0]}</div>`;
  if (kind === 'quote') return html`<div class="css-q1"><div class="css-2p">${texts[0]}</div></div>`;
  if (kind === 'list')
    return html`<div class="css-l2">${texts.map((one) => html`<div class="css-2p">${one}</div>`)}</div>`;
  return html`<div class="css-2p">${texts[0]}</div>`;
}

function list(view: IndexView): Markup {
  return html`<div class="css-h7"><h1>${view.title}</h1></div>${view.entries.map(
    (one) =>
      html`<div class="css-e3"><a href="${one.href}"><div>${one.title}</div></a><div class="css-2p">${one.summary}</div></div>`,
  )}${view.older === null ? '' : html`<a href="${view.older}">»</a>`}`;
}

function page(view: SiteView, title: string, main: Markup): Markup {
  const { furniture, language } = view.phrases;
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} · ${view.name}</title><link rel="canonical" href="${view.canonical}">
<script>window.__STATE__={"site":"${view.name}"}</script></head>
<body><div id="root"><div class="css-top"><a href="/">${view.name}</a>${furniture.sections.map((one) => html`<a class="css-nav" href="/">${one}</a>`)}</div>
<div class="css-grid"><div class="css-col">${main}</div>
<div class="css-rail"><div class="css-m1">${furniture.mostRead}</div>${view.mostRead.map((one) => html`<div class="css-m2"><a href="${one.href}">${one.title}</a></div>`)}
${view.advertisements.map((one) => html`<div class="css-ad"><div class="css-2p">${one}</div></div>`)}</div></div>
<div class="css-foot">${furniture.menu.map((one) => html`<a href="/">${one}</a>`)}<div class="css-2p">${view.name}. ${furniture.copyright}</div></div>
<div class="css-modal">${furniture.cookies}</div></div></body></html>
`;
}
