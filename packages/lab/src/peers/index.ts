import { articleExtractor } from './article-extractor.js';
import { defuddle } from './defuddle.js';
import type { Peer } from './peer.js';
import { postlight } from './postlight.js';
import { readabilityJsdom } from './readability-jsdom.js';
import { readabilityLinkedom } from './readability-linkedom.js';
import { unfluff } from './unfluff.js';

/** The shelf's table: every peer under its name. To add one: one file, one row, one development dependency. */
export const PEERS: readonly Peer[] = [
  readabilityLinkedom,
  readabilityJsdom,
  defuddle,
  articleExtractor,
  postlight,
  unfluff,
];
