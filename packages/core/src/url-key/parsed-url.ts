/**
 * A URL split into the parts that identify a document: step two of the URL key.
 *
 * Scheme and host in lower case (IDN as punycode); path segments and parameters percent-decoded and in Unicode's composed form;
 * without empty segments and fragment, so that doubled and trailing slashes make no difference; parameters of one name merged,
 * all sorted by name. Printing escapes whatever would be read as structure, so that values never reach the path or vice versa.
 *
 * Departures from the reference: default ports are left out (it prints `:80`, which breaks rules anchored after the host);
 * bytes that are not UTF-8 remain as `%XX` in upper case, and a `%` that starts no escape is a `%` (printed `%25`).
 */
import { parse } from 'tldts';

/** A parameter: one name, all its values merged into one text (see {@link mergedValues}). */
interface UrlParameter {
  readonly name: string;
  readonly value: string;
}

export interface ParsedUrl {
  /** `http` or `https`; other schemes are parsed alike. */
  readonly scheme: string;
  readonly host: string;
  /** The port, a default one included; empty for schemes that have none. */
  readonly port: string;
  /** Whether the port is the scheme's own. */
  readonly isDefaultPort: boolean;
  /** Decoded, none empty. */
  readonly segments: readonly string[];
  /** Merged and sorted by name (UTF-16 code units). */
  readonly parameters: readonly UrlParameter[];
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ftp: '21', ws: '80', wss: '443' };
/** The name of a value without a name (`?value`), as the reference prints it. */
const NO_NAME = 'null';
/** While a text is decoded, bytes that are not UTF-8 are lone surrogates from here on. */
const RAW_BYTE = 0xdc00;

/** Parses an absolute URL; null for anything else. Never throws. */
export function parseUrl(text: string): ParsedUrl | null {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return null;
  }
  const scheme = url.protocol.slice(0, -1);
  const ownPort = DEFAULT_PORTS[scheme] ?? '';
  const values = new Map<string, string[]>();
  for (const piece of url.search.slice(1).split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const name = equals < 0 ? NO_NAME : decodePart(piece.slice(0, equals));
    const value = decodePart(piece.slice(equals + 1));
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return {
    scheme,
    host: url.hostname,
    port: url.port || ownPort,
    isDefaultPort: url.port === '',
    segments: url.pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodePart),
    parameters: sortedByName(Array.from(values, ([name, all]) => ({ name, value: mergedValues(all) }))),
  };
}

/** Parameters in the order of a key: by name, UTF-16 code units. */
export function sortedByName(parameters: readonly UrlParameter[]): UrlParameter[] {
  return [...parameters].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The values of one name as one text: sorted, `%` and `,` in each escaped, joined with commas. */
function mergedValues(values: readonly string[]): string {
  return values
    .map((value) => escaped(value, /[%,]/g))
    .sort()
    .join(',');
}

/** Joins the parts, readable, with the given parameters only. */
export function printUrl(url: ParsedUrl, parameters: readonly UrlParameter[], showsDefaultPort: boolean): string {
  const port = url.port !== '' && (showsDefaultPort || !url.isDefaultPort) ? `:${url.port}` : '';
  const path = url.segments.map((segment) => `/${printable(escaped(segment, /[%/?]/g))}`).join('');
  const query = parameters
    .map(({ name, value }) => `${printable(escaped(name, /[%&=]/g))}=${printable(escaped(value, /[&=]/g))}`)
    .join('&');
  return `${url.scheme}://${url.host}${port}${path}${query === '' ? '' : `?${query}`}`;
}

function escaped(text: string, characters: RegExp): string {
  return text.replace(characters, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** Prints undecodable bytes as `%XX`. */
function printable(text: string): string {
  return text.replace(
    /(?<![\ud800-\udbff])[\udc80-\udcff]/g,
    (one) => `%${(one.charCodeAt(0) - RAW_BYTE).toString(16).toUpperCase()}`,
  );
}

/** Percent-decodes, `+` as a space, composes (NFC). */
function decodePart(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  const decoded = spaced.includes('%') ? spaced.replace(/(?:%[0-9A-Fa-f]{2})+/g, decodeRun) : spaced;
  return decoded.normalize('NFC');
}

/** Decodes a run of escapes, character by character, so that one bad byte does not keep its neighbours encoded. */
function decodeRun(run: string): string {
  let out = '';
  for (let at = 0; at < run.length; ) {
    const byte = Number.parseInt(run.slice(at + 1, at + 3), 16);
    const length = byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0;
    try {
      if (length === 0 || at + 3 * length > run.length) throw new URIError();
      out += decodeURIComponent(run.slice(at, at + 3 * length));
      at += 3 * length;
    } catch {
      out += String.fromCharCode(RAW_BYTE + byte);
      at += 3;
    }
  }
  return out;
}

/**
 * Splits a host at its public suffix, by the public suffix list (package tldts). Never throws.
 *
 * Departures from the URL Tree authors' program: its list is of 2012 and includes private suffixes; here these count only on
 * demand.
 * @returns the domain (`bbc.co.uk` of `news.bbc.co.uk`; the host itself for addresses, single labels and hosts that are a suffix)
 *   and the suffix (`co.uk`; empty for addresses)
 * @param host lower case, IDN as punycode, without port
 * @param allowsPrivate whether suffixes such as `blogspot.com` count, so that each blog is a separate domain
 */
export function hostParts(host: string, allowsPrivate = false) {
  if (host === '') return { domain: '', suffix: '' };
  const { domain, publicSuffix, isIp } = parse(host, { extractHostname: false, allowPrivateDomains: allowsPrivate });
  if (isIp) return { domain: host, suffix: '' };
  return { domain: domain ?? host, suffix: publicSuffix ?? '' };
}
