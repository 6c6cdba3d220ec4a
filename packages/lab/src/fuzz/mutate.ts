/**
 * Random pages: mutations of given pages, and streams of tokens like those of html5lib's tests. The same random numbers make the
 * same pages.
 */
import type { seededRandom } from 'dehusk/demo';

type Random = ReturnType<typeof seededRandom>;

const NAMES = (
  'a abbr article aside b blockquote body br button caption code col colgroup dd del details div dl dt em figcaption figure font ' +
  'footer form frameset h1 h2 h3 head header hr html i iframe img input kbd li link main mark math meta nav nobr noscript ol ' +
  'option p picture plaintext pre ruby rt s script section select small source span strong style sub summary sup svg table tbody ' +
  'td template textarea tfoot th thead time title tr u ul video annotation foreignobject mi mtext desc x-y'
).split(' ');
const ATTRIBUTES = (
  'href src srcset alt title class id style type rel name content property datetime encoding itemprop itemscope itemtype colspan ' +
  'rowspan start display data-src data-latex data-tex aria-label role hidden lang dir width height open checked value onclick'
).split(' ');
const WORDS = [
  ...['word', 'The words of a sentence, which goes on for a while.', ' ', '\n', '   ', '你好。', 'é', '😀', '\u202e'],
  ...['\u0085', '\x1b[31m'],
  ...'&lt;br&gt; &lt;script&gt;alert(1)&lt;/script&gt; &#0; &#x80; &amp;amp; &colon; & &#xd800; \0'.split(' '),
  ...['](javascript:alert(1))', '![x](http://evil.example/)', '[1]: javascript:x'],
  ...'``` $$ $x$ \\(x\\) | \\ ` * _ #'.split(' '),
  ...['javascript:alert(1)', 'http://e', 'www.a.b', 'a@b.c', 'By Jane Doe', '2024-05-17', 'author', 'comment', 'post'],
  ...['math', 'tex', 'katex', 'application/x-tex', 'math/tex', 'application/ld+json'],
  ...['{"@type":"Article","headline":"x"', 'og:title', 'citation_author', '65534', '-1'],
  ...['<!--', '-->', ']]>', '<![CDATA[', '<?x', '<!doctype html>', '"', "'", '>', '<', '</', '/>'],
];

/** A stream of random tokens, nested or not. */
export function tokenPage({ pick, between, next }: Random): string {
  const open: string[] = [];
  const parts: string[] = next() < 0.5 ? ['<!doctype html>'] : [];
  for (let left = between(5, 120); left > 0; left--) {
    const turn = next();
    if (turn < 0.4) {
      const name = pick(NAMES);
      const attributes = Array.from({ length: between(0, 3) }, () => {
        const value = `${pick(WORDS)}${next() < 0.3 ? pick(WORDS) : ''}`;
        return ` ${pick(ATTRIBUTES)}="${value.replaceAll('"', '&quot;')}"`;
      });
      parts.push(`<${name}${attributes.join('')}>`);
      open.push(name);
    } else if (turn < 0.6) parts.push(`</${open.length > 0 && next() < 0.7 ? (open.pop() as string) : pick(NAMES)}>`);
    else if (turn < 0.65) parts.push(`<p>${'The words of a paragraph, more of them. '.repeat(between(1, 12))}</p>`);
    else parts.push(pick(WORDS));
  }
  return parts.join('');
}

/** Changes of the source of a page; `other` is the source of another one. */
const CHANGES: readonly ((html: string, random: Random, other: string) => string)[] = [
  // Remove, repeat or move a part.
  (html, random) => spliced(html, random, ''),
  (html, random) => spliced(html, random, part(html, random).repeat(random.next() < 0.2 ? 30 : 3)),
  (html, random, other) => spliced(html, random, part(other, random)),
  (html, { between }, other) => html.slice(0, between(0, html.length)) + other.slice(between(0, other.length)),
  // Put a word or tag anywhere; put one in an attribute, in a text, in the place of a tag's name.
  (html, random) => spliced(html, random, random.pick(WORDS), 0),
  (html, random) => spliced(html, random, tokenPage(random), 0),
  (html, random) => replaced(html, /="[^"]*"/g, random, () => `="${random.pick(WORDS).replaceAll('"', '&quot;')}"`),
  (html, random) => replaced(html, />[^<]+</g, random, () => `>${random.pick(WORDS)}${random.pick(WORDS)}<`),
  (html, random) => replaced(html, /(?<=<\/?)[a-z][a-z\d]*/gi, random, () => random.pick(NAMES)),
  (html, random) => replaced(html, / [a-z-]+(?==)/gi, random, () => ` ${random.pick(ATTRIBUTES)}`),
  (html, random) => replaced(html, /<\/[a-z][a-z\d]*>/gi, random, () => ''),
];

/** Some of the mutations of a page, as bytes of some encoding, damaged or not. */
export function mutatedPage(html: string, random: Random, other: string): Uint8Array {
  let source = html;
  for (let left = random.between(1, 6); left > 0; left--)
    source = random.pick(CHANGES)(source, random, other).slice(0, MAX_CHARACTERS);
  return encoded(source, random);
}

/** Maximum characters of a page: repeated parts grow. */
const MAX_CHARACTERS = 200_000;

/** The bytes of a page: mostly UTF-8, sometimes other encodings, sometimes with changed bytes. */
export function encoded(source: string, { next, between, pick }: Random): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(source, next() < 0.8 ? 'utf8' : pick(['latin1', 'utf16le'] as const)));
  if (next() < 0.2 && bytes.length > 0)
    for (let left = between(1, 20); left > 0; left--) bytes[between(0, bytes.length - 1)] = between(0, 255);
  return bytes;
}

/** Maximum characters of a part that is removed, repeated or moved. */
const MAX_PART = 2_000;

function part(html: string, { between }: Random): string {
  const from = between(0, html.length);
  return html.slice(from, from + between(1, MAX_PART));
}

function spliced(html: string, { between }: Random, put: string, removed = between(0, MAX_PART)): string {
  const at = between(0, html.length);
  return html.slice(0, at) + put + html.slice(at + removed);
}

/** The source with one to ten of the matches replaced. */
function replaced(html: string, pattern: RegExp, { between, some }: Random, by: () => string): string {
  const matches = [...html.matchAll(pattern)];
  if (matches.length === 0) return html;
  const chosen = new Set(some(matches, between(1, 10)).map(({ index }) => index));
  return html.replace(pattern, (found, ...rest) => (chosen.has(rest[rest.length - 2] as number) ? by() : found));
}
