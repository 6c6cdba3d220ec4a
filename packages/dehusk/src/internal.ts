/**
 * What the lab needs beyond the public API. No stability promise: any release may change it.
 *
 * Its declarations name types of the optional NATS packages, which those of the public API must not.
 *
 * @packageDocumentation
 */
export { readRobots } from './fetch/robots-file.js';
export { readParquetRows } from './inputs/parquet.js';
export { connectNats, type Nats } from './nats/connection.js';
export { encodePage } from './nats/page-message.js';
export { openPartitionStore } from './nats/partition-store.js';
export { readStream } from './nats/read-stream.js';
export { partitionOf } from './nats/streams.js';
export { RECENT_PAGES } from './roles/recent-pages.js';
export { openInlineService } from './server/inline-service.js';
export { openServer } from './server/node-server.js';
export { readFeed } from './sources/feed/read-feed.js';
export { readSitemap } from './sources/sitemap/read-sitemap.js';
export { domainOf } from './stream/site-of-page.js';
