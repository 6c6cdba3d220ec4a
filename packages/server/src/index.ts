/**
 * @dehusk/server: the HTTP service, its client, and tools for agents.
 *
 * @packageDocumentation
 */
export { type AgentTool, type AgentToolOptions, openAgentTools } from './agent-tools.js';
export { openFetching } from './fetching.js';
export { openInlineService } from './inline-service.js';
export { createMcpServer } from './mcp.js';
export { openServer } from './node-server.js';
export { ReadPages } from './read-pages.js';
export { openThreadService } from './thread-service.js';
