// docs/terminal.svg: a terminal session made of what the compiled command line prints.
import { execFileSync } from 'node:child_process';
import { wrap } from '../packages/node/dist/terminal/table.js';
import { drawTerminal, prompt } from './draw-terminal.mjs';

const COLUMNS = 118;
const PAGE = 'news-article.en.html';
const FOLDER = 'packages/dehusk/demo';
/** Rows of the table of blocks that are shown: the end of the husk, the headline, the article, the first block after it. */
const BLOCKS = { from: 14, to: 41 };
/** Metadata rows shown, and lines of the text. */
const METADATA_LINES = 6;
const TEXT_LINES = 9;

const dehusk = (...args) =>
  execFileSync(process.execPath, [new URL('../packages/dehusk/dist/cli/main.js', import.meta.url).pathname, ...args], {
    cwd: new URL(`../${FOLDER}/`, import.meta.url).pathname,
    env: { ...process.env, FORCE_COLOR: '1', COLUMNS: String(COLUMNS) },
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n');

const more = (count, what) => `\x1b[2m   ⋮ ${count} ${what}\x1b[0m`;

/** The picture as SVG. */
export function terminalPicture() {
  const table = dehusk('--explain', PAGE);
  const head = table.findIndex((line) => line.includes('reason'));
  const metadataAt = table.findIndex((line) => line.includes('metadata'));
  const blocks = table.slice(head + 1, metadataAt).filter((line) => /^\S*\s*\d+ /.test(line));
  const metadata = metadataAt < 0 ? [] : table.slice(metadataAt);
  const text = dehusk(PAGE).flatMap((line) => wrap(line, COLUMNS));
  const lines = [
    prompt(`dehusk --explain ${PAGE}`),
    ...table.slice(0, head + 1),
    more(BLOCKS.from - 1, 'blocks'),
    ...blocks.slice(BLOCKS.from - 1, BLOCKS.to),
    more(blocks.length - BLOCKS.to, 'blocks'),
    '',
    ...metadata.slice(0, METADATA_LINES + 1),
    ...(metadata.length > METADATA_LINES + 1 ? [more(metadata.length - METADATA_LINES - 1, 'more fields')] : []),
    '',
    prompt(`dehusk ${PAGE}`),
    ...text.slice(0, TEXT_LINES),
    more(text.length - TEXT_LINES, 'more lines'),
  ];
  return drawTerminal(
    lines,
    COLUMNS,
    'dehusk in a terminal: the blocks of a page with their labels and reasons, and the clean text',
  );
}
