/**
 * @dehusk/server: the HTTP service, its client, and tools for agents.
 *
 * @packageDocumentation
 */
export { openInlineService } from './inline-service.js';
export { createMcpServer } from './mcp.js';
export { openServer } from './node-server.js';
export type { FetchedForRequest } from './routes.js';
export { openThreadService } from './thread-service.js';
