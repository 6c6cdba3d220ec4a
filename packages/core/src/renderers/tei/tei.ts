import { NO_METADATA } from '../../page/metadata/metadata.js';
import { prune } from '../prune.js';
import type { Renderer } from '../renderer.js';
import { commentSections, contentWithPosts } from '../with-posts.js';
import { teiBody } from './body.js';
import { teiHeader } from './header.js';
import { element } from './xml.js';

export const tei: Renderer = {
  name: 'tei',
  summary: 'XML-TEI P5: header with metadata, text in divisions.',
  mediaType: 'application/tei+xml',
  extension: 'tei.xml',
  render(document, options = {}) {
    // TEI requires a header, with a title, a publication and a source, even of a document nothing is known of.
    const header = teiHeader(options.metadata === false ? { ...document, metadata: NO_METADATA } : document);
    const pruned = prune(document, options);
    const content = [...contentWithPosts(pruned), ...commentSections(pruned, options)];
    const body = element('body', {}, `\n${teiBody(content)}\n`);
    const text = element('text', {}, `\n${body}\n`);
    const root = element('TEI', { xmlns: 'http://www.tei-c.org/ns/1.0' }, `\n${header}\n${text}\n`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
  },
};
