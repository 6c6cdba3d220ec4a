import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Another project's main-content extractor, measured as its users run it: default options, no network.
 *
 * The contract, checked for every row by `contract.test.ts`: `extract` gives the main text with a newline between
 * paragraphs, or the empty string when the package found none; it may throw, and the runner counts that.
 */
export interface Peer {
  /** The name on the command line: `readability-jsdom`. */
  readonly name: string;
  /** One sentence for `dehusk-lab extractors`. */
  readonly summary: string;
  /** Where the project lives. */
  readonly source: string;
  /** The npm packages it needs; the first one's version is the peer's. None of them is loaded before {@link open}. */
  readonly packages: readonly string[];
  /**
   * Imports the packages.
   *
   * @throws Error of the import when a package is not installed; ask {@link missingPackages} first
   */
  open(): Promise<ExtractText>;
}

/** HTML text and address in, main text out. An address of null means that it is not known. */
export type ExtractText = (html: string, url: string | null) => string | Promise<string>;

/** The address given to packages that cannot do without one. `.invalid` never resolves (RFC 2606). */
export const UNKNOWN_ADDRESS = 'https://unknown.invalid/';

/** The packages of a peer that are not installed; empty when it can be opened. */
export function missingPackages(peer: Peer): readonly string[] {
  return peer.packages.filter((name) => packageVersion(name) === null);
}

/** Versions of everything a peer's output depends on: `@mozilla/readability 0.6.0, jsdom 29.1.1`. */
export function peerVersion(peer: Peer): string {
  return peer.packages.map((name) => `${name} ${packageVersion(name) ?? 'not installed'}`).join(', ');
}

/** The installed version of a package, or null. Reads its package.json by path: many packages do not export it. */
export function packageVersion(name: string): string | null {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      const read: unknown = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
      if (typeof read === 'object' && read !== null && 'version' in read && typeof read.version === 'string')
        return read.version;
    } catch {
      // Not in this node_modules folder: look in the next one up.
    }
  }
  return null;
}
