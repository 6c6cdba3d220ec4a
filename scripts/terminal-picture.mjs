// Draws docs/terminal.svg: a terminal session made of what the command line really prints.
// Run after `npm run build`: node scripts/terminal-picture.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

const COLUMNS = 118;
const PAGE = 'news-article.en.html';
const FOLDER = 'packages/dehusk/demo';
/** Rows of the table of blocks that are shown: the end of the husk, the headline, the article, the first block after it. */
const BLOCKS = { from: 14, to: 41 };
/** Metadata rows shown, and lines of the text. */
const METADATA_LINES = 6;
const TEXT_LINES = 9;

const FONT_SIZE = 13;
const LETTER = FONT_SIZE * 0.602;
const LINE = 18;
const MARGIN = 18;
const BAR = 34;
const COLOURS = {
  ground: '#11161d',
  bar: '#1c232d',
  plain: '#c9d3df',
  bold: '#ffffff',
  dim: '#5d6a7a',
  red: '#ff7b72',
  green: '#6fdd8b',
  yellow: '#e8c268',
  magenta: '#d7a1f9',
  cyan: '#6cc7f5',
};
const CODES = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow', 35: 'magenta', 36: 'cyan' };

const dehusk = (...args) =>
  execFileSync(process.execPath, [new URL('../packages/dehusk/dist/cli/main.js', import.meta.url).pathname, ...args], {
    cwd: new URL(`../${FOLDER}/`, import.meta.url).pathname,
    env: { ...process.env, FORCE_COLOR: '1', COLUMNS: String(COLUMNS) },
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n');

const prompt = (command) => `\x1b[36m$\x1b[0m \x1b[1m${command}\x1b[0m`;
const more = (count, what) => `\x1b[2m   ⋮ ${count} ${what}\x1b[0m`;

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

function wrap(line, columns) {
  const parts = [];
  for (const word of line.split(' ')) {
    const last = parts.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) parts.push(word);
    else parts[parts.length - 1] = `${last} ${word}`;
  }
  return parts;
}

const escaped = (part) => part.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** One line → text elements, each at its own column, so that the picture is aligned in any monospaced font. */
function drawn(line, row) {
  const y = BAR + MARGIN + row * LINE + FONT_SIZE;
  let colour = 'plain';
  let column = 0;
  let svg = '';
  for (const part of line.split(/(\x1b\[\d+m)/)) {
    const code = /^\x1b\[(\d+)m$/.exec(part)?.[1];
    if (code !== undefined) {
      colour = CODES[code] ?? 'plain';
      continue;
    }
    for (const piece of part.split(/( {2,})/)) {
      if (piece.trim() !== '') {
        const indent = piece.length - piece.trimStart().length;
        const x = (MARGIN + (column + indent) * LETTER).toFixed(1);
        const weight = colour === 'bold' ? ' font-weight="bold"' : '';
        svg += `<text x="${x}" y="${y}" fill="${COLOURS[colour]}"${weight}>${escaped(piece.trim())}</text>`;
      }
      column += [...piece].length;
    }
  }
  return svg;
}

const width = Math.ceil(COLUMNS * LETTER + 2 * MARGIN);
const height = BAR + 2 * MARGIN + lines.length * LINE;
const lights = ['#ff5f57', '#febc2e', '#28c840'].map(
  (fill, at) => `<circle cx="${20 + at * 20}" cy="${BAR / 2}" r="6" fill="${fill}"/>`,
);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="dehusk in a terminal: the blocks of a page with their labels and reasons, and the clean text">
<rect width="${width}" height="${height}" rx="10" fill="${COLOURS.ground}"/>
<path d="M0 ${BAR}V10a10 10 0 0 1 10-10h${width - 20}a10 10 0 0 1 10 10v${BAR - 10}z" fill="${COLOURS.bar}"/>
${lights.join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" xml:space="preserve">
${lines.map(drawn).filter(Boolean).join('\n')}
</g>
</svg>
`;
mkdirSync(new URL('../docs/', import.meta.url), { recursive: true });
writeFileSync(new URL('../docs/terminal.svg', import.meta.url), svg);
console.log(`docs/terminal.svg: ${lines.length} lines, ${svg.length} bytes`);
