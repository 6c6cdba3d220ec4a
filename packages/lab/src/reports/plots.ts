/** The report's pictures, from figures to SVG. */
import { writeFileSync } from 'node:fs';
import type { TopLevelSpec } from 'vega-lite';
import { drawSvg, FAINT, INK, LINES, OURS, standaloneSvg, THEIRS } from './draw.js';

/** A bar: the score of one extractor on one group of pages. */
interface Bar {
  readonly name: string;
  /** Page type, site or language. */
  readonly group: string;
  /** 0…1. */
  readonly score: number;
  readonly isOurs: boolean;
}

/** A named point. */
interface Point {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly isOurs: boolean;
}

/** A line through points in order. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

type Scale = 'linear' | 'log';

/** Number of points from which a scatter plot takes the full width of the page. */
const ROOMY_FROM = 14;

/** Bars by group, one panel per group, with the extractors in the given order. */
export async function scoreBars(bars: readonly Bar[], label: string): Promise<string> {
  const names = [...new Set(bars.map(({ name }) => name))];
  const groups = [...new Set(bars.map(({ group }) => group))];
  const spec: TopLevelSpec = {
    data: { values: bars.map((bar) => ({ ...bar, percent: 100 * bar.score, shown: (100 * bar.score).toFixed(0) })) },
    facet: { field: 'group', type: 'nominal', title: null, sort: groups, header: { labelAnchor: 'start' } },
    columns: Math.min(4, groups.length),
    spacing: { row: 24, column: 18 },
    // Shared axes would also be drawn where the last row has no panel.
    resolve: { axis: { x: 'independent' } },
    spec: {
      width: 130,
      height: { step: 15 },
      encoding: {
        y: { field: 'name', type: 'nominal', sort: names, title: null, axis: { ticks: false, domain: false } },
        x: { field: 'percent', type: 'quantitative', scale: { domain: [0, 100] }, title: null, axis: { tickCount: 3 } },
      },
      layer: [
        {
          mark: { type: 'bar', height: { band: 0.7 }, cornerRadiusEnd: 2 },
          encoding: { fill: colourOfOwner },
        },
        {
          mark: { type: 'text', align: 'left', dx: 3, fontSize: 10 },
          encoding: { text: { field: 'shown' } },
        },
      ],
    },
  };
  return drawSvg(spec, label);
}

/** Precision (y) against recall (x), in percent, with lines of equal F1. */
export async function precisionRecall(points: readonly Point[], label: string): Promise<string> {
  const inPercent = points
    .filter(({ x, y }) => !Number.isNaN(x) && !Number.isNaN(y))
    .map((point) => ({ ...point, x: 100 * point.x, y: 100 * point.y }));
  const domains = {
    x: around(
      inPercent.map(({ x }) => x),
      100,
    ),
    y: around(
      inPercent.map(({ y }) => y),
      100,
    ),
  };
  return scatter(
    inPercent,
    { xTitle: 'recall, %', yTitle: 'precision, %', xScale: 'linear', equalF1: true, domains },
    label,
  );
}

/** Score in percent (y) against CPU time as a multiple of bare tokenising (x, logarithmic). */
export async function speedAgainstAccuracy(points: readonly Point[], yTitle: string, label: string): Promise<string> {
  const drawn = points.filter(({ x, y }) => x > 0 && !Number.isNaN(y)).map((point) => ({ ...point, y: 100 * point.y }));
  const ratios = drawn.map(({ x }) => x);
  const domains = {
    x: [Math.min(...ratios) * 0.8, Math.max(...ratios) * 1.5] as const,
    y: around(
      drawn.map(({ y }) => y),
      100,
    ),
  };
  const xTitle = 'CPU time relative to htmlparser2 tokens (logarithmic)';
  return scatter(drawn, { xTitle, yTitle, xScale: 'log', equalF1: false, domains }, label);
}

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

interface Plane {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly xScale: Scale;
  readonly equalF1: boolean;
  readonly domains: { readonly x: readonly [number, number]; readonly y: readonly [number, number] };
}

async function scatter(points: readonly Point[], plane: Plane, label: string): Promise<string> {
  const [width, height] = points.length > ROOMY_FROM ? [960, 600] : [500, 360];
  const { x: xDomain, y: yDomain } = plane.domains;
  const onX = (x: number): number => pixel(x, xDomain, width, plane.xScale);
  const placed: LabelledPoint[] = points.map(({ name, x, y }) => ({
    name,
    x: onX(x),
    y: height - pixel(y, yDomain, height),
  }));
  const labels = placeLabels(placed, width, height).map((place, at) => ({
    ...place,
    name: points[at].name,
    fromX: placed[at].x,
    fromY: placed[at].y,
  }));
  const textLayer = (align: 'left' | 'right') =>
    ({
      data: { values: labels.filter((one) => one.align === align) },
      mark: { type: 'text', align, baseline: 'middle' },
      encoding: { x: asPixels('x'), y: asPixels('y'), text: { field: 'name' } },
    }) as const;
  const spec: TopLevelSpec = {
    width,
    height,
    layer: [
      ...(plane.equalF1 ? [equalF1Layer(xDomain, yDomain)] : []),
      {
        data: { values: labels },
        mark: { type: 'rule', stroke: FAINT },
        encoding: { x: asPixels('fromX'), y: asPixels('fromY'), x2: asPixels('x'), y2: asPixels('y') },
      },
      {
        data: { values: [...points] },
        mark: { type: 'point', filled: true, size: 60, opacity: 1 },
        encoding: {
          x: {
            field: 'x',
            type: 'quantitative',
            title: plane.xTitle,
            scale: { type: plane.xScale, domain: [...xDomain], nice: false },
          },
          y: { field: 'y', type: 'quantitative', title: plane.yTitle, scale: { domain: [...yDomain], nice: false } },
          fill: colourOfOwner,
        },
      },
      textLayer('left'),
      textLayer('right'),
    ],
  };
  return drawSvg(spec, label);
}

/** Curves on which F1 is .5, .6, .7, .8, .9: precision = F·r / (2r − F). */
function equalF1Layer(x: readonly [number, number], y: readonly [number, number]) {
  const values: { f1: number; x: number; y: number }[] = [];
  for (const f1 of [50, 60, 70, 80, 90])
    for (let recall = Math.max(x[0], f1 / 2 + 0.5); recall <= x[1]; recall += 0.5) {
      const precision = (f1 * recall) / (2 * recall - f1);
      if (precision >= y[0] && precision <= y[1]) values.push({ f1, x: recall, y: precision });
    }
  return {
    data: { values },
    mark: { type: 'line' as const, stroke: FAINT, strokeWidth: 1, strokeDash: [3, 3] },
    encoding: {
      x: { field: 'x', type: 'quantitative' as const, scale: { domain: [...x], nice: false } },
      y: { field: 'y', type: 'quantitative' as const, scale: { domain: [...y], nice: false } },
      detail: { field: 'f1' },
    },
  };
}

const colourOfOwner = {
  field: 'isOurs',
  type: 'nominal',
  scale: { domain: [true, false], range: [OURS, THEIRS] },
  legend: null,
} as const;

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

/** A point whose name must not overlap other names or points. */
interface LabelledPoint {
  /** Position in the plot, in its pixels from the left and the top. */
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/** The start of a label (the end, for `right`) and its vertical middle. */
interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'right';
}

const LINE_HEIGHT = 13;
const CHARACTER_WIDTH = 6;
const GAP = 9;
const RADIUS = 4;

/**
 * Puts each name beside its point, on the side with room, then moves it up or down by lines to the nearest free position.
 * Points are placed from the top, so the result is deterministic.
 */
export function placeLabels(points: readonly LabelledPoint[], width: number, height: number): readonly LabelPlace[] {
  const taken = points.map(({ x, y }) => ({ left: x - RADIUS, right: x + RADIUS, y }));
  const places: LabelPlace[] = new Array(points.length);
  const order = [...points.keys()].sort((a, b) => points[a].y - points[b].y || points[a].x - points[b].x);
  for (const at of order) {
    const { x, y, name } = points[at];
    const textWidth = name.length * CHARACTER_WIDTH;
    const onRight = x + GAP + textWidth <= width;
    const start = onRight ? x + GAP : x - GAP;
    const left = onRight ? start : start - textWidth;
    const right = left + textWidth;
    const isFree = (middle: number): boolean =>
      middle >= 0 &&
      middle <= height &&
      taken.every((one) => Math.abs(one.y - middle) >= LINE_HEIGHT || one.right < left || one.left > right);
    let middle = y;
    for (let step = 0; step < 2 * points.length; step++) {
      const tried = y + (step % 2 === 0 ? step / 2 : -(step + 1) / 2) * LINE_HEIGHT;
      if (!isFree(tried)) continue;
      middle = tried;
      break;
    }
    taken.push({ left, right, y: middle });
    places[at] = { x: start, y: middle, align: onRight ? 'left' : 'right' };
  }
  return places;
}

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
