import { html, type Markup } from '@dehusk/node';
import type { ArticlePart } from '../news-article.js';
import type { ArticleView, IndexView, PageTemplate, SiteView, Teaser } from './template.js';

/** Nested `div`s with identifiers, a sidebar, a promotion in the middle of the story that looks like one of its paragraphs. */
export const classic: PageTemplate = {
  name: 'classic',
  article: (view) => page(view, view.article.title, story(view)),
  index: (view) => page(view, view.title, list(view)),
};

function story(view: ArticleView): Markup {
  const { article, phrases } = view;
  const { furniture } = phrases;
  const parts = article.body.map(part);
  parts.splice(
    2,
    0,
    html`<p class="text">${furniture.readAlso}: <a href="${view.teasers[0].href}">${view.teasers[0].title}</a></p>`,
  );
  return html`<div class="story">
<div class="kicker">${article.section}</div>
<h1 class="headline">${article.title}</h1>
<div class="meta">${furniture.by} <span class="author">${article.author}</span> | <span class="date">${view.date.shown}</span></div>
<div class="tools"><a href="#share">${furniture.share}</a> <a href="#print">PDF</a></div>
<div class="body">
${parts}
<p class="text promo">${furniture.newsletter}</p>
</div></div>
<div class="related"><h3>${furniture.readAlso}</h3><ul>${view.teasers.map((one) => html`<li>${link(one)}</li>`)}</ul></div>
<div id="comments"><h3>${furniture.comments} (${article.comments.length})</h3>
${article.comments.map((one) => html`<div class="comment"><b>${one.name}</b><p>${one.text}</p></div>`)}</div>`;
}

function part({ kind, texts }: ArticlePart): Markup {
  if (kind === 'heading') return html`<h2>${texts[0]}</h2>`;
  if (kind === 'quote') return html`<blockquote>${texts[0]}</blockquote>`;
  if (kind === 'list') return html`<ul class="text">${texts.map((one) => html`<li>${one}</li>`)}</ul>`;
  return html`<p class="text">${texts[0]}</p>`;
}

function list(view: IndexView): Markup {
  return html`<div class="list"><h1>${view.title}</h1>
${view.entries.map((one) => html`<div class="entry"><h2>${link(one)}</h2><p>${one.summary}</p></div>`)}
${view.older === null ? '' : html`<a class="older" href="${view.older}">»</a>`}</div>`;
}

function link(teaser: Teaser): Markup {
  return html`<a href="${teaser.href}">${teaser.title}</a>`;
}

function page(view: SiteView, title: string, main: Markup): Markup {
  const { furniture, language } = view.phrases;
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} - ${view.name}</title>
<link rel="canonical" href="${view.canonical}"></head>
<body><div id="cookies">${furniture.cookies}</div>
<div id="page"><div id="header"><a href="/">${view.name}</a></div>
<div id="navigation"><ul>${[...furniture.sections, ...furniture.menu].map((one) => html`<li><a href="/">${one}</a></li>`)}</ul></div>
<div id="main">${main}</div>
<div id="sidebar"><div class="box"><h3>${furniture.mostRead}</h3><ol>${view.mostRead.map((one) => html`<li>${link(one)}</li>`)}</ol></div>
${view.advertisements.map((one) => html`<div class="ad">${one}</div>`)}</div>
<div id="footer">${view.name}. ${furniture.copyright}</div></div></body></html>
`;
}
