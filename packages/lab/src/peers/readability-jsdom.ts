import { type Peer, UNKNOWN_ADDRESS } from './peer.js';
import { readDocument } from './readability-document.js';

/** Readability on the DOM its own tests run on. Windows are closed: jsdom otherwise keeps them, timers and all. */
export const readabilityJsdom: Peer = {
  name: 'readability-jsdom',
  summary: "Mozilla's Readability (Firefox reader view) on jsdom.",
  source: 'https://github.com/mozilla/readability',
  packages: ['@mozilla/readability', 'jsdom'],
  async open() {
    const { Readability } = await import('@mozilla/readability');
    const { JSDOM, VirtualConsole } = await import('jsdom');
    const virtualConsole = new VirtualConsole();
    return (html, url) => {
      const dom = new JSDOM(html, { url: url ?? UNKNOWN_ADDRESS, virtualConsole });
      try {
        return readDocument(Readability, dom.window.document);
      } finally {
        dom.window.close();
      }
    };
  },
};
