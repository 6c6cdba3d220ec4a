/** Laws that every output of every page keeps. Also loaded by `dehusk-lab fuzz`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ExtractSuccess } from './index.js';
import type { Page } from './page/page.js';
import { pageRecord } from './record.js';
import { textOfContents } from './renderers/content-text.js';
import { activeMarkup } from './renderers/hostile-text.fixture.js';
import { html } from './renderers/html.js';
import { markdown } from './renderers/markdown/markdown.js';
import { VIEWERS } from './renderers/markdown/viewers.fixture.js';
import { checkContentModel, readXml } from './renderers/tei/content-model.fixture.js';
import { tei } from './renderers/tei/tei.js';
import { xml } from './renderers/xml/xml.js';

const SCHEMA = readFileSync(new URL('../../../docs/output.schema.json', import.meta.url), 'utf8');
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(SCHEMA));
/** The most used viewer, and one that follows the standard closely. */
const SHOWN_IN = ['marked', 'markdown-it'];

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** How often each character occurs. */
function counted(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/**
 * Asserts the laws.
 *
 * @param page the page as it was opened
 */
export function checkOutput(result: ExtractSuccess, page: Page): void {
  const { document, text } = result;
  const record: unknown = JSON.parse(JSON.stringify(pageRecord(result)));
  assert.ok(validate(record), `JSON: ${JSON.stringify(validate.errors?.slice(0, 2))}`);
  checkContentModel(readXml(tei.render(document)));
  readXml(xml.render(document));
  assert.equal(activeMarkup(html.render(document, { metadata: false })), null, 'HTML acts');
  const source = markdown.render(document);
  for (const name of SHOWN_IN)
    assert.equal(activeMarkup(VIEWERS[name]?.(source) ?? ''), null, `Markdown acts in ${name}`);
  assert.doesNotMatch(text, /[\x00-\x08\x0e-\x1f\x7f]/, 'text has control characters');
  // Attributes may have the TeX of a formula.
  const { size, value } = page.attributeColumns;
  const inPage = counted(bare([page.chars, ...Array.from({ length: size }, (_, at) => value(at))].join(' ')));
  for (const [one, times] of counted(bare(text)))
    assert.ok(times <= (inPage.get(one) ?? 0), `text has ${JSON.stringify(one)} ${times} times, the page fewer`);
  for (const records of [document.posts, document.comments])
    for (const [at, { content, replyTo, depth }] of records.entries()) {
      assert.ok(content.length > 0, 'a post without words');
      assert.ok(replyTo === null || (replyTo >= 0 && replyTo < at), `post ${at} answers ${replyTo}`);
      assert.equal(depth, replyTo === null ? 0 : (records[replyTo]?.depth ?? -2) + 1, 'depth of a post');
    }
  // A formula in an attribute replaces the text of its element, which a post may have in it.
  if (document.posts.length === 0 || JSON.stringify(document.content).includes('"type":"math"')) return;
  const { before, after } = document.aroundPosts;
  const posts = document.posts.flatMap(({ head, content }) => [
    { type: 'paragraph' as const, inline: head },
    ...content,
  ]);
  assert.equal(
    bare(textOfContents([...before, ...posts, ...after])),
    bare(textOfContents(document.content)),
    'posts are not the text',
  );
}
