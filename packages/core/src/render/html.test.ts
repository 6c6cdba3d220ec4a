import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, parse } from '@dehusk/html';
import { DOCUMENTS, HOSTILE } from './documents.fixture.js';
import { html } from './html.js';
import { assertSafe } from './safe-html.fixture.js';

for (const [name, document] of DOCUMENTS)
  test(`${name}: sanitising changes nothing, and nothing can run`, () => {
    assertSafe(html.render(document, { metadata: false }));
    const parsed = parse(html.render(document, { metadata: true }));
    assert.ok(parsed.ok);
    for (let node = 0; node < parsed.page.size; node++) {
      assert.ok(!/^(?:script|iframe|object|embed|svg|style|form)$/.test(nameOf(parsed.page, node)));
      for (const [key, value] of nameOf(parsed.page, node) === '#text' ? [] : parsed.page.attributes(node)) {
        assert.ok(!key.startsWith('on'), key);
        if (key === 'href' || key === 'src') assert.match(value, /^(?:https?:|mailto:|tel:|[/?#]|$)/i);
      }
    }
  });

test('unsafe addresses lose their target and keep their words', () => {
  const printed = html.render(
    { ...(DOCUMENTS[0]?.[1] as (typeof DOCUMENTS)[0][1]), content: HOSTILE['unsafe addresses'] ?? [] },
    { metadata: false },
  );
  assert.doesNotMatch(printed, /(?:href|src)="\W*\w*script:/i);
  assert.equal(printed.match(/words/g)?.length, 13);
});
