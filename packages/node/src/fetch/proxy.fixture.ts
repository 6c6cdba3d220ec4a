/** A small HTTP proxy on the loopback interface: absolute addresses for http, CONNECT for the rest. */
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface TestProxy {
  /** `http://127.0.0.1:port`. */
  readonly address: string;
  /** `METHOD address` of every request, in order. */
  readonly asked: string[];
  /** The header Proxy-Authorization of the last request. */
  authorization: string | undefined;
  close(): Promise<void>;
}

/** Starts a proxy that connects every name to the loopback interface, so that it alone resolves made-up names. */
export async function openProxy(): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '');
    self.asked.push(`${request.method} ${url.href}`);
    self.authorization = request.headers['proxy-authorization'];
    const { host: _, ...headers } = request.headers;
    const target = { host: '127.0.0.1', port: url.port, path: url.pathname, headers: { ...headers, host: url.host } };
    const upstream = httpRequest(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.writeHead(502).end()).end();
  });
  server.on('connect', (request, client: Socket) => {
    self.asked.push(`CONNECT ${request.url}`);
    self.authorization = request.headers['proxy-authorization'];
    const upstream = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    sockets.add(upstream);
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const self: TestProxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    authorization: undefined,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return self;
}
