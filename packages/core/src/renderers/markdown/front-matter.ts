/** Metadata as YAML front matter. Strings are written as JSON, which YAML 1.2 reads: no text can break out of its field. */
import type { Document } from '../../document/document.js';

/** The front matter with its fences and a blank line behind; empty when nothing is known. */
export function frontMatter({ url, metadata }: Document): string {
  const fields: [string, string | readonly string[] | null][] = [
    ['title', metadata.title],
    ['author', metadata.byline],
    ['date', metadata.datePublished],
    ['modified', metadata.dateModified],
    ['description', metadata.description],
    ['site', metadata.siteName],
    ['url', metadata.canonicalUrl ?? url],
    ['language', metadata.language],
    ['image', metadata.image],
    ['licence', metadata.licence],
    ['categories', metadata.categories],
    ['tags', metadata.tags],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === null || value.length === 0 ? [] : [`${name}: ${yaml(value)}`],
  );
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

function yaml(value: string | readonly string[]): string {
  // YAML takes these three for line ends or the start of a stream; JSON leaves them bare.
  return JSON.stringify(value).replace(
    /[\u0085\u2028\u2029\ufeff\x7f-\x9f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
