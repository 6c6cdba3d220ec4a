/** Which Parquet type each field of a row has, the same in every file. */

/** The types used, by their names in hyparquet-writer. */
export type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'JSON';

/** Fields whose type is known whatever a file's rows hold: a column of nulls must not change its type. */
const KNOWN: Readonly<Record<string, ColumnType>> = {
  revision: 'INT32',
  length: 'INT32',
  line: 'INT32',
  at: 'TIMESTAMP',
  ok: 'BOOLEAN',
  confidence: 'DOUBLE',
  pageTypeProbability: 'DOUBLE',
  metadata: 'JSON',
  json: 'JSON',
  jsonl: 'JSON',
  authors: 'JSON',
  categories: 'JSON',
  tags: 'JSON',
  warnings: 'JSON',
};

/** Columns in the order in which rows first name them. A field that is not known has the narrowest type that takes all its values. */
export async function columnsOf(
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
): Promise<Map<string, ColumnType>> {
  const columns = new Map<string, ColumnType | null>();
  for await (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      const before = columns.get(name) ?? KNOWN[name] ?? null;
      columns.set(name, value === null ? before : widened(before, value));
    }
  return new Map([...columns].map(([name, type]) => [name, type ?? 'STRING']));
}

function widened(type: ColumnType | null, value: unknown): ColumnType {
  if (type !== null && fits(value, type)) return type;
  if (type !== null) return 'JSON';
  if (typeof value === 'string') return 'STRING';
  if (typeof value === 'number') return 'DOUBLE';
  return typeof value === 'boolean' ? 'BOOLEAN' : 'JSON';
}

function fits(value: unknown, type: ColumnType): boolean {
  switch (type) {
    case 'STRING':
      return typeof value === 'string';
    case 'INT32':
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
    case 'DOUBLE':
      return typeof value === 'number';
    case 'BOOLEAN':
      return typeof value === 'boolean';
    case 'TIMESTAMP':
      return timeOf(value) !== null;
    case 'JSON':
      return true;
  }
}

/** A row's value as the writer takes it. */
export function valueFor(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  return type === 'TIMESTAMP' ? timeOf(value) : value;
}

/** Milliseconds since 1970, or ISO 8601. */
function timeOf(value: unknown): Date | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time;
}
