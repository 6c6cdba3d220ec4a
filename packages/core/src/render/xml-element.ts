/** Elements and escaped text of XML 1.0. */
import { attributes } from './content-html.js';

/** Characters XML 1.0 has no way to write, escaped or not. */
const NOT_XML =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Escapes text for an element or a quoted attribute. Characters XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(NOT_XML, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r/g, '&#13;');
}

/** An element; attributes that are null are left out. `content` is XML already. */
export function element(name: string, all: Readonly<Record<string, string | null>>, content = ''): string {
  const start = name + attributes(all, escapeXml);
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`;
}
