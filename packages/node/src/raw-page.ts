/** The content of a page, and how to read it. */
export interface PageContent {
  /** Bytes without content codings, or text that is decoded already. */
  readonly page: Uint8Array | string;
  /** Charset by the HTTP header, or null. */
  readonly charset: string | null;
  /** Media type by the HTTP header or the file's name, lower case, without parameters; or null. */
  readonly mediaType: string | null;
}

/** A page as it was read, whatever it was read from: a file, a row, an archive, the network, a request. */
export interface RawPage extends PageContent {
  /** Its id in the input; null when it has none. */
  readonly id: string | number | null;
  /** Its address, redirects followed; null when only the page can name it. */
  readonly url: string | null;
  /** When it was fetched or written, milliseconds since 1970; null: unknown. */
  readonly at: number | null;
}
