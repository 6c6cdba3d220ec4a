/**
 * An archive of the raw pages beside the documents: WARC/1.1, a gzip member a record, `pages.warc.gz` being written,
 * `pages-000001.warc.gz` and so on finished.
 *
 * A payload that stood in the same file before is a `revisit` that refers to it. Records carry the document's id and
 * revision as `X-Dehusk-Id` and `X-Dehusk-Revision`, so that archive and documents can be joined.
 */

import {
  digest,
  packedRecord,
  packedWarcinfo,
  recordId,
  responseHead,
  type WarcFields,
  warcDate,
} from '../warc/write-warc.js';
import { type FileOptions, fileOptionsSchema, rotatingNames, seriesLimits } from './file-options.js';
import { openFileSeries } from './file-series.js';
import type { RawPage, Sink, SinkKind, SinkRecord } from './sink.js';

const DEFAULTS = {
  prefix: 'pages',
  /** The size the standard recommends (ISO 28500:2017, annex C.1). */
  maxMegabytes: 1_024,
  maxMinutes: 0,
  fsync: 'flush',
} as const;
const EXTENSION = '.warc.gz';
const SOFTWARE = 'dehusk';
const REVISIT = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
/** Payloads of a file that are remembered, oldest forgotten first: about 20 MB; a file of a gigabyte holds about half as many. */
const MAX_REMEMBERED = 100_000;

interface Original {
  readonly id: string;
  readonly url: string;
  readonly at: number;
}

async function open(given: FileOptions, mark: Uint8Array | undefined): Promise<Sink> {
  const options = { ...DEFAULTS, ...given };
  const names = rotatingNames(options.prefix, EXTENSION);
  const series = await openFileSeries(
    {
      ...seriesLimits(options),
      names,
      finishesAtEnd: false,
      header: (number) => packedWarcinfo(names.finished(number), SOFTWARE, Date.now()),
    },
    mark,
  );
  let originals = new Map<string, Original>();
  let ofFile = series.number;
  return {
    async write(record) {
      const { raw } = record;
      if (raw === null) return;
      // Which file it comes to is known when its turn has come.
      await series.append(() => {
        if (ofFile !== series.number) originals = new Map();
        ofFile = series.number;
        return archived(record, raw, originals);
      });
    },
    flush: series.flush,
    committed: series.committed,
    close: series.close,
  };
}

function archived(record: SinkRecord, raw: RawPage, originals: Map<string, Original>): Promise<Uint8Array> {
  const url = String(record.row.url ?? '');
  const payload = digest(raw.bytes);
  const id = recordId(record.id, String(record.revision), String(raw.at));
  const common: WarcFields = [
    ['WARC-Record-ID', id],
    ['WARC-Date', warcDate(raw.at)],
    ['WARC-Target-URI', url],
    ['WARC-Payload-Digest', payload],
    ['X-Dehusk-Id', record.id],
    ['X-Dehusk-Revision', record.revision],
  ];
  // A page that came from no server is what it is: a resource.
  if (raw.status === null) {
    const contentType = raw.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/html';
    return packedRecord([['WARC-Type', 'resource'], ...common, ['Content-Type', contentType]], raw.bytes);
  }
  const head = Buffer.from(responseHead(raw.status, raw.headers, raw.bytes.length), 'latin1');
  const original = originals.get(payload);
  const contentType = ['Content-Type', 'application/http; msgtype=response'] as const;
  if (original !== undefined)
    return packedRecord(
      [
        ['WARC-Type', 'revisit'],
        ...common,
        ['WARC-Profile', REVISIT],
        ['WARC-Refers-To', original.id],
        ['WARC-Refers-To-Target-URI', original.url],
        ['WARC-Refers-To-Date', warcDate(original.at)],
        ['WARC-Block-Digest', digest(head)],
        contentType,
      ],
      head,
    );
  originals.set(payload, { id, url, at: raw.at });
  if (originals.size > MAX_REMEMBERED) originals.delete(originals.keys().next().value as string);
  const block = Buffer.concat([head, raw.bytes]);
  return packedRecord([['WARC-Type', 'response'], ...common, ['WARC-Block-Digest', digest(block)], contentType], block);
}

export const warcSink: SinkKind<FileOptions> = {
  name: 'warc',
  summary: 'An archive of the raw pages: WARC/1.1, a gzip member a record, revisits for payloads that repeat.',
  wantsMarkdown: false,
  wantsRaw: true,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['folder'],
    properties: fileOptionsSchema(DEFAULTS),
  },
  open,
};
