/**
 * The HTTP API for edge runtimes (Cloudflare Workers, Deno, Bun): the same routes as `dehusk serve`, without Node. It fetches nothing and
 * keeps no models of sites. `limits.maxMilliseconds` does not apply: the runtime bounds CPU time.
 *
 * ```ts
 * export { default } from '@dehusk/server/worker';
 * ```
 *
 * @packageDocumentation
 */
import { DEFAULT_LIMITS } from '@dehusk/html';
import { createApp } from '../app.js';
import { openInlineService } from '../inline-service.js';
import { ProblemError } from '../problems.js';

/** Settings of a runtime, as Cloudflare Workers pass them. */
export interface EdgeSettings {
  /** The token that requests must present; default none. */
  readonly DEHUSK_TOKEN?: string;
  /** The origin that browsers may call from; default none but the server's own. */
  readonly DEHUSK_CORS?: string;
}

/** Bytes of bodies held at once: Workers have 128 MB. */
const MAX_HELD_BYTES = 48 * 1024 * 1024;

/** Time for a body to arrive. */
const REQUEST_MILLISECONDS = 30_000;

const apps = new Map<string, ReturnType<typeof createApp>>();

/** The application for settings. */
function appFor({ DEHUSK_TOKEN: token, DEHUSK_CORS: cors }: EdgeSettings): ReturnType<typeof createApp> {
  const key = JSON.stringify([token, cors]);
  let app = apps.get(key);
  if (app === undefined) {
    const { maxBytes } = DEFAULT_LIMITS;
    const options = {
      ...{ maxBytes, maxHeldBytes: MAX_HELD_BYTES, token: token ?? null, cors: cors ?? null },
      ...{ unpack, codings: ['gzip', 'deflate'], fetchPage: null, hostNames: null, metrics: null, file: null },
      requestMilliseconds: REQUEST_MILLISECONDS,
      isReady: () => true,
    };
    app = createApp(openInlineService({ maxBytes }), options, '0.1.0');
    apps.set(key, app);
  }
  return app;
}

/** As `AppOptions.unpack`, by the runtime's own decompression. */
function unpack(body: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> | null {
  return coding === 'gzip' || coding === 'deflate' ? unpacked(body, coding) : null;
}

async function* unpacked(body: AsyncIterable<Uint8Array>, coding: 'gzip' | 'deflate'): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream(coding)).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw error instanceof ProblemError
      ? error
      : new ProblemError(400, 'bad-coding', `the body is not valid ${coding}`);
  } finally {
    reader.cancel().catch(() => {});
  }
}

export default {
  /** Answers a request. Never rejects. */
  fetch(request: Request, settings: EdgeSettings = {}): Response | Promise<Response> {
    return appFor(settings).fetch(request);
  },
};
