import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractorNamed } from '@dehusk/papers';
import { extract } from './extract.js';
import { rendererNamed } from './render/index.js';
import { siteReader } from './site-reader.js';

const NOTES = `Notes & <questions>
of the second line

  if (x < 1) {
      return;
  }

a    1
b    22

----

© 2024 Menu Home Contact
`;

test('plain text is content, whatever the extractor would keep', () => {
  const lines = NOTES.trimEnd()
    .split('\n')
    .filter((line) => line !== '');
  for (const extractor of ['dehusk', 'boilerpipe-article', 'bte'].map(extractorNamed)) {
    const result = extract(NOTES, { mediaType: 'text/plain', extractor });
    assert.deepEqual([result.ok, result.extractor, result.text.split('\n')], [true, 'plain-text', lines]);
  }
});

test('bytes, carriage returns and a byte order mark make no difference', () => {
  const { text } = extract(NOTES, { mediaType: 'text/plain' });
  const bytes = Buffer.from(`\ufeff${NOTES.replaceAll('\n', '\r\n')}`);
  assert.equal(extract(bytes, { mediaType: 'text/plain' }).text, text);
  assert.equal(siteReader().read(bytes, { mediaType: 'text/plain', url: 'https://example.org/a.txt' }).text, text);
});

test('its line breaks and columns are structure in other formats', () => {
  const result = extract('# a\nb\n\nx   1\n', { mediaType: 'text/plain' });
  assert.ok(result.ok);
  assert.equal(rendererNamed('markdown').render(result.document).trim(), '\\# a\\\nb\n\n```\nx   1\n```');
});

test('HTML that is sent as plain text is a page; binary data and nothing are refused', () => {
  const html = `<!DOCTYPE html><title>T</title><p>${'One sentence of a page. '.repeat(9)}</p>`;
  assert.equal(extract(html, { mediaType: 'text/plain' }).extractor, 'dehusk');
  assert.equal(extract('\0\x01\x02'.repeat(9), { mediaType: 'text/plain' }).reason, 'not-html');
  assert.equal(extract(' \n\n ', { mediaType: 'text/plain' }).reason, 'no-text');
  // The name says what it is: JSON, too, is text.
  assert.equal(extract('{"a": 1}', { mediaType: 'text/plain' }).text, '{"a": 1}');
});
