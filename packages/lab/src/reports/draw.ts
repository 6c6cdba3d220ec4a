/**
 * Vega-Lite to SVG without a DOM. Vega is imported when a picture is drawn: it takes most of a command's start-up time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TopLevelSpec } from 'vega-lite';

const INK = '#1c1e21';
export const FAINT = '#c9ced4';
export const OURS = '#0b6e4f';
/** Colours of lines, distinguishable by most colour-blind readers (after Okabe and Ito). */
const LINES = '#0072b2 #d55e00 #009e73 #b0579a #8a6d00 #2a8fc9 #5c636b #a02c2c'.split(' ');

const FONT = 'system-ui, sans-serif';

const CONFIG: NonNullable<TopLevelSpec['config']> = {
  font: FONT,
  view: { stroke: null },
  axis: {
    labelColor: INK,
    titleColor: INK,
    tickColor: FAINT,
    domainColor: FAINT,
    gridColor: FAINT,
    gridOpacity: 0.5,
    labelFontSize: 11,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    labelLimit: 260,
  },
  header: { labelColor: INK, titleColor: INK, labelFontSize: 12, labelFontWeight: 'bold' },
  title: { color: INK, fontSize: 13, anchor: 'start' },
  text: { fill: INK, fontSize: 11, font: FONT },
};

/**
 * Draws a plot.
 * @param label the accessible name of the picture, without quotation marks
 * @returns SVG on white, as a file
 */
export async function drawSvg(spec: TopLevelSpec, label: string): Promise<string> {
  const { logger, None, parse, View } = await import('vega');
  const { compile } = await import('vega-lite');
  // Warnings, of empty domains for example, are for authors of specs.
  const quiet = logger(None);
  const { spec: vega } = compile({ ...spec, background: 'transparent', config: CONFIG }, { logger: quiet });
  const view = new View(parse(vega), { renderer: 'none', logger: quiet });
  const svg = await view.toSVG();
  view.finalize();
  const file = svg.replace('<svg', `<svg role="img" aria-label="${label}"`);
  return file.replace('>', '><rect width="100%" height="100%" fill="#fff"/>');
}

/** A line through points in order. */
interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Pixels between a line's end and its name. */
const LABEL_GAP = 9;

/**
 * Draws lines with their names at their ends into an SVG file.
 * @param titles of the axes; `isFromZero`: the y axis begins at 0
 */
export async function writeLines(
  path: string,
  series: readonly Series[],
  titles: { readonly x: string; readonly y: string; readonly isFromZero?: boolean },
  label: string,
): Promise<void> {
  const width = 560;
  const height = 300;
  const drawn = series.filter(({ points }) => points.length > 0);
  const all = drawn.flatMap(({ points }) => points);
  const xDomain = [0, Math.max(1, ...all.map(([x]) => x))] as const;
  const yDomain = around([...(titles.isFromZero ? [0] : []), ...all.map(([, y]) => y)]);
  const ends = drawn.map(({ name, points }) => {
    const [x, y] = points[points.length - 1];
    return { name, x: pixel(x, xDomain, width), y: height - pixel(y, yDomain, height) };
  });
  const heights = stackLabels(
    Array.from(ends, ({ y }) => y),
    height,
  );
  const names = drawn.map(({ name }) => name);
  const places = ends.map(({ name, x }, at) => ({ name, x: x + LABEL_GAP, y: heights[at] }));
  const colour = {
    field: 'name',
    type: 'nominal',
    scale: { domain: names, range: names.map((_, at) => LINES[at % LINES.length]) },
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
          x: { field: 'x', type: 'quantitative', title: titles.x, scale: { domain: [...xDomain], nice: false } },
          y: { field: 'y', type: 'quantitative', title: titles.y, scale: { domain: [...yDomain], nice: false } },
          stroke: colour,
        },
      },
      {
        data: { values: places },
        mark: { type: 'text', align: 'left', baseline: 'middle' },
        encoding: { x: asPixels('x'), y: asPixels('y'), text: { field: 'name' }, fill: colour },
      },
    ],
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await drawSvg(spec, label));
}

/** A position in pixels of the plot, independent of its scales. */
function asPixels(field: string) {
  return { field, type: 'quantitative', scale: null, axis: null } as const;
}

function pixel(value: number, [from, to]: readonly [number, number], length: number): number {
  return to === from ? length / 2 : ((value - from) / (to - from)) * length;
}

/** A domain with a margin around the values, in multiples of five. */
function around(values: readonly number[]): readonly [number, number] {
  if (values.length === 0) return [0, 100];
  const from = Math.max(0, Math.floor((Math.min(...values) - 2) / 5) * 5);
  const to = Math.ceil((Math.max(...values) + 2) / 5) * 5;
  return [from, Math.max(to, from + 5)];
}

/** Pixels of a line of text. */
const LINE_HEIGHT = 13;

/**
 * Heights of the names at the ends of lines: in the order of the ends, at least a line of text apart, each as near to its end as
 * the labels above allow, and moved up together at the bottom.
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
