import { blockText } from './block-text.js';
import { type Peer, UNKNOWN_ADDRESS } from './peer.js';

/** Defuddle on linkedom, as its command line does. `useAsync` off: its site extractors may not ask the network. */
export const defuddle: Peer = {
  name: 'defuddle',
  summary: "Defuddle (Obsidian's web clipper) on linkedom.",
  source: 'https://github.com/kepano/defuddle',
  packages: ['defuddle', 'linkedom'],
  async open() {
    const { Defuddle } = await import('defuddle/node');
    const { parseHTML } = await import('linkedom');
    return async (html, url) => {
      const document = parseHTML(html).document as unknown as Parameters<typeof Defuddle>[0];
      const { content } = await Defuddle(document, url ?? UNKNOWN_ADDRESS, { useAsync: false });
      return blockText(content);
    };
  },
};
