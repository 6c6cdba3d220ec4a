// Selectors of the core beside css-select, which linkedom uses, on random pages and random selectors. Inside `:has` is one simple
// selector: css-select finds `:has(a b)` with `a` outside of the element, and `:has(+ :not(*))` where nothing is, against the standard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingElements, parse, parseSelector } from '@dehusk/html';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';

const CLASSES = ['x', 'y', 'z'];

/** A tree of elements that every parser builds alike: no element here closes another. */
const { tree } = fc.letrec<{ tree: string; children: string }>((tie) => ({
  children: fc
    .array(fc.oneof({ maxDepth: 4 }, fc.constant('t '), tie('tree')), { maxLength: 4 })
    .map((all) => all.join('')),
  tree: fc
    .tuple(
      fc.constantFrom('div', 'b', 'i', 'section'),
      fc.constantFrom('', ...CLASSES, 'x y'),
      fc.boolean(),
      tie('children'),
    )
    .map(
      ([tag, names, isMarked, inside]) =>
        `<${tag} class="${names}"${isMarked ? ' data-k="a-b"' : ''}>${inside}</${tag}>`,
    ),
}));

const simple = fc.oneof(
  fc.constantFrom('div', 'b', 'i', '*'),
  fc.constantFrom(...CLASSES).map((one) => `.${one}`),
  fc.constantFrom('[data-k]', '[data-k|=a]', '[class~=y]', '[class^=x]', ':empty', ':first-child', ':last-child'),
  fc.constantFrom(
    ':only-child',
    ':first-of-type',
    ':last-of-type',
    ':only-of-type',
    ':nth-child(2n+1)',
    ':nth-child(-n+2)',
  ),
  fc.constantFrom(':nth-last-child(2)', ':nth-of-type(2n)', ':nth-last-of-type(n+2)'),
);
const { selector } = fc.letrec<{ compound: string; selector: string }>((tie) => ({
  compound: fc.oneof(
    { maxDepth: 2 },
    simple,
    tie('selector').map((inner) => `:not(${inner})`),
    tie('selector').map((inner) => `:is(${inner}, .z)`),
    fc.tuple(fc.constantFrom('', '> ', '+ ', '~ '), simple).map(([how, inner]) => `:has(${how}${inner})`),
  ),
  selector: fc
    .array(fc.tuple(fc.constantFrom(' ', ' > ', ' + ', ' ~ '), tie('compound')), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.map(([how, part], at) => (at === 0 ? part : how + part)).join('')),
}));

test('invariant: the same elements as css-select matches', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), selector, (trees, text) => {
      let number = 0;
      const html = `<!doctype html><html><head></head><body>${trees.join('')}</body></html>`;
      const numbered = html.replace(/class=/g, () => `id="n${number++}" class=`);
      const parsed = parse(numbered);
      assert.ok(parsed.ok);
      const marks = matchingElements(parsed.page, parseSelector('selector', text));
      const ours = [...marks.keys()]
        .filter((node) => marks[node] === 1)
        .map((node) => parsed.page.attribute(node, 'id'));
      const theirs = [...parseHTML(numbered).document.querySelectorAll(text)].map((element) =>
        element.getAttribute('id'),
      );
      assert.deepEqual(ours, theirs, `${text}\n${numbered}`);
    }),
    { numRuns: 2_000, seed: 1 },
  );
});
