import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { Line } from './trend-tables.js';

const HEIGHT = 260;
/** Colours of Okabe and Ito, darkened or lightened to 3:1 against the page; dashes tell lines apart without colour. */
const COLOURS = {
  light: ['#0072b2', '#c04a00', '#007a5a', '#a3498a', '#7a6500', '#333333'],
  dark: ['#56b4e9', '#ff9d4d', '#2fc496', '#e79ac8', '#f0e442', '#dddddd'],
} as const;
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4]];

/** Lines over time. The tables beside it have the same counts, so readers of the page's text lose nothing. */
export function TrendPlot({ times, lines }: { readonly times: readonly string[]; readonly lines: readonly Line[] }) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const scheme = useScheme();
  const labels = lines.map(({ label }) => label).join('\n');
  const data: uPlot.AlignedData = [
    times.map((time) => Date.parse(time) / 1000),
    ...lines.map(({ documents }) => [...documents]),
  ];
  const latest = useRef(data);
  latest.current = data;

  // Drawn again only for other lines or colours: new counts keep the cursor.
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const { color } = getComputedStyle(element);
    const axis = { stroke: color, grid: { stroke: '#8884' }, ticks: { stroke: '#8884' } };
    const opened = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        scales: { y: { range: (_plot, _low, high) => [0, Math.max(4, Math.ceil(high * 1.05))] } },
        series: [
          { label: 'UTC', value: '{YYYY}-{MM}-{DD} {HH}:{mm}' },
          ...labels.split('\n').map((label, at) => ({
            label,
            stroke: COLOURS[scheme][at % COLOURS.light.length],
            dash: [...DASHES[at % DASHES.length]],
            width: 2,
            points: { show: false },
          })),
        ],
        axes: [
          { ...axis, values: (_plot, ticks) => ticks.map(tickText) },
          { ...axis, size: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000] },
        ],
      },
      latest.current,
      element,
    );
    plot.current = opened;
    const resized = new ResizeObserver(() => opened.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.current = null;
      opened.destroy();
    };
  }, [labels, scheme]);
  useEffect(() => plot.current?.setData(latest.current), [times, lines]);
  return <div class="plot" ref={place} aria-hidden="true" />;
}

/** A time of the axis, UTC; days begin with their date. @param seconds since 1970 */
function tickText(seconds: number, at: number): string {
  const [date, time] = new Date(seconds * 1000).toISOString().split('T');
  return at === 0 || time.startsWith('00:00') ? `${time.slice(0, 5)}\n${date.slice(5)}` : time.slice(0, 5);
}

/** The colour scheme of the system. */
function useScheme(): 'light' | 'dark' {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const follow = (): void => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [query]);
  return isDark ? 'dark' : 'light';
}
