/**
 * Documents as rows of a PostgreSQL table, one for each document: a correction replaces its row, an older revision does not.
 *
 * Columns: `id`, `revision`, `site`, `url`, `at` and `row`, the JSON row of docs/sinks.md. Each batch is one statement.
 */
import { number, type SettingsOf, section, text, withoutPassword } from '@dehusk/node';
import { batchSink } from './remote-sinks.js';
import { type Sink, SinkError, sinkKind } from './sink.js';

const MAX_MILLISECONDS = 30_000;

const PROPERTIES = {
  url: text('postgres://user@host:5432/database; PGPASSWORD may hold the password.', undefined, {
    pattern: '^postgres(?:ql)?://',
  }),
  table: text('Table, created when missing; schema.table is allowed.', 'documents', {
    pattern: '^[A-Za-z_][A-Za-z0-9_]*(?:\\.[A-Za-z_][A-Za-z0-9_]*)?$',
  }),
  batch: number('Most rows of one statement.', { minimum: 1, maximum: 10_000 }, 500),
};
type PostgresOptions = SettingsOf<typeof PROPERTIES>;

async function open({ url, table, batch }: PostgresOptions): Promise<Sink> {
  const { default: pg } = await import('pg').catch(() => {
    throw new SinkError('the sink postgres needs the optional package pg; npm install pg');
  });
  const place = `${withoutPassword(url).replace(/\?.*/s, '')} (table ${table})`;
  const name = table.split('.').map(pg.escapeIdentifier).join('.');
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: MAX_MILLISECONDS });
  // A lost connection is reported by the next statement.
  pool.on('error', () => {});
  try {
    await pool.query(
      `CREATE TABLE IF NOT EXISTS ${name} (id text PRIMARY KEY, revision integer NOT NULL, site text NOT NULL, url text, at timestamptz, row jsonb NOT NULL)`,
    );
  } catch (error) {
    await pool.end();
    throw new SinkError(`${place} cannot be opened: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  const insert = `INSERT INTO ${name} AS old (id, revision, site, url, at, row)
    SELECT row->>'id', (row->>'revision')::integer, one->>'site', row->>'url', (one->>'at')::timestamptz, row
    FROM jsonb_array_elements($1::jsonb) AS one, LATERAL (SELECT one->'row' AS row) AS content
    ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, site = excluded.site, url = excluded.url, at = excluded.at, row = excluded.row
    WHERE old.revision < excluded.revision`;
  return batchSink({
    name: place,
    size: batch,
    async send(records) {
      const rows = records.map(({ id, revision, site, row }) => ({
        site,
        at: timeOf(row.at),
        row: { ...row, id, revision },
      }));
      // PostgreSQL has no text with a zero character.
      await pool.query(insert, [JSON.stringify(rows).replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1')]);
    },
    close: () => pool.end(),
  });
}

/** ISO 8601; null for what is no time. */
function timeOf(at: unknown): string | null {
  const time = new Date(at as string | number);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

export const postgresSink = sinkKind<PostgresOptions, 'url'>({
  name: 'postgres',
  summary: 'Rows of a PostgreSQL table; a correction replaces its row.',
  isRemote: true,
  schema: section(PROPERTIES, ['url']),
  open,
});
