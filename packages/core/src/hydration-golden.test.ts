/**
 * Reviewable goldens of pages whose text is only in their state: each page of `fixtures/hydration/`, as real frameworks serve it, with the
 * Markdown that `extract` makes of it. See the README there.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { extract } from './index.js';
import { markdown } from './renderers/markdown/markdown.js';

const FOLDER = fileURLToPath(new URL('../fixtures/hydration/', import.meta.url));
const UPDATE = process.env.UPDATE_GOLDENS === '1';

for (const page of readdirSync(FOLDER).filter((one) => one.endsWith('.html')))
  test(`${page}: its Markdown is that of its golden`, () => {
    const result = extract(readFileSync(`${FOLDER}${page}`, 'utf8'), { url: `https://example.org/${page}` });
    assert.ok(result.ok, result.reason);
    const isMined = result.warnings.includes('hidden-text');
    assert.equal(isMined, !/-(?:visible|streamed)\./.test(page), 'only pages that do not show their text are changed');
    const printed = markdown.render(result.document, { metadata: true });
    const file = `${FOLDER}${page.replace(/\.html$/, '.md')}`;
    if (UPDATE) writeFileSync(file, printed);
    assert.ok(existsSync(file), `${file} is missing: write it with npm run goldens, and read it before you commit it`);
    assert.equal(printed, readFileSync(file, 'utf8'), `${file} differs: when that is meant, npm run goldens`);
  });
