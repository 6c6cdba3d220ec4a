import { yamlValue } from '@dehusk/html';
import type { Document } from '../../document/document.js';
import { arranged } from '../arrange.js';
import type { Renderer } from '../renderer.js';
import { printingNoControls } from '../without-controls.js';
import { contentLines } from './block.js';
import { IN_PARAGRAPH } from './inline.js';
import { styleOf } from './style.js';

export const markdown: Renderer = printingNoControls({
  name: 'markdown',
  summary: 'GitHub Flavored Markdown or CommonMark; with metadata as YAML front matter when asked for.',
  mediaType: 'text/markdown',
  extension: 'md',
  render(document, options = {}) {
    const content = arranged(document, options, true);
    const style = styleOf(options, content);
    const lines = contentLines(content, { ...IN_PARAGRAPH, style });
    const references = [...(style.references ?? [])].map(([target, number]) => `[${number}]: ${target}`);
    if (references.length > 0) lines.push('', ...references);
    const body = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
    return options.metadata === true ? frontMatter(document) + body : body;
  },
});

/**
 * Metadata as YAML front matter, with its fences and a blank line; empty when nothing is known. Strings are written as JSON, which
 * YAML 1.2 reads: no text can end its field.
 */
function frontMatter({ url, metadata }: Document): string {
  const fields: [string, string | readonly string[] | null][] = [
    ['title', metadata.title],
    ['author', metadata.author],
    ['date', metadata.date],
    ['dateModified', metadata.dateModified],
    ['description', metadata.description],
    ['siteName', metadata.siteName],
    ['url', metadata.canonicalUrl ?? url],
    ['language', metadata.language],
    ['image', metadata.image],
    ['licence', metadata.licence],
    ['categories', metadata.categories],
    ['tags', metadata.tags],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === null || value.length === 0 ? [] : [`${name}: ${yamlValue(value)}`],
  );
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}
