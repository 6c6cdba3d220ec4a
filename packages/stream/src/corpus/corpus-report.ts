/** The report of a corpus as one static page: no script, no request; a policy in the page forbids both. */
import { html, Markup } from '@dehusk/node';
import type { CorpusDedupe } from './build-corpus.js';
import { type SiteCounts, sumOf, totalCounts } from './build-corpus.js';

interface ReportFacts {
  /** Name of the corpus: its folder. */
  readonly name: string;
  readonly format: string;
  readonly extractor: string;
  /** Pages of a site to learn from first; 0: the extractor learns nothing. */
  readonly learnPages: number;
  /** What is a repeated paragraph. */
  readonly dedupe: CorpusDedupe;
  /** Onion's n-grams and threshold. */
  readonly n: number;
  readonly threshold: number;
  readonly version: string;
}

const STYLE = `
:root { color-scheme: light dark; --line: #8885; --kept: #2f6f8f; --dropped: #d08a3e; --soft: #8882; }
@media (prefers-color-scheme: dark) { :root { --kept: #6cb2d4; --dropped: #e0a35c; } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 74rem; padding: 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.figures { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); margin: 1rem 0; padding: 0; }
.figures div { background: var(--soft); border-radius: .4rem; padding: .5rem .75rem; }
.figures dd { font-size: 1.4rem; font-variant-numeric: tabular-nums; margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; min-width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem; text-align: right; vertical-align: top; white-space: nowrap; }
th:first-child { background: Canvas; left: 0; position: sticky; text-align: left; }
.named { min-width: 0; } .named :nth-child(2) { text-align: left; }
.bar { background: var(--dropped); display: block; height: .6rem; margin-top: .4rem; min-width: 6rem; }
.bar span { background: var(--kept); display: block; height: 100%; }
.key::before { content: ""; display: inline-block; height: .7em; margin-right: .35em; width: .7em; }
.kept::before { background: var(--kept); } .dropped::before { background: var(--dropped); }
`;

const number = (value: number): string => value.toLocaleString('en');
const share = (part: number, rest: number): number => (part + rest === 0 ? 0 : (100 * part) / (part + rest));

/** Columns of the table of sites, each with the explanation below it. */
const COLUMNS: readonly (readonly [name: string, meaning: string, read: (counts: SiteCounts) => number])[] = [
  ['Pages', 'pages fetched or read', ({ pages }) => pages],
  ['Not read', 'pages that could not be fetched or read', ({ unread }) => sumOf(unread)],
  ['Learnt', 'pages the template was learnt from before the first extraction', ({ learnt }) => learnt],
  ['Rejected', 'pages without an article, or refused by a filter', ({ withoutText }) => sumOf(withoutText)],
  ['Duplicates', 'pages all of whose paragraphs were in the corpus already', ({ duplicates }) => duplicates],
  ['Too short', 'pages with too few words that are new', ({ short }) => short],
  ['Kept', 'pages in the corpus: Pages without those rejected, duplicate or too short', ({ documents }) => documents],
  ['Trimmed', 'documents that lost some paragraphs as repeated', ({ trimmed }) => trimmed],
  ['Paragraphs', 'paragraphs in the corpus', ({ paragraphs }) => paragraphs.kept],
  ['Sentences', 'sentences in the corpus', ({ sentences }) => sentences],
  ['Tokens', 'words and punctuation marks in the corpus', ({ tokens }) => tokens],
];

/** The report of a corpus as HTML. */
export function corpusReport(sites: readonly SiteCounts[], facts: ReportFacts): string {
  const total = totalCounts('All sites', sites);
  const rows = sites.length > 1 ? [...sites, total] : sites;
  const figures: readonly (readonly [string, number])[] = [
    ['Documents', total.documents],
    ['Tokens', total.tokens],
    ['Sentences', total.sentences],
    ['Words dropped as repeated', total.words.dropped],
    ['Pages', total.pages],
    ['Sites', sites.length],
  ];
  const learning =
    facts.learnPages === 0 ? '' : `, which learns each site's template on its first ${number(facts.learnPages)} pages`;
  const onion = facts.dedupe === 'onion' ? ` by Onion (n-grams of ${facts.n} words, threshold ${facts.threshold})` : '';
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Corpus ${facts.name}</title>
<style>${STYLE_MARKUP}</style>
</head>
<body>
<h1>Corpus ${facts.name}</h1>
<p>Extracted by <code>${facts.extractor}</code>${learning}; repeated paragraphs dropped${onion}; format ${facts.format}; dehusk ${facts.version}.</p>
<dl class="figures">
${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${number(value)}</dd></div>`)}
</dl>
<h2>Sites</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Counts by site">
<table>
<thead><tr><th scope="col">Site</th>${COLUMNS.map(([name, meaning]) => html`<th scope="col" title="${meaning}">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (one) =>
    html`<tr><th scope="row">${one.site}</th>${COLUMNS.map(([, , read]) => html`<td>${number(read(one))}</td>`)}</tr>`,
)}
</tbody>
</table>
</div>
<h2>Words kept and dropped as repeated</h2>
<p><span class="key kept">kept</span> &nbsp; <span class="key dropped">dropped</span></p>
<div class="scroll" tabindex="0" role="region" aria-label="Words kept and dropped by site">
<table>
<thead><tr><th scope="col">Site</th><th scope="col">Kept</th><th scope="col">Dropped</th><th scope="col">Kept, %</th><th scope="col"></th></tr></thead>
<tbody>
${rows.map(({ site, words: { kept, dropped } }) => wordsRow(site, kept, dropped))}
</tbody>
</table>
</div>
${namedCounts('Pages that could not be read', ['Reason', 'Pages'], sites, ({ unread }) => unread)}
${namedCounts('Pages without text', ['Reason', 'Pages'], sites, ({ withoutText }) => withoutText)}
${namedCounts('Documents by language', ['Language', 'Documents'], sites, ({ languages }) => languages)}
<h2>Columns</h2>
<ul>
${COLUMNS.map(([name, meaning]) => html`<li><b>${name}</b>: ${meaning}</li>`)}
</ul>
</body>
</html>
`;
  return page.text;
}

const STYLE_MARKUP = new Markup(STYLE);

function wordsRow(site: string, kept: number, dropped: number): Markup {
  const percent = share(kept, dropped).toFixed(1);
  const bar = kept + dropped === 0 ? html`` : html`<span class="bar"><span style="width: ${percent}%"></span></span>`;
  return html`<tr><th scope="row">${site}</th><td>${number(kept)}</td><td>${number(dropped)}</td><td>${percent}</td><td>${bar}</td></tr>`;
}

/** A section with a table of counts by name, or nothing when there are none. */
function namedCounts(
  heading: string,
  [name, counted]: readonly [name: string, counted: string],
  sites: readonly SiteCounts[],
  read: (counts: SiteCounts) => Readonly<Record<string, number>>,
): Markup {
  const rows = sites.flatMap((one) =>
    Object.entries(read(one))
      .sort((a, b) => b[1] - a[1])
      .map(([own, count]) => html`<tr><th scope="row">${one.site}</th><td>${own}</td><td>${number(count)}</td></tr>`),
  );
  if (rows.length === 0) return html``;
  return html`<h2>${heading}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${heading}">
<table class="named">
<thead><tr><th scope="col">Site</th><th scope="col">${name}</th><th scope="col">${counted}</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
</div>`;
}
