/**
 * Requests and answers of the HTTP API. Requests are validated by these schemas, and `/openapi.json` is made from all of them.
 * The fields of a record come from the table in the core.
 */

import { FIELD_NAMES, type FieldName, FORMATS, HIDDEN_MODES, PAGE_TYPES } from '@dehusk/core';
import { EXPLANATION_VERSION, type FieldType, KINDS, RECORD_FIELDS } from '@dehusk/core/extend';
import { suggestion } from '@dehusk/html';
import { DEFAULT_EXTRACTOR } from '@dehusk/papers';
import { z } from 'zod';
import type { Bodies, Route } from './routes.js';

/** Schemas by the names they have in `/openapi.json`. */
const COMPONENTS = z.registry<{ id: string; description?: string }>();

function named<S extends z.ZodType>(id: string, description: string, schema: S): S {
  COMPONENTS.add(schema, { id, description });
  return schema;
}

/** An object with these fields and no others; the fault of another one names the nearest. */
export function strict<S extends z.ZodRawShape>(shape: S) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return faultText(issue);
      const [wrong = ''] = issue.keys;
      return `has no "${wrong.slice(0, 80)}"${suggestion(wrong, names)}`;
    },
  });
}

/** What was got and what was expected, for faults of which Zod says only the latter; undefined: its own words. */
export function faultText(issue: z.core.$ZodRawIssue): string | undefined {
  const got = `got ${(JSON.stringify(issue.input) ?? 'nothing').slice(0, 80)}, expected`;
  if (issue.code === 'invalid_type') return `${got} ${issue.expected}`;
  if (issue.code === 'invalid_value') return `${got} ${issue.values.join(', ')}`;
  if (issue.code === 'too_small') return `${got} at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `${got} at most ${issue.maximum}`;
  return issue.code === 'invalid_format' ? `${got} a whole number` : undefined;
}

const Selector = z.union([z.string(), z.array(z.string())]);
const FieldList = z.array(z.enum(FIELD_NAMES as [FieldName, ...FieldName[]]));

const EXTRACTION = {
  extractor: z.string().optional().describe(`Name of the extractor; default ${DEFAULT_EXTRACTOR}. See /v1/extractors.`),
  options: z.record(z.string(), z.unknown()).optional().describe('Options of the extractor by name.'),
  pageType: z.enum(PAGE_TYPES).optional().describe("The page's type, when it is known."),
  language: z.string().optional().describe('Language of the page, BCP 47; overrides its declaration.'),
  allArticles: z.boolean().optional().describe('List the other articles of the page as items.'),
  hidden: z.enum(HIDDEN_MODES).optional().describe('Text that the page does not show; by default dropped.'),
  contentSelector: Selector.optional().describe('CSS selectors: the text of these elements is the content.'),
  includeSelector: Selector.optional().describe('CSS selectors: their text is kept besides what the extractor keeps.'),
  excludeSelector: Selector.optional().describe('CSS selectors: nothing of these elements is kept.'),
};

/** Which part of a text is answered. */
export const PART = {
  maxLength: z.int().min(100).max(10_000_000).describe('Characters at most; parts end between blocks where they can.'),
  start: z.int().min(0).describe('Where the part begins: the "next" of the part before.'),
};
/** Sizes of the format "chunks". */
export const CHUNKS = {
  maxTokens: z.int().min(1).max(1_000_000).optional().describe('Tokens of a chunk, about; only for "chunks".'),
  overlap: z.int().min(0).max(100_000).optional().describe('Tokens that a chunk repeats of the one before.'),
};
const FORMAT = z.enum(FORMATS.map(({ name }) => name) as [string, ...string[]]);

const URL_FIELD = z.string().describe('Address of the page, http or https.');

/** A page in JSON: its HTML, or the address to fetch it from. */
export const ExtractRequest = named(
  'ExtractRequest',
  'A page as HTML, or its address alone where the server may fetch.',
  strict({
    html: z.string().optional().describe('The page. Without it the server fetches `url`.'),
    url: URL_FIELD.optional(),
    ...EXTRACTION,
    fields: FieldList.optional().describe('Fields of the record; default all. Only for application/json.'),
    format: FORMAT.optional().describe('Name of the format, in place of the header Accept.'),
    maxLength: PART.maxLength.optional(),
    start: PART.start.optional(),
    ...CHUNKS,
    site: z.boolean().optional().describe("Read and teach the model of the page's site (needs `--state`)."),
  }),
);

/** A whole number in a query. */
function number(schema: z.ZodInt) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(schema)
    .optional();
}

/** As {@link ExtractRequest}, in a query: lists are separated by commas, `options` is JSON. */
export const ExtractQuery = strict({
  url: URL_FIELD.optional(),
  extractor: EXTRACTION.extractor,
  options: z.string().optional().describe('Options of the extractor as a JSON object.'),
  pageType: EXTRACTION.pageType,
  language: EXTRACTION.language,
  allArticles: z.enum(['true', 'false']).optional().describe('List the other articles of the page as items.'),
  hidden: EXTRACTION.hidden,
  contentSelector: z.string().optional().describe('A CSS selector: the text of these elements is the content.'),
  includeSelector: z.string().optional().describe('A CSS selector: its text is kept besides what the extractor keeps.'),
  excludeSelector: z.string().optional().describe('A CSS selector: nothing of these elements is kept.'),
  fields: z.string().optional().describe('Fields of the record, separated by commas. Only for application/json.'),
  format: FORMAT.optional().describe('Name of the format, in place of the header Accept.'),
  maxLength: number(PART.maxLength),
  start: number(PART.start),
  maxTokens: number(CHUNKS.maxTokens.unwrap()),
  overlap: number(CHUNKS.overlap.unwrap()),
  site: z.enum(['true', 'false']).optional().describe("Read and teach the model of the page's site (needs `--state`)."),
});

const { url, site, format, maxLength, start, maxTokens, overlap, ...ofBatch } = ExtractQuery.shape;
export const BatchQuery = strict(ofBatch);

const BY_TYPE: Readonly<Record<FieldType, z.ZodType>> = {
  text: z.string().nullable(),
  integer: z.int(),
  number: z.number().nullable(),
  boolean: z.boolean(),
  time: z.iso.datetime().nullable(),
  json: z.array(z.unknown()),
};

/** Fields that are printed for a page; with `fields` only those asked for. */
export const PageRecord = named(
  'PageRecord',
  'The record of a page; docs/output.md describes the fields.',
  z.object(
    Object.fromEntries(
      RECORD_FIELDS.map(({ name, type, doc }) => [
        name,
        (name === 'id' ? z.union([z.string(), z.number()]).nullable() : BY_TYPE[type]).optional().describe(doc),
      ]),
    ),
  ),
);

/** A line of a batch. */
export const BatchPage = named(
  'BatchPage',
  'A line of a batch.',
  z.looseObject({
    id: z.union([z.string(), z.number()]).nullish(),
    url: z.string().nullish(),
    html: z.string().nullish(),
    htmlBase64: z.string().nullish().describe('The page in its own encoding, as base64.'),
    charset: z.string().nullish(),
    contentType: z.string().nullish(),
    pageType: z.enum(PAGE_TYPES).nullish(),
  }),
);

/** A problem (RFC 9457). */
export const Problem = named(
  'Problem',
  'A problem, RFC 9457.',
  z.object({
    status: z.int().describe('The status code.'),
    title: z.string().describe('The name of the status.'),
    reason: z.string().describe('A stable word for programs: `queue-full`, `too-large`, `no-content` …'),
    detail: z.string().describe('The problem as a sentence, with got and expected.'),
    requestId: z.string().optional(),
  }),
);

const BlockExplanation = named(
  'BlockExplanation',
  'A block of the page and why it was kept or dropped.',
  z.object({
    index: z.int(),
    text: z.string(),
    words: z.number(),
    linkWords: z.number(),
    source: z.array(z.tuple([z.int(), z.int()])).describe('Ranges of the decoded HTML, in UTF-16 code units.'),
    path: z.string().describe('The element around the block, as a CSS selector.'),
    keep: z.boolean(),
    kind: z
      .enum([...KINDS, 'content'])
      .describe('Of a dropped block the kind of boilerplate; `boilerplate` when unknown.'),
    probability: z.number().nullable(),
    why: z.string().describe('The rule that decided.'),
    features: z.record(z.string(), z.union([z.number(), z.string()])),
    movers: z.array(z.object({ feature: z.string(), value: z.number(), effect: z.number() })),
    record: z.object({ kind: z.enum(['post', 'comment', 'item']), index: z.int() }).nullable(),
  }),
);

/** `explainPage` of the core. */
export const PageExplanation = named(
  'PageExplanation',
  'Every block of a page with its label and the reason.',
  z.object({
    schema: z.literal(EXPLANATION_VERSION),
    url: z.string().nullable(),
    extractor: z.string(),
    ok: z.boolean(),
    reason: z.string().nullable(),
    detail: z.string().nullable(),
    pageType: z.string().nullable(),
    pageTypeProbability: z.number().nullable(),
    confidence: z.number().nullable(),
    warnings: z.array(z.string()),
    blocks: z.array(BlockExplanation).describe('The first blocks of the page.'),
    blocksLeftOut: z.int().describe('How many blocks follow.'),
    hiddenText: z.object({ words: z.int(), ways: z.record(z.string(), z.int()) }),
    hidden: z.array(z.object({ text: z.string(), from: z.string() })),
    metadata: z.array(
      z.object({ field: z.string(), value: z.union([z.string(), z.array(z.string())]), source: z.string() }),
    ),
  }),
);

/** `GET /v1/extractors`. */
export const Extractors = named(
  'Extractors',
  'The extractors and formats of this server.',
  z.object({
    default: z.string(),
    extractors: z.array(
      z.object({
        name: z.string(),
        summary: z.string(),
        source: z.string(),
        options: z.array(
          z.object({
            name: z.string(),
            default: z.unknown(),
            doc: z.string(),
            schema: z.record(z.string(), z.unknown()).describe('The values it may have, as a JSON Schema.'),
          }),
        ),
      }),
    ),
    formats: z.array(z.object({ name: z.string(), mediaType: z.string(), summary: z.string() })),
  }),
);

/** `POST /v1/fetch`. */
export const FetchRequest = named('FetchRequest', 'The address of a page.', strict({ url: URL_FIELD }));
export const FetchedPage = named(
  'FetchedPage',
  'A page that was fetched.',
  z.object({ url: z.string(), html: z.string() }),
);

/** `GET /v1/inspector`. */
export const Capabilities = named(
  'Capabilities',
  'The parts of the API that this server was started with.',
  z.object({ fetch: z.boolean(), sites: z.boolean() }),
);

export const Status = named('Status', 'Whether the server takes requests.', z.object({ status: z.string() }));

/** Most corrections of a page. */
const MAX_CORRECTIONS = 10_000;

const Offset = z.int().min(0);

/** Decisions of an editor on a page. */
export const Corrections = z
  .array(
    z
      .strictObject({
        from: Offset.describe('Where the text begins in the HTML, in UTF-16 code units; see `source` of a block.'),
        to: Offset.describe('Where it ends.'),
        keep: z.boolean().describe('Whether it is main content.'),
      })
      .refine(({ from, to }) => from <= to, 'expected "from" up to "to"'),
  )
  .max(MAX_CORRECTIONS);

/** `POST /v1/sites/{host}/pages`. */
export const SitePage = named(
  'SitePage',
  'A page that the model of its site learns from.',
  strict({
    url: URL_FIELD,
    html: z.string(),
    at: z.number().optional().describe('When the page was seen, milliseconds since 1970; default now.'),
    corrections: Corrections.optional().describe(
      'Decisions of an editor on ranges of `html`. This page and later ones of the site follow them.',
    ),
  }),
);

/** `GET /v1/sites/{host}`. */
export const SiteDescription = named(
  'SiteDescription',
  'What was learnt of a site.',
  z.object({
    host: z.string(),
    learners: z.array(
      z.object({
        name: z.string(),
        hasPattern: z.boolean().describe('Whether the template is known.'),
        facts: z.array(
          z.object({
            what: z.string(),
            value: z.string(),
            support: z.number().describe('Pages that show it.'),
            of: z.number().describe('Pages that could.'),
            example: z.string().nullable(),
            sentence: z.string().nullable(),
          }),
        ),
        pages: z
          .array(
            z.object({
              key: z.string().describe('The address, as a key.'),
              at: z.number().describe('When it was seen, milliseconds since 1970.'),
              certainty: z.number().describe('How sure the extractor of single pages is of its text, 0 to 1.'),
              isList: z.boolean().describe('Whether it is a list of articles, which has no text.'),
              signals: z.string().describe('The signals that speak most for a list.'),
            }),
          )
          .describe('The pages that the learner remembers, the earliest first.'),
      }),
    ),
  }),
);

// `/openapi.json`: the OpenAPI 3.1 document of a list of routes.

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
