// Draws lines of a terminal, colours and all, as an SVG picture.
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

/** A line where a command is typed. */
export function prompt(command) {
  return `\x1b[36m$\x1b[0m \x1b[1m${command}\x1b[0m`;
}

/**
 * @param lines what the terminal shows, with its control sequences for colours
 * @param columns width of the terminal
 * @param label what the picture shows, for those who do not see it
 */
export function drawTerminal(lines, columns, label) {
  const width = Math.ceil(columns * LETTER + 2 * MARGIN);
  const height = BAR + 2 * MARGIN + lines.length * LINE;
  const lights = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, at) => `<circle cx="${20 + at * 20}" cy="${BAR / 2}" r="6" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<rect width="${width}" height="${height}" rx="10" fill="${COLOURS.ground}"/>
<path d="M0 ${BAR}V10a10 10 0 0 1 10-10h${width - 20}a10 10 0 0 1 10 10v${BAR - 10}z" fill="${COLOURS.bar}"/>
${lights.join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" xml:space="preserve">
${lines.map(drawn).filter(Boolean).join('\n')}
</g>
</svg>
`;
}
