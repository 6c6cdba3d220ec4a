import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, type Page } from './page.js';
import { parse } from './parse.js';
import { matchingElements, parseSelector } from './selector.js';

function pageOf(html: string): Page {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
}

/** Ids of the matched elements, names of those without. */
function matched(page: Page, selector: string): string {
  const marks = matchingElements(page, parseSelector('selector', selector));
  return [...marks.keys()]
    .filter((node) => marks[node] === 1)
    .map((node) => page.attribute(node, 'id') ?? nameOf(page, node))
    .join(' ');
}

const PAGE = pageOf(`<html><body>
<div id=d1 class="Story wide" data-kind="News item"><h1 id=h>Title</h1>text<p id=p1 lang=en-GB>One <b id=b1>bold</b></p><p id=p2></p><p id=p3><img id=i src=a.png></p></div>
<div id=d2 class=story><p id=p4 hidden></p><ul id=u><li id=l1><li id=l2><li id=l3><li id=l4></ul></div>
<svg id=s><linearGradient id=g /></svg></body></html>`);

const cases: readonly (readonly [selector: string, matched: string])[] = [
  ['p', 'p1 p2 p3 p4'],
  ['P', 'p1 p2 p3 p4'],
  ['#d2, #d1', 'd1 d2'],
  ['.story', 'd2'],
  ['.wide.Story', 'd1'],
  ['.Stor', ''],
  ['*', 'html head body d1 h p1 b1 p2 p3 i d2 p4 u l1 l2 l3 l4 s g'],
  ['lineargradient', 'g'],
  ['[hidden]', 'p4'],
  ['[SRC="a.png"]', 'i'],
  ['[src="A.PNG" i]', 'i'],
  ['[class="story"]', 'd2'],
  ['[class~=wide]', 'd1'],
  ['[class~=""]', ''],
  ['[lang|=en]', 'p1'],
  ['[src^=a]', 'i'],
  ['[src$=png]', 'i'],
  ['[data-kind*=" it"]', 'd1'],
  ['[src*=""]', ''],
  ['div p', 'p1 p2 p3 p4'],
  ['body p b', 'b1'],
  ['body > p', ''],
  ['div > p', 'p1 p2 p3 p4'],
  ['h1 + p', 'p1'],
  ['h1 ~ p', 'p1 p2 p3'],
  ['p + p ~ p', 'p3'],
  ['div ~ div li ~ li + li', 'l3 l4'],
  ['h1+p>b', 'b1'],
  [':root', 'html'],
  ['p:empty', 'p2 p4'],
  ['div :first-child', 'h b1 i p4 l1'],
  ['p:last-child', 'p3'],
  ['p:first-of-type', 'p1 p4'],
  ['p:last-of-type', 'p3 p4'],
  ['div :only-child', 'b1 i'],
  ['div > :only-of-type', 'h p4 u'],
  ['li:nth-child(odd)', 'l1 l3'],
  ['li:nth-child(2n)', 'l2 l4'],
  ['li:nth-child(-n+2)', 'l1 l2'],
  ['li:nth-child(3)', 'l3'],
  ['li:nth-last-child(2)', 'l3'],
  ['div:nth-of-type(2)', 'd2'],
  ['p:nth-last-of-type(n+2)', 'p1 p2'],
  ['p:not(:empty)', 'p1 p3'],
  ['div > :not(p, ul)', 'h'],
  [':is(h1, ul) + p, :where(#u) > li:not(:nth-child(n+2))', 'p1 l1'],
  ['p:not(.story p)', 'p1 p2 p3'],
  ['div:has(img)', 'd1'],
  ['div:has(> img)', ''],
  ['p:has(+ p)', 'p1 p2'],
  ['h1:has(~ p > img)', 'h'],
  ['div:has(ul li + li)', 'd2'],
  [':has(> :empty):not(body)', 'html d1 p3 d2 u s'],
  ['article', ''],
];
for (const [selector, expected] of cases)
  test(`${selector} matches ${expected || 'nothing'}`, () => assert.equal(matched(PAGE, selector), expected));

const faults: readonly (readonly [selector: unknown, message: RegExp])[] = [
  ['', /excludeSelector got "", expected a CSS selector: .*end of input.* at position 1$/],
  ['a..b', /got "a\.\.b", expected a CSS selector: expected class name at position 3$/],
  ['main > $x', /expected rule but "\$" found at position 8$/],
  ['a > > b', /at position 5$/],
  ['a >', /end of input/],
  ['div[a=b', /expected end of attribute selector at position 7$/],
  ['p:hover', /unknown pseudo-class: "hover" at position 7 \(there are: empty, first-child, .*, where\)$/],
  ['p::before', /at position/],
  [':nth-child(foo)', /at position/],
  ['a'.repeat(2_001), /got a selector of 2001 characters, expected at most 2000; pass several selectors/],
  [5, /excludeSelector got a number, expected a CSS selector or a list of them/],
];
for (const [selector, message] of faults)
  test(`${String(selector).slice(0, 20)} is a TypeError that names the fault`, () =>
    assert.throws(() => parseSelector('excludeSelector', selector as string), { name: 'TypeError', message }));

// Each takes hours when an element is matched by walking its ancestors or siblings.
for (const [what, html] of [
  ['many siblings', '<i class=a></i>'.repeat(200_000)],
  ['deep nesting', '<div class=a>'.repeat(900).concat('<i class=a></i>'.repeat(100_000))],
] as const)
  test(`time is linear in the page: ${what}`, () => {
    const page = pageOf(html);
    const dozen = (combinator: string): string => Array.from({ length: 12 }, () => '.a').join(combinator);
    for (const selector of [
      `${dozen(' ')} b`,
      `${dozen(' ~ ')} b`,
      `.a:has(${dozen(' ')} b)`,
      `.a:has(~ ${dozen(' ~ ')} b)`,
    ])
      assert.equal(matched(page, selector), '');
    assert.equal(matched(page, 'i:nth-last-of-type(1)'), 'i');
  });
