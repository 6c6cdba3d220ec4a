import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decode } from './decode.js';
import type { Page } from './page.js';
import { parse } from './parse.js';
import { pageLines, referenceLines } from './parse-reference.fixture.js';

const pageOf = (source: string): Page => {
  const parsed = parse(source);
  assert.ok(parsed.ok);
  return parsed.page;
};

/** Tags whose rules differ most from "open, then close". */
const NAMES =
  'a b i p div span table tbody tr td th caption col colgroup select option optgroup ul li dl dd dt form button input h1 h2 nobr ' +
  'marquee object applet svg g foreignObject desc title math mi mo annotation-xml template noscript script style textarea ' +
  'iframe xmp plaintext frameset frame head body html meta link base br hr img image isindex font ruby rt rp rb rtc pre ' +
  'listing main article menu search details summary dialog fieldset address center x-y keygen param source track wbr embed';
const name = fc.constantFrom(...NAMES.split(' '));
const attribute = fc.constantFrom(
  '',
  ' a=1',
  ' a=2 b',
  ' type=hidden',
  ' href="x"',
  " color='red'",
  ' encoding=text/html',
  ' xlink:href=x',
  ' viewBox=0',
  ' definitionurl=x',
  ' title="one &amp; two\r\nthree 😀 four"',
  " DATA-X='a\rb' Aé=ü",
  ' alt="',
  ' /',
  ' <',
);
const piece = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(name, attribute).map(([tag, attributes]) => `<${tag}${attributes}>`) },
  { weight: 6, arbitrary: name.map((tag) => `</${tag}>`) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'x',
      ' ',
      '\n',
      'word word',
      '&amp;',
      '&lt',
      '&#x41;',
      '&notit;',
      '\0',
      '😀',
      ' a\tb\r\rc ',
      'é\ud83d ü',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '<!--c-->',
      '<!-- a - b -- c < d <!-- e -->',
      '<script>if (a < b && c) /* \r\n */ <!-- <script> --',
      '<!--',
      '-->',
      '<!doctype html>',
      '<![CDATA[x]]>',
      '<?p?>',
      '<',
      '</',
      '>',
      '</ x>',
      '<!>',
      '\r\n',
      '"',
    ),
  },
);
const soup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

test('any tag soup gives the tree that parse5 gives', () => {
  fc.assert(
    fc.property(soup, (source) => assert.deepEqual(pageLines(pageOf(source)), referenceLines(source))),
    { numRuns: 1_500 },
  );
});

test('the columns of any tag soup fit each other and the source', () => {
  fc.assert(
    fc.property(soup, (source) => {
      const page = pageOf(source);
      assert.deepEqual(
        [page.parent[0], page.end[0], page.depth[0], page.textTo[0]],
        [-1, page.size, 0, page.chars.length],
      );
      for (let node = 1; node < page.size; node++) {
        const up = page.parent[node];
        assert.ok(up >= 0 && up < node && page.end[node] <= page.end[up] && page.end[node] > node, `node ${node}`);
        assert.equal(page.depth[node], page.depth[up] + 1);
        assert.ok(page.textFrom[node] >= page.textFrom[node - 1] && page.textTo[node] >= page.textFrom[node]);
        assert.ok(
          page.sourceFrom[node] <= page.openTo[node] && page.sourceFrom[node] <= page.sourceTo[node],
          `offsets of ${node}`,
        );
        assert.ok(page.sourceTo[node] <= source.length && page.openTo[node] <= source.length);
        const open = source.slice(page.sourceFrom[node], page.openTo[node]);
        const own = page.names[page.tag[node]];
        if (page.tag[node] === 0 || open === '') continue;
        // The opening tag, letter for letter; the standard renames `<image>`.
        const written = /^<([^\s/>]*).*>$/s.exec(open);
        assert.ok(written !== null, `${own}: ${open}`);
        const tag = written[1].replace(/\0/g, '\uFFFD').toLowerCase();
        // Outside SVG and MathML, where `image` is a name of its own.
        assert.ok(tag === own || (tag === 'image' && own === 'img'), `${open} is ${own}`);
      }
    }),
    { numRuns: 800 },
  );
});

test('the source of a text is its characters where nothing is escaped or moved', () => {
  const word = fc.constantFrom('one', ' two ', 'żółć', '\n', '😀', '; . /');
  const tag = fc.constantFrom('<p>', '</p>', '<b>', '</b>', '<div>', '</div>', '<br>', '<ul>', '<li>', '</ul>');
  fc.assert(
    fc.property(fc.array(fc.oneof(word, tag), { maxLength: 40 }), (pieces) => {
      const source = `<!doctype html><html><head></head><body>x${pieces.join('')}</body></html>`;
      const page = pageOf(source);
      for (let node = 0; node < page.size; node++)
        if (page.tag[node] === 0)
          assert.equal(
            // An end tag without a start tag is ignored: the text goes on behind it.
            source.slice(page.sourceFrom[node], page.sourceTo[node]).replace(/<[^>]*>/g, ''),
            page.chars.slice(page.textFrom[node], page.textTo[node]),
          );
    }),
  );
});

test('a source longer than one piece of the tokenizer gives the same tree', () => {
  const unit = '<p class="a &amp; b">text &lt; more\r\n<b>bold</b><!-- note --><script>"<p>"</script>\u{1F600}';
  const source = unit.repeat(Math.ceil(2_300_000 / unit.length));
  const page = pageOf(source);
  assert.deepEqual(pageLines(page), referenceLines(source));
  const p = page.nameIndex('p');
  for (let node = 0; node < page.size; node++)
    if (page.tag[node] === p)
      assert.equal(source.slice(page.sourceFrom[node], page.openTo[node]), '<p class="a &amp; b">');
});

const data = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const needs = existsSync(join(data, 'wcxb-dev')) ? false : 'skipped: needs ../shared/data';

test('real pages give the tree that parse5 gives', { skip: needs }, () => {
  for (const [set, every] of [
    ['wcxb-dev', 60],
    ['cleaneval', 40],
    ['readability', 20],
    ['l3s-gn1', 60],
  ] as const) {
    const folder = join(data, set, 'html');
    for (const [index, file] of readdirSync(folder).sort().entries()) {
      if (index % every !== 0) continue;
      const source = decode(new Uint8Array(gunzipSync(readFileSync(join(folder, file))))).text;
      const ours = pageLines(pageOf(source));
      const theirs = referenceLines(source);
      const differs = ours.findIndex((line, at) => line !== theirs[at]);
      assert.equal(ours.length, theirs.length, `${set}/${file}`);
      assert.equal(differs, -1, `${set}/${file}: ${ours[differs]} against ${theirs[differs]}`);
    }
  }
});
