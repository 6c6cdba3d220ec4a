/** Settings that all processes of a distributed stream share. */
export interface NatsSettings {
  /** Addresses of the servers, separated by commas: `nats://user:password@host:4222,nats://…`. */
  readonly servers: string;
  /** Start of every subject, stream and bucket name: several streams can share a server. */
  readonly prefix: string;
  /** Partitions of pages by site; each has one owner and one extraction thread. Fixed when the streams are created. */
  readonly partitions: number;
  /** Partitions of requests by host. Fixed when the streams are created. */
  readonly fetchPartitions: number;
  /** Seconds after which the partitions of a process that died or hangs are taken over. */
  readonly leaseSeconds: number;
  /** Seconds in which the server drops a second message with the same id. */
  readonly duplicateSeconds: number;
  /** Replicas of every stream, 1 to 5; 3 survives the loss of a server. */
  readonly replicas: number;
  /** Bound of the requests and of the pages that wait, each, in MiB; a publisher waits when it is reached. */
  readonly waitingMegabytes: number;
  /** Days after which a page that still waits is rejected as `aged-out`. */
  readonly waitingDays: number;
  /** Days that documents and rejects stay in their streams; 0: until someone removes them. */
  readonly documentDays: number;
  /** Address of a server's monitoring port (`http://host:8222`), to check that it syncs every write; empty: not checked. */
  readonly monitor: string;
}

/** The defaults, each with its reason. */
export const NATS_DEFAULTS: NatsSettings = {
  servers: '',
  prefix: 'dehusk',
  // One thread each: enough for the cores of a machine, and few enough for the memory of one.
  partitions: 8,
  fetchPartitions: 8,
  // Three renewals fit in, each with time for a slow disk.
  leaseSeconds: 15,
  // Longer than a lease, a restart and a commit together; the server keeps the ids of this time in memory.
  duplicateSeconds: 600,
  replicas: 1,
  // Some 50,000 packed pages. The server reserves it.
  waitingMegabytes: 1_024,
  waitingDays: 7,
  documentDays: 0,
  monitor: '',
};

/** Longest lease in seconds. */
const MAX_LEASE_SECONDS = 3_600;
const MAX_PARTITIONS = 65_536;

/** @throws RangeError naming the setting, got and expected */
export function checkNatsSettings(settings: NatsSettings): void {
  const check = (name: keyof NatsSettings, isRight: boolean, expected: string): void => {
    if (!isRight) throw new RangeError(`nats: "${name}" got ${JSON.stringify(settings[name])}, expected ${expected}`);
  };
  const isWhole = (value: number, least: number, most: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  check('servers', /^(?:nats|tls):\/\/\S+$/.test(settings.servers), 'nats://host:port or tls://host:port');
  check('prefix', /^[A-Za-z0-9_-]{1,50}$/.test(settings.prefix), '1 to 50 letters, digits, - and _');
  for (const name of ['partitions', 'fetchPartitions'] as const)
    check(name, isWhole(settings[name], 1, MAX_PARTITIONS), `a whole number from 1 to ${MAX_PARTITIONS}`);
  check('leaseSeconds', settings.leaseSeconds >= 1 && settings.leaseSeconds <= MAX_LEASE_SECONDS, '1 to 3600 seconds');
  check('duplicateSeconds', settings.duplicateSeconds >= 2 * settings.leaseSeconds, 'at least two leases');
  check('replicas', isWhole(settings.replicas, 1, 5), '1 to 5');
  check('waitingMegabytes', settings.waitingMegabytes > 0, 'more than 0');
  check('waitingDays', settings.waitingDays > 0, 'more than 0');
  check('documentDays', settings.documentDays >= 0, '0 or more');
}
