/**
 * The pages on which an extractor loses most, as one HTML file with a word diff of gold and output for each; ← and → or the
 * list change the page. Markdown is shown in two columns, expected and got, paragraph by paragraph.
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
  /** Whether gold and output are Markdown. */
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
  return htmlPage(title, body, ERROR_STYLE);
}

function articleOf(page: ErrorPage, at: number, all: number): string {
  const { score, gold, output, isMarkdown, notes, url, pageType, reason, source } = page;
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
  const cut = !isMarkdown && [gold, output].some((text) => (text.match(/\S+/g) ?? []).length > MAX_WORDS);
  return `<article id="page-${at + 1}"${at === 0 ? '' : ' hidden'}>
<h2>${at + 1}. ${escapeHtml(score.id)}</h2>
<p class="facts">${[...(at > 0 ? [`<a href="#page-${at}">previous</a>`] : []), ...(at + 1 < all ? [`<a href="#page-${at + 2}">next</a>`] : [])].join(' · ')}</p>
<p class="facts">${facts.join(' · ')}</p>
${notes.length === 0 ? '' : `<p class="facts">${notes.map(escapeHtml).join(' · ')}</p>`}
${isMarkdown ? sideBySide(gold, output) : `<div class="text">${textOf(gold, output)}</div>`}
${cut ? `<p class="facts">Only the first ${MAX_WORDS} words are shown.</p>` : ''}
</article>`;
}

/** The markup of each kind of run. */
const MARKS: Readonly<Record<WordRun['kind'], (text: string) => string>> = {
  same: (text) => text,
  missing: (text) => `<del>${text}</del>`,
  extra: (text) => `<ins>${text}</ins>`,
};

function textOf(gold: string, output: string): string {
  return wordDiff(gold, output)
    .map(({ kind, words }) => MARKS[kind](escapeHtml(words.join(' ').replace(/ ?\n ?/g, '\n'))))
    .join(' ');
}

/** Two columns: equal paragraphs, long runs of them folded, beside each other; in others the words that differ are marked. */
function sideBySide(gold: string, output: string): string {
  const rows = diffRuns(paragraphsOf(gold), paragraphsOf(output)).flatMap(({ same, gold, output }) => {
    if (!same)
      return gold.length === output.length
        ? gold.map((one, at) => rowOf(one, output[at]))
        : rowOf(...joined(gold, output));
    const [left, right] = joined(gold, output).map(escapeHtml);
    if (gold.length < MIN_FOLDED) return `<tr><td>${left}</td><td>${right}</td></tr>`;
    const fold = (text: string): string =>
      `<details><summary>${gold.length} equal paragraphs</summary>${text}</details>`;
    return `<tr class="same"><td>${fold(left)}</td><td>${fold(right)}</td></tr>`;
  });
  return `<table class="sides"><thead><tr><th>expected</th><th>got</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

const joined = (gold: readonly string[], output: readonly string[]): [string, string] => [
  gold.join('\n\n'),
  output.join('\n\n'),
];

/** Changed paragraphs beside each other. */
function rowOf(gold: string, output: string): string {
  const runs = diffRuns(wordsWithSpace(gold), wordsWithSpace(output));
  const cellOf = (side: 'gold' | 'output', mark: (text: string) => string): string =>
    runs
      .map((run) => ({ same: run.same, text: escapeHtml(run[side].join('')) }))
      .map(({ same, text }) => (same || text === '' ? text : mark(text)))
      .join('');
  return `<tr><td>${cellOf('gold', MARKS.missing)}</td><td>${cellOf('output', MARKS.extra)}</td></tr>`;
}

const ERROR_STYLE = `
del { background: var(--removed); text-decoration-thickness: 1px; } ins { background: var(--added); text-decoration: none; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 50rem; } .facts { color: var(--soft); overflow-wrap: anywhere; }
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

/** A run of words: in both texts, only in the gold (`missing`), or only in the output (`extra`). */
interface WordRun {
  readonly kind: 'same' | 'missing' | 'extra';
  readonly words: readonly string[];
}

/** Words compared per text; Myers' algorithm takes their number times the number of differences. */
const MAX_WORDS = 5_000;

/**
 * The diff of two texts by Myers' algorithm, in reading order. Line breaks are words, so that the layout stays. Texts longer
 * than {@link MAX_WORDS} are compared up to there.
 */
export function wordDiff(gold: string, output: string): readonly WordRun[] {
  const goldWords = wordsAndBreaks(gold);
  const outputWords = wordsAndBreaks(output);
  const runs: WordRun[] = [];
  const add = (kind: WordRun['kind'], words: readonly string[]): void => {
    if (words.length > 0) runs.push({ kind, words });
  };
  let at = 0;
  for (const [goldFrom, goldTo, outputFrom, outputTo] of diff(goldWords, outputWords)) {
    add('same', goldWords.slice(at, goldFrom));
    add('missing', goldWords.slice(goldFrom, goldTo));
    add('extra', outputWords.slice(outputFrom, outputTo));
    at = goldTo;
  }
  add('same', goldWords.slice(at));
  return runs;
}

function wordsAndBreaks(text: string): readonly string[] {
  return (text.match(/\n+|[^\s]+/g) ?? []).map((word) => (word.startsWith('\n') ? '\n' : word)).slice(0, MAX_WORDS);
}

const wordsWithSpace = (text: string): readonly string[] => (text.match(/\s*\S+/g) ?? []).slice(0, MAX_WORDS);

/** Paragraphs compared per text, and equal paragraphs in a row from which on they are folded. */
const MAX_PARAGRAPHS = 4_000;
const MIN_FOLDED = 4;

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n[ \t]*\n/)
    .filter((one) => one.trim() !== '')
    .slice(0, MAX_PARAGRAPHS);

/** A run of parts of two texts: equal but for white space and signs of the same meaning, or those of each that differ. */
interface DiffRun {
  readonly same: boolean;
  readonly gold: readonly string[];
  readonly output: readonly string[];
}

/** The diff of two lists of Markdown parts, in reading order. Line breaks, and `*` and `_`, are no difference. */
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
