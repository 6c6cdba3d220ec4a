import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import fc from 'fast-check';
import { ClassTokens } from './tokens.js';

const name = fc.constantFrom('main', 'postBody', 'side-bar', 'comment list', 'x', 'Related Articles related', 'été');
const attribute = fc
  .tuple(fc.constantFrom('class', 'id', 'role', 'itemtype', 'aria-label', 'data-type', 'href'), name)
  .map(([key, value]) => ` ${key}="${value}"`);
const tag = fc
  .tuple(fc.constantFrom('div', 'section', 'span', 'ul', 'li'), fc.array(attribute, { maxLength: 4 }))
  .map(([element, attributes]) => `<${element}${attributes.join('')}>`);
const page = fc.array(fc.oneof(tag, fc.constantFrom('</div>', '</section>', '</ul>', 'text')), { maxLength: 60 });

test('log-odds of the words around an element are those of its tokens, each counted once', () => {
  fc.assert(
    fc.property(page, (pieces) => {
      const parsed = parse(pieces.join(''));
      assert.ok(parsed.ok);
      const tokens = new ClassTokens(parsed.page);
      const model = { bias: 0.25, worth: (token: number) => (token % 3 === 0 ? (token % 1000) / 7 : 0) };
      const quick = new ClassTokens(parsed.page, model);
      for (let node = 1; node < parsed.page.size; node++) {
        if (parsed.page.tag[node] === 0) continue;
        const around = tokens.around(node);
        assert.equal(new Set(around).size, around.length);
        const sum = around.reduce((total, token) => total + model.worth(token), 0);
        assert.equal(quick.logOdds(node), 0.25 + sum / Math.sqrt(Math.max(1, around.length)));
      }
      assert.deepEqual(quick.all(), tokens.all());
      assert.equal(new Set(tokens.all()).size, tokens.all().length);
    }),
    { numRuns: 300 },
  );
});

test('many classes, more than any page had before, are told apart', () => {
  const words = Array.from({ length: 3_000 }, (_, at) =>
    [...String(at)].map((digit) => 'abcdefghij'[Number(digit)].repeat(2)).join(''),
  );
  const parsed = parse(words.map((word) => `<p class="${word}x">`).join(''));
  assert.ok(parsed.ok);
  const tokens = new ClassTokens(parsed.page);
  const last = parsed.page.size - 1;
  for (let node = 1; node <= last; node++) tokens.around(node);
  // Every class, and the tags html, head, body and p.
  assert.equal(tokens.all().length, words.length + 4);
});
