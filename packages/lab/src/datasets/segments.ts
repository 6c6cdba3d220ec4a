/**
 * CleanEval's annotation format: a line `URL: …`, then segments that begin with `<p>`, `<h>` or `<l>`. A page without an
 * article holds an HTML comment that says so.
 */

/** The text people meant: without the URL line, byte order mark, comments and segment markers; one segment a line. */
export function textOfSegments(file: string): string {
  const body = withoutUrlLine(file).replace(/<!--[\s\S]*?-->/g, '');
  const lines: string[] = [];
  for (const segment of body.split(/<[phl]>/i)) {
    const text = segment.replace(/\s+/g, ' ').trim();
    if (text !== '') lines.push(text);
  }
  return lines.join('\n');
}

/** A text without byte order mark and without the `URL:` line at its beginning. */
export function withoutUrlLine(text: string): string {
  return text.replace(/^\ufeff?\s*URL:[^\n]*\n?/, '').replace(/^\ufeff/, '');
}

/** The address in the file's `URL:` line, or null. */
export function urlOfSegments(file: string): string | null {
  return /^\ufeff?\s*URL:\s*(\S+)/.exec(file)?.[1] ?? null;
}
