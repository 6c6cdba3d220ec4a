/** Code as its author wrote it, by highlighter: each line once, its white space, the language, and nothing of the frame. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuLimit } from '../../../html/dist/cpu-limit.fixture.js';
import { markdownOfHtml } from './content.fixture.js';

const markdownOf = (html: string): string => markdownOfHtml(html, { url: 'https://example.org/' });

const fenced = (language: string, ...lines: string[]): string => ['```'.concat(language), ...lines, '```'].join('\n');
/** The code of most cases: an indented line, an empty one, one without a word. */
const CODE = ['if (x) {', '  run();', '', '}'];
const TEXT = CODE.join('\n');
const spans = (name: string, end = ''): string =>
  CODE.map((line) => `<span class="${name}">${line}${end}</span>`).join('');

const CASES: readonly (readonly [name: string, html: string, markdown: string])[] = [
  ['CommonMark', `<pre><code class="language-js">${TEXT}\n</code></pre>`, fenced('js', ...CODE)],
  ['GitHub', `<div class="highlight highlight-source-js"><pre>${TEXT}</pre></div>`, fenced('js', ...CODE)],
  ['GitHub’s Markdown', `<pre lang="rust"><code>${TEXT}</code></pre>`, fenced('rust', ...CODE)],
  ['a language people speak', `<pre lang="en"><code>${TEXT}</code></pre>`, fenced('', ...CODE)],
  [
    'Chroma with a table of numbers',
    `<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code>${CODE.map((_, at) => `<span class="lnt">${at + 1}\n</span>`).join('')}</code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go">${CODE.map((line) => `<span class="line"><span class="cl">${line}\n</span></span>`).join('')}</code></pre></td></tr></table></div></div>`,
    fenced('go', ...CODE),
  ],
  [
    'Chroma with numbers in lines',
    `<pre class="chroma"><code class="language-go">${CODE.map((line, at) => `<span class="line"><span class="ln">${at + 1}</span><span class="cl">${line}\n</span></span>`).join('')}</code></pre>`,
    fenced('go', ...CODE),
  ],
  [
    'Chroma with styles instead of classes',
    `<pre style="color:#333"><code class="language-go">${CODE.map((line, at) => `<span style="display:flex"><span style="white-space:pre;user-select:none;color:#777">${at + 1}</span><span>${line}\n</span></span>`).join('')}</code></pre>`,
    fenced('go', ...CODE),
  ],
  [
    'Rouge',
    `<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n3\n4\n</pre></td><td class="rouge-code"><pre>${TEXT}\n</pre></td></tr></tbody></table></code></pre></div></div>`,
    fenced('ruby', ...CODE),
  ],
  [
    'Pygments with a table of numbers and a file name',
    `<div class="language-ini highlight"><table class="highlighttable"><tbody><tr><th colspan="2" class="filename"><span class="filename">a.cfg</span></th></tr><tr><td class="linenos"><div class="linenodiv"><pre><span></span><span class="normal"><a href="#1">1</a></span>\n<span class="normal"><a href="#2">2</a></span></pre></div></td><td class="code"><div><pre><span></span><code><a id="1"></a><span class="k">[x]</span>\n<a id="2"></a><span>y = 1</span>\n</code></pre></div></td></tr></tbody></table></div>`,
    `a.cfg\n\n${fenced('ini', '[x]', 'y = 1')}`,
  ],
  [
    'Sphinx, prompts stay',
    `<div class="highlight-pycon notranslate"><div class="highlight"><pre><span></span><span class="gp">&gt;&gt;&gt; </span><span class="n">x</span>\n<span class="go">1</span>\n</pre></div></div>`,
    fenced('pycon', '>>> x', '1'),
  ],
  [
    'Sphinx without a language',
    `<div class="highlight-default notranslate"><div class="highlight"><pre>${TEXT}</pre></div></div>`,
    fenced('', ...CODE),
  ],
  [
    'Hexo',
    `<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br><span class="line">3</span><br><span class="line">4</span><br></pre></td><td class="code"><pre>${CODE.map((line) => `<span class="line">${line}</span><br>`).join('')}</pre></td></tr></table></figure>`,
    fenced('js', ...CODE),
  ],
  ['Shiki', `<pre class="shiki" data-language="ts"><code>${spans('line')}</code></pre>`, fenced('ts', ...CODE)],
  [
    'Docusaurus',
    `<div class="language-js codeBlockContainer_x theme-code-block"><div class="codeBlockTitle_x">a.js</div><div class="codeBlockContent_x"><pre class="prism-code language-js codeBlock_x"><code class="codeBlockLines_x">${CODE.map((line) => `<span class="token-line"><span class="token plain">${line}</span><br></span>`).join('')}</code></pre><div class="buttonGroup_x"><button type="button">Copy</button></div></div></div>`,
    `a.js\n\n${fenced('js', ...CODE)}`,
  ],
  [
    'Prism with numbers and a toolbar',
    `<div class="code-toolbar"><pre class="line-numbers language-bash"><code class="language-bash">${TEXT}<span aria-hidden="true" class="line-numbers-rows"><span></span><span></span></span></code></pre><div class="toolbar"><div class="toolbar-item"><span>Bash</span></div><div class="toolbar-item"><button>Copy</button></div></div></div>`,
    fenced('bash', ...CODE),
  ],
  [
    'MDN',
    `<p>Text.</p><div class="code-example"><div class="example-header"><span class="language-name">js</span><button>Copy to Clipboard</button></div><pre class="brush: js notranslate"><code>${TEXT}</code></pre></div>`,
    `Text.\n\n${fenced('js', ...CODE)}`,
  ],
  [
    'VitePress',
    `<div class="language-js vp-adaptive-theme line-numbers-mode"><button class="copy"></button><span class="lang">js</span><pre class="shiki"><code>${CODE.map((line) => `<span class="line">${line}</span>`).join('\n')}</code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span><br></div></div>`,
    fenced('js', ...CODE),
  ],
  [
    'mdBook',
    '<pre><div class="buttons"><button class="clip-button"><i class="tooltiptext">Copied!</i></button></div><code class="language-rust ignore hljs"><span class="boring">fn main() {\n</span>go();\n<span class="boring">}</span></code></pre>',
    fenced('rust', 'go();'),
  ],
  ['mdBook with options', '<pre><code class="language-rust,no_run">go();\n</code></pre>', fenced('rust', 'go();')],
  [
    'rustdoc',
    `<details class="toggle" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock"><div class="example-wrap"><pre class="rust rust-example-rendered"><code>${TEXT}</code></pre><a class="test-arrow" href="/p">Run</a></div></div></details>`,
    fenced('rust', ...CODE),
  ],
  [
    'Expressive Code',
    `<div class="expressive-code"><figure class="frame"><figcaption class="header"></figcaption><pre data-language="js"><code>${CODE.map((line, at) => `<div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">${at + 1}</div></div><div class="code"><span>${line}</span>\n</div></div>`).join('')}</code></pre><div class="copy"><button title="Copy"></button></div></figure></div>`,
    fenced('js', ...CODE),
  ],
  [
    'GitLab',
    `<div class="blob-content"><div class="line-numbers"><a href="#L1">1</a>\n<a href="#L2">2</a></div><div class="blob-code"><pre class="code highlight"><code>${CODE.map((line) => `<span class="line" lang="ruby">${line}</span>`).join('\n')}</code></pre></div></div>`,
    fenced('ruby', ...CODE),
  ],
  [
    'GitHub’s files and gists',
    `<table class="highlight tab-size js-file-line-container" data-tab-size="8">${CODE.map((line, at) => `\n<tr>\n<td id="L${at}" class="blob-num js-line-number" data-line-number="${at + 1}"></td>\n<td class="blob-code blob-code-inner js-file-line">${line || '\n'}</td>\n</tr>`).join('')}</table>`,
    fenced('', ...CODE),
  ],
  [
    'SyntaxHighlighter',
    `<div id="h1" class="syntaxhighlighter php"><table><tbody><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td><td class="code"><div class="container"><div class="line number1"><code class="php keyword">if</code> <code class="php plain">(x) {</code></div><div class="line number2"><code class="php spaces">&nbsp;&nbsp;</code><code class="php plain">run();</code></div><div class="line number3">&nbsp;</div><div class="line number4">}</div></div></td></tr></tbody></table></div>`,
    fenced('php', 'if (x) {', '  run();', ' ', '}'),
  ],
  [
    'SyntaxHighlighter without its script',
    `<pre class="brush: jscript; title: ; notranslate">${TEXT}</pre>`,
    fenced('jscript', ...CODE),
  ],
  [
    'Crayon',
    `<div class="crayon-syntax"><div class="crayon-toolbar"><div class="crayon-tools"><span class="crayon-language">PHP</span></div></div><div class="crayon-plain-wrap"><textarea class="crayon-plain" readonly>${TEXT} // ${'and so on '.repeat(30)}</textarea></div><div class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums"><div class="crayon-nums-content"><div class="crayon-num">1</div><div class="crayon-num">2</div></div></td><td class="crayon-code"><div class="crayon-pre">${CODE.map((line) => `<div class="crayon-line">${line || '&nbsp;'}</div>`).join('\n')}</div></td></tr></table></div></div>`,
    fenced('php', 'if (x) {', '  run();', ' ', '}'),
  ],
  [
    'GeSHi',
    '<div class="php geshi"><ol><li class="li1"><div class="de1">if (x)</div></li><li class="li2"><div class="de2">&nbsp; run();</div></li></ol></div>',
    fenced('php', 'if (x)', '  run();'),
  ],
  [
    'MediaWiki',
    `<div class="mw-highlight mw-highlight-lang-python mw-content-ltr" dir="ltr"><pre>${TEXT}</pre></div><div class="mw-geshi"><div class="matlab source-matlab"><pre class="de1">${TEXT}</pre></div></div>`,
    `${fenced('python', ...CODE)}\n\n${fenced('matlab', ...CODE)}`,
  ],
  [
    'WP-Syntax',
    `<div class="wp_syntax"><table><tr><td class="line_numbers"><pre>1\n2\n3\n4\n</pre></td><td class="code"><pre class="ruby" style="font-family:monospace">${TEXT}</pre></td></tr></table></div>`,
    fenced('ruby', ...CODE),
  ],
  [
    'Prettify',
    `<pre class="prettyprint lang-js linenums prettyprinted"><ol class="linenums">${CODE.map((line) => `<li class="L0"><span class="pln">${line}</span></li>`).join('')}</ol></pre>`,
    fenced('js', ...CODE),
  ],
  [
    'highlight.js with numbers',
    `<pre><code class="hljs xml"><table class="hljs-ln"><tbody>${CODE.map((line, at) => `<tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="${at + 1}"><div class="hljs-ln-n" data-line-number="${at + 1}"></div></td><td class="hljs-ln-line hljs-ln-code">${line}</td></tr>`).join('')}</tbody></table></code></pre>`,
    fenced('xml', ...CODE),
  ],
  [
    'EnlighterJS',
    `<pre class="EnlighterJSRAW" data-enlighter-language="generic-sql">${TEXT}</pre>`,
    fenced('generic-sql', ...CODE),
  ],
  [
    'Asciidoctor',
    `<div class="listingblock"><div class="content"><pre class="rouge highlight"><code data-lang="ruby">${TEXT}</code></pre></div></div>`,
    fenced('ruby', ...CODE),
  ],
  [
    'Confluence',
    `<div class="code panel"><div class="codeContent panelContent"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">${TEXT}</pre></div></div>`,
    fenced('java', ...CODE),
  ],
  [
    'Substack',
    `<div class="highlighted_code_block" data-attrs='{"language":"python","nodeId":"7"}'><pre class="shiki"><code>${TEXT}</code></pre></div>`,
    fenced('python', ...CODE),
  ],
  [
    'Discourse',
    `<pre class="codeblock-buttons"><div class="codeblock-button-wrapper"><button>Copy</button></div><code class="lang-auto hljs">${TEXT}</code></pre>`,
    fenced('', ...CODE),
  ],
  [
    'XenForo',
    `<div class="bbCodeBlock bbCodeBlock--code"><div class="bbCodeBlock-title">JavaScript:</div><div class="bbCodeBlock-content"><pre class="bbCode bbCodeCode"><code>${TEXT}</code></pre></div></div><div class="bbCodeBlock-expandLink"><a role="button">Click to expand...</a></div>`,
    fenced('javascript', ...CODE),
  ],
  [
    'phpBB',
    `<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this)">Select all</a></p><pre><code>${TEXT}</code></pre></div>`,
    fenced('', ...CODE),
  ],
  [
    'a chat',
    `<pre><div><div class="bar">python<button>Copy code</button></div><div><code class="hljs">${TEXT}</code></div></div></pre>`,
    fenced('python', ...CODE),
  ],
  [
    'numbers without a class',
    `<div class="snippet"><div><span>1</span><span> 2</span><span> 3</span><span> 4</span></div><pre>${TEXT}</pre></div>`,
    fenced('', ...CODE),
  ],
  [
    'numbers without a class in lines',
    `<pre>${CODE.map((line, at) => `<div class="css-a"><span class="css-b">${at + 1}</span><div class="css-c">${line}</div></div>`).join('')}</pre>`,
    fenced('', ...CODE),
  ],
  [
    'styles between',
    `<div class="css-a"><style>${'.css-a { color: red } '.repeat(20)}</style><div><button>Copy code block</button></div><pre data-lang="go">${TEXT}</pre></div>`,
    fenced('go', ...CODE),
  ],
  [
    'a notebook',
    `<div class="cell"><div class="prompt input_prompt">In [3]:</div><div class="input"><div class="highlight"><pre>${TEXT}</pre></div></div></div>`,
    fenced('', ...CODE),
  ],
  [
    'lines of code in a paragraph',
    '<p><code>a</code><br>\n<code>b </code><br><br><code>c</code></p>',
    fenced('', 'a', 'b ', '', 'c'),
  ],
  ['one element a line', `<pre>${CODE.map((line) => `<code>${line}</code>`).join('')}</pre>`, fenced('', ...CODE)],
  [
    'tabs, carriage returns, no-break spaces, empty lines around',
    '<pre>\n\n\ta\r\n&nbsp;&nbsp;b\n   \n\n</pre>',
    fenced('', '\ta', '  b'),
  ],
  [
    'code in a cell of a layout table',
    `<table role=presentation><tr><td><pre>${TEXT}</pre></table>`,
    fenced('', ...CODE),
  ],
  ['a text area', `<textarea name="code" class="php">${TEXT}</textarea>`, fenced('php', ...CODE)],
  [
    'a label beside the code',
    `<pre class="language-shellsession rel"> <span class="float-end">shellsession</span>\n<code>${TEXT}\n</code> </pre>`,
    fenced('shellsession', ...CODE),
  ],
  [
    'a label around an editor',
    `<pre><div><div>python</div><div><button>Copy</button></div><div><div class="cm-content x">${CODE.join('<br>')}</div></div></div></pre>`,
    fenced('python', ...CODE),
  ],
  ['a label of words', `<pre class="language-zig"><span>zag</span>\n<code>x</code></pre>`, fenced('zig', 'zag', 'x')],
  [
    'an attribute for the language',
    `<div language="en"><pre><code language="TSX">${TEXT}</code></pre></div>`,
    fenced('tsx', ...CODE),
  ],
  [
    'lines by their style',
    `<pre><code>${CODE.map((line, at) => `<span style="display:flex"><i style="user-select:none">${at + 1}</i><b>${line}</b></span>`).join('')}</code></pre>`,
    fenced('', ...CODE),
  ],
  // The author's.
  ['a paragraph that names the language', `<div><p>Python</p><pre>x</pre></div>`, `Python\n\n${fenced('', 'x')}`],
  ['a heading that does', `<div><h4>Python</h4><pre>x</pre></div>`, `#### Python\n\n${fenced('', 'x')}`],
  ['an element with more words', `<div><div>Python 3</div><pre>x</pre></div>`, `Python 3\n\n${fenced('', 'x')}`],
  [
    'a cell that names the language',
    '<table><tr><th>Name<th>Code<tr><td>Python<td><code>x</code></table>',
    '| Name | Code |\n| --- | --- |\n| Python | `x` |',
  ],
  ['numbers that are code', '<pre>1\n2\n3</pre>', fenced('', '1', '2', '3')],
  ['code in a sentence', '<p><code>a</code><br>and <code>b</code></p>', '`a`\\\nand `b`'],
  ['code side by side', '<p><code>a</code> <code>b</code></p>', '`a` `b`'],
  ['numbers that are tokens', '<pre><b>1</b>\n<b>2</b>\n<b>3</b></pre>', fenced('', '1', '2', '3')],
  ['the class of the page', `<body class="lang-en"><pre>x</pre></body>`, fenced('', 'x')],
];
for (const [name, html, markdown] of CASES) test(name, () => assert.equal(markdownOf(html), markdown));

for (const [name, html] of [
  ['nested frames', `${'<div class="highlight">'.repeat(20_000)}<pre>x</pre>`],
  ['nested gutters', `<pre>${'<span class=ln>1'.repeat(20_000)}x</pre>`],
  ['nested blocks of white space', `<pre>${'<span> '.repeat(20_000)}x</pre>`],
  ['blocks in one element', `<div>${'<pre>1</pre><div>js</div>'.repeat(40_000)}</div>`],
  ['blocks in frames', '<div><div><pre>1</pre><div>js</div></div></div>'.repeat(20_000)],
  ['containers', `${'<div class=syntaxhighlighter>'.repeat(20_000)}<pre>x</pre>`],
  ['tables with numbers', '<table><tr><td class=ln>1<td>'.repeat(10_000)],
  ['cells of white space', `${'<table><tr><td class=ln>'.repeat(1_000)}${' '.repeat(100_000)}`],
  [
    'blocks beside a long text',
    `${'<div>'.repeat(4)}${`<div>${`<div>${'<div><pre></pre></div>'.repeat(15)}</div>`.repeat(15)}</div>`.repeat(15)}</div><div>${'5 '.repeat(200_000)}</div></div><p>${' '.repeat(100_000)}`,
  ],
  ['styles beside numbers', `<pre><div>${'<style></style>'.repeat(20_000)}${'<i>1</i>'.repeat(20_000)}</div>`],
  ['nested code', `<p>${'<code>x '.repeat(20_000)}`],
] as const)
  test(`many ${name}: linear time`, () => {
    const withinLimit = cpuLimit(4);
    markdownOf(html);
    withinLimit();
  });
