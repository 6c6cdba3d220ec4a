/** The http(s) address a text is, relative to a base if there is one; null for any other text. */
export function webAddress(text: string, base?: string): URL | null {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}
