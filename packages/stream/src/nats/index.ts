/**
 * @dehusk/stream/nats: a stream over many machines by NATS JetStream.
 *
 * @packageDocumentation
 */
export { connectNats, type Nats } from './connection.js';
export { openPartitionStore } from './partition-store.js';
export { readStream } from './read-stream.js';
export { RECENT_PAGES } from './roles/extract-role.js';
export { ROLES, type Role } from './roles/run-roles.js';
