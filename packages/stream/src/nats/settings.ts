/** Settings that all processes of a distributed stream share. Apart from connection.ts, so that the types of a configuration name none of the client's. */
import { checkOptions, type OptionDomains } from '@dehusk/html';
import { defaultsOf, number, type Setting, type SettingsOf, section, text, wholeNumber } from '@dehusk/node';

const MAX_PARTITIONS = 65_536;

const positive = (description: string, value: number): Setting<number> =>
  number(description, { exclusiveMinimum: 0 }, value);

const PROPERTIES = {
  servers: text('Addresses of the servers: nats://host:4222,…; empty: everything runs in one process.', ''),
  prefix: text('Start of every subject and stream name.', 'dehusk', { pattern: '^[A-Za-z0-9_-]{1,50}$' }),
  // One thread each: enough for the cores of a machine, and few enough for the memory of one.
  partitions: wholeNumber(
    'Partitions of pages by site; each has one owner with one thread. Fixed when the streams are created.',
    1,
    MAX_PARTITIONS,
    8,
  ),
  fetchPartitions: wholeNumber(
    'Partitions of requests by host. Fixed when the streams are created.',
    1,
    MAX_PARTITIONS,
    8,
  ),
  // Three renewals fit in, each with time for a slow disk.
  leaseSeconds: number(
    'Seconds after which the partitions of a process that died or hangs are taken over.',
    { minimum: 1, maximum: 3_600 },
    15,
  ),
  // Longer than a lease, a restart and a commit together; the server keeps the ids of this time in memory.
  duplicateSeconds: positive(
    'Seconds in which the server drops a second message with the same id; at least two leases. Fixed when the streams are created.',
    600,
  ),
  replicas: wholeNumber('Replicas of the streams; 3 survives the loss of a server.', 1, 5, 1),
  // Some 50,000 packed pages. The server reserves it.
  waitingMegabytes: positive('Bound of waiting requests and of waiting pages, each, in MiB.', 1_024),
  waitingDays: positive('Days after which a page that still waits is rejected as aged-out.', 7),
  documentDays: number(
    'Days that documents and rejects stay in their streams; 0: until someone removes them.',
    { minimum: 0 },
    0,
  ),
  monitor: text('Monitoring address of a server (http://host:8222), to check that it syncs every write.', ''),
};

export type NatsSettings = SettingsOf<typeof PROPERTIES>;

export const NATS_DEFAULTS = defaultsOf<NatsSettings>(PROPERTIES);
export const NATS_SCHEMA = section(PROPERTIES);

/** @throws RangeError or TypeError naming the setting, got and expected */
export function checkNatsSettings(settings: NatsSettings): void {
  checkOptions('nats', settings, PROPERTIES as OptionDomains<NatsSettings>);
  const { servers, duplicateSeconds, leaseSeconds } = settings;
  if (!/^(?:nats|tls):\/\/\S+$/.test(servers))
    throw new RangeError(`nats: "servers" got "${servers}", expected nats://host:port or tls://host:port`);
  if (duplicateSeconds < 2 * leaseSeconds)
    throw new RangeError(`nats: "duplicateSeconds" got ${duplicateSeconds}, expected at least two leases`);
}
