import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS, type ExtractResult } from '@dehusk/core';
import { extractWithLanguage } from '../extraction/extract-with-language.js';
import { readPages, SINGLE_PAGE_READERS } from '../inputs/index.js';
import { table } from '../terminal/table.js';
import { columnsOf, painterFor, wrap } from '../terminal/terminal.js';
import { type CommandEnd, InputOutputError } from './failures.js';
import { print } from './outputs.js';

/** Pages written for this project, from the sources and from the published package alike. */
const DEMO_SITE = fileURLToPath(new URL('../../demo', import.meta.url));
/** The page whose text is shown in full. */
const SHOWN_PAGE = 'news-article.en.html';
/** Columns a paragraph is broken at; longer lines read badly. */
const MEASURE = 100;

/** `dehusk demo --pages`: the demo's pages in eight languages, one line a page, and the text of one. */
export async function showDemoPages(): Promise<CommandEnd> {
  const columns = columnsOf(process.stdout);
  const paint = painterFor(process.stdout);
  const input = { kind: 'path', path: DEMO_SITE } as const;
  const began = performance.now();
  const pages: { readonly place: string; readonly result: ExtractResult }[] = [];
  for await (const page of readPages([input], { maxBytes: DEFAULT_LIMITS.maxBytes }, SINGLE_PAGE_READERS)) {
    if (!page.ok) throw new InputOutputError(`${page.name}: ${page.detail}`);
    pages.push({ place: page.place, result: await extractWithLanguage(page.page) });
  }
  const milliseconds = Math.round(performance.now() - began);

  const rows = pages.map(({ place, result }) => {
    const { blocks, labels } = result.labelled;
    let length = 0;
    let kept = 0;
    blocks.forEach((block, at) => {
      length += block.text.length;
      if (labels.keep[at] === 1) kept += block.text.length;
    });
    const share = length === 0 ? 0 : Math.round((100 * kept) / length);
    const outcome = result.ok ? (result.title ?? '') : `${result.reason}: ${result.detail}`;
    return { cells: [place, result.lang ?? '?', String(length), `${share} %`, outcome] };
  });
  await print(`${paint('bold', `Dehusk read the ${pages.length} pages of the demo in ${milliseconds} ms.`)}\n\n`);
  await print(
    table(
      [
        { title: 'page' },
        { title: 'lang' },
        { title: 'characters', align: 'right' },
        { title: 'kept', align: 'right' },
        { title: 'title' },
      ],
      rows,
      { columns, paint },
    ),
  );
  const shown = pages.find((one) => one.place === SHOWN_PAGE);
  if (shown?.result.ok) {
    const lines = shown.result.text.split('\n').flatMap((line) => wrap(line, Math.min(columns, MEASURE)));
    await print(`\n${paint('bold', `The text of ${SHOWN_PAGE}:`)}\n\n${lines.join('\n')}\n`);
  }
  const hint = (command: string, what: string): string => `  ${paint('cyan', command.padEnd(62))} ${what}\n`;
  await print(
    `\n${paint('bold', 'Next:')}\n${[
      hint('npm start -- https://…', 'the text of a page of yours (or a file, or a folder)'),
      hint('npm start -- --explain packages/dehusk/demo/forum.de.html', 'every block of a page, its label and why'),
      hint('npm start -- --markdown packages/dehusk/demo/docs.en.html', 'code and tables kept'),
      hint('npm start -- --list', 'extractors and formats'),
      hint('npm start -- --help', 'everything else'),
    ].join('')}`,
  );
  return pages.every((one) => one.result.ok) ? 'all-extracted' : 'some-without-text';
}
