/** Ends connections of a server that hold up others. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends connections that hold up others. Of more than allowed, the one that has waited longest without a request is closed: opening
 * connections shuts nobody out. A client that reads nothing holds its answer in memory, and its batch, only for a time.
 *
 * @param idleMilliseconds longest wait for a client that has to read, or for its next request
 */
export function guardConnections(server: Server, maxConnections: number, idleMilliseconds: number): void {
  let count = 0;
  /** Connections without a request under way, the longest waiting first. */
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    count++;
    idle.add(socket);
    socket.on('close', () => {
      count--;
      idle.delete(socket);
    });
    if (count <= maxConnections) return;
    const [oldest] = idle;
    idle.delete(oldest);
    oldest.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.on('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  // Without this listener, long extractions and batches that wait for their next line would end, too.
  server.setTimeout(idleMilliseconds, (socket: Socket) => {
    if (idle.has(socket) || socket.writableLength > 0) socket.destroy();
  });
}
