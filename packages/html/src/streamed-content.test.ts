import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, TEXT, textOf } from './page.js';
import { parse } from './parse.js';

const page = (html: string, maxDepth = 1_000): Page => {
  const parsed = parse(html, { limits: { maxDepth } });
  assert.ok(parsed.ok);
  return parsed.page;
};
/** The texts of a page outside scripts, with `|` between nodes. */
const shown = (html: string): string => {
  const p = page(`<div>${html}</div>`);
  const script = p.nameIndex('script');
  const texts: string[] = [];
  for (let node = 0; node < p.size; node++)
    if (p.tag[node] === TEXT && p.tag[p.parent[node]] !== script) texts.push(textOf(p, node));
  return texts.join('|');
};
const boundary = (id: string, fallback: string): string =>
  `<!--$?--><template id="B:${id}"></template>${fallback}<!--/$-->`;
const content = (id: string, html: string): string => `<div hidden id="S:${id}">${html}</div>`;
const call = (id: string): string => `<script>$RC("B:${id}","S:${id}")</script>`;

const CASES: readonly (readonly [name: string, html: string, expected: string])[] = [
  [
    'content replaces the fallback of its boundary',
    `<p>a</p>${boundary('0', '<p>wait</p><b>please</b>')}<p>z</p>${content('0', '<p>new</p>')}${call('0')}`,
    'a|new|z',
  ],
  ...[call('0') + call('1'), call('1') + call('0')].map(
    (calls) =>
      [
        'a boundary inside content, whichever call comes first',
        `${boundary('0', 'wait')}<p>z</p>${content('0', `<p>outer</p>${boundary('1', '<i>wait</i>')}`)}${content('1', 'inner')}${calls}`,
        'outer|inner|z',
      ] as const,
  ),
  [
    'content in a fallback leaves with it',
    `${boundary('0', `a${boundary('1', 'b')}<i>c</i>`)}<p>z</p>${content('1', 'd')}${content('0', 'new')}${call('1')}${call('0')}`,
    'new|z',
  ],
  [
    'a place in a fallback that was replaced, and content that is in one',
    `${boundary('0', `a${boundary('1', 'b')}${content('2', 'd')}`)}<p>z</p>${boundary('2', '<b>e</b>')}${content('0', 'new')}${content('1', 'f')}${call('0')}${call('1')}${call('2')}`,
    'new|z|d|f',
  ],
  [
    'a second call with the same content',
    `${boundary('0', 'a')}${boundary('1', '<b>b</b>')}<p>z</p>${content('0', 'new')}${call('0')}<script>$RC("B:1","S:0")</script>`,
    'new|b|z',
  ],
  [
    'a segment replaces its placeholder',
    `<div><p>a</p><template id="P:1"></template><p>z</p></div><div hidden id="S:1">new</div><script>$RS("S:1","P:1")</script>`,
    'a|new|z',
  ],
  [
    'styles may come with a call',
    `${boundary('0', 'wait')}${content('0', 'new')}<script>$RR("B:0","S:0",[["a.css"]])</script>`,
    'new',
  ],
  ['without a call nothing moves', `${boundary('0', 'wait')}z${content('0', 'new')}`, 'waitz|new'],
  [
    'a call in visible text is text',
    `${boundary('0', 'w')}<p>$RC("B:0","S:0")</p>${content('0', 'new')}`,
    'w|$RC("B:0","S:0")|new',
  ],
  ['content that contains its own place stays', `${content('0', `a${boundary('0', 'w')}`)}${call('0')}`, 'a|w'],
  ['a name that the page lacks', `${boundary('0', 'w')}${call('0')}`, 'w'],
];

for (const [name, html, expected] of CASES) test(name, () => assert.equal(shown(html), expected));

test('a long chain of boundaries without nesting is placed, outer ones first, in linear time', () => {
  const numbers = Array.from({ length: 8_000 }, (_, at) => at);
  const links = numbers.map((at) => content(String(at), `text${at}.${boundary(String(at + 1), '')}`)).reverse();
  const calls = numbers.map((at) => call(String(at)));
  const p = page(`<div>${boundary('0', '')}${links.join('')}${calls.join('')}</div>`);
  assert.ok(p.chars.startsWith(numbers.map((at) => `text${at}.`).join('')));
});

test('a chain of boundaries inside each other ends at the bound of nesting, with every text kept', () => {
  const depth = 90;
  const links = Array.from({ length: 1_000 }, (_, at) =>
    content(String(at), `${'<div>'.repeat(depth)}text${at}.${boundary(String(at + 1), '')}${'</div>'.repeat(depth)}`),
  );
  const calls = links.map((_, at) => call(String(at)));
  for (const order of [calls, [...calls].reverse()]) {
    const p = page(`${boundary('0', '')}${links.join('')}${order.join('')}`, 100);
    assert.ok(Math.max(...p.depth) <= 500, String(Math.max(...p.depth)));
    for (const at of [0, 500, 999]) assert.ok(p.chars.includes(`text${at}.`));
  }
});
