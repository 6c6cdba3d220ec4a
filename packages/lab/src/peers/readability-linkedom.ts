import type { Peer } from './peer.js';
import { type ReadabilityDocument, readDocument } from './readability-document.js';

/** Readability on the light DOM most servers pair it with. linkedom gives a document without an address. */
export const readabilityLinkedom: Peer = {
  name: 'readability-linkedom',
  summary: "Mozilla's Readability (Firefox reader view) on linkedom.",
  source: 'https://github.com/mozilla/readability',
  packages: ['@mozilla/readability', 'linkedom'],
  async open() {
    const { Readability } = await import('@mozilla/readability');
    const { parseHTML } = await import('linkedom');
    return (html) => readDocument(Readability, parseHTML(html).document as unknown as ReadabilityDocument);
  },
};
