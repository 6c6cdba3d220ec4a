import { html, type Markup } from '@dehusk/node';
import type { ArticlePart } from '../news-article.js';
import type { ArticleView, IndexView, PageTemplate, SiteView } from './template.js';

/** Tables inside tables, fonts, and paragraphs separated by line breaks: the web of 2003, which many local papers still run. */
export const table: PageTemplate = {
  name: 'table',
  article: (view) => page(view, view.article.title, story(view)),
  index: (view) => page(view, view.title, list(view)),
};

function story(view: ArticleView): Markup {
  const { article, phrases } = view;
  const { furniture } = phrases;
  return html`<font size="1">${article.section} &gt; ${view.date.shown}</font><br>
<font size="5"><b>${article.title}</b></font><br><font size="1">${furniture.by} ${article.author}</font><br><br>
${article.body.map(part)}
<font size="2"><i>${furniture.newsletter}</i></font><br>
<hr><b>${furniture.readAlso}</b><br>${view.teasers.map((one) => html`<a href="${one.href}">${one.title}</a><br>`)}
<hr><b>${furniture.comments}</b><br>${article.comments.map((one) => html`<i>${one.name}</i>: ${one.text}<br><br>`)}`;
}

function part({ kind, texts }: ArticlePart): Markup {
  if (kind === 'heading') return html`<b>${texts[0]}</b><br><br>`;
  if (kind === 'list') return html`<ul>${texts.map((one) => html`<li>${one}`)}</ul>`;
  if (kind === 'quote') return html`<center><i>${texts[0]}</i></center><br>`;
  return html`<font size="3">${texts[0]}</font><br><br>`;
}

function list(view: IndexView): Markup {
  return html`<font size="5">${view.title}</font><br>${view.entries.map(
    (one) => html`<a href="${one.href}"><b>${one.title}</b></a><br>${one.summary}<br><br>`,
  )}${view.older === null ? '' : html`<a href="${view.older}">»</a>`}`;
}

function page(view: SiteView, title: string, main: Markup): Markup {
  const { furniture, language } = view.phrases;
  return html`<html lang="${language}"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<title>${view.name}: ${title}</title><link rel="canonical" href="${view.canonical}"></head>
<body bgcolor="#ffffff"><table width="100%"><tr><td colspan="3" bgcolor="#003366"><a href="/"><font color="#ffffff">${view.name}</font></a>
${furniture.sections.map((one) => html`| <a href="/"><font color="#ffffff">${one}</font></a>`)}</td></tr>
<tr><td width="150" valign="top">${furniture.menu.map((one) => html`<a href="/">${one}</a><br>`)}</td>
<td valign="top">${main}</td>
<td width="180" valign="top"><b>${furniture.mostRead}</b><br>${view.mostRead.map((one) => html`<a href="${one.href}">${one.title}</a><br><br>`)}
${view.advertisements.map((one) => html`<table border="1"><tr><td>${one}</td></tr></table>`)}</td></tr>
<tr><td colspan="3"><font size="1">${view.name}. ${furniture.copyright}</font><br><font size="1">${furniture.cookies}</font></td></tr></table></body></html>
`;
}
