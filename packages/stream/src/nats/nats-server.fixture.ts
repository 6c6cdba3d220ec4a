// A real nats-server with JetStream on loopback, which tests kill and start again over the same files.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Why tests that need the server are skipped, or false. */
export const NO_NATS_SERVER: string | false =
  spawnSync('nats-server', ['--version']).status === 0
    ? false
    : 'nats-server is not installed (apt install nats-server)';

export interface NatsServer {
  /** `nats://127.0.0.1:…` */
  readonly url: string;
  /** Kills it as the kernel would, and starts it again. */
  restart(): Promise<void>;
  /** Switches JetStream on. */
  enableJetStream(): void;
  /** Kills it and removes its files. */
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
}

/** Starts a server with an empty store. @param hasJetStream from the start */
export async function startNatsServer(hasJetStream = true): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-nats-'));
  const file = join(folder, 'server.conf');
  const configure = (isOn: boolean): void =>
    writeFileSync(file, isOn ? `jetstream { store_dir: ${JSON.stringify(folder)} }` : '');
  configure(hasJetStream);
  const port = await freePort();
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-c', file], { stdio: 'ignore' });
    await untilListening(port);
  };
  const kill = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    async restart() {
      await kill();
      await start();
    },
    enableJetStream() {
      configure(true);
      child.kill('SIGHUP');
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
