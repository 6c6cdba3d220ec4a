/**
 * Clean HTML, safe to show: only the elements and attributes written below can appear, all text is escaped, and addresses have one
 * of four schemes (or none). No markup of the page is copied.
 */
import { safeAddress } from '@dehusk/html';
import type { Code, Content, Inline, Numbering, Table, TableCell } from '../document/document.js';

/** What the HTML of a place depends on besides its content. */
interface HtmlContext {
  /** In Markdown, formulas are between dollars: its readers know no other form. */
  readonly inMarkdown: boolean;
  /** Footnotes that a reference was printed for: only the first one is the target of the way back. */
  readonly referenced: Set<string>;
  /** Inside a link, which may hold no other. */
  readonly inLink?: boolean;
}

/** HTML of content, an element a line. */
export function htmlOfContents(contents: readonly Content[], context: HtmlContext): string {
  return contents.map((content) => contentHtml(content, context)).join('\n');
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function contentHtml(one: Content, context: HtmlContext): string {
  const inline = (all: readonly Inline[]): string => inlineHtml(all, context);
  const blocks = (all: readonly Content[]): string => htmlOfContents(all, context);
  const compacted = (all: readonly Content[]): string => compact(all, inline, blocks);
  switch (one.type) {
    case 'heading':
      return `<h${one.level}>${inline(one.inline)}</h${one.level}>`;
    case 'paragraph':
      return `<p>${inline(one.inline)}</p>`;
    case 'list': {
      const name = one.ordered ? 'ol' : 'ul';
      const numbers = one.ordered
        ? attributes({ start: one.start === 1 ? null : String(one.start), type: NUMBER_TYPES[one.numbering] })
        : '';
      return `<${name}${numbers}>\n${one.items.map((item) => `<li>${compacted(item)}</li>`).join('\n')}\n</${name}>`;
    }
    case 'definitions':
      return `<dl>\n${one.entries
        .map(({ term, description }) => {
          const dt = term.length > 0 ? `<dt>${inline(term)}</dt>` : '';
          return description.length > 0 ? `${dt}<dd>${compacted(description)}</dd>` : dt;
        })
        .join('\n')}\n</dl>`;
    case 'quote':
      return `<blockquote>\n${blocks(one.content)}\n</blockquote>`;
    case 'callout': {
      const title = one.title.length > 0 ? `<p class="callout-title">${inline(one.title)}</p>\n` : '';
      const named = attributes({ role: 'note', class: 'callout', 'data-callout': one.kind });
      return `<aside${named}>\n${title}${blocks(one.content)}\n</aside>`;
    }
    case 'details':
      return `<details>\n<summary>${inline(one.summary)}</summary>\n${blocks(one.content)}\n</details>`;
    case 'footnotes':
      return `<section class="footnotes" role="doc-endnotes">\n<ol>\n${one.notes
        .map(({ id, content }) => {
          const note = noteName(id);
          const back = context.referenced.has(note) ? ` ${wayBack(note)}` : '';
          return `<li${attributes({ id: `fn-${note}` })}>${compacted(content)}${back}</li>`;
        })
        .join('\n')}\n</ol>\n</section>`;
    case 'code': {
      const name = languageName(one);
      const language = name === null ? '' : attributes({ class: `language-${name}` });
      // A parser drops a line feed directly after <pre>; here <code> is between.
      return `<pre><code${language}>${escapeHtml(one.text)}</code></pre>`;
    }
    case 'table':
      return tableHtml(one, context);
    case 'figure': {
      const caption = one.caption.length > 0 ? `\n<figcaption>${inline(one.caption)}</figcaption>` : '';
      return `<figure>\n${compacted(one.content)}${caption}\n</figure>`;
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

/** A table as HTML; Markdown uses it for tables that GFM cannot express. */
export function tableHtml(table: Table, context: HtmlContext): string {
  const lines = ['<table>'];
  if (table.caption.length > 0) lines.push(`<caption>${inlineHtml(table.caption, context)}</caption>`);
  let section = '';
  for (const row of table.rows) {
    const wanted = row.head && section !== 'tbody' ? 'thead' : 'tbody';
    if (wanted !== section) {
      if (section !== '') lines.push(`</${section}>`);
      lines.push(`<${wanted}>`);
      section = wanted;
    }
    lines.push(`<tr>${row.cells.map((cell) => cellHtml(cell, context)).join('')}</tr>`);
  }
  if (section !== '') lines.push(`</${section}>`);
  lines.push('</table>');
  return lines.join('\n');
}

function cellHtml(cell: TableCell, context: HtmlContext): string {
  const name = cell.head ? 'th' : 'td';
  const spans = attributes({
    colspan: cell.columns > 1 ? String(cell.columns) : null,
    rowspan: cell.rows > 1 ? String(cell.rows) : null,
    align: cell.align,
  });
  const content = compact(
    cell.content,
    (all) => inlineHtml(all, context),
    (all) => htmlOfContents(all, context),
  );
  return `<${name}${spans}>${content}</${name}>`;
}

/** HTML of running text. */
export function inlineHtml(all: readonly Inline[], context: HtmlContext): string {
  return all.map((one) => oneInlineHtml(one, context)).join('');
}

/** A name for a footnote's place: nothing that a document or a parser could take for more. */
export function noteName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '-') || '-';
}

const wayBack = (note: string): string =>
  `<a${attributes({ href: `#fnref-${note}`, role: 'doc-backlink', 'aria-label': 'Back to the text' })}>↩</a>`;

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

function oneInlineHtml(inline: Inline, context: HtmlContext): string {
  switch (inline.type) {
    case 'text':
      return escapeHtml(inline.text);
    case 'code':
      return `<code>${escapeHtml(inline.text)}</code>`;
    case 'math':
      return mathHtml(inline, context);
    case 'break':
      return '<br>';
    case 'image': {
      const src = safeAddress(inline.url);
      return src === null ? '' : `<img${attributes({ src, alt: inline.alt, title: inline.title })}>`;
    }
    case 'media': {
      const href = inline.url === null ? null : safeAddress(inline.url);
      const title = escapeHtml(inline.title || inline.url || '');
      return href === null || context.inLink
        ? title
        : `<a${attributes({ href, class: context.inMarkdown ? null : `media ${inline.kind}` })}>${title}</a>`;
    }
    case 'footnote': {
      if (context.inLink || context.inMarkdown) return `<sup>${escapeHtml(inline.label)}</sup>`;
      const note = noteName(inline.id);
      const id = context.referenced.has(note) ? null : `fnref-${note}`;
      context.referenced.add(note);
      const reference = attributes({ href: `#fn-${note}`, id, role: 'doc-noteref' });
      return `<sup><a${reference}>${escapeHtml(inline.label)}</a></sup>`;
    }
    case 'checkbox':
      return `<input type="checkbox" disabled${inline.checked ? ' checked' : ''}> `;
    case 'ruby':
      return `<ruby>${inlineHtml(inline.inline, context)}<rp>(</rp><rt>${escapeHtml(inline.reading)}</rt><rp>)</rp></ruby>`;
    case 'abbreviation':
      return `<abbr${attributes({ title: inline.title || null })}>${inlineHtml(inline.inline, context)}</abbr>`;
    case 'link': {
      const href = safeAddress(inline.url);
      const text = inlineHtml(inline.inline, { ...context, inLink: true });
      return href === null || context.inLink ? text : `<a${attributes({ href, title: inline.title })}>${text}</a>`;
    }
    default:
      return `<${MARK_TAGS[inline.type]}>${inlineHtml(inline.inline, context)}</${MARK_TAGS[inline.type]}>`;
  }
}

/**
 * A formula as `math`, which shows its TeX where no program sets it, and whose annotation is where such programs look for TeX. Only
 * escaped text is inside, so nothing of the page can be markup in it.
 */
function mathHtml({ tex, text, display }: Inline & { type: 'math' }, { inMarkdown }: HtmlContext): string {
  const shown = escapeHtml(tex ?? text);
  const dollars = display ? '$$' : '$';
  if (inMarkdown) return tex === null ? shown : dollars + shown + dollars;
  const block = attributes({ display: display ? 'block' : null });
  const annotation = `<annotation encoding="application/x-tex">${shown}</annotation>`;
  return tex === null
    ? `<math${block}><mtext>${shown}</mtext></math>`
    : `<math${block}><semantics><mtext>${shown}</mtext>${annotation}</semantics></math>`;
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

/** Characters XML 1.0 has no way to write, escaped or not. */
const NOT_XML =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Escapes text for an element or a quoted attribute. Characters XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(NOT_XML, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r/g, '&#13;');
}

/** An element; attributes that are null are left out. `content` is XML already. */
export function element(name: string, all: Readonly<Record<string, string | null>>, content = ''): string {
  const start = name + attributes(all, escapeXml);
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`;
}
