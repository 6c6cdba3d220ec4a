/** Pictures from figures to SVG. */
import { writeFileSync } from 'node:fs';
import type { TopLevelSpec } from 'vega-lite';
import { drawSvg, INK, LINES, standaloneSvg } from './draw.js';

/** A line through points in order. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

type Scale = 'linear' | 'log';

/** Pixels between a line's end and its name. */
const LABEL_GAP = 9;

/**
 * Lines with their names at their ends.
 *
 * @param titles of the axes; `isFromZero`: the y axis begins at 0; `xScale`: `log` for positive sizes of several orders of
 *   magnitude, default `linear`
 */
export async function lines(
  series: readonly Series[],
  titles: { readonly x: string; readonly y: string; readonly isFromZero?: boolean; readonly xScale?: Scale },
  label: string,
): Promise<string> {
  const width = 560;
  const height = 300;
  const drawn = series.filter(({ points }) => points.length > 0);
  const all = drawn.flatMap(({ points }) => points);
  const xScale = titles.xScale ?? 'linear';
  const xs = all.map(([x]) => x);
  const xDomain = [xScale === 'log' ? Math.min(...xs) : 0, Math.max(1, ...xs)] as const;
  const yDomain = around([...(titles.isFromZero ? [0] : []), ...all.map(([, y]) => y)], Number.POSITIVE_INFINITY);
  const ends = drawn.map(({ name, points }) => {
    const [x, y] = points[points.length - 1];
    return { name, x: pixel(x, xDomain, width, xScale), y: height - pixel(y, yDomain, height) };
  });
  const heights = stackLabels(
    ends.map(({ y }) => y),
    height,
  );
  const places = ends.map(({ x }, at) => ({ x: x + LABEL_GAP, y: heights[at] }));
  const names = drawn.map(({ name }) => name);
  const colour = {
    field: 'name',
    type: 'nominal',
    scale: { domain: names, range: cycle(LINES, names.length) },
    legend: null,
  } as const;
  const spec: TopLevelSpec = {
    width,
    height,
    layer: [
      {
        data: { values: drawn.flatMap(({ name, points }) => points.map(([x, y]) => ({ name, x, y }))) },
        mark: { type: 'line', strokeWidth: 1.8, clip: true },
        encoding: {
          x: {
            field: 'x',
            type: 'quantitative',
            title: titles.x,
            scale: { type: xScale, domain: [...xDomain], nice: false },
          },
          y: { field: 'y', type: 'quantitative', title: titles.y, scale: { domain: [...yDomain], nice: false } },
          stroke: colour,
        },
      },
      {
        data: { values: places.map((place, at) => ({ name: names[at], ...place })) },
        mark: { type: 'text', align: 'left', baseline: 'middle' },
        encoding: { x: asPixels('x'), y: asPixels('y'), text: { field: 'name' }, fill: colour },
      },
    ],
  };
  return drawSvg(spec, label);
}

/** Draws {@link lines} into an SVG file. */
export async function writeLines(path: string, ...picture: Parameters<typeof lines>): Promise<void> {
  writeFileSync(path, standaloneSvg(await lines(...picture)));
}

/** The part of one class in one bin of a histogram. */
interface HistogramBar {
  readonly name: string;
  /** Lower end of the bin. */
  readonly from: number;
  readonly value: number;
}

/** A histogram whose bars are stacked by class, in the given order from the bottom, with a legend. */
export async function stackedHistogram(
  bars: readonly HistogramBar[],
  titles: { readonly x: string; readonly y: string /** Width of a bin. */; readonly width: number },
  label: string,
): Promise<string> {
  const names = [...new Set(bars.map(({ name }) => name))];
  const spec: TopLevelSpec = {
    width: 560,
    height: 260,
    data: {
      values: bars.map((bar) => ({ ...bar, to: bar.from + titles.width, order: names.indexOf(bar.name) })),
    },
    mark: { type: 'bar' },
    encoding: {
      x: { field: 'from', type: 'quantitative', bin: { binned: true }, title: titles.x, axis: { grid: false } },
      x2: { field: 'to' },
      y: { field: 'value', type: 'quantitative', title: titles.y },
      fill: {
        field: 'name',
        type: 'nominal',
        scale: { domain: names, range: cycle(LINES, names.length) },
        legend: { title: null, labelColor: INK, symbolStrokeWidth: 0 },
      },
      order: { field: 'order' },
    },
  };
  return drawSvg(spec, label);
}

/** A position in pixels of the plot, independent of its scales. */
function asPixels(field: string) {
  return { field, type: 'quantitative', scale: null, axis: null } as const;
}

function pixel(value: number, domain: readonly [number, number], length: number, scale: Scale = 'linear'): number {
  if (scale === 'log') return pixel(Math.log(value), [Math.log(domain[0]), Math.log(domain[1])], length);
  const [from, to] = domain;
  return to === from ? length / 2 : ((value - from) / (to - from)) * length;
}

/** A domain with a margin around the values, in multiples of five, up to the largest possible value. */
function around(values: readonly number[], largest: number): readonly [number, number] {
  if (values.length === 0) return [0, 100];
  const from = Math.max(0, Math.floor((Math.min(...values) - 2) / 5) * 5);
  const to = Math.min(largest, Math.ceil((Math.max(...values) + 2) / 5) * 5);
  return [from, Math.max(to, from + 5)];
}

function cycle(colours: readonly string[], length: number): string[] {
  return Array.from({ length }, (_, at) => colours[at % colours.length]);
}

/** Pixels of a line of text. */
const LINE_HEIGHT = 13;

/**
 * Heights of the names at the ends of lines: in the order of the ends, at least a line of text apart, each as near to its
 * end as the labels above allow, and moved up together at the bottom.
 *
 * @param ends pixels from the top, one per line
 * @returns pixels from the top, in the same order
 */
export function stackLabels(ends: readonly number[], height: number): readonly number[] {
  const order = [...ends.keys()].sort((a, b) => ends[a] - ends[b] || a - b);
  const places: number[] = new Array(ends.length);
  let free = 0;
  for (const at of order) {
    places[at] = Math.max(free, ends[at]);
    free = places[at] + LINE_HEIGHT;
  }
  let limit = height;
  for (const at of order.reverse()) {
    places[at] = Math.min(places[at], limit);
    limit = places[at] - LINE_HEIGHT;
  }
  return places;
}
