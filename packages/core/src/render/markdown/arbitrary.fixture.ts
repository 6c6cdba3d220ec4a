/** Random documents that are hard to print as Markdown. */
import fc from 'fast-check';
import type { Content, Inline } from '../../document/document.js';

const NASTY = [
  ...'*_[]()<>#+-.!|~`\\$&:=@^{}"\''.split(''),
  ...[
    'a',
    'b',
    'word',
    '1',
    '23',
    ' ',
    ' ',
    '  ',
    '\t',
    '\n',
    '\u00a0',
    'é',
    '你',
    '。',
    '「',
    '」',
    '—',
    '“',
    '😀',
    '한국',
  ],
  ...[
    '1. ',
    '- ',
    '* ',
    '+ ',
    '# ',
    '> ',
    '---',
    '***',
    '___',
    '===',
    '```',
    '~~~',
    '**',
    '__',
    '~~',
    '](',
    '![',
    '[^1]',
    '[ ] ',
  ],
  ...[
    'http://a.b/c',
    'https://',
    'www.a.b',
    'a@b.c',
    '&amp;',
    '&#35;',
    '&copy',
    '<b>',
    '<br>',
    '</b>',
    '<!--',
    '<a href=x>',
    'snake_case_',
  ],
  ...['[a]: http://b', '| - | - |', ':--', '10) ', '//', 'x^2', '\\*', '\\\\', '<?', '1.', '#hash', '-5', '`` ` ``'],
];
const nastyText = fc.array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const visibleText = nastyText.filter((text) => text.trim() !== '');
const url = fc.constantFrom(
  'http://a.b/',
  'http://a.b/(c)',
  'http://a.b/c)d(',
  'https://a.b/?x=1&amp;y=2&copy;#_z_',
  'http://a.b/*c*_d_|e~f~',
  'mailto:a@b.c',
  'http://a.b/c[d]!`e`',
);
const title = fc.option(nastyText.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== ''));
const inlineTree = fc.letrec<{ inline: Inline; inlines: Inline[] }>((tie) => ({
  inlines: fc.array(tie('inline'), { minLength: 1, maxLength: 4, depthIdentifier: 'inline' }),
  inline: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'inline', withCrossShrink: true },
    { weight: 5, arbitrary: nastyText.map((text): Inline => ({ type: 'text', text })) },
    { weight: 1, arbitrary: visibleText.map((text): Inline => ({ type: 'code', text: text.trim() })) },
    { weight: 1, arbitrary: fc.constant<Inline>({ type: 'break' }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('image' as const), url, alt: nastyText, title }) as fc.Arbitrary<Inline>,
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('link' as const),
        url,
        title,
        inline: tie('inlines'),
      }) as fc.Arbitrary<Inline>,
    },
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constantFrom('strong', 'emphasis', 'deleted', 'subscript', 'superscript', 'mark'),
        inline: tie('inlines'),
      }) as fc.Arbitrary<Inline>,
    },
  ),
}));
export const inlines = inlineTree.inlines;

const codeText = fc
  .array(
    fc.constantFrom('a', '  b', '```', '````', '~~~', '\n', '\n\n', '\t', '> ', '- ', '&amp;', '|', '    ', '# '),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => parts.join('').replace(/^\n+|\s+$/g, ''))
  .filter((text) => text !== '');
const cell = fc.record({
  head: fc.boolean(),
  align: fc.constantFrom('left', 'center', 'right', null),
  columns: fc.constant(1),
  rows: fc.constant(1),
  content: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: inlines.map((inline): Content => ({ type: 'paragraph', inline })) },
      { weight: 1, arbitrary: inlines.map((inline): Content => ({ type: 'heading', level: 3, inline })) },
      {
        weight: 1,
        arbitrary: codeText
          .map((code) => code.replace(/\s+/g, ' ').trim())
          .map((code): Content => ({ type: 'code', language: null, text: code })),
      },
    ),
    { maxLength: 2 },
  ),
});
const rows = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 3 }))
  .chain(([head, width]) =>
    fc
      .array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 })
      .map((all) => all.map((cells, at) => ({ head: head && at === 0, cells }))),
  );
export const contentTree = fc.letrec<{ one: Content; some: Content[] }>((tie) => ({
  some: fc.array(tie('one'), { minLength: 1, maxLength: 4, depthIdentifier: 'content' }),
  one: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'content', withCrossShrink: true },
    { weight: 4, arbitrary: inlines.map((inline): Content => ({ type: 'paragraph', inline })) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('heading' as const),
        level: fc.constantFrom(1, 2, 3, 4, 5, 6),
        inline: inlines,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('code' as const),
        language: fc.constantFrom(null, 'js', 'c++', 'c#'),
        text: codeText,
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('table' as const), caption: fc.constant([]), rows }) },
    { weight: 1, arbitrary: fc.constant<Content>({ type: 'rule' }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('list' as const),
        ordered: fc.boolean(),
        start: fc.constantFrom(1, 1, 2, 0, 10, 999_999_998),
        items: fc.array(tie('some'), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('definitions' as const),
        entries: fc.array(fc.record({ term: inlines, description: tie('some') }), { minLength: 1, maxLength: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('quote' as const), content: tie('some') }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('figure' as const), content: tie('some'), caption: inlines }),
    },
  ) as fc.Arbitrary<Content>,
}));
