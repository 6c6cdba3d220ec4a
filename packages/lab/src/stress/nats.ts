/**
 * The distributed stream under kills: processes of every role and servers of a NATS cluster are killed at seeded moments, and
 * documents, rejects and state must equal those of an undisturbed run.
 *
 * The pages come with their content from a file, so that their order, which decides what a site learns, is the same in every run.
 * Each pass has its own prefix on the servers.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectNats, type Nats, openPartitionStore, RECENT_PAGES } from '@dehusk/stream/nats';
import { seededRandom } from 'dehusk/demo';
import { type NatsServers, startNatsServers } from './local-servers.js';
import { differencesOf, type Outcome, rowsOf } from './outputs.js';
import { type SyntheticInput, writeSyntheticInput } from './synthetic-input.js';

interface NatsStressOptions extends SyntheticInput {
  readonly kills: number;
  readonly serverKills: number;
  /** Servers of the cluster; with 3, streams have 3 replicas. */
  readonly servers: number;
  readonly partitions: number;
  /** Longest time between two kills, milliseconds. */
  readonly maxLife: number;
  /** Folder of inputs, outputs and servers. */
  readonly folder: string;
  readonly extractor: string;
  onKill(done: number): void;
}

/** Servers, and the processes that use them. */
type Cluster = NatsServers & { readonly processes: Set<ChildProcess> };

const COMMAND = fileURLToPath(new URL('../bin/dehusk.js', import.meta.resolve('dehusk')));
const LEASE_SECONDS = 3;
const MIN_LIFE = 100;
const POLL = 100;
/** Processes of a pass. */
const ROLES = ['source', 'extract', 'extract', 'sink'];

/** Runs all passes. @throws Error when nats-server or a process cannot be started */
export async function natsStress(given: NatsStressOptions) {
  mkdirSync(given.folder, { recursive: true });
  await writeSyntheticInput(join(given.folder, 'input.jsonl'), given);
  const cluster = { ...(await startNatsServers(given.folder, given.servers)), processes: new Set<ChildProcess>() };
  try {
    const nats = await connectNats(cluster.url, 'dehusk-lab', () => {});
    try {
      return await passes(given, cluster, nats);
    } finally {
      await nats.close();
    }
  } finally {
    for (const one of cluster.processes) one.kill('SIGKILL');
    await cluster.close();
  }
}

async function passes(given: NatsStressOptions, cluster: Cluster, nats: Nats) {
  const traffic: Record<string, { messages: number; bytes: number }> = {};
  const wrong: string[] = [];
  const quiet = new Pass(given, cluster, nats, 'quiet');
  quiet.start('source');
  await quiet.until(quiet.isRead);
  for (const kind of ['pages', 'requests']) traffic[kind] = await quiet.stateOf(kind);
  for (const role of ROLES.slice(1)) quiet.start(role);
  await quiet.until(quiet.isWritten);
  for (const kind of ['documents', 'rejects', 'state', 'heads']) traffic[kind] = await quiet.stateOf(kind);
  const expected = await quiet.results();

  const { next: random } = seededRandom(given.seed);
  let [kills, serverKills, count] = [0, 0, 0];
  while (kills < given.kills || serverKills < given.serverKills) {
    const pass = new Pass(given, cluster, nats, `killed-${count++}`);
    const running = ROLES.map((role) => pass.start(role));
    const isOver = (): Promise<boolean> => pass.isWritten().catch(() => false);
    while ((kills < given.kills || serverKills < given.serverKills) && !(await isOver())) {
      await sleep(MIN_LIFE + random() * (given.maxLife - MIN_LIFE));
      const left = given.kills - kills + (given.serverKills - serverKills);
      if (random() * left < given.serverKills - serverKills) {
        await cluster.restart(Math.floor(random() * given.servers));
        serverKills++;
      } else {
        const at = Math.floor(random() * ROLES.length);
        await pass.kill(running[at]);
        running[at] = pass.start(ROLES[at]);
        kills++;
      }
      given.onKill(kills + serverKills);
    }
    await pass.until(pass.isWritten);
    for (const one of differencesOf(expected, await pass.results())) wrong.push(`pass ${count}: ${one}`);
  }
  const { documents, rejects } = expected.rows;
  return {
    ...{ documents: documents.length, rejects: rejects.length },
    ...{ kills, serverKills, passes: count },
    /** Messages and bytes of the undisturbed pass, by stream, as the servers count them. */
    traffic,
    /** Differences from the undisturbed run. */
    wrong,
  };
}

/** Processes over one prefix. */
class Pass {
  private readonly folder: string;
  private readonly configuration: string;
  private readonly children = new Set<ChildProcess>();
  private started = 0;
  private failure: Error | null = null;

  constructor(
    private readonly given: NatsStressOptions,
    private readonly cluster: Cluster,
    private readonly nats: Nats,
    private readonly prefix: string,
  ) {
    this.folder = join(given.folder, prefix);
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder);
    this.configuration = join(this.folder, 'dehusk.json');
    const { partitions, servers: replicas, extractor } = given;
    const part = (name: string): object => ({ kind: 'jsonl', name, folder: join(this.folder, name), prefix: name });
    const sections = {
      sources: [{ kind: 'jsonl', path: join(given.folder, 'input.jsonl') }],
      sinks: [part('documents')],
      rejects: part('rejects'),
      // No page may run out of time on a busy machine.
      stream: { extractor, maxMilliseconds: 120_000, commitMilliseconds: 1_000 },
      nats: {
        ...{ servers: cluster.url, prefix, partitions, replicas },
        ...{ leaseSeconds: LEASE_SECONDS, waitingMegabytes: 256 },
      },
    };
    writeFileSync(this.configuration, JSON.stringify(sections));
  }

  start(role: string): ChildProcess {
    const log = join(this.folder, `${this.started++}-${role}.log`);
    const descriptor = openSync(log, 'w');
    const child = spawn(process.execPath, [COMMAND, 'watch', this.configuration, '--role', role, '--quiet'], {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', descriptor],
    });
    closeSync(descriptor);
    this.children.add(child);
    this.cluster.processes.add(child);
    child.once('exit', (code) => {
      this.children.delete(child);
      this.cluster.processes.delete(child);
      if (code === null || code === 0) return;
      const errors = readFileSync(log, 'utf8').trim();
      this.failure ??= new Error(`a process of the role ${role} ended with code ${code}: ${errors}`);
    });
    return child;
  }

  async kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  private async position(name: string): Promise<number> {
    const last = { last_by_subj: `${this.prefix}.heads.${name}` };
    const head = await this.nats.manager.streams.getMessage(`${this.prefix}-heads`, last);
    return head?.json<{ positions: { at: number }[] }>().positions[0]?.at ?? 0;
  }

  /** What the servers say of a stream, such as its messages and bytes. */
  async stateOf(stream: string) {
    return (await this.nats.manager.streams.info(`${this.prefix}-${stream}`)).state;
  }

  /** Whether all rows are pages, all pages are extracted, all outputs are written. */
  readonly isRead = async (): Promise<boolean> => (await this.position('source-jsonl')) >= this.given.documents;
  private readonly isAnswered = async (): Promise<boolean> => {
    for (let at = 0; at < this.given.partitions; at++) {
      const subject = { last_by_subj: `${this.prefix}.pages.${at}` };
      const last = await this.nats.manager.streams.getMessage(`${this.prefix}-pages`, subject);
      if (last !== null && last.seq > (await this.position(`extract-${at}`))) return false;
    }
    return true;
  };
  readonly isWritten = async (): Promise<boolean> => {
    if (!(await this.isRead()) || !(await this.isAnswered())) return false;
    for (const name of ['documents', 'rejects'])
      if ((await this.position(`sink-${name}`)) < (await this.stateOf(name)).last_seq) return false;
    return true;
  };

  /** Waits for a condition. @throws Error of a process that failed */
  async until(condition: () => Promise<boolean>): Promise<void> {
    // Servers that restart answer later.
    while (this.failure === null && !(await condition().catch(() => false))) await sleep(POLL);
    if (this.failure !== null) throw this.failure;
  }

  /** Ends the processes and collects what they left. */
  async results(): Promise<Outcome> {
    const ended = [...this.children].map((child) => once(child, 'exit'));
    for (const child of this.children) child.kill('SIGTERM');
    await Promise.all(ended);
    const { signal } = new AbortController();
    const values = new Map<string, string>();
    for (let at = 0; at < this.given.partitions; at++) {
      const store = await openPartitionStore(this.nats, this.prefix, `extract-${at}`, signal);
      // Ids of recent pages depend on the moments of commits.
      for (const key of (await store.keys()).filter((one) => !one.startsWith(RECENT_PAGES)))
        values.set(`${at} ${key}`, Buffer.from((await store.get(key)) ?? []).toString('base64'));
    }
    return { rows: { documents: rowsOf(this.folder, 'documents'), rejects: rowsOf(this.folder, 'rejects') }, values };
  }
}
