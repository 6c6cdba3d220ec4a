/** Runs roles of a distributed stream until a signal: log, signals and errors as for a pipeline in one process. */
import type { Configuration } from '../configuration/configuration.js';
import { type Role, runRoles } from '../nats/roles/run-roles.js';
import { openLog } from './log.js';
import { listenForStop } from './stop-signals.js';

interface RunDistributedOptions {
  readonly configuration: Configuration;
  readonly roles: readonly Role[];
  /** Ends the run when it resolves, as a signal would. */
  readonly until?: Promise<unknown>;
}

/** @throws as `runRoles` */
export async function runDistributed({ configuration, roles, until }: RunDistributedOptions): Promise<void> {
  const { nats, sources, sinks, rejects, fetch, stream, operations } = configuration;
  const { log, fail, close } = openLog(configuration.log);
  const signals = listenForStop(() => {});
  const stop = new AbortController();
  void Promise.race([signals.first, until ?? new Promise<never>(() => {})]).then(() => {
    log.info({ roles }, 'draining');
    stop.abort();
  });
  try {
    log.info({ roles, prefix: nats.prefix }, 'started');
    await runRoles({
      settings: nats,
      roles,
      sources,
      sinks,
      rejects,
      fetch,
      stream,
      drainMilliseconds: operations.drainSeconds * 1000,
      signal: stop.signal,
      warn: (message) => log.warn(message),
      onShare: (role, names) => log.info({ role, partitions: names }, 'partitions'),
    });
    log.info({ roles }, 'stopped');
  } catch (error) {
    fail(error);
    throw error;
  } finally {
    signals.close();
    close();
  }
}
