/** The contract of a route: its handler and its documentation, from which `/openapi.json` is made. */
import type { MarkdownMode } from '@dehusk/node';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { ExtractionService } from './service.js';

/** A page that was fetched for a request, or why it was not. */
export type FetchedForRequest =
  | {
      readonly ok: true;
      readonly url: string;
      readonly bytes: Uint8Array;
      readonly charset: string | null;
      readonly mediaType: string | null;
    }
  | { readonly ok: false; readonly reason: string; readonly detail: string };

/** The parts of the server that differ between Node and edge runtimes. */
export interface AppOptions {
  /** Largest page in bytes, after decompression; also the bound on bodies of other kinds. */
  readonly maxBytes: number;
  /** Longest time for a body in memory to arrive, and for the next piece of a batch, in milliseconds. */
  readonly requestMilliseconds: number;
  /** Bytes of request bodies held at once by all requests. */
  readonly maxHeldBytes: number;
  /**
   * Removes a content coding from a body while it streams.
   *
   * @returns null for a coding that is not supported
   */
  unpack(body: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> | null;
  /** Names of the supported codings, for the message of 415. */
  readonly codings: readonly string[];
  /** Fetches a page, under the server's rules; null: fetching is off. */
  readonly fetchPage: ((url: string, signal: AbortSignal, markdown: MarkdownMode) => Promise<FetchedForRequest>) | null;
  /** The token that requests must present; null: none. */
  readonly token: string | null;
  /** The origin that browsers may call from; null: none but the server's own. */
  readonly cors: string | null;
  /** Host names that requests may be addressed to, without ports; null: any. Guards against DNS rebinding. */
  readonly hostNames: readonly string[] | null;
  /** Whether the server still takes requests. */
  isReady(): boolean;
  /** Metrics in Prometheus' text format; null: none. */
  readonly metrics: (() => Promise<{ readonly type: string; readonly text: string }>) | null;
  /** A static file by its path, without the leading slash; null: there is none. */
  readonly file: ((path: string) => StaticFile | null) | null;
  /** Called when a request was answered. */
  onAnswer?(answer: AnsweredRequest): void;
  /** Called for errors that are mistakes of the program. */
  onError?(error: unknown, requestId: string): void;
  /** Answers `/mcp`, the body parsed as JSON; default: there is no such route. */
  readonly mcp?: ((request: Request, body: unknown) => Promise<Response>) | null;
}

export interface StaticFile {
  readonly bytes: Uint8Array;
  readonly type: string;
}

export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The route's path, not the request's: a bounded number of values. */
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The reason of a problem, or null. */
  readonly reason: string | null;
}

/** The variables of a request. */
export interface RequestVariables {
  requestId: string;
  route: string;
  reason: string | null;
  /** Bytes of the body that the request holds until it is answered. */
  heldBytes: number;
}

export type AppContext = Context<{ Variables: RequestVariables }>;

/** The body of an answer by media type; null: not described by a schema. */
export type Bodies = Readonly<Record<string, z.ZodType | null>>;

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As Hono writes it: `/v1/sites/:host`. */
  readonly path: string;
  /** Name of the operation, for generated clients. */
  readonly id: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** Path parameters with their meaning. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly accepts?: Bodies;
  /** Answers by status. Problems that every route can answer are added. */
  readonly answers: Readonly<Record<number, { readonly description: string; readonly content?: Bodies }>>;
  /** Problems of this route by status. */
  readonly problems?: readonly number[];
  /** Answered without a token: the route shows nothing of pages. */
  readonly isOpen?: boolean;
  handle(context: AppContext): Promise<Response> | Response;
}

/** Bytes of bodies held by all requests of a server. */
export interface HeldBytes {
  count: number;
}

/** What handlers work with. */
export interface RouteTools {
  readonly service: ExtractionService;
  readonly options: AppOptions;
  /** Bytes of bodies that requests hold. */
  readonly held: HeldBytes;
}
