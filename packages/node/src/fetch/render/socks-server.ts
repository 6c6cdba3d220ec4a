/**
 * The way of a rendered page to the network: a SOCKS5 server (RFC 1928, CONNECT without authentication) on the loopback
 * interface.
 *
 * The browser resolves no names and connects to nothing else, so whatever opens a connection (frames, workers, redirects,
 * WebSockets, preconnects) is checked here, by the address that is connected to.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, isIP, type Socket } from 'node:net';
import { lookupThrough, type Resolve, requirePublic } from '../resolve-names.js';

/** Opens a connection. @throws Refused for an address that is not allowed; later refusals are errors of the socket */
export type Connect = (host: string, port: number) => Socket;

interface SocksOptions {
  readonly connect: Connect;
  /** Connections at once; more are refused. */
  readonly maxConnections: number;
  /** Bytes received over all connections, after which they are cut. */
  readonly maxBytes: number;
  /** Called once, when `maxBytes` is exceeded. */
  readonly onExceeded: () => void;
}

/** Connects to public addresses, or to any if `allowPrivate`. */
export function guardedConnect(resolve: Resolve, allowPrivate: boolean): Connect {
  const lookup = lookupThrough(resolve, allowPrivate);
  return (host, port) => {
    // An IP address is never looked up.
    if (!allowPrivate && isIP(host) !== 0) requirePublic(host, host);
    return connect({ host, port, lookup });
  };
}

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;
const REPLIES = { succeeded: 0, failed: 1, notAllowed: 2, unsupported: 7 } as const;

export async function openSocksServer({ connect: open, maxConnections, maxBytes, onExceeded }: SocksOptions) {
  const sockets = new Set<Socket>();
  let left = maxBytes;
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const tracked = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket));
  };
  const count = (chunk: Buffer): void => {
    if (left < 0) return;
    left -= chunk.length;
    if (left >= 0) return;
    close();
    onExceeded();
  };
  const serve = async (client: Socket): Promise<void> => {
    const { host, port } = await readRequest(client);
    const upstream = tracked(open(host, port));
    client.on('close', () => upstream.destroy());
    await once(upstream, 'connect');
    upstream.on('error', () => client.destroy()).on('data', count);
    client.write(reply('succeeded'));
    upstream.pipe(client).pipe(upstream);
  };
  const server = createServer((client) => {
    tracked(client).on('error', () => client.destroy());
    serve(client).catch((error: unknown) => {
      if (!client.destroyed) client.end(reply(error instanceof Unsupported ? 'unsupported' : 'notAllowed'));
    });
  });
  server.maxConnections = maxConnections;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close };
}

class Unsupported extends Error {}

async function readRequest(client: Socket): Promise<{ host: string; port: number }> {
  const [version, methods] = await read(client, 2);
  if (version !== VERSION) throw new Unsupported();
  await read(client, methods);
  client.write(Buffer.from([VERSION, NO_AUTHENTICATION]));
  const [, command, , kind] = await read(client, 4);
  const host = await readHost(client, kind);
  const port = (await read(client, 2)).readUInt16BE();
  if (command !== CONNECT) throw new Unsupported();
  return { host, port };
}

async function readHost(client: Socket, kind: number): Promise<string> {
  if (kind === IPV4) return (await read(client, 4)).join('.');
  if (kind === NAME) return (await read(client, (await read(client, 1))[0])).toString('latin1');
  if (kind !== IPV6) throw new Unsupported();
  return (await read(client, 16)).toString('hex').replace(/(.{4})(?!$)/g, '$1:');
}

async function read(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(length);
    if (bytes?.length === length) return bytes;
    if (socket.readableEnded || socket.destroyed) throw new Unsupported();
    await once(socket, 'readable');
  }
}

function reply(kind: keyof typeof REPLIES): Buffer {
  // The bound address, which no client uses, is 0.0.0.0:0.
  return Buffer.from([VERSION, REPLIES[kind], 0, IPV4, 0, 0, 0, 0, 0, 0]);
}
