import type { Renderer } from './renderer.js';

export const text: Renderer = {
  name: 'text',
  summary: 'Plain text, a paragraph a line.',
  mediaType: 'text/plain',
  extension: 'txt',
  render: (document) =>
    document.content
      .map((one) =>
        one.type === 'paragraph' ? one.inline.map((piece) => (piece.type === 'text' ? piece.text : '')).join('') : '',
      )
      .join('\n'),
};
