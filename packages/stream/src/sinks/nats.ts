/**
 * Documents as messages of a JetStream subject: `documents.example.org` for the documents of example.org.
 *
 * A message's id is the document's id and revision, both derived from the URL key and the site's pages up to it. A crash between
 * publishing and commit therefore publishes the same ids again, and the server drops them within its duplicate window.
 * Consumers that replace by `id`, keeping the higher `revision`, need no window.
 */
import { type SettingsOf, section, text } from '@dehusk/node';
import { connectNats, type Nats, NatsError } from '../nats/connection.js';
import { subjectOf } from '../nats/streams.js';
import { eachSink } from './remote-sinks.js';
import { type Sink, SinkError, sinkKind } from './sink.js';

const PROPERTIES = {
  servers: text('Addresses of the servers: nats://host:4222,…', undefined, { pattern: '^(?:nats|tls)://' }),
  subject: text(
    'Start of the subjects; the site follows. A stream for them is created when there is none.',
    'documents',
    { pattern: '^[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*$' },
  ),
};
type NatsSinkOptions = SettingsOf<typeof PROPERTIES>;

/** Name of the header with the registrable domain. */
export const SITE_HEADER = 'Dehusk-Site';
/** Messages without an answer at once. */
const IN_FLIGHT = 256;

/**
 * A sink over an open connection.
 *
 * @param signal ends waiting for the server
 * @param close called when the sink is closed; by default the connection stays open
 */
export function natsSinkOver(nats: Nats, subject: string, signal: AbortSignal, close = async () => {}): Sink {
  return eachSink({
    atOnce: IN_FLIGHT,
    send: ({ id, revision, site, row }) =>
      nats
        .publish(
          {
            subject: `${subject}.${subjectOf(site)}`,
            payload: JSON.stringify(row),
            id: `${id}:${revision}`,
            headers: { [SITE_HEADER]: site },
          },
          signal,
        )
        .catch((error: unknown) => {
          throw error instanceof NatsError ? new SinkError(error.message) : error;
        }),
    close,
  });
}

async function open({ servers, subject }: NatsSinkOptions): Promise<Sink> {
  try {
    const closed = new AbortController();
    const nats = await connectNats(servers, 'dehusk sink', () => {});
    const stream = await nats.manager.streams.find(`${subject}.example`).catch(() => null);
    if (stream === null)
      await nats.manager.streams.add({ name: subject.replaceAll('.', '-'), subjects: [`${subject}.>`] });
    return natsSinkOver(nats, subject, closed.signal, async () => {
      closed.abort();
      await nats.close();
    });
  } catch (error) {
    throw new SinkError(error instanceof Error ? error.message : String(error));
  }
}

export const natsSink = sinkKind<NatsSinkOptions, 'servers'>({
  name: 'nats',
  summary: 'Messages of NATS JetStream, on one subject per site.',
  isRemote: true,
  schema: section(PROPERTIES, ['servers']),
  open,
});
