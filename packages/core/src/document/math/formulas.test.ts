/** Formulas in every form that pages use: each is found once, with its TeX as written; prices and code remain text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import { cpuLimit } from '../../../../html/dist/cpu-limit.fixture.js';
import { NO_CONTEXT, withDefaults } from '../../extractors/extractor.js';
import { NO_METADATA } from '../../metadata/metadata.js';
import { rendererNamed } from '../../render/index.js';
import { assemble } from '../assemble.js';

const everything = extractorNamed('everything');

function markdownOf(html: string): string {
  const parsed = parse(html, { url: 'https://example.org/', limits: { maxDepth: 60_000, maxMilliseconds: 60_000 } });
  assert.ok(parsed.ok);
  const labelled = everything.label(parsed.page, withDefaults(everything), NO_CONTEXT);
  return rendererNamed('markdown')
    .render(assemble(parsed.page, labelled, NO_METADATA), { title: false })
    .trim();
}

type Case = readonly [name: string, html: string, markdown: string];

function testAll(cases: readonly Case[], head = ''): void {
  for (const [name, html, markdown] of cases)
    test(name, () => {
      assert.equal(markdownOf(`${head}<body>${html}`), markdown);
    });
}

const MATHJAX = '<script src="https://cdn.example/mathjax@3/es5/tex-chtml.js"></script>';
const configured = (script: string): string => `<script>${script}</script>`;
const DOLLARS = configured(String.raw`MathJax = { tex: { inlineMath: [['$', '$'], ['\\(', '\\)']] } };`);

testAll(
  [
    ['parentheses', String.raw`<p>Let \(n \ge 2\) be odd.`, String.raw`Let $n \ge 2$ be odd.`],
    ['brackets', String.raw`<p>So \[ a_1 * b_{2} \] holds.`, `So $$a_1 * b_{2}$$ holds.`],
    ['double dollars over lines', '<p>$$\na\n= b\n$$', '$$a = b$$'],
    [
      'an environment keeps its begin and end',
      String.raw`<p>\begin{align*} a &amp;= b \\ c &amp;= d \end{align*}`,
      String.raw`$$\begin{align*} a &= b \\ c &= d \end{align*}$$`,
    ],
    [
      'environments in each other',
      String.raw`<p>\begin{array}{c} \begin{array}{c} a \end{array} \end{array} b`,
      String.raw`$$\begin{array}{c} \begin{array}{c} a \end{array} \end{array}$$ b`,
    ],
    [
      'an environment that is no formula',
      String.raw`<p>\begin{itemize} x \end{itemize}`,
      String.raw`\begin{itemize} x \end{itemize}`,
    ],
    ['a formula around a line break', `<p>$$a<br>= b$$ and<br>c`, '$$a = b$$ and\\\nc'],
    ['several in one text', String.raw`<p>\(a\), \(b\) and \(c\)`, '$a$, $b$ and $c$'],
    [
      'underscores that became emphasis',
      String.raw`<p>\(\hat{x}<em>{i} + y\) and \(z</em>{j}\)`,
      String.raw`$\hat{x}_{i} + y$ and $z_{j}$`,
    ],
    [
      'emphasis within a formula',
      String.raw`<p>\(\sum<em>{i} x</em>{i}\) is <em>small</em>`,
      String.raw`$\sum_{i} x_{i}$ is _small_`,
    ],
    ['stars that became emphasis', '<p>\\(x^<em> + y^</em>\\)', '$x^* + y^*$'],
    ['half an emphasis is no formula', String.raw`<p>\(x <em>y\) z</em>`, String.raw`\\(x _y\\) z_`],
    ['an escaped delimiter', String.raw`<p>\\(x\\)`, String.raw`\\\\(x\\\\)`],
    ['the closing delimiter in braces', String.raw`<p>\(a \text{if \(b\)} c\) d`, String.raw`$a \text{if \(b\)} c$ d`],
    ['unbalanced braces', String.raw`<p>\(\left{ a \right.\) d`, String.raw`$\left{ a \right.$ d`],
    ['never closed', String.raw`<p>A \(x that`, String.raw`A \\(x that`],
    [
      'code is not read',
      String.raw`<p>Write <code>\(x\)</code> or <kbd>$$x$$</kbd>.<pre>\(y\)</pre>`,
      'Write `\\(x\\)` or <kbd>\\$\\$x\\$\\$</kbd>.\n\n```\n\\(y\\)\n```',
    ],
    [
      'ignored classes',
      String.raw`<p class=tex2jax_ignore>\(x\)<p class=mathjax_ignore>A <span class=mathjax_process>\(x\)</span>`,
      '\\\\(x\\\\)\n\nA $x$',
    ],
    [
      'single dollars of clear TeX',
      String.raw`<p>With $\alpha$ and $O(n \log n)$ and $n$.`,
      String.raw`With $\alpha$ and $O(n \log n)$ and $n$.`,
    ],
    [
      'prices',
      '<p>From $5 to $10, or $1,000-$2,000, or US$5/US$7 and \\(x\\).',
      'From \\$5 to \\$10, or \\$1,000-\\$2,000, or US\\$5/US\\$7 and $x$.',
    ],
    ['variables of a shell', '<p>Set $HOME and $PATH in ($a,$b).', 'Set \\$HOME and \\$PATH in (\\$a,\\$b).'],
    [
      'a heading, a list and a table',
      String.raw`<h2>The \(a_1\) case</h2><ul><li>\[b_1\]</ul><table><tr><th>A<th>B<tr><td>\(|v|\)<td>\(c\)</table>`,
      '## The $a_1$ case\n\n- $$b_1$$\n\n| A | B |\n| --- | --- |\n| $\\|v\\|$ | $c$ |',
    ],
    ['a comment ends with its line', '<p>\\[a % first\n+ b\\]', '$$a + b$$'],
    [
      'a marked formula',
      String.raw`<p><b>\(a_1\)</b> and <a href=/x>\(b\)</a>`,
      '**$a_1$** and [$b$](https://example.org/x)',
    ],
  ],
  MATHJAX,
);

testAll(
  [
    ['dollars by configuration', '<p>So $n+1$ and $ k $ follow.', 'So $n+1$ and $k$ follow.'],
    ['dollars in Chinese', '<p>设$n$是正整数', '设$n$是正整数'],
    ['an escaped dollar', String.raw`<p>It costs \$5 and $x$.`, String.raw`It costs \\\$5 and $x$.`],
    ['configured prices', '<p>It costs $5 while that costs $10 here.', 'It costs $5 while that costs $10 here.'],
    ['prices to prices', '<p>From $5 to $10 or $1–$2.', 'From $5 to $10 or $1–$2.'],
    ['double before single', '<p>$$a$$$b$', '$$a$$ $b$'],
  ],
  DOLLARS,
);

const CONFIGURATIONS: readonly (readonly [name: string, head: string, text: string, markdown: string])[] = [
  [
    'MathJax 2',
    '<script type="text/x-mathjax-config">MathJax.Hub.Config({tex2jax: {inlineMath: [["$","$"]]}});</script>',
    '$n$',
    '$n$',
  ],
  [
    'MathJax 4 adds to the defaults',
    configured("MathJax = {tex: {inlineMath: {'[+]': [['$', '$']]}}}"),
    '$n$ \\(m\\)',
    '$n$ $m$',
  ],
  [
    'MathJax without dollars',
    configured(String.raw`MathJax = {tex: {inlineMath: [['\\(', '\\)']]}}`),
    '$n$',
    '\\$n\\$',
  ],
  ['custom delimiters', configured('MathJax = {tex: {inlineMath: [["[tex]", "[/tex]"]]}}'), '[tex]n[/tex]', '$n$'],
  [
    'KaTeX',
    configured(`renderMathInElement(document.body, {delimiters: [{left: "$", right: "$", display: false}]})`),
    '$n$',
    '$n$',
  ],
  [
    'KaTeX, minified',
    configured(
      'renderMathInElement(b,{delimiters:[{left:"$$",right:"$$",display:!0},{left:"$",right:"$",display:!1}]})',
    ),
    '$$n$$',
    '$$n$$',
  ],
  [
    'ignored and processed classes',
    configured(
      "MathJax = {tex: {inlineMath: [['$', '$']]}, options: {ignoreHtmlClass: '.*|', processHtmlClass: 'formulas'}}",
    ),
    '$n$ <i class=formulas>$m$</i>',
    '\\$n\\$ _$m$_',
  ],
];
for (const [name, head, text, markdown] of CONFIGURATIONS)
  test(`configuration: ${name}`, () => assert.equal(markdownOf(`${head}<p>${text} is`), `${markdown} is`));

testAll([
  [
    'no typesetting: clear TeX',
    String.raw`<p>Let \(n \ge 2\) and $\alpha_1$ and $$x^2$$ be.`,
    String.raw`Let $n \ge 2$ and $\alpha_1$ and $$x^2$$ be.`,
  ],
  ['no typesetting: a letter in dollars', '<p>Let $n$ be.', 'Let \\$n\\$ be.'],
  [
    'no typesetting: patterns',
    String.raw`<p>Match \(a\|b\) or \[0-9\] or $foo_bar$.`,
    String.raw`Match \\(a\\|b\\) or \\[0-9\\] or \$foo_bar\$.`,
  ],
  ['WordPress source', String.raw`<p>Take $latex \frac{a}{b}$ now.`, String.raw`Take $\frac{a}{b}$ now.`],
]);

const ANNOTATED = `<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math>`;
testAll([
  [
    'MathML with a prefix',
    '<p>a <mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>1</mml:mn></mml:math> b',
    'a $x = 1$ b',
  ],
  [
    'a fence of formulas, in lines',
    '<p>a<pre class=language-math><code class=js-render-math><span class=line>x_1</span></code></pre>',
    'a\n\n$$x_1$$',
  ],
  [
    'KaTeX',
    `<p>a <span class=katex><span class=katex-mathml>${ANNOTATED}</span><span class=katex-html>x1</span></span> b`,
    'a $x_1$ b',
  ],
  [
    'KaTeX, displayed',
    `<p>a<span class=katex-display><span class=katex>${ANNOTATED}<span class=katex-html>x1</span></span></span>`,
    'a$$x_1$$',
  ],
  [
    'KaTeX that failed',
    String.raw`<p><span class="katex-error" title="ParseError">\foo x</span>`,
    String.raw`$\foo x$`,
  ],
  [
    'MathJax 2',
    `<p>a <span class=MathJax_Preview>x 1</span><span class=MathJax>x1</span><script type="math/tex">x_1</script> b`,
    'a $x_1$ b',
  ],
  [
    'MathJax 2 in blocks',
    '<div class=arithmatex> <div class=MathJax_Preview>x</div> <script type="math/tex; mode=display">\n% <![CDATA[\nx_1 < y\n%]]></script></div>',
    '$$x_1 < y$$',
  ],
  [
    'MathJax 2 without its scripts',
    `<p>a <span class=MathJax data-mathml="<math><mfrac><mn>1</mn><mi>x</mi></mfrac></math>"><span>1x</span></span> b`,
    String.raw`a $\frac{1}{x}$ b`,
  ],
  [
    'MathJax 2, MathML',
    '<p>a<script type="math/mml; mode=display"><math><msqrt><mi>x</mi></msqrt></math></script> b',
    String.raw`a$$\sqrt{x}$$ b`,
  ],
  [
    'MathJax 3, CHTML',
    '<p>a <mjx-container class=MathJax jax=CHTML display=true><mjx-math><mjx-mi><mjx-c class="mjx-c1D465"></mjx-c></mjx-mi></mjx-math><mjx-assistive-mml><math display=block><mi>x</mi></math></mjx-assistive-mml></mjx-container> b',
    'a $$x$$ b',
  ],
  [
    'MathJax 3, SVG',
    '<p>a <mjx-container class=MathJax jax=SVG><svg><g data-mml-node=math></g></svg><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml></mjx-container> b',
    'a $x$ b',
  ],
  [
    'MathJax 4',
    String.raw`<p>a <mjx-container class=MathJax><mjx-math data-latex="\frac{x}{2}"><mjx-mi data-latex=x></mjx-mi></mjx-math></mjx-container> b`,
    String.raw`a $\frac{x}{2}$ b`,
  ],
  [
    'MathJax 4, SVG',
    String.raw`<p>a <mjx-container class=MathJax display=true><svg data-latex="\frac{x}{2}"></svg></mjx-container> b`,
    String.raw`a $$\frac{x}{2}$$ b`,
  ],
  [
    'MediaWiki',
    String.raw`<p>a <span class=mwe-math-element><span style="display:none"><math alttext="{\displaystyle x_1}"><semantics><mi>x</mi><annotation encoding="application/x-tex">{\displaystyle x_1}</annotation></semantics></math></span><img class=mwe-math-fallback-image-inline alt="{\displaystyle x_1}" src=x.svg></span> b`,
    'a $x_1$ b',
  ],
  [
    'MediaWiki, picture only',
    String.raw`<p>a <span class=mwe-math-element><img class=mwe-math-fallback-image-inline alt="{\displaystyle x_{1}}" src=x.svg></span> b`,
    'a $x_{1}$ b',
  ],
  ['a picture after its MathML', `<p>a ${ANNOTATED}<img class=tex alt=x_1 src=x.png> b`, 'a $x_1$ b'],
  ['two pictures', '<p>a <img class=tex alt=x_1 src=x.png><img class=tex alt=x_2 src=y.png> b', 'a $x_1$ $x_2$ b'],
  ['LaTeXML', String.raw`<p>a <math alttext="\beta" display=block><mi>β</mi></math> b`, String.raw`a $$\beta$$ b`],
  [
    'words in alttext',
    '<p>a <math alttext="x squared plus one"><msup><mi>x</mi><mn>2</mn></msup></math> b',
    'a $x^2$ b',
  ],
  [
    'Pandoc',
    String.raw`<p>a <span class="math inline">\(x_1\)</span> <span class="math display">\[y_1\]</span>`,
    'a $x_1$ $$y_1$$',
  ],
  [
    'dollars paired wrongly',
    String.raw`<p>a <span class="math inline">\(x\)</span>, <span class="math inline">\(y$ \)</span>(0\le z)<span class="math inline">\(, then $w\)</span> b`,
    String.raw`a $x$, $y$ $(0\le z)$, then $w$ b`,
  ],
  [
    'text taken for a displayed formula',
    String.raw`<p>a <span class="math display">\[so $x$ and $y$ are\]</span> b`,
    'a so $x$ and $y$ are b',
  ],
  [
    'a dollar in text',
    String.raw`<p>a <span class="math inline">\(x \text{ for $y$}\)</span>`,
    String.raw`a $x \text{ for \(y\)}$`,
  ],
  ['Pandoc for KaTeX', '<p>a <span class="math inline">x</span> <span class="math display">y</span>', 'a $x$ $$y$$'],
  ['Pandoc without TeX', '<p>a <span class="math inline"><em>x</em><sub>1</sub></span>', 'a _x_<sub>1</sub>'],
  [
    'arithmatex',
    String.raw`<p>a <span class=arithmatex>\(x_1\)</span><div class=arithmatex>\[y_1\]</div>`,
    'a $x_1$\n\n$$y_1$$',
  ],
  ['arithmatex with dollars', '<p>a <span class=arithmatex>$x$</span> is $5', 'a $x$ is \\$5'],
  [
    'Sphinx with a number',
    String.raw`<p>a</p><div class="math notranslate nohighlight" id=e><span class=eqno>(1)</span>\[y_1\]</div>`,
    'a\n\n(1)$$y_1$$',
  ],
  ['Stack Exchange', '<p>a <span class=math-container>$x$</span> b', 'a $x$ b'],
  ['GitHub', '<p>a <math-renderer class=js-inline-math>$x$</math-renderer> b', 'a $x$ b'],
  [
    'GitLab',
    '<p>a <code class="code math js-render-math" data-math-style=inline>x</code> b<pre class="code math js-render-math" data-math-style=display>y</pre>',
    'a $x$ b\n\n$$y$$',
  ],
  [
    'remark',
    '<p>a <code class="language-math math-inline">x</code> b<pre><code class="language-math math-display">y</code></pre>',
    'a $x$ b\n\n$$y$$',
  ],
  [
    'the class of words',
    '<p>a <span class=math>mathematics and physics</span> and <span class=tex>knuth</span>',
    'a mathematics and physics and knuth',
  ],
  [
    'Discourse',
    String.raw`<p>a <span class=math>E=mc^2</span><div class=math>\int x</div>`,
    'a $E=mc^2$\n\n$$\\int x$$',
  ],
  [
    'attributes',
    String.raw`<p>a <span class=ztext-math data-tex="x_1"></span> <span data-latex="\[y\]">y</span> <i data-math="\pi">p</i> <i data-math=true>q</i>`,
    'a $x_1$ $$y$$ $\\pi$ _q_',
  ],
  [
    'Substack',
    String.raw`<p>a<div class=latex-rendered data-attrs='{"persistentExpression":"\\frac{1}{2}","id":"X"}' data-component-name=LatexBlockToDOM></div><p>b`,
    'a\n\n$$\\frac{1}{2}$$\n\nb',
  ],
  [
    'WordPress',
    String.raw`<p>a <img class=latex alt="\alpha " src="https://s0.wp.com/latex.php?latex=%5Calpha+&bg=fff"> b`,
    'a $\\alpha$ b',
  ],
  [
    'QuickLaTeX',
    '<p>a <img class="ql-img-displayed-formula quicklatex-auto-format" alt="&#92;[x&#92;]" src=q.png> b',
    'a $$x$$ b',
  ],
  ['Zhihu', '<p>a <img eeimg=1 alt="x=1" src="https://www.zhihu.com/equation?tex=x%3D1"> b', 'a $x=1$ b'],
  [
    'CodeCogs',
    '<p>a <img alt=equation src="https://latex.codecogs.com/gif.latex?%5Cinline%20%5Cdpi%7B120%7D%20x&plus;y"> b',
    'a $x+y$ b',
  ],
  [
    'the path of any service',
    '<p>a <img src="https://x.example/formula/%5Cfrac%7Bm%7D%7Bv%7D"> b',
    'a $\\frac{m}{v}$ b',
  ],
  [
    'a path of words',
    '<p>a <img alt=c src="https://x.example/d%5Cedit.png"> b',
    'a ![c](https://x.example/d%5Cedit.png) b',
  ],
  [
    'a section',
    '<p>a<section data-formula="x = y_1 \\tag{1}"><span><svg></svg></span></section>',
    'a\n\n$$x = y_1 \\tag{1}$$',
  ],
  ['a displayed picture', '<p>a<p><img src="https://latex.codecogs.com/svg.image?x^2"><p>b', 'a\n\n$$x^2$$\n\nb'],
  [
    'Google Charts',
    '<p>a <img src="https://chart.googleapis.com/chart?cht=tx&chl=%5Cpi"> b <img alt=pie src="https://chart.googleapis.com/chart?cht=p&chl=a">',
    'a $\\pi$ b ![pie](https://chart.googleapis.com/chart?cht=p&chl=a)',
  ],
  [
    'a picture of a lesson',
    '<p>a <img class=math alt="A maths lesson" src=a.png> b',
    'a ![A maths lesson](https://example.org/a.png) b',
  ],
  ['MathML alone', '<p>a <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> b', 'a $\\frac{1}{2}$ b'],
]);

const HOSTILE: readonly (readonly [name: string, html: string])[] = [
  ['100,000 dollars', `<p>${'$ '.repeat(100_000)}`],
  ['100,000 dollars and letters', `<p>${'$a '.repeat(100_000)}`],
  ['100,000 unclosed formulas', `<p>${'\\('.repeat(100_000)}`],
  ['100,000 unclosed environments', `<p>${'\\begin{align}'.repeat(100_000)}`],
  ['50,000 environments in each other', `<p>${'\\begin{array}'.repeat(50_000)}${'\\end{array}'.repeat(50_000)}`],
  ['100,000 open braces', `<p>$${'{'.repeat(100_000)}$`],
  ['100,000 formulas', `<p>${'\\(a\\) '.repeat(100_000)}`],
  ['20,000 formulas over emphasis', `<p>${'\\(a<em>b\\)</em> '.repeat(20_000)}`],
  ['50,000 MathJax spans', `<p>${'<span class=MathJax>a'.repeat(50_000)}`],
  ['50,000 KaTeX spans', `<p>${'<span class=katex>a'.repeat(50_000)}<math><mi>x`],
  ['20,000 nested fractions', `<p>a <math>${'<mfrac><mi>x</mi>'.repeat(20_000)}`],
  ['20,000 items in a row', `<p>a <math>${'<mi>x</mi><mo>=</mo>'.repeat(20_000)}`],
  ['a long price', `<p>$${'word '.repeat(100_000)}$`],
  ['long words', `<p>$${'word'.repeat(100_000)}$`.repeat(3)],
];
for (const head of [
  MATHJAX,
  DOLLARS,
  configured(`MathJax = { inlineMath: ${'[['.repeat(50_000)}`),
  configured('inlineMath: ["'.repeat(20_000)),
])
  for (const [name, html] of HOSTILE)
    test(`${name}: linear time (${head.slice(8, 30)})`, () => {
      const withinLimit = cpuLimit(4);
      markdownOf(`${head}<body>${html}`);
      withinLimit();
    });
