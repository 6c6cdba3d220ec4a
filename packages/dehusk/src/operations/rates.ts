import type { StreamSnapshot } from '../stream/stream.js';

/** Rates are taken over so many milliseconds: long enough to be calm, short enough to see a stop. */
const WINDOW = 10_000;
/** Points of the curve of the whole pipeline. */
const CURVE_POINTS = 30;

export interface Rates {
  /** Pages a second, of everything and of each site. */
  readonly total: number;
  readonly sites: ReadonlyMap<string, number>;
  /** Pages a second between the latest looks, oldest first. */
  readonly curve: readonly number[];
}

interface Look {
  readonly at: number;
  readonly total: number;
  readonly sites: ReadonlyMap<string, number>;
}

/** Rates of a pipeline from one look at it to the next. */
export function rateMeter(): { look(snapshot: StreamSnapshot, now: number): Rates } {
  const looks: Look[] = [];
  const curve: number[] = [];
  return {
    look(snapshot, now) {
      const total = snapshot.seen - snapshot.inFlight;
      const sites = new Map(snapshot.sites.map(({ site, pages }) => [site, pages]));
      const last = looks.at(-1);
      if (last !== undefined && now > last.at) {
        curve.push(((total - last.total) / (now - last.at)) * 1000);
        if (curve.length > CURVE_POINTS) curve.shift();
      }
      looks.push({ at: now, total, sites });
      while (looks.length > 2 && looks[1].at <= now - WINDOW) looks.shift();
      const first = looks[0];
      const seconds = (now - first.at) / 1000;
      const rate = (count: number, before: number): number => (seconds > 0 ? (count - before) / seconds : 0);
      return {
        total: rate(total, first.total),
        sites: new Map([...sites].map(([site, count]) => [site, rate(count, first.sites.get(site) ?? 0)])),
        curve,
      };
    },
  };
}
