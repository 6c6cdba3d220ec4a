/** The report: one self-contained HTML file with tables, pictures and signatures, without scripts or remote addresses. */
import { mean } from 'simple-statistics';
import { footnotes } from '../run/contamination.js';
import type { Evaluation } from '../run/evaluate.js';
import { escapeHtml, htmlPage } from './html.js';
import { lines, precisionRecall, type Series, scoreBars, speedAgainstAccuracy } from './plots.js';
import { type ScoreGrid, scoreGrid } from './scores.js';
import { type BenchRow, benchTable } from './speed.js';
import { percent, type Table } from './tables.js';

interface ReportInput {
  readonly title: string;
  readonly evaluations: readonly Evaluation[];
  readonly bench: readonly BenchRow[];
  /** Further curves. */
  readonly curves: readonly Curves[];
  /** Names of our extractors, which have their own colour. */
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
  const notes = footnotes(input.evaluations.map(({ contamination }) => contamination));
  const body = `<header><h1>${escapeHtml(input.title)}</h1>
<p>Scores in percent. <span class="key ours">Extractors of Dehusk</span> <span class="key theirs">other systems</span></p>${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('')}</header>
<main>
${sections.join('\n')}
</main>`;
  return htmlPage(input.title, body);
}

/** Extractors by datasets under one metric, best mean first. */
function gridTable({ datasets, rows }: ScoreGrid, ours: ReadonlySet<string>): string {
  const best = datasets.map((_, at) => Math.max(...rows.map(({ scores }) => scores[at] || 0)));
  const head = ['extractor', ...datasets.map(({ name, pages }) => `${name}\n${pages} pages`), 'mean\nof datasets'];
  const cells = rows.map(({ system, scores, marks, mean: average }) => [
    system,
    ...scores.map((score, at) => percent(score) + marks[at]),
    percent(average),
  ]);
  return htmlTable({ head, rows: cells }, ours, (row, column) => rows[row].scores[column - 1] === best[column - 1]);
}

/** A table with row heads. The second line of a head is set smaller; `isBest` marks cells in bold. */
function htmlTable(table: Table, ours: ReadonlySet<string>, isBest: (row: number, column: number) => boolean): string {
  const head = table.head.map((text) => {
    const [title, detail] = text.split('\n').map(escapeHtml);
    return `<th scope="col">${title}${detail === undefined ? '' : `<small>${detail}</small>`}</th>`;
  });
  const body = table.rows.map(([name, ...cells], row) => {
    const columns = cells.map(
      (cell, at) => `<td${isBest(row, at + 1) ? ' class="best"' : ''}>${escapeHtml(cell)}</td>`,
    );
    return `<tr${ours.has(name) ? ' class="ours"' : ''}><th scope="row">${escapeHtml(name)}</th>${columns.join('')}</tr>`;
  });
  return `<div class="wide"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
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

/** Largest number of distinguishable lines. */
const MAX_CURVES = 8;

async function speedSection({ bench, evaluations, ours }: ReportInput): Promise<string> {
  const pictures: string[] = [];
  for (const metric of unique(evaluations.map((one) => one.metric))) {
    const points = bench.flatMap(({ name, ratio }) => {
      const scores = evaluations
        .filter((one) => one.metric === metric && one.system === name)
        .map((one) => one.overall.score);
      if (scores.length === 0) return [];
      return [{ name, x: ratio, y: mean(scores), isOurs: ours.has(name) }];
    });
    if (points.length > 0)
      pictures.push(
        figure(
          await speedAgainstAccuracy(points, `${metric}, mean of datasets, %`, `Speed against accuracy: ${metric}`),
          `Speed against accuracy, ${metric}. Up and left is better.`,
        ),
      );
  }
  const table = htmlTable(benchTable(bench), ours, () => false);
  return `<section><h2>Speed and memory</h2>${table}<div class="pair">${pictures.join('\n')}</div></section>`;
}

function figure(svg: string, caption: string): string {
  return `<figure><div class="wide">${svg}</div>${caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>`;
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/** Largest number of points of a drawn line. */
const MAX_POINTS = 200;

/**
 * The learning curve of an evaluation of page streams: for each site the cumulative mean of the pages' scores in stream order
 * (URL Tree paper), then at each step the mean over the sites that have as many pages. The curve ends where half of the
 * sites have ended, because later steps would show a change of sites.
 *
 * @returns points of step, from 1, and percent
 */
export function learningCurve(evaluation: Evaluation): Series {
  const bySite = new Map<string, number[]>();
  for (const { site, score } of evaluation.pages) {
    if (Number.isNaN(score)) continue;
    const averages = bySite.get(site ?? '') ?? [];
    const before = averages.length === 0 ? 0 : averages[averages.length - 1];
    averages.push(before + (score - before) / (averages.length + 1));
    bySite.set(site ?? '', averages);
  }
  const lengths = [...bySite.values()].map((averages) => averages.length).sort((a, b) => b - a);
  const steps = lengths.length === 0 ? 0 : lengths[Math.ceil(lengths.length / 2) - 1];
  const stride = Math.max(1, Math.ceil(steps / MAX_POINTS));
  const points: [number, number][] = [];
  for (let step = 1; step <= steps; step += stride) {
    let sum = 0;
    let sites = 0;
    for (const averages of bySite.values()) {
      if (averages.length < step) continue;
      sum += averages[step - 1];
      sites++;
    }
    points.push([step, (100 * sum) / sites]);
  }
  return { name: evaluation.system, points };
}
