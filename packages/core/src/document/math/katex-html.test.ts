/** Formulas that KaTeX draws without MathML beside: its HTML becomes TeX again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { micromark } from 'micromark';
import { math, mathHtml } from 'micromark-extension-math';
import { contentOfHtml } from '../content.fixture.js';

/** TeX, and what is read when it is not the same. */
const FORMULAS: readonly (readonly [tex: string, read?: string])[] = [
  ['A = \\pi r^2'],
  ['x_1^2 + y_i'],
  ['\\frac{a}{1 + x^2}'],
  ['\\sqrt{x + 1}'],
  ['\\sqrt[3]{x}'],
  ['\\sum_{i=1}^n a_i', '\\sum_{i = 1}^n a_i'],
  ['\\int_0^t f(x)'],
  ['\\sin x \\leq \\log y'],
  ['\\mathbb{R}^n \\to \\mathbb{R}'],
  ['\\hat{x}'],
  ['\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}'],
  ['\\left( \\frac{a}{b} \\right)^2', '(\\frac{a}{b})^2'],
  ['\\lim_{n \\to \\infty}a_n'],
  ['\\text{if }x > 0'],
  ['\\binom{n}{k}'],
  ['e^{i\\pi} + 1 = 0'],
  ['\\alpha \\cdot \\beta \\neq \\gamma'],
  ["f'(x)"],
  ['\\mathbf{v}'],
];

const drawn = (tex: string): string =>
  micromark(`The formula $${tex}$ is.`, {
    extensions: [math()],
    htmlExtensions: [mathHtml({ output: 'html' })],
  });

for (const [tex, read = tex] of FORMULAS)
  test(tex, () => {
    const found = JSON.stringify(contentOfHtml(drawn(tex))).match(/"tex":("(?:[^"\\]|\\.)*")/)?.[1] ?? '""';
    assert.equal(JSON.parse(found), read);
  });

test('an empty element, and one that nests without end, are no formula', () => {
  assert.doesNotMatch(JSON.stringify(contentOfHtml('<p>A <span class=katex></span> b.</p>')), /"math"/);
  const deep = `<span class="katex">${'<span class="mord">'.repeat(1_000)}x${'</span>'.repeat(1_001)}`;
  assert.match(JSON.stringify(contentOfHtml(`<p>A ${deep} b.</p>`)), /x/);
});
