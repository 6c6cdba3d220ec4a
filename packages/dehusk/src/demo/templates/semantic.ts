import { html, type Markup } from '@dehusk/node';
import type { ArticlePart } from '../news-article.js';
import type { ArticleView, IndexView, PageTemplate, SiteView } from './template.js';

/** The elements HTML has for it: header, nav, main, article, aside, footer; metadata as JSON-LD. */
export const semantic: PageTemplate = {
  name: 'semantic',
  article: (view) => page(view, view.article.title, story(view), head(view)),
  index: (view) => page(view, view.title, list(view), html``),
};

function head({ article, date, name }: ArticleView): Markup {
  return html`<meta property="og:type" content="article"><meta property="og:title" content="${article.title}">
<meta property="og:site_name" content="${name}"><meta property="article:published_time" content="${date.iso}">
<meta name="author" content="${article.author}"><meta name="description" content="${article.summary}">`;
}

function story(view: ArticleView): Markup {
  const { article, phrases } = view;
  const { furniture } = phrases;
  const half = Math.ceil(article.body.length / 2);
  return html`<article><header><p>${article.section}</p><h1>${article.title}</h1>
<p>${furniture.by} <a rel="author" href="/about">${article.author}</a> <time datetime="${view.date.iso}">${view.date.shown}</time></p></header>
${article.body.slice(0, half).map(part)}
<aside><p>${view.advertisements[0]}</p></aside>
${article.body.slice(half).map(part)}
<p><em>${furniture.newsletter}</em></p></article>
<section aria-label="related"><h2>${furniture.readAlso}</h2>${view.teasers.map(
    (one) => html`<div><h3><a href="${one.href}">${one.title}</a></h3><p>${one.summary}</p></div>`,
  )}</section>
<section id="discussion"><h2>${furniture.comments}</h2>${article.comments.map(
    (one) => html`<div><cite>${one.name}</cite><p>${one.text}</p></div>`,
  )}</section>`;
}

function part({ kind, texts }: ArticlePart): Markup {
  if (kind === 'heading') return html`<h2>${texts[0]}</h2>`;
  if (kind === 'quote') return html`<figure><blockquote>${texts[0]}</blockquote></figure>`;
  if (kind === 'list') return html`<ul>${texts.map((one) => html`<li>${one}</li>`)}</ul>`;
  return html`<p>${texts[0]}</p>`;
}

function list(view: IndexView): Markup {
  return html`<h1>${view.title}</h1>${view.entries.map(
    (one) => html`<section><h2><a href="${one.href}">${one.title}</a></h2><p>${one.summary}</p></section>`,
  )}
${view.older === null ? '' : html`<a rel="next" href="${view.older}">»</a>`}`;
}

function page(view: SiteView, title: string, main: Markup, metadata: Markup): Markup {
  const { furniture, language } = view.phrases;
  return html`<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} | ${view.name}</title>
<link rel="canonical" href="${view.canonical}">${metadata}</head>
<body><header><a href="/">${view.name}</a><nav>${furniture.sections.map((one) => html`<a href="/">${one}</a>`)}</nav></header>
<main>${main}</main>
<aside><h2>${furniture.mostRead}</h2><ul>${view.mostRead.map((one) => html`<li><a href="${one.href}">${one.title}</a></li>`)}</ul>
<p>${view.advertisements[1]}</p></aside>
<footer><nav>${furniture.menu.map((one) => html`<a href="/">${one}</a>`)}</nav><p>${view.name}. ${furniture.copyright}</p></footer>
<div role="dialog">${furniture.cookies}</div></body></html>
`;
}
