/** Random documents whose every text tries to become markup. */
import fc from 'fast-check';
import type { Content, Inline } from '../../document/document.js';
import { paragraph, text } from '../documents.fixture.js';
import { PAYLOADS } from '../hostile-text.fixture.js';

/** Pieces of markup of any viewer. Combined, they open and close what each escapes alone. */
const PIECES = [
  ...'<>[]()`\\!"\'&;:|*_~$#-+= \n'.split(''),
  ...[
    'a',
    'é',
    '&lt;',
    '&gt;',
    '&#60;',
    '&colon;',
    '&NewLine;',
    '&amp;',
    '<br>',
    '<br/>',
    '<!--',
    '-->',
    '<a ',
    '<b',
    '</',
  ],
  ...['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<svg onload=x>', '<x\ny=z>', 'onerror=alert(1)'],
  ...[
    'javascript:alert(1)',
    'JAVASCRIPT&colon;alert(1)',
    'javascript&amp;colon;alert(1)',
    'java\tscript:x',
    'data:text/html,x',
  ],
  ...[
    '](',
    '](x)',
    '![',
    '![x](http://evil.example/)',
    '[x]: javascript:x',
    '[1]: javascript:x',
    '[^1]',
    '\\begin{x}',
    '$$',
  ],
  ...[
    'http://',
    'http://e',
    'https://evil.example/',
    'www.',
    'a@b.c',
    '```',
    '~~~',
    '  \n',
    '\n\n',
    '| - |',
    '&lt;br&gt;',
    '\\`',
  ],
];
const piece = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.constantFrom(...PAYLOADS));
const hostile = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const address = fc.oneof(
  hostile,
  hostile.map((path) => `https://a.example/${path}`),
  hostile.map((host) => `http://e${host}`),
);
const title = fc.option(hostile);

const { inlines } = fc.letrec<{ inline: Inline; inlines: Inline[] }>((tie) => ({
  inlines: fc.array(tie('inline'), { minLength: 1, maxLength: 4, depthIdentifier: 'inline' }),
  inline: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'inline' },
    { weight: 5, arbitrary: hostile.map(text) },
    { weight: 1, arbitrary: hostile.map((code): Inline => ({ type: 'code', text: code })) },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant('math' as const), tex: title, text: hostile, display: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.constant<Inline>({ type: 'break' }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('image' as const), url: address, alt: hostile, title }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('media' as const),
        kind: fc.constant('video' as const),
        url: address,
        title: hostile,
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('footnote' as const), id: hostile, label: hostile }) },
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant('link' as const), url: address, title, inline: tie('inlines') }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('ruby' as const), inline: tie('inlines'), reading: hostile }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('abbreviation' as const), inline: tie('inlines'), title: hostile }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constantFrom('strong', 'emphasis', 'deleted', 'subscript', 'keyboard'),
        inline: tie('inlines'),
      }),
    },
  ) as fc.Arbitrary<Inline>,
}));
/** Content, one to three pieces. */
export const { some: hostileContent } = fc.letrec<{ one: Content; some: Content[] }>((tie) => ({
  some: fc.array(tie('one'), { minLength: 1, maxLength: 3, depthIdentifier: 'content' }),
  one: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'content' },
    { weight: 6, arbitrary: inlines.map((inline) => paragraph(...inline)) },
    { weight: 1, arbitrary: inlines.map((inline): Content => ({ type: 'heading', level: 2, inline })) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('code' as const), language: title, text: hostile }) },
    {
      weight: 1,
      arbitrary: tie('some').map(
        (item): Content => ({ type: 'list', ordered: false, start: 1, numbering: 'decimal', items: [item, item] }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('callout' as const),
        kind: hostile,
        title: inlines,
        content: tie('some'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('details' as const), summary: inlines, content: tie('some') }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('quote' as const), content: tie('some') }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(hostile, tie('some'))
        .map(([id, content]): Content => ({ type: 'footnotes', notes: [{ id, content }] })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(inlines, tie('some'), fc.integer({ min: 1, max: 2 }), fc.boolean()).map(
        ([caption, content, columns, head]): Content => ({
          type: 'table',
          caption,
          rows: [{ head, cells: [{ head, align: null, columns, rows: 1, content }] }],
        }),
      ),
    },
  ) as fc.Arbitrary<Content>,
}));
