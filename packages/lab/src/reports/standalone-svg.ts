import { STYLE } from './style.js';

/**
 * A picture that stands by itself, as an image in a Markdown page: the name space of SVG, and the report's light colours on
 * paper of its own, as nobody knows what colour is around it.
 *
 * @param svg as {@link drawSvg} gives it
 */
export function standaloneSvg(svg: string): string {
  const colours = /:root \{[^}]*\}/.exec(STYLE)?.[0] ?? '';
  return svg
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('>', `><style>${colours}</style><rect width="100%" height="100%" fill="var(--paper)"/>`);
}
