import { blockText } from './block-text.js';
import { type Peer, UNKNOWN_ADDRESS } from './peer.js';

/** Postlight (once Mercury) parser; `fetchAllPages` off, as the lab gives single pages and no network. */
export const postlight: Peer = {
  name: 'postlight',
  summary: '@postlight/parser, the Mercury parser, with its rules per site.',
  source: 'https://github.com/postlight/parser',
  packages: ['@postlight/parser'],
  async open() {
    const { default: parser } = await import('@postlight/parser');
    return async (html, url) => {
      const { content } = await parser.parse(url ?? UNKNOWN_ADDRESS, { html, fetchAllPages: false });
      return content ? blockText(content) : '';
    };
  },
};
