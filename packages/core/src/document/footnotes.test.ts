/** Footnotes by the markup of each generator: one reference behind a word, one note, and nothing that only leads back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfContents } from '../render/content-text.js';
import { contentOfHtml } from './content.fixture.js';
import type { Content } from './document.js';

const inText = (reference: string): string => `<p>A word${reference} and more words of the text.</p>`;
const RETURN = '&#8617;&#xfe0e;';

/** Source, markup with one note `The note.` with the marker `1`. */
const SHAPES: readonly (readonly [source: string, html: string])[] = [
  [
    'Python-Markdown',
    `${inText('<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>')}<div class="footnote"><hr><ol><li id="fn:1"><p>The note.&#160;<a class="footnote-backref" href="#fnref:1" title="Jump back to footnote 1 in the text">${RETURN}</a></p></li></ol></div>`,
  ],
  [
    'goldmark',
    `${inText('<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup>')}<div class="footnotes" role="doc-endnotes"><hr><ol><li id="fn:1"><p>The note.&#160;<a href="#fnref:1" class="footnote-backref" role="doc-backlink">${RETURN}</a></p></li></ol></div>`,
  ],
  [
    'kramdown',
    `${inText('<sup id="fnref:1"><a href="#fn:1" class="footnote" rel="footnote">1</a></sup>')}<div class="footnotes"><ol><li id="fn:1"><p>The note. <a href="#fnref:1" class="reversefootnote">${RETURN}</a></p></li></ol></div>`,
  ],
  [
    'markdown-it',
    `${inText('<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>')}<hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>The note. <a href="#fnref1" class="footnote-backref">${RETURN}</a></p></li></ol></section>`,
  ],
  [
    'Pandoc',
    `${inText('<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>')}<section class="footnotes footnotes-end-of-document" role="doc-endnotes"><hr><ol><li id="fn1"><p>The note.<a href="#fnref1" class="footnote-back" role="doc-backlink">${RETURN}</a></p></li></ol></section>`,
  ],
  [
    'Quarto in the margin',
    `${inText('<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>')}<div class="column-margin"><div id="fn1"><p><sup>1</sup>&nbsp;The note.</p></div></div>`,
  ],
  [
    'GitHub',
    `${inText('<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref aria-describedby="footnote-label">1</a></sup>')}<section data-footnotes class="footnotes"><ol><li id="user-content-fn-1"><p>The note. <a href="#user-content-fnref-1" data-footnote-backref aria-label="Back to reference 1" class="data-footnote-backref">${RETURN}</a></p></li></ol></section>`,
  ],
  [
    'Sphinx',
    `${inText(' <a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>')}<aside class="footnote brackets" id="id2" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>The note.</p></aside>`,
  ],
  [
    'docutils, definition list',
    `${inText(' <a class="footnote-reference brackets" href="#id2" id="id1">1</a>')}<dl class="footnote brackets"><dt class="label" id="id2"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>The note.</p></dd></dl>`,
  ],
  [
    'docutils, table',
    `${inText(' <a class="footnote-reference" href="#id2" id="id1">[1]</a>')}<table class="docutils footnote" frame="void" id="id2" rules="none"><colgroup><col class="label"><col></colgroup><tbody valign="top"><tr><td class="label"><a class="fn-backref" href="#id1">[1]</a></td><td>The note.</td></tr></tbody></table>`,
  ],
  [
    'WordPress',
    `${inText('<sup data-fn="9f-1c" class="fn"><a href="#9f-1c" id="9f-1c-link">1</a></sup>')}<ol class="wp-block-footnotes"><li id="9f-1c">The note. <a href="#9f-1c-link" aria-label="Jump to footnote reference 1">${RETURN}</a></li></ol>`,
  ],
  [
    'Easy Footnotes',
    `${inText('<span id="easy-footnote-1-7" class="easy-footnote-margin-adjust"></span><span class="easy-footnote"><a href="#easy-footnote-bottom-1-7" title="The note."><sup>1</sup></a></span>')}<ol class="easy-footnotes-wrapper"><li class="easy-footnote-single"><span id="easy-footnote-bottom-1-7" class="easy-footnote-margin-adjust"></span>The note.<a class="easy-footnote-to-top" href="#easy-footnote-1-7"></a></li></ol>`,
  ],
  [
    'Modern Footnotes',
    inText(
      '<sup class="modern-footnotes-footnote" data-mfn="1"><a href="javascript:void(0)" role="button" aria-describedby="mfn-1">1</a></sup><span id="mfn-1" role="tooltip" class="modern-footnotes-footnote__note">The note.</span>',
    ),
  ],
  [
    'Substack',
    `${inText('<a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1-5" href="https://example.org/page#footnote-1-5" target="_self">1</a>')}<div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1-5" href="https://example.org/page#footnote-anchor-1-5" class="footnote-number" contenteditable="false">1</a><div class="footnote-content"><p>The note.</p></div></div>`,
  ],
  [
    'MediaWiki',
    `${inText('<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">&#91;</span>1<span class="cite-bracket">&#93;</span></a></sup>')}<div class="reflist"><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1" aria-label="Jump up">^</a></b></span> <span class="reference-text">The note.</span></li></ol></div>`,
  ],
  [
    'Zola',
    `${inText('<sup class="footnote-reference"><a href="#1">1</a></sup>')}<div class="footnote-definition" id="1"><sup class="footnote-definition-label">1</sup><p>The note.</p></div>`,
  ],
  [
    'mdBook',
    `${inText('<sup class="footnote-reference" id="fr-1-1"><a href="#footnote-1">1</a></sup>')}<hr><ol class="footnote-definition"><li id="footnote-1"><p>The note. <a href="#fr-1-1">↩</a></p></li></ol>`,
  ],
  [
    'Asciidoctor',
    `${inText('<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1" title="View footnote.">1</a>]</sup>')}<div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. The note.</div></div>`,
  ],
  [
    'DocBook',
    `${inText('<a href="#ftn.n1" class="footnote" name="n1"><sup class="footnote">[1]</sup></a>')}<div class="footnotes"><br><hr><div id="ftn.n1" class="footnote"><p><a href="#n1" class="para"><sup class="para">[1] </sup></a>The note.</p></div></div>`,
  ],
  [
    'Word',
    `${inText('<a href="#_ftn1" name="_ftnref1" title=""><span class="MsoFootnoteReference">[1]</span></a>')}<hr><div id="ftn1"><p class="MsoFootnoteText"><a href="#_ftnref1" name="_ftn1" title=""><span class="MsoFootnoteReference">[1]</span></a> The note.</p></div>`,
  ],
  [
    'by hand, anchors',
    `${inText('<a name="r1"></a><a href="#n1">[1]</a>')}<p><a name="n1"></a>[1] The note. <a href="#r1">back</a></p>`,
  ],
  [
    'by hand, superscript',
    `${inText('<sup><a id="r1" href="#n1">1</a></sup>')}<p><sup><a id="n1" href="#r1">1</a></sup> The note.</p>`,
  ],
  [
    'DPUB-ARIA',
    `${inText('<a role="doc-noteref" href="#note-a">1</a>')}<aside role="doc-footnote" id="note-a"><p>The note. <a role="doc-backlink" href="#top">Back to the text</a></p></aside>`,
  ],
  [
    'LaTeXML',
    inText(
      '<span id="footnote1" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>The note.</span></span></span>',
    ),
  ],
  [
    'Tufte CSS',
    inText(
      '<label for="sn-1" class="margin-toggle sidenote-number"></label><input type="checkbox" id="sn-1" class="margin-toggle"/><span class="sidenote">The note.</span>',
    ),
  ],
  ['begins with its number in brackets', `${inText(' [<a href="#R1">1</a>]')}<p><a id="R1"></a>[1] The note.</p>`],
  ['a number of a list', `${inText(' [<a href="#x">1</a>]')}<ol><li><a name="x"></a>The note.</ol>`],
  ['a superscript number of a list', `${inText('<sup><a href="#x">1</a></sup>')}<ol><li id="x">The note.</ol>`],
  [
    'brackets with a link back',
    `${inText('[<a id="b" href="#x">1</a>]')}<div>[<a id="x" href="#b">1</a>] The note.</div>`,
  ],
  [
    'in an element with its mark',
    inText(
      '<span class="footnote-container"><sup>1</sup><span class="footnote">The <a href="/x">note</a>.</span></span>',
    ),
  ],
  [
    'sidenote with a link',
    inText('<sup><a href="#sn1" id="sr1">1</a></sup><span class="side" id="sn1">The note. <a href="#sr1">↩</a></span>'),
  ],
];

/** The shape of content, references as `{label→id}` and notes as `id: text`. */
function shapeOf(contents: readonly Content[]): string[] {
  return contents.map((one) => {
    if (one.type !== 'footnotes')
      return `${one.type} ${JSON.stringify(one).match(/"type":"footnote","id":"[^"]+"/g) ?? ''}`;
    return one.notes.map(({ id, content }) => `${id}: ${textOfContents(content)}`).join(' | ');
  });
}

for (const [source, html] of SHAPES)
  test(`${source}: a reference and its note`, () => {
    const content = contentOfHtml(`<h1>Title</h1><p>First words of a longer text.</p>${html}`);
    assert.deepEqual(shapeOf(content), [
      'heading ',
      'paragraph ',
      'paragraph "type":"footnote","id":"1"',
      '1: The note.',
    ]);
    const [, , paragraph] = content;
    assert.match(
      textOfContents(paragraph === undefined ? [] : [paragraph]),
      /^A word ?\[1\] and more words of the text\.$/,
    );
  });

const REFERENCES =
  '<p>Moss has no roots.<sup>1</sup> It grows on 4 m<sup>2</sup>, and drinks with its leaves.<sup>2</sup></p>';
/** Notes without links, and the labels of the references that are found. */
const UNLINKED: readonly (readonly [name: string, html: string, references: readonly string[]])[] = [
  [
    'paragraphs',
    `${REFERENCES.replace('4 m<sup>2</sup>', 'stones')}<hr><p><sup>1</sup> It has rhizoids.</p><p><sup>2</sup> In a minute.</p>`,
    ['1', '2'],
  ],
  ['one paragraph after a rule', '<p>No roots.<sup>1</sup></p><hr><p><sup>1</sup> It has rhizoids.</p>', ['1']],
  ['one paragraph without a rule', '<p>No roots.<sup>1</sup></p><p><sup>1</sup> It has rhizoids.</p>', []],
  [
    'the list under its heading',
    '<p>No roots.<sup>1</sup> It drinks.<sup>2</sup></p><h2>Notes</h2><ol><li>It has rhizoids.</li><li>In a minute.</li></ol>',
    ['1', '2'],
  ],
  ['a note in its place', '<p>No roots<span class=footnote>It has rhizoids.</span> at all.</p>', ['1']],
  ['a mark of that name', '<p>No roots<span class=footnote>1)</span> at all.</p>', []],
  [
    'paragraphs that begin with bold numbers',
    `${REFERENCES.replace('2</sup>, and', '</sup>')}<hr><p><b>1</b> It has rhizoids.<p><strong>2</strong> In a minute.`,
    ['1', '2'],
  ],
  ['references after a space', '<p>No roots. <sup>1</sup></p><hr><p><sup>1</sup> It has rhizoids.</p>', ['1']],
  ['powers after a space', '<p>It is 10 <sup>1</sup> high.</p><hr><p><sup>1</sup> It has rhizoids.</p>', []],
  [
    'lists beside the text',
    '<p>No roots.<sup>1</sup><aside><ol><li>Rhizoids.</ol></aside><p>It drinks.<sup>2</sup><aside><ol start=2><li>A minute.</ol></aside>',
    ['1', '2'],
  ],
  [
    'a list beside the text that begins elsewhere',
    '<p>No roots.<sup>1</sup><aside><ol start=5><li>Rhizoids.</ol></aside>',
    [],
  ],
  [
    'numbers in brackets',
    '<p>No roots [1]. It drinks[2], as said [1].<hr><p>[1] It has rhizoids.<p>[2] It takes a minute.',
    ['1', '2', '1'],
  ],
  [
    'numbers in brackets, and a list',
    '<p>No roots [2]. It drinks [1].<h2>References</h2><ol><li>It has rhizoids.<li>In a minute.</ol>',
    ['2', '1'],
  ],
  [
    'numbers in brackets, notes in a box',
    '<p>No roots [1].<div><h3>Notes:</h3><div><p>[1] It has rhizoids.</p><p>[2] In a minute.</div></div>',
    [],
  ],
  [
    'numbers in brackets without notes',
    '<p>No roots [1]. It drinks [2].<ol><li>It has rhizoids.<li>In a minute.</ol>',
    [],
  ],
  ['an index in code', '<p>Read <code>a[1]</code>.<h2>Notes</h2><ol><li>It has rhizoids.</ol>', []],
  ['more numbers than notes', '<p>No roots [1], no leaves [7].<h2>Notes</h2><ol><li>It has rhizoids.</ol>', []],
  ['another heading', '<p>No roots.<sup>1</sup></p><h2>Steps</h2><ol><li>It has rhizoids.</li></ol>', []],
  [
    'more notes than numbers',
    '<p>No roots.<sup>1</sup></p><h2>Notes</h2><ol><li>Rhizoids.</li><li>A minute.</li></ol>',
    [],
  ],
  ['powers', '<p>It grows on 4 m<sup>2</sup> and 2<sup>1</sup>.</p><hr><p><sup>2</sup> square metres of it</p>', []],
];
for (const [name, html, references] of UNLINKED)
  test(`notes without links: ${name}`, () => {
    const found = [...JSON.stringify(contentOfHtml(html)).matchAll(/"type":"footnote","id":"(\d+)"/g)].map(
      ([, id]) => id,
    );
    assert.deepEqual(found, references);
  });

test('several references to one note, and several notes', () => {
  const html = `${inText('<sup id="cite_ref-a_1-0"><a href="#cite_note-a-1">[1]</a></sup>')}<p>Other words<sup id="cite_ref-a_1-1"><a href="#cite_note-a-1">[1]</a></sup><sup id="cite_ref-2"><a href="#cite_note-2">[note 2]</a></sup></p>
    <ol><li id="cite_note-a-1"><span class="mw-cite-backlink">^ <a href="#cite_ref-a_1-0"><sup><i><b>a</b></i></sup></a> <a href="#cite_ref-a_1-1"><sup><i><b>b</b></i></sup></a></span> <span>One.</span></li>
    <li id="cite_note-2"><span class="mw-cite-backlink"><b><a href="#cite_ref-2">^</a></b></span> <span>Two.</span></li></ol>`;
  assert.deepEqual(shapeOf(contentOfHtml(html)), [
    'paragraph "type":"footnote","id":"1"',
    'paragraph "type":"footnote","id":"1","type":"footnote","id":"note-2"',
    '1: One. | note-2: Two.',
  ]);
});

test('equal markers of two articles get two ids', () => {
  const article = (words: string): string =>
    `<p>${words}<sup id="fnref1"><a href="#fn1">1</a></sup></p><ol><li id="fn1">Note of ${words}. <a href="#fnref1">↩</a></li></ol>`;
  assert.deepEqual(shapeOf(contentOfHtml(article('First') + article('Second'))), [
    'paragraph "type":"footnote","id":"1"',
    '1: Note of First.',
    'paragraph "type":"footnote","id":"1-2"',
    '1-2: Note of Second.',
  ]);
});

test('two references in one superscript', () => {
  const html = `<p>A word<sup><a href="#fn1" id="r1">1</a>, <a href="#fn2" id="r2">2</a></sup>.</p><ol><li id="fn1">One. <a href="#r1">↩</a><li id="fn2">Two. <a href="#r2">↩</a></ol>`;
  const content = contentOfHtml(html);
  assert.deepEqual(shapeOf(content), [
    'paragraph "type":"footnote","id":"1","type":"footnote","id":"2"',
    '1: One. | 2: Two.',
  ]);
  assert.doesNotMatch(JSON.stringify(content), /superscript/);
});

const NOTES =
  '<ol><li id="fn1"><p>The first note. <a href="#r1">↩</a></p></li><li id="fn2"><p>The second note. <a href="#r2">↩</a></p></li></ol>';
const TEXT =
  '<p>A word<sup id="r1"><a href="#fn1">1</a></sup> of the text.</p><p>Left out<sup id="r2"><a href="#fn2">2</a></sup>.</p>';

test('a note whose reference is left out stays as an item with its number', () => {
  const content = contentOfHtml(TEXT + NOTES, (text) => text.startsWith('Left out'));
  assert.deepEqual(shapeOf(content), ['paragraph "type":"footnote","id":"1"', '1: The first note.', 'list ']);
  const list = content[2];
  assert.ok(list?.type === 'list');
  assert.equal(list.start, 2);
  assert.equal(textOfContents([list]), 'The second note.');
});

test('a reference whose note is left out is its marker in brackets', () => {
  const content = contentOfHtml(TEXT + NOTES, (text) => text.includes('first note'));
  assert.deepEqual(content[0], { type: 'paragraph', inline: [{ type: 'text', text: 'A word[1] of the text.' }] });
  assert.deepEqual(shapeOf(content).slice(1), ['paragraph "type":"footnote","id":"2"', '2: The second note.']);
});

const OTHERS: readonly (readonly [name: string, html: string])[] = [
  [
    'numbers of a table of contents',
    '<ul><li><a href="#s1">1</a> First</ul><h2 id="s1">First</h2><p>Words. <a href="#top">↑</a></p>',
  ],
  [
    'sections that link back',
    '<p id="toc"><a id="t1" href="#s1">1</a></p><section id="s1"><h2>First</h2><p>Words. <a href="#t1">↑</a></p></section>',
  ],
  [
    'numbers of theorems',
    '<p>By it (see <a href="#t1">1</a>) and [<a href="#t2">2</a>].</p><h3 id="t1">Theorem 1</h3><p>Words.</p><ul><li id="t2">Exercise 2. Words.</ul>',
  ],
  ['a link to a paragraph that does not link back', '<p>See <a href="#p1">1</a>.</p><p id="p1">Words of it.</p>'],
  [
    'words as a link to a paragraph',
    '<p>See <a href="#p1">the words</a>.</p><p id="p1">Words of it. <a href="#x">↑</a></p>',
  ],
  ['a marker in code', '<pre>a <a href="#fn1" id="fnref1">1</a></pre><p id="fn1">Words. <a href="#fnref1">↩</a></p>'],
  ['a link to the paragraph it is in', '<p id="fn1">Words <a href="#fn1" class="footnote-ref">1</a> of it.</p>'],
  [
    'pages of a result',
    '<p><a href="#page1">1</a> <a href="#page2">2</a></p><div id="page1"><p>One.</p></div><div id="page2"><p>Two.</p></div>',
  ],
];
for (const [name, html] of OTHERS)
  test(`${name}: no footnote`, () => {
    assert.doesNotMatch(JSON.stringify(contentOfHtml(html)), /footnote"|footnotes"/);
  });

test('words of a note that link to the text stay', () => {
  const html = `${inText('<sup id="fnref1"><a href="#fn1">1</a></sup>')}<h2 id="s">S</h2><ol><li id="fn1"><p>See <a href="#s">the section</a>. <a href="#fnref1">↩</a></p></li></ol>`;
  assert.equal(shapeOf(contentOfHtml(html)).at(-1), '1: See the section.');
});
