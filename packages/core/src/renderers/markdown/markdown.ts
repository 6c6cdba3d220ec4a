import type { Content, Inline } from '../../document/document.js';
import { prune } from '../prune.js';
import type { Renderer } from '../renderer.js';
import { commentSections, contentWithPosts } from '../with-posts.js';
import { contentLines } from './block.js';
import { frontMatter } from './front-matter.js';
import { IN_PARAGRAPH } from './inline.js';

export const markdown: Renderer = {
  name: 'markdown',
  summary: 'GitHub Flavored Markdown; with metadata as YAML front matter when asked for.',
  mediaType: 'text/markdown',
  extension: 'md',
  render(document, options = {}) {
    const pruned = prune(document, options);
    // Dollars in prose are escaped only where formulas stand too: pages without them write prices.
    const content = [...contentWithPosts(pruned), ...commentSections(pruned, options)];
    const lines = contentLines(content, { ...IN_PARAGRAPH, hasMath: content.some(contentHasMath) });
    const body = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
    return options.metadata === true ? frontMatter(document) + body : body;
  },
};

function contentHasMath(one: Content): boolean {
  switch (one.type) {
    case 'heading':
    case 'paragraph':
      return one.inline.some(isMath);
    case 'list':
      return one.items.some((item) => item.some(contentHasMath));
    case 'definitions':
      return one.entries.some((entry) => entry.term.some(isMath) || entry.description.some(contentHasMath));
    case 'quote':
      return one.content.some(contentHasMath);
    case 'figure':
      return one.caption.some(isMath) || one.content.some(contentHasMath);
    case 'table':
      return (
        one.caption.some(isMath) || one.rows.some((row) => row.cells.some((cell) => cell.content.some(contentHasMath)))
      );
    case 'code':
    case 'rule':
      return false;
  }
}

function isMath(one: Inline): boolean {
  return one.type === 'math' ? one.tex !== null : 'inline' in one && one.inline.some(isMath);
}
