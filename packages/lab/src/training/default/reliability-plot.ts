/** The reliability diagram: what the default extractor expects of its output against what it reaches, out of fold. */
import type { TopLevelSpec } from 'vega-lite';
import { drawSvg, FAINT, OURS } from '../../reports/draw.js';
import { reliability } from './judge.js';
import type { Scored } from './pipeline.js';

/** An SVG of mean F1 against expected F1 in ten steps; the area of a point is its number of pages. Colours stand alone. */
export async function reliabilityPlot(scored: readonly Scored[]): Promise<string> {
  const values = reliability(scored);
  const axis: { type: 'quantitative'; scale: { domain: number[] } } = {
    type: 'quantitative',
    scale: { domain: [0, 1] },
  };
  const spec: TopLevelSpec = {
    width: 260,
    height: 260,
    layer: [
      {
        data: { values: [0, 1].map((at) => ({ expected: at, f1: at })) },
        mark: { type: 'line', strokeDash: [4, 3], stroke: FAINT },
        encoding: { x: { ...axis, field: 'expected' }, y: { ...axis, field: 'f1' } },
      },
      {
        data: { values },
        mark: { type: 'point', filled: true, fill: OURS, opacity: 1 },
        encoding: {
          x: { ...axis, field: 'expected', title: 'expected word F1' },
          y: { ...axis, field: 'f1', title: 'word F1 reached, mean of the pages' },
          size: { field: 'pages', type: 'quantitative', title: 'pages', scale: { range: [20, 400] }, legend: null },
        },
      },
    ],
  };
  const svg = await drawSvg(spec, 'Reliability of the confidence of the default extractor');
  // A picture of its own has no page around it to say what its colours are, and needs its namespace.
  return svg
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replaceAll('var(--ink)', '#444')
    .replaceAll('var(--faint)', '#aaa')
    .replaceAll('var(--ours)', '#0072b2');
}
