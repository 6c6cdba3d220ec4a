/** The answers of a monitor, as docs/monitor.md describes them. */

export type Bucket = 'hour' | 'day';

export interface TermTrend {
  readonly term: string;
  readonly documents: readonly number[];
  readonly hits: readonly number[];
  /** Null: all other sites. */
  readonly sites: readonly { readonly site: string | null; readonly documents: readonly number[] }[];
}

export interface Trends {
  readonly lists: readonly string[];
  readonly list: string;
  readonly bucket: Bucket;
  readonly times: readonly string[];
  readonly all: readonly number[];
  readonly terms: readonly TermTrend[];
  readonly left: number;
}

export interface HitRow {
  readonly id: string;
  readonly revision: number;
  readonly list: string;
  readonly term: string;
  readonly site: string;
  readonly url: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly at: string | null;
  readonly hits: number;
  readonly sentences: readonly { readonly text: string; readonly from: number; readonly to: number }[];
}

export interface AlertRow {
  readonly id: string;
  readonly rule: 'burst' | 'hit';
  readonly list: string;
  readonly term: string;
  readonly from?: string;
  readonly to?: string;
  readonly documents?: number;
  readonly mean?: number;
  readonly windows?: number;
  readonly site?: string;
  readonly title?: string | null;
  readonly at?: string | null;
}

export type MonitorEvent =
  | { readonly number: number; readonly kind: 'hit'; readonly row: HitRow }
  | { readonly number: number; readonly kind: 'alert'; readonly row: AlertRow };

/** @throws Error with the server's reason */
export async function trendsOf(bucket: Bucket, list: string | null): Promise<Trends> {
  const asked = new URLSearchParams({ bucket, ...(list !== null && { list }) });
  const response = await fetch(`trends?${asked}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Trends;
}

/**
 * The latest events, then new ones as they come.
 *
 * @param onEvents new events, oldest first
 * @param onChange counts changed
 * @param onState whether the connection is open
 * @returns ends it
 */
export function followEvents(
  onEvents: (events: readonly MonitorEvent[]) => void,
  onChange: () => void,
  onState: (isOpen: boolean) => void,
): () => void {
  let source: EventSource | null = null;
  let isEnded = false;
  const start = async (): Promise<void> => {
    const { events } = (await (await fetch('recent')).json()) as { readonly events: readonly MonitorEvent[] };
    if (isEnded) return;
    onEvents(events);
    source = new EventSource(`events?after=${events.at(-1)?.number ?? 0}`);
    source.onopen = () => {
      onState(true);
      onChange();
    };
    source.onerror = () => onState(false);
    for (const kind of ['hit', 'alert'] as const)
      source.addEventListener(kind, ({ data, lastEventId }) =>
        onEvents([{ number: Number(lastEventId), kind, row: JSON.parse(data) } as MonitorEvent]),
      );
    source.addEventListener('trends', onChange);
  };
  start().catch(() => onState(false));
  return () => {
    isEnded = true;
    source?.close();
  };
}
