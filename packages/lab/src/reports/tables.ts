/** Tables for the terminal and for Markdown. Cells are strings; the first column is aligned left, the others right. */
import stringWidth from 'string-width';

export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Indices of further left-aligned columns: names and sentences. */
  readonly leftColumns?: readonly number[];
}

const isLeft = (table: ReportTable, column: number): boolean =>
  column === 0 || (table.leftColumns ?? []).includes(column);

/** Two spaces between columns, a rule under the head. */
export function textTable(table: ReportTable): string {
  const widths = table.head.map((name, column) =>
    Math.max(stringWidth(name), ...table.rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const space = ' '.repeat(Math.max(0, widths[column] - stringWidth(cell)));
        return isLeft(table, column) ? cell + space : space + cell;
      })
      .join('  ')
      .trimEnd();
  return [line(table.head), widths.map((one) => '-'.repeat(one)).join('  '), ...table.rows.map(line)].join('\n');
}

/** A Markdown table; pipes in cells are escaped. */
export function markdownTable(table: ReportTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  const rule = `|${table.head.map((_, column) => (isLeft(table, column) ? '---' : '---:')).join('|')}|`;
  return [line(table.head), rule, ...table.rows.map(line)].join('\n');
}

/** A number with fixed decimals; `–` for NaN. */
export function fixed(value: number, digits: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits);
}

/** A share 0…1 as a percentage; `–` for NaN. */
export function percent(share: number, digits = 1): string {
  return fixed(100 * share, digits);
}
