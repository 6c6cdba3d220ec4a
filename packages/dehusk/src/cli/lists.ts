/** What `--list` prints: extractors, formats, and what can be set. */
import { type Extractor, FORMATS } from '@dehusk/core';
import { RENDER_OPTIONS } from '@dehusk/core/extend';
import { expectedOf } from '@dehusk/html';
import { type Painter, table, wrap } from '@dehusk/node';
import { DEFAULT_EXTRACTOR, EXTRACTORS } from '@dehusk/papers';
import { EXTRACTION_SETTINGS } from './extraction-options.js';
import { FETCH_SETTINGS } from './fetch-options.js';

const DOMAINS = { ...RENDER_OPTIONS, ...EXTRACTION_SETTINGS };

/** Options of the extraction and of the output for `--set`, without those that have a flag. */
const SETTINGS = {
  pageType: 'type of the pages, when it is known',
  hidden: 'text that a page does not show',
  allArticles: 'also the articles below the first, in the field items',
  title: 'begin Markdown, HTML and TEI with the title',
  links: 'link targets',
  images: 'images; alt: only their text',
  tables: 'tables',
  comments: "readers' comments: after the text, or left out",
  flavour: 'Markdown syntax',
  linkStyle: 'link targets of Markdown in the text or at its end',
  tableStyle: 'tables of Markdown',
  callouts: 'callouts of Markdown as quotes or > [!NOTE]',
  htmlFallback: 'HTML in Markdown where it has no syntax',
  headingShift: 'added to the level of headings',
  wrap: 'longest lines of Markdown prose; 0: as they come',
} as const satisfies Partial<Record<keyof typeof DOMAINS, string>>;

/** The extractors and formats of the core. */
export function listChoices(columns: number, paint: Painter): string {
  const extractors = EXTRACTORS.map((one) => ({
    cells: [one.name === DEFAULT_EXTRACTOR ? `${one.name} *` : one.name, one.summary],
    style: one.name === DEFAULT_EXTRACTOR ? ('green' as const) : null,
  }));
  const formats = FORMATS.map((one) => ({ cells: [one.name, `.${one.extension}`, one.summary] }));
  const settings = Object.entries(SETTINGS).map(([name, summary]) => ({
    cells: [name, expectedOf(DOMAINS[name as keyof typeof SETTINGS]), summary],
  }));
  const fetching = Object.entries(FETCH_SETTINGS).map(([name, { summary }]) => ({ cells: [name, summary] }));
  const options = { columns, paint, last: 'wrap' as const };
  return [
    table([{ title: 'extractor' }, { title: 'what it does' }], extractors, options),
    '* the default. Options of one: --list --extractor NAME\n\n',
    table([{ title: 'format' }, { title: 'file' }, { title: 'what it is' }], formats, options),
    '\n',
    table([{ title: '--set' }, { title: 'values' }, { title: 'what it is for' }], settings, options),
    '\n',
    table([{ title: '--fetch' }, { title: 'what it is for' }], fetching, options),
  ].join('');
}

/** One extractor: its source, and its options for `--set`. */
export function listOptions(extractor: Extractor, columns: number, paint: Painter): string {
  const rows = Object.entries(extractor.defaults).map(([name, value]) => ({
    cells: [name, JSON.stringify(value), expectedOf(extractor.domains[name]), extractor.optionDocs[name] ?? ''],
  }));
  const about = [extractor.summary, `Source: ${extractor.source}`].flatMap((text) => wrap(text, columns));
  const head = `${paint('bold', extractor.name)}\n${about.join('\n')}\n`;
  if (rows.length === 0) return `${head}It has no options.\n`;
  const heads = [{ title: 'option' }, { title: 'default' }, { title: 'values' }, { title: 'meaning' }];
  return `${head}\n${table(heads, rows, { columns, paint, last: 'wrap' })}`;
}
