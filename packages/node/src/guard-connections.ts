/** Ends connections of a server that hold up others. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends connections that hold up others. Of more than allowed, the one that has waited longest without a request is closed; when all have
 * one, of the client with most connections the one whose request is longest on its way. So nobody is shut out by who opens
 * connections or sends slowly. A client that reads nothing holds its answer in memory, and its batch, only for a time.
 *
 * @param idleMilliseconds longest wait for a client that has to read, or for its next request
 */
export function guardConnections(server: Server, maxConnections: number, idleMilliseconds: number): void {
  /** Connections without a request under way, the longest waiting first. */
  const idle = new Set<Socket>();
  /** Connections with a request, the oldest request first. */
  const asking = new Map<Socket, IncomingMessage>();
  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.on('close', () => {
      idle.delete(socket);
      asking.delete(socket);
    });
    if (idle.size + asking.size <= maxConnections) return;
    const [oldest] = idle;
    const closed = oldest === socket ? (slowest(asking) ?? socket) : oldest;
    idle.delete(closed);
    asking.delete(closed);
    closed.destroy();
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    idle.delete(socket);
    asking.set(socket, request);
    response.on('close', () => {
      asking.delete(socket);
      if (!socket.destroyed) idle.add(socket);
    });
  });
  // Without this listener, long extractions and batches that wait for their next line would end, too.
  server.setTimeout(idleMilliseconds, (socket: Socket) => {
    if (idle.has(socket) || socket.writableLength > 0) socket.destroy();
  });
}

/** Of the client with most connections, the first whose request has not arrived; null if all have. */
function slowest(asking: ReadonlyMap<Socket, IncomingMessage>): Socket | null {
  const ofClients = new Map<string, Socket[]>();
  for (const [socket, { complete }] of asking) {
    if (complete) continue;
    const client = socket.remoteAddress ?? '';
    const known = ofClients.get(client);
    if (known === undefined) ofClients.set(client, [socket]);
    else known.push(socket);
  }
  let most: readonly Socket[] = [];
  for (const sockets of ofClients.values()) if (sockets.length > most.length) most = sockets;
  return most[0] ?? null;
}
