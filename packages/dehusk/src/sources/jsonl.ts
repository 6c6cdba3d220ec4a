/**
 * Pages from JSON lines, as `dehusk batch` and `dehusk site` read them: `{"url", "html" | "htmlBase64" | "path", "charset",
 * "title", "timestamp"}`. Positions are row numbers. Standard input has none: it is read whole each time.
 */
import { checkReadable, orderedSource, STANDARD_INPUT } from './ordered-source.js';
import { type PageInputOptions, pageInputSchema, readPageInput } from './page-inputs.js';
import type { SourceKind } from './source.js';

export const jsonlSource: SourceKind<PageInputOptions> = {
  name: 'jsonl',
  summary: 'Pages from JSON lines: url with html, htmlBase64 or path.',
  schema: pageInputSchema('File of JSON lines, also gzip; - is standard input.'),
  async open(options, context) {
    if (options.path !== STANDARD_INPUT) await checkReadable(options.path, 'file of JSON lines');
    const input = `jsonl:${options.path}`;
    return orderedSource(input, context, (after) => readPageInput(options, input, context, after, true));
  },
};
