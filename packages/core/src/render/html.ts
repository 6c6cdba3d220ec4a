import { safeAddress } from '@dehusk/html';
import type { Document } from '../document/document.js';
import { arranged } from './arrange.js';
import { attributes, escapeHtml, htmlOfContents } from './content-html.js';
import { printingNoControls, type Renderer } from './renderer.js';

export const html: Renderer = printingNoControls({
  name: 'html',
  summary: 'Clean HTML, safe to show: a whole page, or a fragment without metadata.',
  mediaType: 'text/html',
  extension: 'html',
  render(document, options = {}) {
    const body = htmlOfContents(arranged(document, options, false), { inMarkdown: false, referenced: new Set() });
    return options.metadata === false ? body : fullPage(document, body);
  },
});

function fullPage({ url, metadata }: Document, body: string): string {
  const named: [string, string | null][] = [
    ['author', metadata.author],
    ['description', metadata.description],
    ['date', metadata.date],
    ['keywords', metadata.tags.length > 0 ? metadata.tags.join(', ') : null],
  ];
  const canonical = safeAddress(metadata.canonicalUrl ?? url ?? '');
  const head = [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(metadata.title ?? '')}</title>`,
    ...named.map(([name, value]) => (value === null ? '' : `<meta${attributes({ name, content: value })}>`)),
    canonical === null ? '' : `<link${attributes({ rel: 'canonical', href: canonical })}>`,
  ];
  const root = attributes({ lang: metadata.language, dir: metadata.direction });
  return `<!doctype html>
<html${root}>
<head>
${head.filter((line) => line !== '').join('\n')}
</head>
<body>
<article>
${body}
</article>
</body>
</html>
`;
}
