/**
 * One self-contained HTML file: tables, pictures, signatures. No script, no address that a browser would fetch.
 */
import type { BenchRow } from '../benchmarks/bench.js';
import type { Evaluation } from '../run/evaluate.js';
import { escapeHtml } from './draw.js';
import { learningCurve } from './learning-curve.js';
import { lines, precisionRecall, type Series, scoreBars, speedAgainstAccuracy } from './plots.js';
import { meanOf, type ScoreGrid, scoreGrid } from './score-grid.js';
import { STYLE } from './style.js';
import { percent } from './text-table.js';

export interface ReportInput {
  readonly title: string;
  readonly evaluations: readonly Evaluation[];
  readonly bench: readonly BenchRow[];
  /** Further curves, drawn as given. */
  readonly curves: readonly Curves[];
  /** Names of our own extractors, to be coloured apart. */
  readonly ours: ReadonlySet<string>;
}

/** A picture of lines from a JSON file. */
export interface Curves {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

/** Makes the report. */
export async function reportHtml(input: ReportInput): Promise<string> {
  const sections: string[] = [];
  for (const grid of scoreGrid(input.evaluations))
    sections.push(`<section><h2>${escapeHtml(grid.metric)}</h2>${gridTable(grid, input.ours)}</section>`);
  if (input.bench.length > 0) sections.push(await speedSection(input));
  for (const dataset of unique(input.evaluations.map((one) => one.dataset)))
    sections.push(await datasetSection(dataset, input));
  for (const { title, x, y, series } of input.curves)
    sections.push(
      `<section><h2>${escapeHtml(title)}</h2>${figure(await lines(series, { x, y }, title), '')}</section>`,
    );
  sections.push(
    `<section><h2>Signatures</h2><details><summary>What each figure was made with (${input.evaluations.length})</summary><pre>${escapeHtml(
      input.evaluations.map(({ signature }) => signature).join('\n'),
    )}</pre></details></section>`,
  );
  const title = escapeHtml(input.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${title}</h1>
<p>Scores in percent. <span class="key ours">Extractors of Dehusk</span> <span class="key theirs">other systems</span></p></header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

/** Extractors by datasets under one metric, best mean first. */
function gridTable({ datasets, rows }: ScoreGrid, ours: ReadonlySet<string>): string {
  const best = datasets.map((_, at) => Math.max(...rows.map(({ scores }) => scores[at] || 0)));
  const head = datasets.map(
    ({ name, pages }) => `<th scope="col">${escapeHtml(name)}<small>${pages} pages</small></th>`,
  );
  const body = rows.map(({ system, scores }) => {
    const cells = scores.map((score, at) => `<td${score === best[at] ? ' class="best"' : ''}>${percent(score)}</td>`);
    return `<tr${ours.has(system) ? ' class="ours"' : ''}><th scope="row">${escapeHtml(system)}</th>${cells.join('')}<td>${percent(meanOf(scores))}</td></tr>`;
  });
  return `<div class="wide"><table><thead><tr><th scope="col">extractor</th>${head.join('')}<th scope="col">mean<small>of datasets</small></th></tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

async function datasetSection(dataset: string, { evaluations, ours }: ReportInput): Promise<string> {
  const scatters: string[] = [];
  const parts: string[] = [];
  for (const metric of unique(evaluations.map((one) => one.metric))) {
    const of = evaluations.filter((one) => one.metric === metric && one.dataset === dataset);
    if (of.length === 0) continue;
    const sorted = [...of].sort((a, b) => b.overall.score - a.overall.score);
    const about = `${dataset}, ${metric}`;
    const points = sorted.map(({ system, overall }) => ({
      name: system,
      x: overall.recall,
      y: overall.precision,
      isOurs: ours.has(system),
    }));
    if (points.some(({ x, y }) => !Number.isNaN(x) && !Number.isNaN(y)))
      scatters.push(
        figure(
          await precisionRecall(points, `Precision against recall: ${about}`),
          `${about}: precision against recall. Dashed: equal F1 (50, 60, 70, 80, 90).`,
        ),
      );
    const bars = sorted[0].groups.flatMap(({ name }) =>
      sorted.map(({ system, groups }) => {
        const group = groups.find((one) => one.name === name);
        const score = group?.score.score ?? Number.NaN;
        return { name: system, group: `${name} (${group?.score.pages ?? 0})`, score, isOurs: ours.has(system) };
      }),
    );
    if (sorted[0].groups.length > 1)
      parts.push(
        figure(await scoreBars(bars, `Scores by group: ${about}`), `${about}: score by group (number of pages).`),
      );
    if (of.every(({ isStream }) => isStream))
      parts.push(
        figure(
          await lines(
            sorted.slice(0, MAX_CURVES).map(learningCurve),
            { x: 'page of the site', y: 'mean score so far, %' },
            `Learning curves: ${about}`,
          ),
          `${about}: cumulative mean of the score after each page of a site, averaged over sites; the best ${Math.min(MAX_CURVES, sorted.length)}.`,
        ),
      );
  }
  return `<section><h2>${escapeHtml(dataset)}</h2><div class="pair">${scatters.join('\n')}</div>${parts.join('\n')}</section>`;
}

/** As many lines as can be told apart. */
const MAX_CURVES = 8;

async function speedSection({ bench, evaluations, ours }: ReportInput): Promise<string> {
  const rows = bench.map(
    (row) =>
      `<tr${ours.has(row.name) ? ' class="ours"' : ''}><th scope="row">${escapeHtml(row.name)}</th><td>${number(row.ratio, 2)}</td><td>${number(row.pagesPerSecond, 1)}</td><td>${number(row.megabytesPerSecond, 1)}</td><td>${number(row.p50, 1)}</td><td>${number(row.p95, 1)}</td><td>${number(row.p99, 1)}</td><td>${number(row.peakMegabytes, 0)}</td><td>${row.stopped === null ? row.failures : escapeHtml(row.stopped)}</td></tr>`,
  );
  const pictures: string[] = [];
  for (const metric of unique(evaluations.map((one) => one.metric))) {
    const points = bench.flatMap(({ name, ratio }) => {
      const scores = evaluations
        .filter((one) => one.metric === metric && one.system === name)
        .map((one) => one.overall.score);
      if (scores.length === 0) return [];
      return [{ name, x: ratio, y: meanOf(scores), isOurs: ours.has(name) }];
    });
    if (points.length > 0)
      pictures.push(
        figure(
          await speedAgainstAccuracy(points, `${metric}, mean of datasets, %`, `Speed against accuracy: ${metric}`),
          `Speed against accuracy, ${metric}. Up and left is better.`,
        ),
      );
  }
  return `<section><h2>Speed and memory</h2><div class="wide"><table><thead><tr><th scope="col">subject</th><th scope="col">CPU ratio<small>to htmlparser2 tokens</small></th><th scope="col">pages/s</th><th scope="col">MB/s</th><th scope="col">p50<small>ms</small></th><th scope="col">p95<small>ms</small></th><th scope="col">p99<small>ms</small></th><th scope="col">peak<small>MB RSS</small></th><th scope="col">failed</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div><div class="pair">${pictures.join('\n')}</div></section>`;
}

function figure(svg: string, caption: string): string {
  return `<figure><div class="wide">${svg}</div>${caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>`;
}

function number(value: number, digits: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits);
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
