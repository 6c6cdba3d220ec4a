declare module 'html-encoding-sniffer' {
  /** The encoding of a page by BOM, transport label, or meta prescan; WHATWG name. */
  export default function sniff(
    bytes: Uint8Array,
    options?: { xml?: boolean; transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string;
}
