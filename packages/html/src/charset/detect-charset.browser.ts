/**
 * Replaces `detect-charset.ts` in browser bundles: no detection, without its 0.7 MB of models. A page that declares nothing and
 * is not UTF-8 is then windows-1252, as in the standard.
 */
export const detectCharset = (_sample: Uint8Array): string | null => null;
