/**
 * Plain text as a page: the markup that shows the same text.
 *
 * Observation: paragraphs are separated by blank lines, and only their line breaks matter, except where a line is indented or has
 * columns aligned by spaces, as in code and tables.
 */

/** An indented line, or columns: its white space counts. */
const ALIGNED = /^(?: {2}|\t)|\S(?: {3,}|\t)\S/m;
const MARKUP = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)[\s>]/i;

/**
 * The markup of plain text: `p` with `br` for paragraphs, `pre` for those with aligned lines. Linear in the text.
 *
 * @returns null for text that is a page in spite of its media type, as of servers that declare everything `text/plain`
 */
export function plainTextMarkup(text: string): string | null {
  if (MARKUP.test(text.slice(0, 1_000))) return null;
  const paragraphs = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?|\f/g, '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .filter((line) => line.trim() !== '');
  const elements = paragraphs.map((paragraph) => {
    const escaped = paragraph
      .replace(/(?<!\n)\n+$/, '')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;');
    // The parser drops the first line break of a pre.
    if (ALIGNED.test(escaped)) return `<pre>\n${escaped}</pre>`;
    const lines = escaped.split('\n').map((line) => line.trim());
    return `<p>${lines.join('<br>')}</p>`;
  });
  return `<!doctype html><body>${elements.join('')}`;
}
