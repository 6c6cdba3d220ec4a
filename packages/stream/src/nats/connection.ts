/**
 * A connection to NATS JetStream that outlives restarts of the server: operations that may succeed later are repeated.
 *
 * The client is an optional dependency and loads with the first connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JetStreamClient, JetStreamManager, PubAck } from '@nats-io/jetstream';
import type { NatsConnection, ServerInfo } from '@nats-io/transport-node';
import { StoreError } from '../stores/store.js';

/** The server cannot be reached, refuses, or lacks what is needed. The message names got and expected. */
export class NatsError extends StoreError {}

/** Another process has written since: this one owns the partition no more. */
export class FencedError extends StoreError {}

/** What to publish. */
interface Publication {
  readonly subject: string;
  readonly payload: Uint8Array | string;
  /** The server keeps one message of an id within its duplicate window. */
  readonly id?: string;
  /** Sequence that the last message of the subject must have; 0: none. */
  readonly after?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Nats {
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly connection: NatsConnection;
  readonly info: ServerInfo;
  /**
   * Publishes, and waits while the stream is full or the server is away.
   *
   * @param signal ends the attempts
   * @throws FencedError when `after` does not hold; NatsError for a message that the server will never accept, or after the signal
   */
  publish(publication: Publication, signal: AbortSignal): Promise<PubAck>;
  /** Repeats an operation until it succeeds. @throws what is final, or NatsError after the signal */
  retry<T>(what: string, signal: AbortSignal, operation: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The header with the id of a publication. */
export const MESSAGE_ID = 'Nats-Msg-Id';

/** JetStream's error codes. */
const WRONG_LAST_SEQUENCE = [10_071, 10_164];
/** A message too large for its stream, a stream that does not exist, an invalid request, no room to reserve for a stream. */
const FINAL = [10_054, 10_059, 10_003, 10_025, 10_047];

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;
/** Milliseconds an operation is repeated before a warning, and between warnings. */
const WARN_MILLISECONDS = 10_000;
/** Milliseconds an attempt may take. */
const ATTEMPT_MILLISECONDS = 2_000;
/** Milliseconds that JetStream of a server may take to start, and that of a cluster to have a leader. */
const START_MILLISECONDS = 5_000;
const ELECTION_MILLISECONDS = 30_000;

/**
 * Connects.
 *
 * @param servers as in `NatsSettings`
 * @param name of the connection, for the server's monitoring
 * @throws NatsError when the packages are missing, or no server with JetStream answers
 */
export async function connectNats(servers: string, name: string, warn: (message: string) => void): Promise<Nats> {
  const missing = (): never => {
    throw new NatsError('NATS needs the packages @nats-io/transport-node and @nats-io/jetstream; npm install them');
  };
  const { connect, headers } = await import('@nats-io/transport-node').catch(missing);
  const { jetstream, JetStreamApiError } = await import('@nats-io/jetstream').catch(missing);
  const connection = await connect({ ...addressesOf(servers), name, maxReconnectAttempts: -1 }).catch(
    (error: unknown) => {
      throw new NatsError(`${withoutSecrets(servers)} cannot be reached: ${messageOf(error)}`);
    },
  );
  const client = jetstream(connection, { timeout: ATTEMPT_MILLISECONDS });
  const manager = await managerOf(client);

  /** A server that has just started, or elects a leader, answers before its JetStream does. */
  async function managerOf(client: JetStreamClient): Promise<JetStreamManager> {
    const since = performance.now();
    for (;;) {
      try {
        return await client.jetstreamManager();
      } catch (error) {
        const isOff = (error as Error).name === 'JetStreamNotEnabled';
        if (performance.now() - since < (isOff ? START_MILLISECONDS : ELECTION_MILLISECONDS)) {
          await sleep(LONGEST_PAUSE / 4);
          continue;
        }
        await connection.close();
        const problem = isOff ? 'has no JetStream (start it with -js)' : 'has a JetStream that does not answer';
        throw new NatsError(`${withoutSecrets(servers)} ${problem}: ${messageOf(error)}`);
      }
    }
  }

  async function retry<T>(what: string, signal: AbortSignal, operation: () => Promise<T>): Promise<T> {
    let warnAt = performance.now() + WARN_MILLISECONDS;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
      if (signal.aborted) throw new NatsError(`${what} was ended`);
      try {
        return await operation();
      } catch (error) {
        if (error instanceof JetStreamApiError) {
          if (isRefusal(error)) throw new FencedError(`${what}: ${error.message}`);
          if (FINAL.includes(error.code)) throw new NatsError(`${what}: ${error.message}`);
        } else if ((error as Error).name === 'InvalidArgumentError')
          throw new NatsError(`${what}: ${messageOf(error)} (raise max_payload of the server)`);
        else if (connection.isClosed()) throw new NatsError(`${what}: the connection was closed`);
        if (performance.now() > warnAt) {
          warn(`${what} waits: ${messageOf(error)}`);
          warnAt = performance.now() + WARN_MILLISECONDS;
        }
      }
      await pauseOf(pause, signal);
    }
  }

  return {
    client,
    manager,
    connection,
    info: connection.info as ServerInfo,
    retry,
    publish: ({ subject, payload, id, after, headers: given = {} }, signal) =>
      retry(`publishing to ${subject}`, signal, () => {
        const own = headers();
        for (const [key, value] of Object.entries(given)) own.set(key, value);
        return client.publish(subject, payload, {
          headers: own,
          timeout: ATTEMPT_MILLISECONDS,
          ...(id === undefined ? {} : { msgID: id }),
          ...(after === undefined ? {} : { expect: { lastSubjectSequence: after } }),
        });
      }),
    close: () => connection.close(),
  };
}

/** Resolves after a time, or at once when the signal comes. */
export function pauseOf(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => {});
}

/** The client wants user and password apart from the addresses. */
function addressesOf(servers: string) {
  const urls = servers.split(',').map((one) => new URL(one.trim()));
  const { username, password } = urls[0];
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const login = user === '' ? {} : pass === '' ? { token: user } : { user, pass };
  const isSecure = urls.some(({ protocol }) => protocol === 'tls:');
  return { servers: urls.map(({ host }) => host), ...login, ...(isSecure ? { tls: {} } : {}) };
}

/** Addresses for messages. */
function withoutSecrets(servers: string): string {
  return servers.replace(/\/\/[^@/,]*@/g, '//');
}

/** Whether the server answered that another revision is the last. */
export function isRefusal(error: unknown): boolean {
  return WRONG_LAST_SEQUENCE.includes((error as { readonly code: number }).code);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
