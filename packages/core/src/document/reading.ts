import { baseAddress } from '../page/addresses.js';
import type { Page } from '../page/page.js';
import { type Role, roleOf } from './roles.js';

/** What a walk asks of the whole page; found once where a page is walked in many pieces. */
export interface Reading {
  /** Per tag name: what it does. */
  readonly roles: readonly Role[];
  /** What relative addresses are resolved against. */
  readonly base: string | null;
}

/** Linear in the page. */
export function readingOf(page: Page): Reading {
  return { roles: page.names.map(roleOf), base: baseAddress(page) };
}
