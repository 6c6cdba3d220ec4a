import type { Peer } from './peer.js';

export const unfluff: Peer = {
  name: 'unfluff',
  summary: 'unfluff, a port of python-goose; plain text of its own.',
  source: 'https://github.com/ageitgey/node-unfluff',
  packages: ['unfluff'],
  async open() {
    const { default: read } = await import('unfluff');
    return (html) => read(html).text.replace(/\n{2,}/g, '\n');
  },
};
