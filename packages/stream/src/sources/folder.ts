/**
 * Pages from the files of a folder and its subfolders, in the order of their paths, or by its `manifest.jsonl`. Positions are
 * numbers in that order: when files are added in between, read the folder under another name, as a new input.
 */
import { section } from '@dehusk/node';
import { openOrdered, type PageInputOptions, pageInputSchema, readPageInput } from './page-inputs.js';
import { sourceKind } from './source.js';

export const folderSource = sourceKind<PageInputOptions, 'path'>({
  name: 'folder',
  summary: 'Pages from the files of a folder (.html, .htm …, also .gz) or by its manifest.jsonl.',
  schema: section(pageInputSchema('Folder of pages.'), ['path']),
  open: (options, context) =>
    openOrdered('folder', options.path, 'folder of pages', context, (input, after) =>
      readPageInput(options, input, context, after),
    ),
});
