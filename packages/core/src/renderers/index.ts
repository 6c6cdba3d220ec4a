import { html } from './html.js';
import { json } from './json.js';
import { jsonl } from './jsonl.js';
import { markdown } from './markdown/markdown.js';
import type { Renderer } from './renderer.js';
import { tei } from './tei/tei.js';
import { text } from './text.js';

/** The shelf's table: every format under its name. To add one: one file, one row. */
export const RENDERERS: readonly Renderer[] = [text, markdown, html, json, jsonl, tei];

/**
 * The renderer of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function rendererNamed(name: string): Renderer {
  const found = RENDERERS.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`no format is named "${name}" (there are: ${RENDERERS.map((one) => one.name).join(', ')})`);
}
