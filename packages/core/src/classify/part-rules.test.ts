/** The part rules on small pages: which blocks they keep beside a given choice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { edgesOf } from './edge-rules.js';
import { blockFacts } from './features/facts.js';
import { dropForms, keepEnding, keepHeadline, keepValues } from './part-rules.js';

const RULES = { dropForms, keepEnding, keepHeadline, keepValues };
type Rule = keyof typeof RULES;

/**
 * @param chances per block: `+` when it is kept, else its probability in tenths
 * @returns the first word of each block that the rule adds or drops
 */
function changedBy(rule: Rule, html: string, chances: string): string {
  const parsed = parse(html, {});
  assert.ok(parsed.ok);
  const facts = blockFacts(parsed.page);
  assert.equal(facts.size, chances.length, `the page has blocks: ${facts.blocks.text.join(' | ')}`);
  const keep = Uint8Array.from(chances, (one) => (one === '+' ? 1 : 0));
  const before = keep.slice();
  const changed: string[] = new Array(facts.size);
  const probability = Float32Array.from(chances, (one) => (one === '+' ? 0.9 : Number(one) / 10));
  RULES[rule](edgesOf(facts, keep, changed), probability);
  for (let b = 0; b < facts.size; b++) assert.equal(changed[b] !== undefined, keep[b] !== before[b], `block ${b}`);
  return facts.blocks.text
    .filter((_, b) => keep[b] !== before[b])
    .map((text) => text.split(' ')[0])
    .join(' ');
}

const TEXT = '<p>Then the boats came in from the islands with the evening tide, one behind the other.</p>';

const CASES: readonly (readonly [what: string, rule: Rule, html: string, chances: string, added: string])[] = [
  ['the headline', 'keepHeadline', `<h1>Shop</h1><p>Sort by</p>${TEXT}`, '21+', 'Shop'],
  [
    '… and the lines beside it',
    'keepHeadline',
    `<span>New</span><h1>Shop</h1><p>Since 1999</p>${TEXT}`,
    '323+',
    'New Shop Since',
  ],
  ['… not beside its box', 'keepHeadline', `<p>New</p><div><h1>Shop</h1></div>${TEXT}`, '32+', 'Shop'],
  ['the highest of several headings', 'keepHeadline', `<h1>Shop</h1><h3>Filter</h3>${TEXT}`, '21+', 'Shop'],
  ['a heading that is a link', 'keepHeadline', `<h1><a href=/>Shop</a></h1>${TEXT}`, '2+', ''],
  ['a heading that is hardly content', 'keepHeadline', `<h1>Shop</h1>${TEXT}`, '0+', ''],
  ['a kept headline', 'keepHeadline', `<h1>Shop</h1>${TEXT}`, '++', ''],

  [
    'the price of the headline',
    'keepValues',
    `<title>Oak bowl</title><h1>Oak bowl</h1><p>$12.50</p>${TEXT}`,
    '00+',
    '$12.50',
  ],
  ['… above it', 'keepValues', `<title>Oak bowl</title><p>12,50 €</p><h1>Oak bowl</h1>${TEXT}`, '00+', '12,50'],
  [
    '… of another product',
    'keepValues',
    `<title>Oak bowl</title><h1>Oak bowl</h1><p>a<p>b<p>c<p>$9.90</p>${TEXT}`,
    '00000+',
    '',
  ],
  [
    '… without the headline of the title',
    'keepValues',
    `<title>Oak bowl</title><h1>Shop</h1><p>$12.50</p>${TEXT}`,
    '00+',
    '',
  ],

  [
    'a letter to subscribe to',
    'dropForms',
    `${TEXT}<div><p>Stories each Friday</p><input type=email></div>`,
    '++',
    'Stories',
  ],
  [
    '… with its title',
    'dropForms',
    `${TEXT}<div><h3>Letter</h3><p>Each Friday</p><input name=user_email></div>`,
    '+++',
    'Letter Each',
  ],
  [
    '… between paragraphs of one element',
    'dropForms',
    `${TEXT}<p>Each Friday</p><input type=email>${TEXT}`,
    '+++',
    'Each',
  ],
  [
    '… above a field for a search',
    'dropForms',
    `${TEXT}<div><p>Stories each Friday</p><input type=search></div>`,
    '++',
    '',
  ],
  [
    '… a long text',
    'dropForms',
    `<h2>Contact</h2><div><p>${'No line is as long as this one is. '.repeat(5)}</p><input type=email></div>`,
    '++',
    '',
  ],
  [
    'a question above buttons',
    'dropForms',
    `${TEXT}<div><p>Was it helpful?</p><button>Yes</button><button>No</button></div>`,
    '+++0',
    'Was Yes',
  ],
  [
    '… in Arabic, with signs alone',
    'dropForms',
    `${TEXT}<div><p>هل أفادتك؟</p><button>+</button><button>-</button></div>`,
    '++',
    'هل',
  ],
  ['… with one button', 'dropForms', `${TEXT}<div><p>Was it helpful?</p><button>Answer</button></div>`, '++0', ''],
  [
    '… that is a heading',
    'dropForms',
    `${TEXT}<div><h3>Who came?</h3><button>+</button><button>-</button></div>`,
    '++',
    '',
  ],
  [
    'a statement above buttons',
    'dropForms',
    `${TEXT}<div><p>It was late.</p><button>+</button><button>-</button></div>`,
    '++',
    '',
  ],

  ['a price between kept lines', 'keepValues', '<div><h3>Plan</h3><p>9 €</p><ul><li>Bees</ul></div>', '+2+', '9'],
  ['… in another box', 'keepValues', '<div><h3>Plan</h3></div><p>9 €</p><div><p>Bees</div>', '+2+', '9'],
  ['… in a box of a long text', 'keepValues', `<div><p>Plan</p><p>9 €</p>${TEXT.repeat(6)}</div>`, '+2++++++', ''],
  ['a link between kept lines', 'keepValues', '<div><h3>Plan</h3><p><a href=/x>Buy</a></p><p>Bees</div>', '+2+', ''],
  [
    'an address of e-mail',
    'keepValues',
    '<div><h3>Ann</h3><p><a href=mailto:a@b.example>a@b.example</a></div>',
    '+0',
    'a@b.example',
  ],
  ['… and of telephone', 'keepValues', '<div><a href="tel:+1 2">+1 2</a><h3>Ann</h3></div>', '0+', '+1'],

  [
    'a text beside the last kept one',
    'keepEnding',
    `<article>${TEXT}<p>This text was corrected.</p></article>`,
    '+3',
    'This',
  ],
  [
    '… beside the box of the text',
    'keepEnding',
    `<article><div>${TEXT}${TEXT}</div><p>This text was corrected.</p></article>`,
    '++3',
    'This',
  ],
  [
    '… with a heading',
    'keepEnding',
    `<article>${TEXT}<h2>Note</h2><p>This text was corrected.</p></article>`,
    '+23',
    'Note This',
  ],
  ['a heading without a text', 'keepEnding', `<article>${TEXT}<h2>Note</h2></article>`, '+2', ''],
  [
    'a text that is hardly content',
    'keepEnding',
    `<article>${TEXT}<p>This text was corrected.</p></article>`,
    '+2',
    '',
  ],
  ['a line of copyright', 'keepEnding', `<article>${TEXT}<p>© 2024 The Tarn Gazette</p></article>`, '+3', ''],
  ['a text outside the article', 'keepEnding', `<article>${TEXT}</article><p>This text was corrected.</p>`, '+3', ''],
];

for (const [what, rule, html, chances, expected] of CASES)
  test(`${rule}: ${what}`, () => assert.equal(changedBy(rule, html, chances), expected));
