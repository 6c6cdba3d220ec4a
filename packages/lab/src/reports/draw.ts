/**
 * Vega-Lite to SVG without a DOM. Colours are CSS variables of the page around the picture, so that one picture is right
 * on light and on dark paper.
 */
import { logger, None, parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

/** The page's colours by meaning; defined for light and dark in the report's style sheet. */
export const INK = 'var(--ink)';
export const FAINT = 'var(--faint)';
export const OURS = 'var(--ours)';
export const THEIRS = 'var(--theirs)';
/** Colours of lines, told apart on both papers and by most colour-blind readers (after Okabe and Ito). */
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
 * @param label what the picture shows, for those who do not see it
 */
export async function drawSvg(spec: TopLevelSpec, label: string): Promise<string> {
  // Warnings of empty domains and the like are for the writer of a spec, not for the reader of a report.
  const quiet = logger(None);
  const { spec: vega } = compile({ ...spec, background: 'transparent', config: CONFIG }, { logger: quiet });
  const view = new View(parse(vega), { renderer: 'none', logger: quiet });
  const svg = await view.toSVG();
  view.finalize();
  // Inline SVG needs no namespaces, and a self-contained page has no addresses in it.
  return svg.replace(/ xmlns(:\w+)?="[^"]*"/g, '').replace('<svg', `<svg role="img" aria-label="${escapeHtml(label)}"`);
}

/** Text inside HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}
