// Draws docs/score-speed.svg from the tables of the README: mean score against CPU time. Needs `npm run build`.
import { readFileSync } from 'node:fs';
import { drawSvg, OURS } from '../packages/lab/dist/reports/draw.js';

/** Least difference of the places of two names, in points of score. */
const LINE = 0.7;

/** The rows of the README's tables, each as its cells without marks. */
const rowsOf = (readme) =>
  readme
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replace(/[*†‡§]/g, '').trim()),
    );

/** Systems with a score and a time: the first table ends in the mean, the other has systems as columns. */
function systemsOf(readme) {
  const rows = rowsOf(readme);
  const scores = new Map(rows.filter((cells) => cells.length === 10).map((cells) => [cells[0], Number(cells[9])]));
  const at = rows.findIndex((cells) => cells.includes('bte'));
  const times = rows[at].map((name, column) => [name, Number(rows[at + 1][column])]);
  const found = times
    .filter(([name]) => scores.has(name))
    .map(([name, time]) => ({ name, time, score: scores.get(name), label: scores.get(name) }))
    .sort((a, b) => b.score - a.score);
  // Names of near points one below the other.
  for (const [at, one] of found.entries())
    for (const before of found.slice(0, at))
      if (Math.abs(Math.log(one.time / before.time)) < 0.7) one.label = Math.min(one.label, before.label - LINE);
  return found;
}

export async function scoreChart(readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')) {
  const values = systemsOf(readme);
  if (values.length < 4)
    throw new Error(`got ${values.length} systems in both tables of the README, expected 4 or more`);
  const x = {
    field: 'time',
    type: 'quantitative',
    scale: { type: 'log', domain: [0.5, 100] },
    title: 'CPU time per page, as a multiple of parse5 (log)',
  };
  const y = { field: 'score', type: 'quantitative', scale: { domain: [82, 94] }, title: 'mean word F1, %' };
  const color = { condition: { test: "datum.name === 'dehusk'", value: OURS }, value: '#5c636b' };
  const svg = await drawSvg(
    {
      width: 520,
      height: 220,
      data: { values },
      encoding: { x, y },
      layer: [
        { mark: { type: 'point', filled: true, size: 90 }, encoding: { color } },
        {
          mark: { type: 'text', align: 'left', dx: 9 },
          encoding: { y: { ...y, field: 'label' }, text: { field: 'name' }, color },
        },
      ],
    },
    'Mean score against CPU time per page',
  );
  return `${svg}\n`;
}
