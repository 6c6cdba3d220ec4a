import { rowNamed } from '@dehusk/html';
import { html } from './html.js';
import { markdown } from './markdown/markdown.js';
import { type Renderer, resolveOptions } from './renderer.js';
import { tei } from './tei/tei.js';
import { text } from './text.js';
import { xml } from './xml/xml.js';

/** The registry: every format under its name. To add one: one file, one row. */
export const RENDERERS: readonly Renderer[] = [text, markdown, html, tei, xml].map(checked);

/** The renderer with its options checked and presets resolved. */
function checked(renderer: Renderer): Renderer {
  return {
    ...renderer,
    render: (document, options = {}) => renderer.render(document, resolveOptions(renderer.name, options)),
  };
}

/**
 * The renderer of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function rendererNamed(name: string): Renderer {
  return rowNamed('format', RENDERERS, name);
}
