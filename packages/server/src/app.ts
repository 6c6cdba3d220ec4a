/**
 * The HTTP API as one handler of web-standard requests, for Node, Workers, Deno and Bun. What differs between them comes in as
 * options. Every error is a problem document (RFC 9457).
 */
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { timingSafeEqual } from 'hono/utils/buffer';
import { parsedUrl, readJson } from './extraction-requests.js';
import { pageRoutes } from './page-routes.js';
import { asProblem, ProblemError, problemResponse } from './problems.js';
import type { AppContext, AppOptions, HeldBytes, RequestVariables, Route, StaticFile } from './routes.js';
import { openApiDocument, Status } from './schemas.js';
import type { ExtractionService } from './service.js';
import { siteRoutes } from './site-routes.js';

/** Headers of every answer. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Scripts and styles of our own files only; the inspector shows pages in frames without scripts. */
const FILE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; frame-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Request ids that are taken over. */
const REQUEST_ID = /^[\w.:-]{1,100}$/;

type DehuskApp = Hono<{ Variables: RequestVariables }>;

/**
 * The application. `app.fetch(request)` answers a request; it never rejects.
 *
 * @param version of the package, for `/openapi.json`
 */
export function createApp(service: ExtractionService, options: AppOptions, version: string): DehuskApp {
  const app: DehuskApp = new Hono({ strict: false });
  const held: HeldBytes = { count: 0 };
  const routes: Route[] = [
    ...pageRoutes({ service, options, held }),
    ...(service.sites === null ? [] : siteRoutes(service.sites, options, held)),
    ...operationRoutes(service, options),
  ];
  const document = JSON.stringify(openApiDocument(routes, version));

  app.use(async (context, next) => {
    const began = performance.now();
    const given = context.req.header('x-request-id') ?? '';
    const requestId = REQUEST_ID.test(given) ? given : crypto.randomUUID();
    context.set('requestId', requestId);
    context.set('route', 'none');
    context.set('reason', null);
    context.set('heldBytes', 0);
    await next();
    held.count -= context.get('heldBytes');
    for (const [name, value] of Object.entries(HEADERS))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    context.res.headers.set('x-request-id', requestId);
    options.onAnswer?.({
      requestId,
      method: context.req.method,
      route: context.get('route'),
      path: context.req.path.replace(/\/\/[^/]*@/, '//'),
      status: context.res.status,
      milliseconds: performance.now() - began,
      reason: context.get('reason'),
    });
  });
  app.onError((error, context) => {
    const requestId = context.get('requestId');
    const problem = asProblem(error);
    if (problem.status === 500) options.onError?.(error, requestId);
    context.set('reason', problem.reason);
    return problemResponse(problem, requestId);
  });
  app.use(async (context, next) => {
    checkHost(context, options);
    await next();
  });
  if (options.cors !== null)
    app.use(
      cors({
        origin: options.cors,
        allowHeaders: ['Authorization', 'Content-Type', 'Content-Encoding', 'X-Request-Id'],
        exposeHeaders: ['X-Request-Id', 'Retry-After'],
      }),
    );

  for (const route of routes) {
    app.on([route.method.toUpperCase()], route.path, async (context) => {
      context.set('route', route.path);
      if (!route.isOpen) {
        checkOrigin(context, options);
        await checkToken(context, options);
      }
      return route.handle(context);
    });
  }
  app.get('/openapi.json', (context) => {
    context.set('route', '/openapi.json');
    return new Response(document, { headers: { 'content-type': 'application/json' } });
  });
  const { mcp } = options;
  if (mcp)
    app.all('/mcp', async (context) => {
      context.set('route', '/mcp');
      checkOrigin(context, options);
      await checkToken(context, options);
      const { req } = context;
      if (req.method !== 'POST') return mcp(req.raw, undefined);
      return mcp(req.raw, await readJson(context, options, held));
    });

  const methods = new Map<string, string[]>([['/openapi.json', ['GET']]]);
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  for (const [path, allowed] of methods)
    app.all(path, (context) => {
      context.set('route', path);
      return otherMethod(context, path, allowed);
    });

  app.all('*', (context) => {
    const path = context.req.path.slice(1);
    const file = options.file?.(path === '' || path.endsWith('/') ? `${path}index.html` : path) ?? null;
    if (file === null)
      throw new ProblemError(
        404,
        'not-found',
        `there is nothing at ${context.req.path}; /openapi.json lists the routes`,
      );
    context.set('route', 'file');
    // Hono leaves out the body for HEAD.
    const reads = context.req.method === 'GET' || context.req.method === 'HEAD';
    return reads ? fileResponse(file) : otherMethod(context, context.req.path, ['GET']);
  });
  return app;
}

/** Answers OPTIONS. @throws ProblemError 405 for other methods that a path does not have */
function otherMethod({ req }: AppContext, path: string, allowed: readonly string[]): Response {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  throw new ProblemError(405, 'method-not-allowed', `${path} got ${req.method}, expected ${allow}`, { allow });
}

function fileResponse({ bytes, type }: StaticFile): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': type, 'content-security-policy': FILE_POLICY, 'cache-control': 'no-cache' },
  });
}

/** @throws ProblemError 421 for a host that is not the server's: a page of another site, whose name was bound to this address */
function checkHost(context: AppContext, { hostNames }: AppOptions): void {
  if (hostNames === null) return;
  const { hostname } = new URL(context.req.url);
  if (!hostNames.includes(hostname.replace(/^\[|\]$/g, '')))
    throw new ProblemError(421, 'wrong-host', `Host got "${hostname}", expected one of ${hostNames.join(', ')}`);
}

/**
 * Refuses requests that a page of another site makes: browsers send those of simple forms and images without asking first.
 *
 * @throws ProblemError 403 unless the browser names the server's own origin or the one of `cors`; programs name none
 */
function checkOrigin(context: AppContext, { cors: allowed }: AppOptions): void {
  const origin = context.req.header('origin') ?? null;
  if (allowed !== null && (allowed === '*' || origin === allowed)) return;
  const site = context.req.header('sec-fetch-site') ?? 'none';
  const own = new URL(context.req.url).host;
  const isOther =
    origin === null
      ? !['none', 'same-origin'].includes(site)
      : !/^https?:\/\//.test(origin) || parsedUrl(origin)?.host !== own;
  if (isOther)
    throw new ProblemError(
      403,
      'cross-site',
      `got a request of ${origin ?? 'another site'}; --cors ORIGIN allows one origin`,
    );
}

/** @throws ProblemError 401 for a request without the server's token */
async function checkToken(context: AppContext, { token }: AppOptions): Promise<void> {
  if (token === null) return;
  const given = /^bearer +(.+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
  // Compares digests, so that the time says nothing of the token.
  if (given !== undefined && (await timingSafeEqual(given, token))) return;
  const detail =
    given === undefined
      ? 'got no token, expected "Authorization: Bearer …"'
      : 'the token is not the one of this server';
  throw new ProblemError(401, 'unauthorized', detail, { 'www-authenticate': 'Bearer' });
}

/** Routes for supervisors and monitoring. */
function operationRoutes(service: ExtractionService, { isReady, metrics }: AppOptions): Route[] {
  const status = { 'application/json': Status };
  const routes: Route[] = [
    {
      method: 'get',
      path: '/livez',
      id: 'isAlive',
      summary: 'Whether the process answers',
      isOpen: true,
      answers: { 200: { description: 'It does.', content: status } },
      handle: (context) => context.json({ status: 'ok' }),
    },
    {
      method: 'get',
      path: '/readyz',
      id: 'isReady',
      summary: 'Whether the server takes requests',
      isOpen: true,
      answers: { 200: { description: 'It does.', content: status } },
      problems: [503],
      handle(context) {
        if (!isReady()) throw new ProblemError(503, 'draining', 'the server is stopping');
        const { waiting, queue } = service.load;
        if (waiting >= queue) throw new ProblemError(503, 'queue-full', 'as many pages wait as the server allows');
        return context.json({ status: 'ready' });
      },
    },
  ];
  if (metrics !== null)
    routes.push({
      method: 'get',
      path: '/metrics',
      id: 'metrics',
      summary: 'Metrics for Prometheus',
      answers: { 200: { description: 'The metrics.', content: { 'text/plain': null } } },
      async handle() {
        const { type, text } = await metrics();
        return new Response(text, { headers: { 'content-type': type } });
      },
    });
  return routes;
}
