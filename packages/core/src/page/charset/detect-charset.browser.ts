/**
 * What stands in for `detect-charset.ts` in browser bundles: no detection, and none of its 0.7 MB of models.
 * A page that declares nothing and is not UTF-8 is then windows-1252, as the standard says.
 */
export function detectCharset(_sample: Uint8Array): string | null {
  return null;
}
