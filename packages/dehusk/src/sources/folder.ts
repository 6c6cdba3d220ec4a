/**
 * Pages from the files of a folder and the folders in it, in the order of their paths, or by its `manifest.jsonl`.
 * Positions are numbers in that order: a folder that gains files in between is better read under another name, as a new input.
 */
import { checkReadable, orderedSource } from './ordered-source.js';
import { type PageInputOptions, pageInputSchema, readPageInput } from './page-inputs.js';
import type { SourceKind } from './source.js';

export const folderSource: SourceKind<PageInputOptions> = {
  name: 'folder',
  summary: 'Pages from the files of a folder (.html, .htm …, also .gz) or by its manifest.jsonl.',
  schema: pageInputSchema('Folder of pages.'),
  async open(options, context) {
    await checkReadable(options.path, 'folder of pages');
    const input = `folder:${options.path}`;
    return orderedSource(input, context, (after) => readPageInput(options, input, context, after));
  },
};
