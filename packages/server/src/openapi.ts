/** `/openapi.json`: the OpenAPI 3.1 document of a list of routes. */
import { z } from 'zod';
import type { Bodies, Route } from './routes.js';
import { COMPONENTS, Problem } from './schemas.js';

type Json = Readonly<Record<string, unknown>>;

const uri = (id: string): string => `#/components/schemas/${id}`;

/** Problems that any route can answer. */
const COMMON_PROBLEMS = [400, 401, 421, 500] as const;
const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'The request is malformed, or an option has a wrong name or value.',
  401: 'The token is missing or wrong.',
  403: 'The server does not fetch, or not from this address.',
  404: 'There is nothing at this address.',
  406: 'The page cannot be printed in a format that `Accept` names.',
  409: 'The server was started without what this needs.',
  413: 'The page is larger than allowed.',
  415: 'The body has a media type or coding that is not supported.',
  421: 'The Host header names another server.',
  422: 'The page has no text, or is beyond a limit; `reason` says which.',
  500: 'A mistake of the program.',
  502: 'The page could not be fetched.',
  503: 'The server is busy; try again after `Retry-After` seconds.',
  504: 'The page was not fetched in time.',
};

/** The document of a server with these routes. */
export function openApiDocument(routes: readonly Route[], version: string): Json {
  const { schemas } = z.toJSONSchema(COMPONENTS, { uri, io: 'input', unrepresentable: 'any' });
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dehusk',
      version,
      description: 'Extracts the main content of web pages, explains it, and learns the templates of sites.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{}, { token: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutNames(schema as Json)])),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operationOf(route: Route): Json {
  const { query, parameters = {}, accepts, answers, problems = [] } = route;
  const inPath = Object.entries(parameters).map(([name, description]) => ({
    ...{ name, in: 'path', required: true, description },
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = schemaOf(schema as z.ZodType) as { description?: string };
    return { name, in: 'query', required: false, ...(description && { description }), schema: rest };
  });
  const all = [...new Set([...COMMON_PROBLEMS, ...problems])].sort((a, b) => a - b);
  return {
    operationId: route.id,
    summary: route.summary,
    ...(route.isOpen ? { security: [] } : {}),
    ...(inPath.length + inQuery.length > 0 ? { parameters: [...inPath, ...inQuery] } : {}),
    ...(accepts === undefined ? {} : { requestBody: { required: true, content: contentOf(accepts) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, content }]) => [
          status,
          { description, ...(content === undefined ? {} : { content: contentOf(content) }) },
        ]),
      ),
      ...Object.fromEntries(
        all.map((status) => [
          status,
          { description: PROBLEMS[status], content: contentOf({ 'application/problem+json': Problem }) },
        ]),
      ),
    },
  };
}

function contentOf(bodies: Bodies): Json {
  return Object.fromEntries(
    Object.entries(bodies).map(([type, schema]) => [
      type,
      schema === null ? { schema: { type: 'string' } } : { schema: schemaOf(schema) },
    ]),
  );
}

/** A schema, as a reference if it has a name. */
function schemaOf(schema: z.ZodType): Json {
  const name = COMPONENTS.get(schema)?.id;
  if (name !== undefined) return { $ref: uri(name) };
  return withoutNames(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
}

/** OpenAPI names the dialect and the schemas at one place. */
function withoutNames({ $schema: _dialect, $id: _id, ...schema }: Json): Json {
  return schema;
}
