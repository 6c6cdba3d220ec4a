/**
 * An address as a renderer may print it, or null for none: `http`, `https`, `mailto`, `tel`, or relative. `assemble` lets no other through;
 * documents made or changed by callers are held to the same.
 */
export function safeAddress(url: string): string | null {
  // Browsers ignore tabs and line feeds anywhere in an address, and controls and spaces around it.
  const bare = url.replace(/[\x00-\x20\x7f-\x9f\u2028\u2029]/g, '');
  const scheme = /^([^/?#:]*):/.exec(bare)?.[1]?.toLowerCase();
  if (scheme !== undefined && !SCHEMES.has(scheme)) return null;
  const written = url.trim().replace(/[\s\x00-\x20\x7f<>"]/g, (character) => encodeURIComponent(character));
  return written === '' ? null : written;
}

const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
