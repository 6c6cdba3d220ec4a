/**
 * Warns when the server may lose what it acknowledged.
 *
 * A nats-server acknowledges a message before it is on the disk; by default it syncs every two minutes. Jepsen's report on NATS
 * 2.12.1 (December 2025) lost 131,418 of 930,005 acknowledged writes that way. `sync_interval: always`, which servers have
 * since 2.10, syncs each write. Clients cannot ask for it; the monitoring port reports it.
 */
import type { Nats } from '../connection.js';
import type { NatsSettings } from '../nats-settings.js';

const MAX_MILLISECONDS = 5_000;
const ADVICE = 'set `sync_interval: always` in its jetstream section, and replicas = 3';

/** The part of `/varz` that matters. */
interface ServerVariables {
  readonly version?: string;
  readonly jetstream?: { readonly config?: { readonly sync_always?: boolean } };
}

/** Reads the server's monitoring port and warns unless it reports that each write is synced. Never throws. */
export async function warnOfSync(
  nats: Pick<Nats, 'info'>,
  { monitor }: Pick<NatsSettings, 'monitor'>,
  warn: (message: string) => void,
): Promise<void> {
  const unsure = `a power failure may lose acknowledged pages of nats-server ${nats.info.version}`;
  if (monitor === '') {
    warn(
      `${unsure}: it was not asked whether it syncs every write; name its monitoring port as nats.monitor, and ${ADVICE}`,
    );
    return;
  }
  try {
    const answer = await fetch(new URL('/varz', monitor), { signal: AbortSignal.timeout(MAX_MILLISECONDS) });
    const { jetstream } = (await answer.json()) as ServerVariables;
    if (jetstream?.config?.sync_always === true) return;
    warn(`${unsure}: ${monitor} does not report sync_interval always; ${ADVICE}`);
  } catch (error) {
    warn(`${unsure}: ${monitor}/varz cannot be read (${error instanceof Error ? error.message : error}); ${ADVICE}`);
  }
}
