/**
 * Markdown as a page: the markup that shows the same text. What servers send to readers that ask for it: the blocks of CommonMark, tables,
 * and the marks inside a line that have no others inside. Markup in the text is that of the page; what is not recognised stays text.
 *
 * Linear in the text: a line is read once, and the parts of a mark have a maximum length.
 */

/** The media types of Markdown (RFC 7763, and its older name). */
export const MARKDOWN_TYPES: ReadonlySet<string> = new Set(['text/markdown', 'text/x-markdown']);

const FRONT_MATTER = '---\n';
const FENCE = /^(`{3,}|~{3,})[ \t]*([\w+#-]{0,40})/;
const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const RULE = /^(?:-[ \t]*){3,}$|^(?:\*[ \t]*){3,}$|^(?:_[ \t]*){3,}$/;
const ITEM = /^([-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/;
const QUOTE = /^ {0,3}>[ \t]?/;
const DELIMITERS = /^[|:\- \t]+$/;

const attribute = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** The markup of Markdown. Linear in the text. */
export function markdownMarkup(given: string): string {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const end = text.startsWith(FRONT_MATTER) ? text.indexOf(`\n${FRONT_MATTER}`, FRONT_MATTER.length - 1) : -1;
  const front = end < 0 ? '' : text.slice(0, end + 1 + FRONT_MATTER.length);
  const title = /^title:[ \t]*["']?(.*?)["']?$/m.exec(front)?.[1] ?? '';
  const blocks = new Blocks();
  for (const line of text.slice(front.length).split('\n')) blocks.read(line);
  return `<!doctype html>${title === '' ? '' : `<meta property="og:title" content="${attribute(title)}">`}<body>${blocks.end()}`;
}

/** The open blocks after the lines that were read. */
class Blocks {
  private readonly out: string[] = [];
  private quotes = 0;
  /** The open lists, the innermost last. */
  private lists: { readonly indent: number; readonly tag: string }[] = [];
  private lines: string[] = [];
  private fence = '';
  private isAfterBlank = true;

  read(given: string): void {
    let line = given.replace(/\t/g, '    ');
    let quotes = 0;
    for (; QUOTE.test(line); quotes++) line = line.replace(QUOTE, '');
    const trimmed = line.trim();
    if (this.fence !== '') {
      if (trimmed.startsWith(this.fence)) this.closeFence();
      else this.out.push(`${escaped(given)}\n`);
      return;
    }
    if (trimmed === '') {
      this.closeParagraph();
      this.isAfterBlank = true;
      return;
    }
    if (quotes !== this.quotes && (quotes > 0 || this.lines.length === 0)) this.quote(quotes);
    this.readBlock(trimmed, line.length - line.trimStart().length);
    this.isAfterBlank = false;
  }

  end(): string {
    if (this.fence !== '') this.closeFence();
    this.quote(0);
    return this.out.join('');
  }

  private readBlock(line: string, indent: number): void {
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (/^(?:=+|-{2,})$/.test(line) && this.lines.length > 0) {
      const words = this.lines.join(' ');
      this.lines = [];
      this.heading(line.startsWith('=') ? 1 : 2, words);
    } else if (RULE.test(line)) {
      this.closeLists(indent);
      this.out.push('<hr>');
    } else if (fence !== null) {
      this.closeParagraph();
      this.fence = fence[1] as string;
      this.out.push(`<pre><code${fence[2] === '' ? '' : ` class="language-${fence[2]}"`}>`);
    } else if (heading !== null) {
      this.closeLists(indent);
      this.heading((heading[1] as string).length, (heading[2] as string).replace(/[ \t]#+$/, ''));
    } else if (item !== null) this.item(indent, /\d/.test(item[1] as string) ? 'ol' : 'ul', item[2] as string);
    else {
      if (this.isAfterBlank) this.closeLists(indent);
      this.lines.push(line);
    }
  }

  private heading(level: number, words: string): void {
    this.out.push(`<h${level}>${inline(words)}</h${level}>`);
  }

  private item(indent: number, tag: string, words: string): void {
    this.closeLists(indent + 1);
    const isOther = (this.lists.at(-1)?.indent ?? -1) >= indent - 1 && this.lists.at(-1)?.tag !== tag;
    if (isOther) this.out.push(`</${this.lists.pop()?.tag}>`);
    const last = this.lists.at(-1);
    if (last === undefined || last.indent < indent - 1) {
      this.lists.push({ indent, tag });
      this.out.push(`<${tag}>`);
    }
    this.out.push('<li>');
    this.lines.push(words);
  }

  /** Closes the paragraph, and the lists that begin at an indentation or deeper. */
  private closeLists(indent: number): void {
    this.closeParagraph();
    while ((this.lists.at(-1)?.indent ?? -1) >= indent) this.out.push(`</${this.lists.pop()?.tag}>`);
  }

  private quote(depth: number): void {
    this.closeLists(0);
    this.out.push('<blockquote>'.repeat(Math.max(0, depth - this.quotes)));
    this.out.push('</blockquote>'.repeat(Math.max(0, this.quotes - depth)));
    this.quotes = depth;
  }

  private closeFence(): void {
    this.fence = '';
    this.out.push('</code></pre>');
  }

  private closeParagraph(): void {
    const { lines } = this;
    this.lines = [];
    if (lines.length === 0) return;
    const isTable = lines.length > 1 && lines[0].includes('|') && lines[1].includes('-') && DELIMITERS.test(lines[1]);
    if (isTable) this.out.push(tableOf(lines));
    else this.out.push(`<p>${inline(lines.map((line) => line.replace(/\\$/, '<br>')).join('\n'))}</p>`);
  }
}

function tableOf([head, , ...rows]: readonly string[]): string {
  const cells = (line: string, tag: string): string =>
    line
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('');
  return `<table><tr>${cells(head, 'th')}</tr>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`;
}

/** A line's code, and characters that are no marks: they are set apart while the others are read. */
const LITERAL = /(?<!`)(`{1,2})(?!`)([^`]{1,2000})\1(?!`)|\\([!-/:-@[-`{-~])/g;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/g;
const IMAGE = /!\[([^[\]]{0,1000})\]\(([^\s()<>]{0,2000})(?:[ \t]+"[^"]{0,500}")?\)/g;
const LINK = /\[([^[\]]{0,1000})\]\(([^\s()<>]{0,2000})(?:[ \t]+"[^"]{0,500}")?\)/g;
const STRONG = /\*\*(?=\S)([^*]{1,1000})\*\*|(?<!\w)__(?=\S)([^_]{1,1000})__(?!\w)/g;
const EMPHASIS = /\*(?=\S)([^*]{1,1000})\*|(?<!\w)_(?=\S)([^_]{1,1000})_(?!\w)/g;
const DELETED = /~~(?=\S)([^~]{1,1000})~~/g;

function inline(text: string): string {
  const literals: string[] = [];
  const apart = (markup: string): string => `\0${literals.push(markup) - 1}\0`;
  return text
    .replaceAll('\0', '')
    .replace(LITERAL, (_, _ticks, code?: string, sign?: string) =>
      apart(code === undefined ? escaped(sign as string) : `<code>${escaped(code.trim())}</code>`),
    )
    .replace(AUTOLINK, (_, url: string) => apart(`<a href="${attribute(url)}">${escaped(url)}</a>`))
    .replace(IMAGE, (_, alt: string, url: string) => apart(`<img src="${attribute(url)}" alt="${attribute(alt)}">`))
    .replace(
      LINK,
      (_, words: string, url: string) => `${apart(`<a href="${attribute(url)}">`)}${words}${apart('</a>')}`,
    )
    .replace(STRONG, (_, one?: string, other?: string) => `<strong>${one ?? other}</strong>`)
    .replace(EMPHASIS, (_, one?: string, other?: string) => `<em>${one ?? other}</em>`)
    .replace(DELETED, '<del>$1</del>')
    .replace(/\0(\d+)\0/g, (_, at: string) =>
      (literals[Number(at)] as string).replace(/\0(\d+)\0/g, (_all, inner) => literals[Number(inner)] as string),
    );
}
