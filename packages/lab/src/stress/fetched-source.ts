/** A source that gives the addresses of another one's pages without the pages: they are fetched from a server on loopback. */
import type { Source } from 'dehusk';

/** The address under which a page of the input is served. */
export function servedAddress(url: string, port: number): string {
  const { hostname, pathname, search } = new URL(url);
  return `http://${hostname}:${port}${pathname}${search}`;
}

/** @param port where the pages are served */
export function fetchedSource(source: Source, port: number): Source {
  return {
    ...source,
    async *items(signal) {
      for await (const event of source.items(signal))
        yield event.kind === 'item' ? { ...event, url: servedAddress(event.url, port), content: null } : event;
    },
  };
}
