/** MathML as LaTeX, construct by construct. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, parse } from '@dehusk/html';
import { texOfMathml } from './mathml.js';

function texOf(mathml: string): string | null {
  const parsed = parse(`<math>${mathml}</math>`);
  assert.ok(parsed.ok);
  const { page } = parsed;
  let node = 0;
  while (nameOf(page, node) !== 'math') node++;
  return texOfMathml(page, node);
}

const row = (...elements: string[]): string => `<mrow>${elements.join('')}</mrow>`;
const [a, b, c, n] = [...'abcn'].map((letter) => `<mi>${letter}</mi>`);
const one = '<mn>1</mn>';
const mo = (text: string): string => `<mo>${text}</mo>`;
const table = (...rows: string[][]): string =>
  `<mtable>${rows.map((cells) => `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join('')}</mtr>`).join('')}</mtable>`;

const CASES: readonly (readonly [name: string, mathml: string, tex: string])[] = [
  ['relations and operators', a + mo('=') + b + mo('&#x2212;') + c, 'a = b - c'],
  ['a sign before', mo('&#x2212;') + a + mo('&lt;') + one, '-a < 1'],
  ['commas', row(mo('('), a, mo(','), b, mo(')')), '(a, b)'],
  ['Greek and letters', '<mi>α</mi><mi>x</mi>', '\\alpha x'],
  ['functions', '<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>', '\\sin x'],
  ['names', `<mi>rank</mi><mo>&#x2061;</mo>${row(mo('('), a, mo(')'))}`, '\\mathrm{rank}(a)'],
  ['operator names', `<mo>ord</mo>${a}`, '\\operatorname{ord}a'],
  [
    'double-struck letters',
    '<mi>ℝ</mi><mi>𝔸</mi><mi mathvariant=double-struck>N</mi>',
    '\\mathbb{R}\\mathbb{A}\\mathbb{N}',
  ],
  [
    'styles',
    '<mi mathvariant=bold>v</mi><mi>𝒜</mi><mi>𝑥</mi><mi>𝐱</mi><mi mathvariant=normal>d</mi>',
    '\\mathbf{v}\\mathcal{A}x\\mathbf{x}\\mathrm{d}',
  ],
  ['characters with a meaning in TeX', '<mn>5%</mn><mo>{</mo><mi>#</mi><mo>&amp;</mo>', '5\\%\\{\\#\\&'],
  ['text', '<mtext>if&nbsp;x &amp; y</mtext>', '\\text{if x \\& y}'],
  ['spaces', `${a}<mspace width=1em></mspace>${b}<mspace width=2em></mspace>${c}`, 'a\\quad b\\qquad c'],
  ['fractions', `<mfrac>${a}${row(b, mo('+'), one)}</mfrac>`, '\\frac{a}{b + 1}'],
  ['a binomial', row(mo('('), `<mfrac linethickness=0>${n}${a}</mfrac>`, mo(')')), '\\binom{n}{a}'],
  ['roots', `<msqrt>${a}${mo('+')}${b}</msqrt><mroot>${a}<mn>3</mn></mroot>`, '\\sqrt{a + b}\\sqrt[3]{a}'],
  [
    'scripts',
    `<msup>${a}<mn>2</mn></msup><msub>${b}<mi>i</mi></msub><msubsup>${c}${one}${row('<mn>10</mn>')}</msubsup>`,
    'a^2 b_i c_1^{10}',
  ],
  ['a base in braces', `<msup><msup>${a}${b}</msup>${c}</msup>`, '{a^b}^c'],
  ['a base in parentheses', `<msup>${row(mo('('), a, mo('+'), b, mo(')'))}<mn>2</mn></msup>`, '(a + b)^2'],
  ['primes', `<msup><mi>f</mi><mo>′</mo></msup><msup><mi>g</mi><mo>″</mo></msup>`, "f'g''"],
  [
    'a sum',
    `<munderover>${mo('∑')}${row('<mi>i</mi>', mo('='), one)}${n}</munderover><msub>${a}<mi>i</mi></msub>`,
    '\\sum_{i = 1}^n a_i',
  ],
  ['a limit', `<munder><mi>lim</mi>${row(n, mo('→'), '<mi>∞</mi>')}</munder>${a}`, '\\lim_{n \\to \\infty}a'],
  [
    'accents',
    `<mover>${a}${mo('¯')}</mover><mover>${b}${mo('^')}</mover><mover>${row(a, b)}${mo('→')}</mover><mover>${c}${mo('˙')}</mover>`,
    '\\bar{a}\\hat{b}\\overrightarrow{ab}\\dot{c}',
  ],
  ['braces below and above', `<munder><munder>${row(a, b)}${mo('⏟')}</munder>${n}</munder>`, '\\underbrace{ab}_n'],
  [
    'over and under',
    `<mover>${mo('=')}<mi>def</mi></mover><munder>${a}${b}</munder>`,
    '\\overset{\\mathrm{def}}{=}\\underset{b}{a}',
  ],
  ['arrows with text', `<mover>${mo('→')}<mi>f</mi></mover>`, '\\xrightarrow{f}'],
  [
    'scripts before',
    `<mmultiscripts><mi>X</mi>${a}${b}<mprescripts></mprescripts>${c}<none></none></mmultiscripts>`,
    '{}_cX_a^b',
  ],
  ['tall fences', row(mo('('), `<mfrac>${a}${b}</mfrac>`, mo(')')), '\\left( \\frac{a}{b} \\right)'],
  [
    'mfenced',
    `<mfenced>${a}${b}</mfenced><mfenced open="[" close="[" separators=";">${a}${b}</mfenced>`,
    '(a, b)[a;b[',
  ],
  ['a matrix', row(mo('['), table([a, b], [c, n]), mo(']')), '\\begin{bmatrix} a & b \\\\ c & n \\end{bmatrix}'],
  ['a matrix without row', a + mo('=') + mo('(') + table([a]) + mo(')'), 'a = \\begin{pmatrix} a \\end{pmatrix}'],
  ['cases', a + mo('=') + row(mo('{'), table([one, b])), 'a = \\begin{cases} 1 & b \\end{cases}'],
  ['a table', table([a, b]), '\\begin{matrix} a & b \\end{matrix}'],
  [
    'aligned equations',
    table([a, mo('=') + b]).replace('<mtable', '<mtable columnalign="right left"'),
    '\\begin{aligned} a & = b \\end{aligned}',
  ],
  [
    'a label',
    `<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd>${a}</mtd></mlabeledtr></mtable>`,
    '\\begin{matrix} a \\tag{1} \\end{matrix}',
  ],
  ['semantics', `<semantics>${row(a)}<annotation encoding="StarMath">b</annotation></semantics>`, 'a'],
  ['enclosures', `<menclose notation=box>${a}</menclose><mphantom>${b}</mphantom>`, '\\boxed{a}\\phantom{b}'],
  ['an unknown element', `<mfoo>${a}${b}</mfoo>`, 'ab'],
];

for (const [name, mathml, tex] of CASES) test(name, () => assert.equal(texOf(mathml), tex));

test('missing children do not throw', () => {
  for (const name of 'mfrac msup munderover mmultiscripts mroot mover mfenced mlabeledtr mtable semantics'.split(' '))
    assert.doesNotThrow(() => texOf(`<${name}></${name}>`), name);
});

test('no formula: nothing inside, or too much', () => {
  assert.equal(texOf(''), null);
  assert.equal(texOf('<mrow>'.repeat(300) + a), null);
  assert.equal(texOf(a.repeat(20_000)), null);
});
