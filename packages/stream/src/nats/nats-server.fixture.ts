// Real nats-servers with JetStream on loopback, which tests and `dehusk-lab` kill and start again over the same files.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Why tests that need the server are skipped, or false. */
export const NO_NATS_SERVER: string | false =
  spawnSync('nats-server', ['--version']).status === 0
    ? false
    : 'nats-server is not installed (apt install nats-server)';

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((one) => once(one, 'listening')));
  const ports = servers.map((one) => (one.address() as AddressInfo).port);
  await Promise.all(servers.map((one) => new Promise((resolve) => one.close(resolve))));
  return ports;
}

/** Starts servers with empty stores in a folder; several form a cluster. @param hasJetStream from the start */
export async function startNatsServers(folder: string, count: number, hasJetStream = true) {
  const ports = await freePorts(3 * count);
  const [clients, routes, monitors] = [0, 1, 2].map((part) => ports.slice(part * count, (part + 1) * count));
  const addressOf = (port: number): string => `nats://127.0.0.1:${port}`;
  const fileOf = (at: number): string => join(folder, `nats-${at}.conf`);
  const configure = (at: number, isOn: boolean): void => {
    const lines = [
      `server_name: server-${at}`,
      `listen: "127.0.0.1:${clients[at]}"`,
      `http: "127.0.0.1:${monitors[at]}"`,
      'max_payload: 8MB',
    ];
    if (isOn) lines.push(`jetstream { store_dir: ${JSON.stringify(join(folder, `nats-${at}`))} }`);
    if (count > 1)
      lines.push(
        `cluster { name: local, listen: "127.0.0.1:${routes[at]}", routes: [${routes.map(addressOf).join(', ')}] }`,
      );
    writeFileSync(fileOf(at), `${lines.join('\n')}\n`);
  };
  const children: ChildProcess[] = [];
  const start = async (at: number): Promise<void> => {
    const child = spawn('nats-server', ['-c', fileOf(at)], { stdio: 'ignore' });
    children[at] = child;
    const failed = once(child, 'error').then(([error]) => {
      throw new Error(`nats-server cannot be started (apt install nats-server): ${error}`);
    });
    const healthy = (async (): Promise<void> => {
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${monitors[at]}/healthz`).catch(() => null);
        if (answer?.ok) return;
        await sleep(20);
      }
    })();
    await Promise.race([failed, healthy]);
  };
  const kill = async (at: number): Promise<void> => {
    const ended = once(children[at], 'exit');
    children[at].kill('SIGKILL');
    await ended;
  };
  for (const at of clients.keys()) configure(at, hasJetStream);
  await Promise.all(clients.map((_, at) => start(at)));
  return {
    /** Addresses of all servers, separated by commas: `nats://127.0.0.1:…`. */
    url: clients.map(addressOf).join(','),
    /** Kills a server as the kernel would, and starts it again. */
    async restart(at = 0) {
      await kill(at);
      await start(at);
    },
    /** Switches JetStream on. */
    enableJetStream() {
      for (const [at, child] of children.entries()) {
        configure(at, true);
        child.kill('SIGHUP');
      }
    },
    /** Kills the servers; their files stay. */
    async close() {
      await Promise.all(clients.map((_, at) => kill(at)));
    },
  };
}

export type NatsServer = Awaited<ReturnType<typeof startNatsServers>>;

/** Starts one server in a folder that is removed when it closes. */
export async function startNatsServer(hasJetStream = true): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-nats-'));
  const server = await startNatsServers(folder, 1, hasJetStream);
  return {
    ...server,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
