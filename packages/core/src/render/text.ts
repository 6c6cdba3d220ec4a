import { singleSpaced } from '@dehusk/html';
import type { Document } from '../document/document.js';
import { commentSections } from './arrange.js';
import { textOfContents } from './content-text.js';
import { prune } from './prune.js';
import { printingNoControls, type Renderer } from './renderer.js';

export const text: Renderer = printingNoControls({
  name: 'text',
  summary: 'Plain text: a paragraph, item or table row a line, cells separated by tabs.',
  mediaType: 'text/plain',
  extension: 'txt',
  render(document, options = {}) {
    const pruned = prune(document, options);
    const body = textOfContents([...pruned.content, ...commentSections(pruned, options)]);
    return options.metadata === true ? `${header(document)}\n${body}` : body;
  },
});

/** Header fields as in mail, one a line, then an empty line. */
function header({ url, metadata }: Document): string {
  const fields: [string, string | null][] = [
    ['Title', metadata.title],
    ['Author', metadata.author],
    ['Date', metadata.date],
    ['Site', metadata.siteName],
    ['Language', metadata.language],
    ['URL', url],
  ];
  return fields.map(([name, value]) => (value === null ? '' : `${name}: ${singleSpaced(value)}\n`)).join('');
}
