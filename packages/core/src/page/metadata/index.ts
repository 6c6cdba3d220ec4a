import type { Page } from '../page.js';
import { type Metadata, NO_METADATA } from './metadata.js';

/** Reads what a page says of itself. Never throws on a page. */
export function readMetadata(_page: Page): Metadata {
  return NO_METADATA;
}
