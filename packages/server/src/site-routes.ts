/** Routes for the models of sites. */

import { readBody } from './bodies.js';
import { checkMediaType, parseBody, parsedUrl, readJson } from './extraction-requests.js';
import { badRequest, bytesResponse, doneOrProblem, json, ProblemError } from './problems.js';
import type { AppContext, AppOptions, HeldBytes, Route } from './routes.js';
import { PageRecord, SiteDescription, SitePage } from './schemas.js';
import type { SiteService } from './service.js';

const HOST = { host: 'Host of the site: news.example.org.' };
const BYTES = 'application/octet-stream';
/** Largest saved model, in bytes. */
const MAX_SAVED = 64 * 1024 * 1024;

/** The routes below `/v1/sites`. */
export function siteRoutes(sites: SiteService, options: AppOptions, held: HeldBytes): Route[] {
  const common = { path: '/v1/sites/:host', parameters: HOST } as const;
  return [
    {
      ...common,
      method: 'get',
      id: 'site',
      summary: 'What was learnt of a site, for people, or its model as bytes',
      answers: {
        200: {
          description: 'Facts, or what a site reader saves.',
          content: { 'application/json': SiteDescription, [BYTES]: null },
        },
      },
      problems: [404, 503],
      async handle(context) {
        const url = siteAddress(context);
        if (context.req.header('accept')?.includes(BYTES) !== true) return json(siteBytes(await sites.describe(url)));
        siteBytes(await sites.describe(url));
        return bytesResponse(siteBytes(await sites.save(url)), BYTES);
      },
    },
    {
      ...common,
      method: 'put',
      id: 'putSite',
      summary: 'Replace the model of a site by one that was saved',
      accepts: { [BYTES]: null },
      answers: { 204: { description: 'It is replaced.' } },
      problems: [413, 415, 422, 503],
      async handle(context) {
        const url = siteAddress(context);
        checkMediaType(context.req.raw, BYTES);
        siteBytes(await sites.restore(url, await readBody(context, MAX_SAVED, held, options)));
        return new Response(null, { status: 204 });
      },
    },
    {
      ...common,
      method: 'delete',
      id: 'deleteSite',
      summary: 'Forget all that was learnt of a site',
      answers: { 204: { description: 'It is forgotten.' } },
      problems: [404],
      async handle(context) {
        if (!(await sites.forget(siteAddress(context)))) throw unknownSite();
        return new Response(null, { status: 204 });
      },
    },
    {
      method: 'post',
      path: '/v1/sites/:host/pages',
      parameters: HOST,
      id: 'learnPage',
      summary: 'Extract a page with the model of its site, which learns from it and from corrections',
      accepts: { 'application/json': SitePage },
      answers: { 200: { description: 'The record of the page.', content: { 'application/json': PageRecord } } },
      problems: [413, 422, 503],
      async handle(context) {
        const host = hostnameOf(siteAddress(context));
        const { url, html, at, corrections } = parseBody(SitePage, await readJson(context, options, held));
        const own = parsedUrl(url)?.hostname ?? '';
        if (own !== host) throw badRequest(`"url" is of "${own}", expected an address of ${host}`);
        const page = { page: html, url, charset: null, mediaType: null, id: null, at: null };
        const output = { format: 'json', fields: null, rendering: {} };
        return json(doneOrProblem(await sites.read(page, url, at ?? Date.now(), output, corrections)));
      },
    },
  ];
}

const unknownSite = (): ProblemError => new ProblemError(404, 'unknown-site', 'nothing was learnt of this site');

/** The bytes of an answer. @throws ProblemError 404 for an unknown site */
function siteBytes(answer: Parameters<typeof doneOrProblem>[0]): Uint8Array {
  if (answer.kind === 'no-text' && answer.reason === 'unknown-site') throw unknownSite();
  return doneOrProblem(answer);
}

/** An address of the site in the path. @throws ProblemError 400 for what is no host name */
function siteAddress(context: AppContext): string {
  const host = context.req.param('host') ?? '';
  const address = parsedUrl(`https://${host}/`);
  if (!/^[^\s/?#@:\\[\]%]+$/u.test(host) || address === null)
    throw badRequest(`got the host ${JSON.stringify(host.slice(0, 80))}, expected a name such as news.example.org`);
  return address.href;
}

function hostnameOf(address: string): string {
  return new URL(address).hostname;
}
