/** Servers that the tests of the stream start, too. They are a part of those tests, so they are no export of the package. */

export interface NatsServers {
  /** Addresses of all servers, separated by commas. */
  readonly url: string;
  /** Kills one and starts it again over the same files. */
  restart(at: number): Promise<void>;
  close(): Promise<void>;
}

interface PostgresServer {
  readonly url: string;
  /** The lines that psql prints for a query. */
  lines(query: string): string[];
  close(): void;
}

const NATS = new URL('../../../stream/dist/nats/nats-server.fixture.js', import.meta.url);
const POSTGRES = new URL('../../../stream/dist/sinks/postgres-server.fixture.js', import.meta.url);

/** `NO_…`: why the server cannot be started here, or false. */
export const {
  NO_NATS_SERVER,
  startNatsServers,
}: {
  readonly NO_NATS_SERVER: string | false;
  /** Starts servers with JetStream over the files of a folder; several form a cluster. */
  readonly startNatsServers: (folder: string, count: number) => Promise<NatsServers>;
} = await import(NATS.href);

export const {
  NO_POSTGRES,
  startPostgres,
}: {
  readonly NO_POSTGRES: string | false;
  readonly startPostgres: () => PostgresServer;
} = await import(POSTGRES.href);
