/**
 * The pages an extractor loses most on, as one HTML file one can leaf through: ← and → or the list change the page.
 */

import type { PageScore } from '../run/evaluate.js';
import { escapeHtml } from './draw.js';
import { STYLE } from './style.js';
import { percent } from './text-table.js';
import { MAX_WORDS, type Stretch, wordDiff } from './word-diff.js';

/** One page with its loss. */
export interface ErrorPage {
  readonly score: PageScore;
  readonly gold: string;
  readonly output: string;
  readonly url: string | null;
  readonly pageType: string | null;
  /** Why there was no output, or null. */
  readonly reason: string | null;
  /** Relative path of the page's source as text, or null. */
  readonly source: string | null;
}

/** The HTML; `signature` says what was scored. */
export function errorPagesHtml(title: string, signature: string, pages: readonly ErrorPage[]): string {
  const list = pages.map(
    ({ score }, at) => `<li><a href="#page-${at + 1}">${escapeHtml(score.id)}</a> ${percent(score.score)}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${ERROR_STYLE}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1>
<p><kbd>←</kbd> <kbd>→</kbd> leaf through ${pages.length} pages, largest loss first. <del>missing</del>: only in the gold. <ins>extra</ins>: only in the output.</p></header>
<nav aria-label="pages"><details><summary>All pages</summary><ol>${list.join('\n')}</ol></details></nav>
<main>
${pages.map((page, at) => articleOf(page, at, pages.length)).join('\n')}
</main>
<footer><pre>${escapeHtml(signature)}</pre></footer>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function articleOf(page: ErrorPage, at: number, all: number): string {
  const { score, gold, output, url, pageType, reason, source } = page;
  const facts = [
    `score ${percent(score.score)}`,
    `precision ${percent(score.precision)}`,
    `recall ${percent(score.recall)}`,
    ...(pageType === null ? [] : [escapeHtml(pageType)]),
    ...(reason === null ? [] : [`no text: ${escapeHtml(reason)}`]),
    ...(source === null ? [] : [`<a href="${escapeHtml(encodeURI(source))}">source</a>`]),
    // Only web addresses become links: a javascript: address in a dataset would run here.
    ...(url !== null && /^https?:\/\//i.test(url)
      ? [`<a rel="noreferrer" href="${escapeHtml(url)}">${escapeHtml(url)}</a>`]
      : []),
  ];
  const cut = [gold, output].some((text) => (text.match(/\S+/g) ?? []).length > MAX_WORDS);
  return `<article id="page-${at + 1}"${at === 0 ? '' : ' hidden'}>
<h2>${at + 1}. ${escapeHtml(score.id)}</h2>
<p class="facts">${[...(at > 0 ? [`<a href="#page-${at}">previous</a>`] : []), ...(at + 1 < all ? [`<a href="#page-${at + 2}">next</a>`] : [])].join(' · ')}</p>
<p class="facts">${facts.join(' · ')}</p>
<div class="text">${textOf(gold, output)}</div>
${cut ? `<p class="facts">Only the first ${MAX_WORDS} words are shown.</p>` : ''}
</article>`;
}

/** How a stretch is marked up. */
const MARKS: Readonly<Record<Stretch['kind'], (text: string) => string>> = {
  same: (text) => text,
  missing: (text) => `<del>${text}</del>`,
  extra: (text) => `<ins>${text}</ins>`,
};

function textOf(gold: string, output: string): string {
  return wordDiff(gold, output)
    .map(({ kind, words }) => MARKS[kind](escapeHtml(words.join(' ').replace(/ ?\n ?/g, '\n'))))
    .join(' ');
}

const ERROR_STYLE = `
del { background: var(--removed); text-decoration-thickness: 1px; } ins { background: var(--added); text-decoration: none; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 50rem; } .facts { color: var(--soft); overflow-wrap: anywhere; }
kbd { border: 1px solid var(--faint); border-radius: 3px; padding: 0 .35em; } nav ol { columns: 3; padding-left: 2rem; } a { color: var(--ours); }
`;

/** Shows one page at a time; the address keeps the place, so that a page can be linked to. */
const SCRIPT = `
const pages = [...document.querySelectorAll('article')];
const current = () => { const at = pages.findIndex((page) => '#' + page.id === location.hash); return at < 0 ? 0 : at; };
const show = () => { const at = current(); pages.forEach((page, index) => { page.hidden = index !== at; }); scrollTo(0, 0); };
const turn = (by) => { const page = pages[Math.min(pages.length - 1, Math.max(0, current() + by))]; if (page) location.hash = page.id; };
addEventListener('hashchange', show);
addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowRight' || event.key === 'j' || event.key === 'n') turn(1);
  else if (event.key === 'ArrowLeft' || event.key === 'k' || event.key === 'p') turn(-1);
});
show();
`;
