/** HTTP servers on the loopback interface that misbehave on demand. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

export const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A list whose members are closed after each test of the file, the newest first. */
export function closedAfterEach(): { close(): Promise<void> }[] {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });
  return opened;
}

export interface Loopback {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly home: string;
  /** Paths requested, in order. */
  readonly asked: string[];
  /** Largest number of concurrent requests. */
  mostAtOnce: number;
  close(): Promise<void>;
}

export type Routes = Readonly<Record<string, RequestListener>>;

/**
 * Starts a server. A path without a route is 404.
 *
 * @param routes by path with query; `*` for all others
 */
export async function loopback(routes: Routes): Promise<Loopback> {
  let atOnce = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    self.asked.push(path);
    self.mostAtOnce = Math.max(self.mostAtOnce, ++atOnce);
    // Sent or cut: a client may have the response before the server sees it close.
    let isOver = false;
    const over = (): void => {
      if (!isOver) atOnce--;
      isOver = true;
    };
    response.on('finish', over).on('close', over);
    (routes[path] ?? routes['*'] ?? notFound)(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const self: Loopback = {
    home: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    mostAtOnce: 0,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return self;
}

const notFound = (_: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(404, HTML).end('<p>not here');
};

/** Sends a text. */
export function sends(body: string | Uint8Array, headers: Readonly<Record<string, string>> = HTML): RequestListener {
  return (_, response) => void response.writeHead(200, headers).end(body);
}

/** Sends a status without a body. */
export function answers(status: number, headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_, response) => void response.writeHead(status, headers).end();
}

/** The first so many requests get one answer, the rest another. */
export function first(times: number, one: RequestListener, then: RequestListener): RequestListener {
  let count = 0;
  return (request, response) => (count++ < times ? one : then)(request, response);
}

/** Cuts the connection without an answer. */
export const resets: RequestListener = (request) => void request.socket.destroy();

/** Announces more than it sends, then cuts the connection. */
export const cutsShort: RequestListener = (request, response) => {
  response.writeHead(200, { ...HTML, 'content-length': '5000' });
  response.write('<p>The beginning of', () => request.socket.destroy());
};

/** Never answers. */
export const isSilent: RequestListener = () => {};

/** Answers after a while. */
export function slowly(milliseconds: number, then: RequestListener): RequestListener {
  return (request, response) => void wait(milliseconds).then(() => then(request, response));
}
