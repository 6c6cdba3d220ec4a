import { blockText } from './block-text.js';
import { type Peer, UNKNOWN_ADDRESS } from './peer.js';

export const articleExtractor: Peer = {
  name: 'article-extractor',
  summary: '@extractus/article-extractor, which cleans Readability on linkedom by its own rules.',
  source: 'https://github.com/extractus/article-extractor',
  packages: ['@extractus/article-extractor', 'linkedom'],
  async open() {
    const { extractFromHtml } = await import('@extractus/article-extractor');
    return async (html, url) => {
      const content = (await extractFromHtml(html, url ?? UNKNOWN_ADDRESS))?.content;
      return content ? blockText(content) : '';
    };
  },
};
