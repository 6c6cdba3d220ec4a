/**
 * Documents in an index of OpenSearch or Elasticsearch, by their bulk API: NDJSON, one line for the action and one for the row.
 *
 * The revision is the document's external version, so a repeated or late request never replaces a later revision.
 */
import { type SettingsOf, section, text, wholeNumber } from '@dehusk/node';
import { batchSink, placeOf, post, retryProperties, withLogin } from './remote-sinks.js';
import { type Sink, SinkError, sinkKind } from './sink.js';

const MAX_MILLISECONDS = 60_000;
/** The server has a later revision, or this one. */
const CONFLICT = 409;
/** The server's queue is full: this document can be sent again. */
const BUSY = 429;

const PROPERTIES = {
  url: text('Address of the server: https://user:password@host:9200', undefined, { pattern: '^https?://' }),
  index: text('Name of the index.', 'documents', { pattern: '^[a-z0-9][a-z0-9_.-]{0,199}$' }),
  // Five to fifteen MB a request is what both servers' manuals recommend; a row has some 5 kB.
  batch: wholeNumber('Most documents of one request.', 1, 100_000, 1_000),
  ...retryProperties(5),
};
type OpensearchOptions = SettingsOf<typeof PROPERTIES>;

interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly {
    readonly index: { readonly _id: string; readonly status: number; readonly error?: { readonly reason?: string } };
  }[];
}

async function open({ url: address, index, batch, retries, retryAfter }: OpensearchOptions): Promise<Sink> {
  const { url: base, headers } = withLogin(address);
  const url = new URL('_bulk', base.href.endsWith('/') ? base : `${base.href}/`);
  const options = {
    ...{ retries, retryAfter, maxMilliseconds: MAX_MILLISECONDS },
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
  };
  return batchSink({
    name: placeOf(url),
    size: batch,
    async send(records) {
      let left = records;
      for (let attempt = 0; left.length > 0; attempt++) {
        const lines = left.map(({ id, revision, row }) => {
          const action = { index: { _index: index, _id: id, version: revision, version_type: 'external_gte' } };
          return `${JSON.stringify(action)}\n${JSON.stringify(row)}\n`;
        });
        const answer = JSON.parse(await post(url, lines.join(''), options)) as BulkAnswer;
        if (!answer.errors) return;
        const failed = answer.items.filter(({ index: { status } }) => status >= 300 && status !== CONFLICT);
        const final =
          failed.find(({ index: { status } }) => status !== BUSY) ?? (attempt >= retries ? failed[0] : undefined);
        if (final !== undefined) {
          const { _id, status, error } = final.index;
          throw new SinkError(
            `${placeOf(url)} refused document ${_id} with status ${status}: ${error?.reason ?? 'no reason'}`,
          );
        }
        const again = new Set(failed.map((one) => one.index._id));
        left = left.filter(({ id }) => again.has(id));
        if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000 * 2 ** attempt));
      }
    },
  });
}

export const opensearchSink = sinkKind<OpensearchOptions, 'url'>({
  name: 'opensearch',
  summary: 'An index of OpenSearch or Elasticsearch, by its bulk API; a correction replaces its document.',
  isRemote: true,
  schema: section(PROPERTIES, ['url']),
  open,
});
