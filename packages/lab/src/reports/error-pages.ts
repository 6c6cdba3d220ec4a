/**
 * The pages on which an extractor loses most, as one HTML file: expected and got in two columns, paragraph by paragraph, with the
 * words that differ marked; ← and → or the list change the page.
 */
import { diff } from 'fast-myers-diff';
import type { PageScore } from '../run/evaluate.js';
import { escapeHtml, htmlPage } from './html.js';
import { percent } from './tables.js';

/** One page with its loss. */
export interface ErrorPage {
  readonly score: PageScore;
  readonly gold: string;
  readonly output: string;
  /** Whether gold and output are Markdown, whose paragraphs are separated by empty lines; else each line is one. */
  readonly isMarkdown: boolean;
  /** Further facts about the page. */
  readonly notes: readonly string[];
  readonly url: string | null;
  readonly pageType: string | null;
  /** Why there was no output, or null. */
  readonly reason: string | null;
  /** Relative path of the page's source as a text file, or null. */
  readonly source: string | null;
}

/** The HTML; `signature` is that of the score. */
export function errorPagesHtml(title: string, signature: string, pages: readonly ErrorPage[]): string {
  const list = pages.map(
    ({ score }, at) => `<li><a href="#page-${at + 1}">${escapeHtml(score.id)}</a> ${percent(score.score)}</li>`,
  );
  const body = `<header><h1>${escapeHtml(title)}</h1>
<p><kbd>←</kbd> <kbd>→</kbd> change between ${pages.length} pages, largest loss first. <del>missing</del>: only in the gold. <ins>extra</ins>: only in the output.</p></header>
<nav aria-label="pages"><details><summary>All pages</summary><ol>${list.join('\n')}</ol></details></nav>
<main>
${pages.map((page, at) => articleOf(page, at, pages.length)).join('\n')}
</main>
<footer><pre>${escapeHtml(signature)}</pre></footer>
<script>${SCRIPT}</script>`;
  return htmlPage(title, body, STYLE);
}

function articleOf(page: ErrorPage, at: number, all: number): string {
  const { score, isMarkdown, url, pageType, reason, source } = page;
  const neighbours = [
    ...(at > 0 ? [`<a href="#page-${at}">previous</a>`] : []),
    ...(at + 1 < all ? [`<a href="#page-${at + 2}">next</a>`] : []),
  ];
  const facts = [
    `score ${percent(score.score)}`,
    ...(isMarkdown ? [] : [`precision ${percent(score.precision)}`, `recall ${percent(score.recall)}`]),
    ...(pageType === null ? [] : [escapeHtml(pageType)]),
    ...(reason === null ? [] : [`no text: ${escapeHtml(reason)}`]),
    ...(source === null ? [] : [`<a href="${escapeHtml(encodeURI(source))}">source</a>`]),
    // Only web addresses become links: a javascript: address of a dataset would run here.
    ...(url !== null && /^https?:\/\//i.test(url)
      ? [`<a rel="noreferrer" href="${escapeHtml(url)}">${escapeHtml(url)}</a>`]
      : []),
  ];
  const lines = [neighbours, facts, page.notes.map(escapeHtml)].filter(({ length }) => length > 0);
  return `<article id="page-${at + 1}"${at === 0 ? '' : ' hidden'}>
<h2>${at + 1}. ${escapeHtml(score.id)}</h2>
${lines.map((line) => `<p class="facts">${line.join(' · ')}</p>`).join('\n')}
${sideBySide(page)}
</article>`;
}

/** Equal paragraphs, long runs of them folded, beside each other; in others the words that differ are marked. */
function sideBySide({ gold: expected, output: got, isMarkdown }: ErrorPage): string {
  const between = isMarkdown ? '\n\n' : '\n';
  const paragraphsOf = (text: string): readonly string[] =>
    text
      .split(isMarkdown ? /\n[ \t]*\n/ : '\n')
      .filter((one) => one.trim() !== '')
      .slice(0, MAX_PARAGRAPHS);
  const rows = diffRuns(paragraphsOf(expected), paragraphsOf(got)).flatMap(({ same, gold, output }) => {
    const [left, right] = [gold.join(between), output.join(between)];
    if (!same)
      return gold.length === output.length ? gold.map((one, at) => rowOf(one, output[at])) : rowOf(left, right);
    if (gold.length < MIN_FOLDED) return `<tr><td>${escapeHtml(left)}</td><td>${escapeHtml(right)}</td></tr>`;
    const fold = (text: string): string =>
      `<details><summary>${gold.length} equal paragraphs</summary>${escapeHtml(text)}</details>`;
    return `<tr class="same"><td>${fold(left)}</td><td>${fold(right)}</td></tr>`;
  });
  return `<table class="sides"><thead><tr><th>expected</th><th>got</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

/** Changed paragraphs beside each other. */
function rowOf(gold: string, output: string): string {
  const wordsOf = (text: string): readonly string[] => (text.match(/\s*\S+/g) ?? []).slice(0, MAX_WORDS);
  const runs = diffRuns(wordsOf(gold), wordsOf(output));
  const cellOf = (side: 'gold' | 'output', tag: string): string =>
    runs
      .map((run) => ({ same: run.same, text: escapeHtml(run[side].join('')) }))
      .map(({ same, text }) => (same || text === '' ? text : `<${tag}>${text}</${tag}>`))
      .join('');
  return `<tr><td>${cellOf('gold', 'del')}</td><td>${cellOf('output', 'ins')}</td></tr>`;
}

const STYLE = `
del { background: var(--removed); text-decoration-thickness: 1px; } ins { background: var(--added); text-decoration: none; }
.facts { color: var(--soft); overflow-wrap: anywhere; }
kbd { border: 1px solid var(--faint); border-radius: 3px; padding: 0 .35em; }
.sides { width: 100%; table-layout: fixed; } .sides td, .sides thead th { text-align: left; vertical-align: top; width: 50%; border-left: 1px solid var(--faint); padding: 0 .6rem; }
.sides td { white-space: pre-wrap; overflow-wrap: anywhere; font: 12.5px/1.45 ui-monospace, monospace; } .sides thead th:first-child { font-weight: 600; } .sides tbody tr:nth-child(even) { background: none; }
.same summary { color: var(--soft); cursor: pointer; } body:has(.sides) { max-width: 110rem; }
nav ol { columns: 3; padding-left: 2rem; } a { color: var(--ours); }
`;

/** Shows one page at a time; the address names it, so that pages can be linked. */
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

/** Words and paragraphs compared; Myers' algorithm takes their number times the number of differences. */
const MAX_WORDS = 5_000;
const MAX_PARAGRAPHS = 4_000;
/** Equal paragraphs in a row from which on they are folded. */
const MIN_FOLDED = 4;

/** A run of parts of two texts: equal but for white space and signs of the same meaning, or those of each that differ. */
interface DiffRun {
  readonly same: boolean;
  readonly gold: readonly string[];
  readonly output: readonly string[];
}

/** The diff of two lists of parts, in reading order. Line breaks, and `*` and `_`, are no difference. */
export function diffRuns(gold: readonly string[], output: readonly string[]): readonly DiffRun[] {
  const keyOf = (part: string): string => part.trim().replace(/\s+/g, ' ').replace(/[*_]/g, '*');
  const runs: DiffRun[] = [];
  let [atGold, atOutput] = [0, 0];
  const add = (same: boolean, goldTo: number, outputTo: number): void => {
    if (goldTo > atGold || outputTo > atOutput)
      runs.push({ same, gold: gold.slice(atGold, goldTo), output: output.slice(atOutput, outputTo) });
    [atGold, atOutput] = [goldTo, outputTo];
  };
  for (const [goldFrom, goldTo, outputFrom, outputTo] of diff(gold.map(keyOf), output.map(keyOf))) {
    add(true, goldFrom, outputFrom);
    add(false, goldTo, outputTo);
  }
  add(true, gold.length, output.length);
  return runs;
}
