import { checkOptionNames, rowNamed } from '../text/nearest-name.js';
import { html } from './html.js';
import { json, jsonl } from './json.js';
import { markdown } from './markdown/markdown.js';
import type { Renderer, RenderOptions } from './renderer.js';
import { tei } from './tei/tei.js';
import { text } from './text.js';

const OPTIONS: Readonly<Record<keyof RenderOptions, true>> = {
  links: true,
  images: true,
  tables: true,
  metadata: true,
  comments: true,
};
const OPTION_NAMES = Object.keys(OPTIONS);

/** The shelf's table: every format under its name. To add one: one file, one row. */
export const RENDERERS: readonly Renderer[] = [text, markdown, html, json, jsonl, tei].map(checked);

/** The renderer, throwing a TypeError for an option that does not exist. */
function checked(renderer: Renderer): Renderer {
  return {
    ...renderer,
    render(document, options = {}) {
      checkOptionNames(renderer.name, options, OPTION_NAMES);
      return renderer.render(document, options);
    },
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
