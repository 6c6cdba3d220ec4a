/** Laws that every output of every page keeps. Also loaded by `dehusk-lab fuzz`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { compared } from '../../html/dist/direct-parser.fixture.js';
import type { Content } from './document/document.js';
import type { ExtractSuccess } from './index.js';
import { pageRecord } from './record.js';
import { textOfContents } from './render/content-text.js';
import { activeMarkup } from './render/hostile-text.fixture.js';
import { html } from './render/html.js';
import { markdown } from './render/markdown/markdown.js';
import { VIEWERS } from './render/markdown/viewers.fixture.js';
import { assertSafe } from './render/safe-html.fixture.js';
import { checkContentModel, readXml } from './render/tei/content-model.fixture.js';
import { tei } from './render/tei/tei.js';
import { xml } from './render/xml/xml.js';

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

/** What the document may write itself: MathML as TeX, and numbers of notes without one. */
function writtenIn(content: readonly Content[]): string[] {
  const found: string[] = [];
  JSON.stringify(content, (key, value) => {
    if ((key === 'tex' || key === 'label') && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

/** Asserts the laws. */
export function checkOutput(result: ExtractSuccess): void {
  const { document, text, page } = result;
  const record: unknown = JSON.parse(JSON.stringify(pageRecord(result)));
  assert.ok(validate(record), `JSON: ${JSON.stringify(validate.errors?.slice(0, 2))}`);
  checkContentModel(readXml(tei.render(document)));
  readXml(xml.render(document));
  const fragment = html.render(document, { metadata: false });
  assert.equal(activeMarkup(fragment), null, 'HTML acts');
  // These two take as long as the other laws, so they are asked of one page in four.
  if (fragment.length % 4 === 0) {
    assertSafe(fragment);
    assert.equal(compared(page.source).difference, null, 'the tree is not that of parse5');
  }
  const source = markdown.render(document);
  for (const name of SHOWN_IN)
    assert.equal(activeMarkup(VIEWERS[name]?.(source) ?? ''), null, `Markdown acts in ${name}`);
  assert.doesNotMatch(text, /[\x00-\x08\x0e-\x1f\x7f]/, 'text has control characters');
  // Attributes may have the TeX of a formula.
  const { size, value } = page.attributeColumns;
  const attributes = Array.from({ length: size }, (_, at) => value(at));
  const inPage = counted(bare([page.chars, ...attributes, ...writtenIn(document.content)].join(' ')));
  for (const [one, times] of counted(bare(text)))
    assert.ok(times <= (inPage.get(one) ?? 0), `text has ${JSON.stringify(one)} ${times} times, the page fewer`);
  for (const records of [document.posts, document.comments])
    for (const [at, { content, replyTo, depth }] of records.entries()) {
      assert.ok(content.length > 0, 'a post without words');
      assert.ok(replyTo === null || (replyTo >= 0 && replyTo < at), `post ${at} answers ${replyTo}`);
      assert.equal(depth, replyTo === null ? 0 : (records[replyTo]?.depth ?? -2) + 1, 'depth of a post');
    }
  if (document.posts.length === 0) return;
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
