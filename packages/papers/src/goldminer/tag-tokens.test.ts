import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagTokens } from './page-features.js';

const CASES: readonly [what: string, source: string, texts: readonly string[]][] = [
  ['names in lower case, closing tags', '<DIV>a</Div >', ['<div>', '</div>']],
  ['id and classes only, classes in order', '<p style=x class="b  a" id=c>', ['<p id="c" class="a b">']],
  ['quotes of both kinds, a > within', `<p id='x>y' class=z>t`, ['<p id="x>y" class="z">']],
  ['three digits and more are a number sign', '<p id="post-4711" class="col-12">', ['<p id="post-#" class="col-12">']],
  ['comments, white space collapsed', '<!--  end\n of story --><!---->', ['<!-- end of story -->', '<!--  -->']],
  ['formatting does not count unless it is named', '<b>x</b><a href=y>z</a><span class=by>', ['<span class="by">']],
  ['scripts and what is in them never count', '<script>"<p>"</script><style><p></style><p>', ['<p>']],
  [
    'text areas and titles are text',
    '<title><p></title><textarea><p></textarea>',
    ['<title>', '</title>', '<textarea>', '</textarea>'],
  ],
  ['images and line breaks never count', '<img class=a><br><hr>', ['<hr>']],
  ['declarations and instructions do not count', '<!DOCTYPE html><?php x ?><p>', ['<p>']],
  ['what is no tag', '1 < 2 <3 </ p> <', []],
  ['an unclosed comment swallows the rest', '<p><!-- <p>', ['<p>']],
  ['an unclosed tag ends with the page', '<p class=a', ['<p class="a">']],
  ['the first of two ids', '<p id=a id=b>', ['<p id="a">']],
];

for (const [what, source, texts] of CASES)
  test(`tags: ${what}`, () => {
    assert.deepEqual(tagTokens(source, 100).texts, texts);
  });

test('offsets are those of the source', () => {
  const source = 'a<div id=x>b<!-- c -->d</div>';
  const { from, to } = tagTokens(source, 100);
  assert.deepEqual(
    from.map((at, index) => source.slice(at, to[index])),
    ['<div id=x>', '<!-- c -->', '</div>'],
  );
});

test('no more tags than asked for', () => {
  assert.equal(tagTokens('<p>'.repeat(10), 4).texts.length, 4);
});
