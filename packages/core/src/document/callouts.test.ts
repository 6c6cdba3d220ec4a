/** Callouts and details by the markup of each generator, and boxes that are neither. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfContents } from '../render/content-text.js';
import { contentOfHtml } from './content.fixture.js';

const BODY = '<p>Words of the box.</p>';
/** Source, markup, kind, title. The content is always that of BODY. */
const CALLOUTS: readonly (readonly [source: string, html: string, kind: string, title: string])[] = [
  ['Python-Markdown', `<div class="admonition note"><p class="admonition-title">Note</p>${BODY}</div>`, 'note', 'Note'],
  [
    'Python-Markdown, own kind',
    `<div class="admonition rust"><p class="admonition-title">For Rust</p>${BODY}</div>`,
    'rust',
    'For Rust',
  ],
  [
    'MkDocs, closed',
    `<details class="example"><summary>An example</summary>${BODY}</details>`,
    'example',
    'An example',
  ],
  [
    'Docusaurus 2',
    `<div class="admonition admonition-tip alert alert--success"><div class="admonition-heading"><h5><span class="admonition-icon"><svg></svg></span>tip</h5></div><div class="admonition-content">${BODY}</div></div>`,
    'tip',
    'tip',
  ],
  [
    'Docusaurus 3',
    `<div class="theme-admonition theme-admonition-danger admonition_xJq3 alert alert--danger"><div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg></svg></span>danger</div><div class="admonitionContent_BuS1">${BODY}</div></div>`,
    'danger',
    'danger',
  ],
  [
    'GitHub',
    `<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title"><svg></svg>Warning</p>${BODY}</div>`,
    'warning',
    'Warning',
  ],
  ['Sphinx, old', `<div class="note"><p class="first admonition-title">Note</p>${BODY}</div>`, 'note', 'Note'],
  [
    'Sphinx, own title',
    `<div class="admonition-read-this admonition"><p class="admonition-title">Read this</p>${BODY}</div>`,
    'note',
    'Read this',
  ],
  [
    'Obsidian',
    `<div data-callout="info" class="callout"><div class="callout-title"><div class="callout-icon"><svg></svg></div><div class="callout-title-inner">Info</div></div><div class="callout-content">${BODY}</div></div>`,
    'info',
    'Info',
  ],
  [
    'Quarto',
    `<div class="callout callout-style-default callout-important callout-titled"><div class="callout-header"><div class="callout-title-container">Important</div></div><div class="callout-body-container callout-body">${BODY}</div></div>`,
    'important',
    'Important',
  ],
  [
    'Bootstrap',
    `<div class="alert alert-primary" role="alert"><h4 class="alert-heading">Well done</h4>${BODY}</div>`,
    'primary',
    'Well done',
  ],
  ['Hugo Academic', `<div class="alert alert-note"><div>Words of the box.</div></div>`, 'note', ''],
  [
    'Hugo Relearn',
    `<div class="box notices cstyle tip"><div class="box-label"><i class="fa-fw fas"></i> Tip</div><div class="box-content">${BODY}</div></div>`,
    'tip',
    'Tip',
  ],
  ['Hugo Book', `<blockquote class="book-hint warning">${BODY}</blockquote>`, 'warning', ''],
  [
    'Hextra',
    `<div class="hx:mt-6 hx:flex hx:rounded-lg hx:border hx:py-2 hx:border-amber-200 hx:bg-amber-100"><div class="hx:pl-3"><svg height="1.2em"></svg></div><div class="hx:w-full">${BODY}</div></div>`,
    'warning',
    '',
  ],
  ['Hugo notice', `<div class="notice info"><p class="notice-title">Info</p>${BODY}</div>`, 'info', 'Info'],
  ['GitBook', `<blockquote class="hint hint-danger">${BODY}</blockquote>`, 'danger', ''],
  [
    'mdBook',
    `<blockquote class="blockquote-tag blockquote-tag-tip"><p class="blockquote-tag-title"><svg></svg>Tip</p>${BODY}</blockquote>`,
    'tip',
    'Tip',
  ],
  [
    'mdBook admonish',
    `<div id="admonition-a" class="admonition admonish-bug" role="note"><div class="admonition-title"><div><p>Bug</p></div><a class="admonition-anchor-link" href="#admonition-a"></a></div><div>${BODY}</div></div>`,
    'bug',
    'Bug',
  ],
  ['VuePress', `<div class="custom-block tip"><p class="custom-block-title">TIP</p>${BODY}</div>`, 'tip', 'TIP'],
  [
    'VuePress Hope',
    `<div class="hint-container caution"><p class="hint-container-title">Caution</p>${BODY}</div>`,
    'caution',
    'Caution',
  ],
  [
    'Asciidoctor',
    '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content">Words of the box.</td></tr></table></div>',
    'note',
    'Note',
  ],
  [
    'Starlight',
    `<aside class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title"><svg></svg>Take care</p><div class="starlight-aside__content">${BODY}</div></aside>`,
    'caution',
    'Take care',
  ],
  ['Hexo', `<div class="note success flat">${BODY}</div>`, 'success', ''],
  ['Jekyll Chirpy', `<blockquote class="prompt-tip">${BODY}</blockquote>`, 'tip', ''],
  ['Minimal Mistakes', '<p class="notice--warning">Words of the box.</p>', 'warning', ''],
  ['MDN', `<div class="notecard note">${BODY}</div>`, 'note', ''],
  [
    'Confluence',
    `<div class="confluence-information-macro confluence-information-macro-tip"><p class="title">Tip</p><div class="confluence-information-macro-body">${BODY}</div></div>`,
    'tip',
    'Tip',
  ],
  ['DocBook', `<div class="warning"><h3 class="title">Warning</h3>${BODY}</div>`, 'warning', 'Warning'],
  ['ARIA', `<section role="note">${BODY}</section>`, 'note', ''],
  ['an alert of ARIA', `<div class="MuiAlert-root" role="alert">${BODY}</div>`, 'note', ''],
  ['a page builder', `<div class="elementor-alert elementor-alert-warning">${BODY}</div>`, 'warning', ''],
];

for (const [source, html, kind, title] of CALLOUTS)
  test(`${source}: a callout with its kind and title`, () => {
    const content = contentOfHtml(`<p>Before it.</p>${html}<p>After it.</p>`);
    assert.deepEqual(
      content.map((one) => one.type),
      ['paragraph', 'callout', 'paragraph'],
    );
    const [, callout] = content;
    assert.ok(callout?.type === 'callout');
    assert.equal(callout.kind, kind);
    assert.equal(textOfContents([{ type: 'paragraph', inline: callout.title }]), title);
    assert.equal(textOfContents(callout.content), 'Words of the box.');
  });

const OTHERS: readonly (readonly [name: string, html: string, types: string])[] = [
  ['a class with a name inside a word', '<div class="footnote-area noteworthy"><p>Words.</p></div>', 'paragraph'],
  ['parts of a callout alone', '<div class="admonition-content"><p>Words.</p></div>', 'paragraph'],
  ['a box without a kind', '<div class="alert"><p>Words.</p></div>', 'paragraph'],
  ['a page of the type note', '<div class="note"><h1>A title</h1><p>Words.</p></div>', 'heading paragraph'],
  [
    'details that look like an alert',
    '<details class="alert alert--info"><summary>More</summary><p>Words.</p></details>',
    'details',
  ],
  ['details without a summary', '<details><p>Words.</p></details>', 'details'],
  ['a summary alone', '<details><summary>More</summary></details>', 'paragraph'],
  ['a summary behind words stays behind them', '<details><p>Words.</p><summary>More</summary></details>', 'details'],
  [
    'a callout in a callout',
    `<div class="admonition tip"><div class="admonition note"><p class="admonition-title">Note</p>${BODY}</div></div>`,
    'callout',
  ],
];

for (const [name, html, types] of OTHERS)
  test(name, () => {
    assert.equal(
      contentOfHtml(html)
        .map((one) => one.type)
        .join(' '),
      types,
    );
  });

test('details have their summary apart from their content', () => {
  const [details] = contentOfHtml(
    `<details open><summary>More <b>words</b></summary>${BODY}<ul><li>One<li>Two</ul></details>`,
  );
  assert.ok(details?.type === 'details');
  assert.equal(textOfContents([{ type: 'paragraph', inline: details.summary }]), 'More words');
  assert.deepEqual(
    details.content.map((one) => one.type),
    ['paragraph', 'list'],
  );
});
