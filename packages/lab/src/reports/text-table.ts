/** Tables for the terminal and for Markdown. Cells are text already; the first column stands left, the others right. */

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns that stand left besides the first, by index: names and sentences. */
  readonly leftColumns?: readonly number[];
}

/** Two spaces between columns, a rule under the head. */
export function textTable(table: Table): string {
  const isLeft = (column: number): boolean => column === 0 || (table.leftColumns ?? []).includes(column);
  const widths = table.head.map((name, column) =>
    Math.max(width(name), ...table.rows.map((row) => width(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const space = ' '.repeat(Math.max(0, widths[column] - width(cell)));
        return isLeft(column) ? cell + space : space + cell;
      })
      .join('  ')
      .trimEnd();
  return [line(table.head), widths.map((one) => '-'.repeat(one)).join('  '), ...table.rows.map(line)].join('\n');
}

/** A Markdown table; pipes in cells are escaped. */
export function markdownTable(table: Table): string {
  const isLeft = (column: number): boolean => column === 0 || (table.leftColumns ?? []).includes(column);
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  const rule = `|${table.head.map((_, column) => (isLeft(column) ? '---' : '---:')).join('|')}|`;
  return [line(table.head), rule, ...table.rows.map(line)].join('\n');
}

/** A share 0…1 as a percentage; `–` where it is undefined. */
export function percent(share: number, digits = 1): string {
  return Number.isNaN(share) ? '–' : (100 * share).toFixed(digits);
}

/** Cells on a terminal: CJK characters and their punctuation take two columns. */
function width(text: string): number {
  let cells = 0;
  for (const character of text) cells += /[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠￠-￦]/u.test(character) ? 2 : 1;
  return cells;
}
