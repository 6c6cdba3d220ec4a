/** A check that HTML is safe to show: sanitize-html, configured with the elements that the renderer prints, changes nothing. */
import assert from 'node:assert/strict';
import { nameOf, parse } from '@dehusk/html';
// @ts-expect-error: the package ships without types
import sanitize from 'sanitize-html';

const TAGS =
  'h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre code table caption thead tbody tr th td figure figcaption hr strong em del sub sup mark kbd br img a ' +
  'aside details summary section input ruby rt rp abbr math mtext semantics annotation'.split(' ');
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'class', 'id', 'role', 'aria-label'],
  li: ['id'],
  aside: ['class', 'role', 'data-callout'],
  p: ['class'],
  section: ['class', 'role'],
  input: ['type', 'disabled', 'checked'],
  abbr: ['title'],
  math: ['display'],
  annotation: ['encoding'],
  img: ['src', 'alt', 'title'],
  code: ['class'],
  ol: ['start', 'type'],
  th: ['colspan', 'rowspan', 'align'],
  td: ['colspan', 'rowspan', 'align'],
};

/** Names, attributes and text of every node, as a parser sees them. */
function seen(source: string): string[] {
  const parsed = parse(source);
  assert.ok(parsed.ok);
  const { page } = parsed;
  return Array.from({ length: page.size }, (_, node) =>
    nameOf(page, node) === '#text'
      ? page.chars.slice(page.textFrom[node], page.textTo[node])
      : `${nameOf(page, node)} ${JSON.stringify(page.attributes(node))}`,
  );
}

/** Asserts that sanitising changes nothing. */
export function assertSafe(printed: string): void {
  const cleaned = sanitize(printed, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES as Record<string, string[]>,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  });
  assert.deepEqual(seen(cleaned), seen(printed), 'a sanitizer changes the HTML');
}
