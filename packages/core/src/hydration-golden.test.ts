/**
 * Reviewable goldens of pages whose text is only in their state: each page of `fixtures/hydration/`, as real frameworks serve it, with the
 * Markdown that `extract` makes of it. See the README there.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { extract } from './index.js';
import { markdown } from './render/markdown/markdown.js';

const FOLDER = fileURLToPath(new URL('../fixtures/hydration/', import.meta.url));
const SHARED_PAGE = 'shared-article.md';
const SHARED = readFileSync(`${FOLDER}${SHARED_PAGE}`, 'utf8');
const UPDATE = process.env.UPDATE_GOLDENS === '1';

for (const page of readdirSync(FOLDER).filter((one) => one.endsWith('.html')))
  test(`${page}: its Markdown is that of its golden`, () => {
    const result = extract(readFileSync(`${FOLDER}${page}`, 'utf8'), { url: `https://example.org/${page}` });
    assert.ok(result.ok, `${result.reason}`);
    const isMined = result.warnings.includes('hidden-text');
    assert.equal(isMined, !/-(?:visible|streamed)\./.test(page), 'only pages that do not show their text are changed');
    const whole = markdown.render(result.document, { metadata: true });
    const [head, body] = [whole.slice(0, whole.indexOf('\n---\n') + 5), whole.slice(whole.indexOf('\n---\n') + 5)];
    // Most pages have the same article: their goldens hold only what is before it.
    const printed = body === SHARED ? `${head}\nThe article is that of ${SHARED_PAGE}.\n` : whole;
    const file = `${FOLDER}${page.replace(/\.html$/, '.md')}`;
    if (UPDATE) writeFileSync(file, printed);
    assert.ok(existsSync(file), `${file} is missing: write it with npm run goldens, and read it before you commit it`);
    assert.equal(printed, readFileSync(file, 'utf8'), `${file} differs: when that is meant, npm run goldens`);
  });
