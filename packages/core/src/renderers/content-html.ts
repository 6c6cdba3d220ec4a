/**
 * Clean HTML, safe to show: only the elements and attributes written below can appear, all text is escaped, and addresses have one
 * of four schemes (or none). No markup of the page is copied.
 */
import type { Code, Content, Inline, Numbering, Table, TableCell } from '../document/document.js';
import { safeAddress } from '../page/addresses.js';

/** HTML of content, an element a line. */
export function htmlOfContents(contents: readonly Content[]): string {
  return contents.map(contentHtml).join('\n');
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function contentHtml(one: Content): string {
  switch (one.type) {
    case 'heading':
      return `<h${one.level}>${inlineHtml(one.inline)}</h${one.level}>`;
    case 'paragraph':
      return `<p>${inlineHtml(one.inline)}</p>`;
    case 'list': {
      const name = one.ordered ? 'ol' : 'ul';
      const numbers = one.ordered
        ? attributes({ start: one.start === 1 ? null : String(one.start), type: NUMBER_TYPES[one.numbering] })
        : '';
      return `<${name}${numbers}>\n${one.items.map((item) => `<li>${compactHtml(item)}</li>`).join('\n')}\n</${name}>`;
    }
    case 'definitions':
      return `<dl>\n${one.entries
        .map(({ term, description }) => {
          const dt = term.length > 0 ? `<dt>${inlineHtml(term)}</dt>` : '';
          return description.length > 0 ? `${dt}<dd>${compactHtml(description)}</dd>` : dt;
        })
        .join('\n')}\n</dl>`;
    case 'quote':
      return `<blockquote>\n${htmlOfContents(one.content)}\n</blockquote>`;
    case 'callout': {
      const title = one.title.length > 0 ? `<p class="callout-title">${inlineHtml(one.title)}</p>\n` : '';
      const named = attributes({ class: 'callout', 'data-callout': one.kind });
      return `<aside${named}>\n${title}${htmlOfContents(one.content)}\n</aside>`;
    }
    case 'details':
      return `<details>\n<summary>${inlineHtml(one.summary)}</summary>\n${htmlOfContents(one.content)}\n</details>`;
    case 'footnotes':
      return `<section class="footnotes">\n<ol>\n${one.notes
        .map(({ id, content }) => `<li${attributes({ id: `fn-${id}` })}>${compactHtml(content)}</li>`)
        .join('\n')}\n</ol>\n</section>`;
    case 'code': {
      const name = languageName(one);
      const language = name === null ? '' : attributes({ class: `language-${name}` });
      // A parser drops a line feed directly after <pre>; here <code> is between.
      return `<pre><code${language}>${escapeHtml(one.text)}</code></pre>`;
    }
    case 'table':
      return tableHtml(one);
    case 'figure': {
      const caption = one.caption.length > 0 ? `\n<figcaption>${inlineHtml(one.caption)}</figcaption>` : '';
      return `<figure>\n${compactHtml(one.content)}${caption}\n</figure>`;
    }
    case 'rule':
      return '<hr>';
  }
}

/** The `type` of an ordered list; null for the default. */
const NUMBER_TYPES: Readonly<Record<Numbering, string | null>> = {
  decimal: null,
  'lower-alpha': 'a',
  'upper-alpha': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

/** Content of an item, cell or figure: a paragraph alone or before a list needs no `<p>`. Also for other markup languages. */
export function compact(
  contents: readonly Content[],
  inlines: (inline: readonly Inline[]) => string,
  blocks: (contents: readonly Content[]) => string,
): string {
  const [first, ...rest] = contents;
  if (first?.type !== 'paragraph' || rest.some((one) => one.type !== 'list')) return blocks(contents);
  return inlines(first.inline) + (rest.length > 0 ? `\n${blocks(rest)}` : '');
}

const compactHtml = (contents: readonly Content[]): string => compact(contents, inlineHtml, htmlOfContents);

/** A table as HTML; Markdown uses it for tables that GFM cannot express. */
export function tableHtml(table: Table): string {
  const lines = ['<table>'];
  if (table.caption.length > 0) lines.push(`<caption>${inlineHtml(table.caption)}</caption>`);
  let section = '';
  for (const row of table.rows) {
    const wanted = row.head && section !== 'tbody' ? 'thead' : 'tbody';
    if (wanted !== section) {
      if (section !== '') lines.push(`</${section}>`);
      lines.push(`<${wanted}>`);
      section = wanted;
    }
    lines.push(`<tr>${row.cells.map(cellHtml).join('')}</tr>`);
  }
  if (section !== '') lines.push(`</${section}>`);
  lines.push('</table>');
  return lines.join('\n');
}

function cellHtml(cell: TableCell): string {
  const name = cell.head ? 'th' : 'td';
  const spans = attributes({
    colspan: cell.columns > 1 ? String(cell.columns) : null,
    rowspan: cell.rows > 1 ? String(cell.rows) : null,
    align: cell.align,
  });
  return `<${name}${spans}>${compactHtml(cell.content)}</${name}>`;
}

/** HTML of running text. */
function inlineHtml(all: readonly Inline[]): string {
  return all.map(oneInlineHtml).join('');
}

/** The element of each mark on running text. */
export const MARK_TAGS = {
  strong: 'strong',
  emphasis: 'em',
  deleted: 'del',
  subscript: 'sub',
  superscript: 'sup',
  mark: 'mark',
  keyboard: 'kbd',
} as const;

function oneInlineHtml(one: Inline): string {
  switch (one.type) {
    case 'text':
      return escapeHtml(one.text);
    case 'code':
      return `<code>${escapeHtml(one.text)}</code>`;
    case 'math': {
      const display = one.display ? 'math display' : 'math';
      return one.tex === null
        ? `<span${attributes({ class: display })}>${escapeHtml(one.text)}</span>`
        : `<code${attributes({ class: `language-math ${display}` })}>${escapeHtml(one.tex)}</code>`;
    }
    case 'break':
      return '<br>';
    case 'image': {
      const src = safeAddress(one.url);
      return src === null ? '' : `<img${attributes({ src, alt: one.alt, title: one.title })}>`;
    }
    case 'media': {
      const href = one.url === null ? null : safeAddress(one.url);
      const title = escapeHtml(one.title || one.url || '');
      return href === null ? title : `<a${attributes({ href, class: `media ${one.kind}` })}>${title}</a>`;
    }
    case 'footnote':
      return `<sup><a${attributes({ href: `#fn-${one.id}`, class: 'footnote' })}>${escapeHtml(one.label)}</a></sup>`;
    case 'checkbox':
      return `<input type="checkbox" disabled${one.checked ? ' checked' : ''}> `;
    case 'ruby':
      return `<ruby>${inlineHtml(one.inline)}<rp>(</rp><rt>${escapeHtml(one.reading)}</rt><rp>)</rp></ruby>`;
    case 'abbreviation':
      return `<abbr${attributes({ title: one.title })}>${inlineHtml(one.inline)}</abbr>`;
    case 'link': {
      const href = safeAddress(one.url);
      const text = inlineHtml(one.inline);
      return href === null ? text : `<a${attributes({ href, title: one.title })}>${text}</a>`;
    }
    default:
      return `<${MARK_TAGS[one.type]}>${inlineHtml(one.inline)}</${MARK_TAGS[one.type]}>`;
  }
}

/** Attributes of a tag, each after a space, values escaped; null values are left out. */
export function attributes(all: Readonly<Record<string, string | null>>, escapeText = escapeHtml): string {
  return Object.entries(all)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escapeText(value)}"`))
    .join('');
}

/** The language of code as one word, for a class, an attribute or a fence; null for none. */
export function languageName(code: Code): string | null {
  const name = (code.language ?? '').trim().replace(/[\s\x00-\x20`]+/g, '-');
  return name === '' ? null : name;
}
