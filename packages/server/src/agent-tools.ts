/**
 * The tools as values for agent frameworks: a name, a description, a JSON Schema and a function. The Vercel AI SDK, LangChain.js, LlamaIndexTS
 * and the APIs of OpenAI and Anthropic take these four; `docs/agents.md` shows each.
 */
import { DEFAULT_LIMITS } from '@dehusk/html';
import { z } from 'zod';
import { extractTool } from './extract-tool.js';
import { openFetching } from './fetching.js';
import { asProblem } from './problems.js';
import { ReadPages } from './read-pages.js';
import { openThreadService } from './thread-service.js';

export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** The arguments, as a JSON Schema. */
  readonly parameters: Record<string, unknown>;
  /** Runs the tool. A problem is an answer, too: `reason: detail`. Never rejects. */
  execute(given: unknown, context?: { readonly signal?: AbortSignal }): Promise<string>;
}

export interface AgentToolOptions {
  /** Hosts to fetch from, `*.example.org` for every subdomain; an empty list: none. Default: every public host. */
  readonly allowHosts?: readonly string[];
  /** Also fetch from private, local and reserved addresses. Default false. */
  readonly allowPrivate?: boolean;
  /** Largest page in bytes. */
  readonly maxBytes?: number;
  /** Called for mistakes of the program. */
  onError?(error: unknown): void;
}

/** Opens the tools over a fetcher and a worker thread of their own. Close them, or the process stays. */
export function openAgentTools(options: AgentToolOptions = {}) {
  const { maxBytes = DEFAULT_LIMITS.maxBytes, onError } = options;
  const service = openThreadService({ threads: 1, queue: 16, limits: { maxBytes } });
  const fetching = openFetching({ ...options, maxBytes });
  const { input, run, name, description } = extractTool(service, {
    ...{ maxBytes, pages: new ReadPages(), fetchPage: fetching.fetchPage },
  });
  const extract: AgentTool = {
    ...{ name, description, parameters: z.toJSONSchema(input, { io: 'input' }) },
    async execute(given, { signal = new AbortController().signal } = {}) {
      const read = input.safeParse(given);
      if (!read.success) return `bad-request: ${z.prettifyError(read.error)}`;
      try {
        const { shown, notes } = await run(read.data, signal);
        return notes.length === 0 ? shown : `${shown}\n[${notes.join(' ')}]`;
      } catch (error) {
        const { status, reason, message } = asProblem(error);
        if (status === 500) onError?.(error);
        return `${reason}: ${message}`;
      }
    },
  };
  return {
    tools: [extract] as const,
    async close(): Promise<void> {
      await fetching.close();
      await service.close();
    },
  };
}
