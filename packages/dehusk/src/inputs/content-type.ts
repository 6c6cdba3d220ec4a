/** A `Content-Type` header (RFC 9110, section 8.3) as servers, archives and rows of pages give it, right or nearly so. */

/** What a `Content-Type` header says. */
export interface ContentType {
  /** Media type in lower case, such as `text/html`, or null. */
  readonly mediaType: string | null;
  /** The first charset parameter with a value, as written, without quotes; or null. */
  readonly charset: string | null;
}

/** Reads a header's value; null and nonsense give nulls. Never throws. */
export function contentTypeOf(header: string | null): ContentType {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters.map((one) => CHARSET.exec(one)?.[1]).find(Boolean) ?? null;
  return { mediaType: type.trim().toLowerCase() || null, charset };
}

/** Spaces around the sign and single quotes break the rule, and are common. */
const CHARSET = /^\s*charset\s*=\s*["']?([^"'\s]+)["']?\s*$/i;
