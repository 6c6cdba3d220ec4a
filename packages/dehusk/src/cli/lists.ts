import { DEFAULT_EXTRACTOR, EXTRACTORS, type Extractor, RENDERERS } from '@dehusk/core';
import { table } from '../terminal/table.js';
import type { Painter } from '../terminal/terminal.js';

/** Everything that can be chosen: extractors and formats, from the tables of the core. */
export function listChoices(columns: number, paint: Painter): string {
  const extractors = EXTRACTORS.map((one) => ({
    cells: [one.name === DEFAULT_EXTRACTOR ? `${one.name} *` : one.name, one.summary],
    style: one.name === DEFAULT_EXTRACTOR ? ('green' as const) : null,
  }));
  const formats = RENDERERS.map((one) => ({ cells: [one.name, `.${one.extension}`, one.summary] }));
  const options = { columns, paint, last: 'wrap' as const };
  return [
    table([{ title: 'extractor' }, { title: 'what it does' }], extractors, options),
    '* the default. Options of one: --list --extractor NAME\n\n',
    table([{ title: 'format' }, { title: 'file' }, { title: 'what it is' }], formats, options),
  ].join('');
}

/** One extractor: where it comes from, and its options for `--set`. */
export function listOptions(extractor: Extractor, columns: number, paint: Painter): string {
  const rows = Object.entries(extractor.defaults).map(([name, value]) => ({
    cells: [name, JSON.stringify(value), extractor.optionDocs[name] ?? ''],
  }));
  const head = `${paint('bold', extractor.name)}\n${extractor.summary}\nSource: ${extractor.source}\n`;
  if (rows.length === 0) return `${head}It has no options.\n`;
  const heads = [{ title: 'option' }, { title: 'default' }, { title: 'meaning' }];
  return `${head}\n${table(heads, rows, { columns, paint, last: 'wrap' })}`;
}
