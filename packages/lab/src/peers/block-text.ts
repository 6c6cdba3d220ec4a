/**
 * The text of an extracted HTML fragment, one paragraph per line.
 *
 * Most peers return HTML, and the text property of DOM nodes joins neighbouring blocks ("…the end.Next paragraph"), which a
 * word metric would punish although no reader sees it. So the text is taken from the HTML with a newline wherever a browser
 * starts a new line. White space inside a line is collapsed, except in `<pre>`.
 */
import { parse, TEXT, tagTable } from '@dehusk/html';

/** Elements that the default style sheet of browsers renders as a block, list item, table row or line break. */
const LINE_BREAKING: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'summary table tbody tfoot thead tr ul'
  ).split(' '),
);
/** Table cells are separated by a blank. */
const CELL: ReadonlySet<string> = new Set(['td', 'th']);
const INVISIBLE: ReadonlySet<string> = new Set('script style template head iframe object svg math'.split(' '));
const PREFORMATTED: ReadonlySet<string> = new Set(['pre']);

/** The text of HTML with the line breaks of a browser and without blank lines; empty when the HTML cannot be parsed. */
export function blockText(html: string): string {
  const parsed = parse(html, { url: null });
  if (!parsed.ok) return '';
  const { page } = parsed;
  const breaking = tagTable(page, LINE_BREAKING);
  const cell = tagTable(page, CELL);
  const invisible = tagTable(page, INVISIBLE);
  const preformatted = tagTable(page, PREFORMATTED);
  const lines: string[] = [];
  let line = '';
  let preformattedTo = 0;
  const closeLine = (): void => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text !== '') lines.push(text);
    line = '';
  };
  // Ends of open line-breaking elements, innermost last: leaving one also ends the line.
  const open: number[] = [];
  for (let node = 0; node < page.size; node++) {
    while (open.length > 0 && node >= open[open.length - 1]) {
      open.pop();
      closeLine();
    }
    const tag = page.tag[node];
    if (tag === TEXT) {
      const text = page.chars.slice(page.textFrom[node], page.textTo[node]);
      if (node >= preformattedTo) line += text;
      else
        for (const [index, row] of text.split('\n').entries()) {
          if (index > 0) closeLine();
          line += row;
        }
      continue;
    }
    if (invisible[tag] === 1) {
      node = page.end[node] - 1;
      continue;
    }
    if (preformatted[tag] === 1) preformattedTo = Math.max(preformattedTo, page.end[node]);
    if (cell[tag] === 1) line += ' ';
    if (breaking[tag] === 1) {
      closeLine();
      open.push(page.end[node]);
    }
  }
  closeLine();
  return lines.join('\n');
}
