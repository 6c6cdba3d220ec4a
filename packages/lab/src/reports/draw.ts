/**
 * Vega-Lite to SVG without a DOM. Colours are CSS variables of the surrounding page, so that one picture suits light and dark
 * pages. Vega is imported when a picture is drawn: it takes most of a command's start-up time.
 */
import type { TopLevelSpec } from 'vega-lite';
import { escapeHtml, STYLE } from './html.js';

/** Colours by meaning, defined in the style sheet of the pages. */
export const INK = 'var(--ink)';
export const FAINT = 'var(--faint)';
export const OURS = 'var(--ours)';
/** Colours of lines, distinguishable by most colour-blind readers on both backgrounds (after Okabe and Ito). */
export const LINES: readonly string[] = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `var(--line-${at})`);

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
 *
 * @param label the accessible name of the picture
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
  // Inline SVG needs no namespaces, and a self-contained page contains no addresses.
  return svg.replace(/ xmlns(:\w+)?="[^"]*"/g, '').replace('<svg', `<svg role="img" aria-label="${escapeHtml(label)}"`);
}

/**
 * A picture as a file, for Markdown pages: with SVG's namespace and the light colours on a background, because the colour
 * around it is unknown.
 *
 * @param svg from {@link drawSvg}
 */
export function standaloneSvg(svg: string): string {
  const colours = /:root \{[^}]*\}/.exec(STYLE)?.[0] ?? '';
  return svg
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('>', `><style>${colours}</style><rect width="100%" height="100%" fill="var(--paper)"/>`);
}
