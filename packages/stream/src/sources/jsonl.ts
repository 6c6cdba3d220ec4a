/**
 * Pages from JSON lines, as `dehusk batch` and `dehusk site` read them: `{"url", "html" | "htmlBase64" | "path", "charset",
 * "title", "timestamp"}`. Positions are row numbers.
 */
import { section } from '@dehusk/node';
import { openOrdered, type PageInputOptions, pageInputSchema, readPageInput } from './page-inputs.js';
import { sourceKind } from './source.js';

export const jsonlSource = sourceKind<PageInputOptions, 'path'>({
  name: 'jsonl',
  summary: 'Pages from JSON lines: url with html, htmlBase64 or path.',
  schema: section(pageInputSchema('File of JSON lines, also gzip; - is standard input.'), ['path']),
  open: (options, context) =>
    openOrdered('jsonl', options.path, 'file of JSON lines', context, (input, after) =>
      readPageInput(options, input, context, after, true),
    ),
});
