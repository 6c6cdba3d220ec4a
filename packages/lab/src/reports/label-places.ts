/** Positions for the names of points, so that no name overlaps another name or a point. */

export interface LabelledPoint {
  /** Position in the plot, in its pixels from the left and the top. */
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/** The start of a label (the end, for `right`) and its vertical middle. */
export interface LabelPlace {
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
