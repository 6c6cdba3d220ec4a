/**
 * Floors under the scores: a change that makes an extractor worse fails, and no floor is lowered silently.
 *
 * A floor records the digest of the gold it was measured on. On other gold the gate fails instead of comparing.
 */

/** One floor. */
export interface Floor {
  /** Name of a dataset, or a folder relative to the gate file. */
  readonly dataset: string;
  /** SHA-256 of the dataset's gold. */
  readonly sha256: string;
  /** Number of pages sampled by hash of the id; null for all. */
  readonly limit: number | null;
  /** As on the command line. */
  readonly extractor: string;
  readonly metric: string;
  /** Smallest score that passes, 0…1. */
  readonly floor: number;
  /** Every lowering in order. */
  readonly lowered: readonly Lowering[];
}

export interface Lowering {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** The measurement of a floor. */
export interface Measured {
  readonly sha256: string;
  readonly score: number;
}

/** Floors have four decimals, rounded down, so that a measurement reaches the floor set from it. */
const DECIMALS = 10_000;

/** Why a measurement misses its floor, or null when it reaches it. */
export function judge(floor: Floor, { score, sha256 }: Measured): string | null {
  if (sha256 !== floor.sha256)
    return `measured on other gold: got digest ${sha256.slice(0, 12)}, the floor has ${floor.sha256.slice(0, 12)} (dehusk-lab gate --set)`;
  return score < floor.floor ? `below the floor by ${(floor.floor - score).toFixed(4)}` : null;
}

/**
 * Moves a floor to the measured score.
 *
 * @param reason why it may fall, or null
 * @throws RangeError when it would fall without a reason
 */
export function moveFloor(floor: Floor, measured: Measured, reason: string | null): Floor {
  const to = Math.floor(measured.score * DECIMALS) / DECIMALS;
  const moved = { ...floor, sha256: measured.sha256, floor: to };
  if (to >= floor.floor) return moved;
  if (reason === null || reason.trim() === '')
    throw new RangeError(
      `the floor of ${floor.extractor} on ${floor.dataset} (${floor.metric}) would fall from ${floor.floor} to ${to}: give --reason`,
    );
  return { ...moved, lowered: [...floor.lowered, { from: floor.floor, to, reason: reason.trim() }] };
}

/**
 * Reads a gate file.
 *
 * @throws Error naming the entry that is not a floor, with got and expected
 */
export function readGate(text: string, where: string): readonly Floor[] {
  const read: unknown = JSON.parse(text);
  const floors = typeof read === 'object' && read !== null && 'floors' in read ? read.floors : null;
  if (!Array.isArray(floors)) throw new Error(`${where}: expected {"floors": […]}`);
  return floors.map((one: Partial<Floor>, at) => {
    const { dataset, sha256, limit = null, extractor, metric, floor, lowered = [] } = one;
    if (
      typeof dataset !== 'string' ||
      typeof sha256 !== 'string' ||
      typeof extractor !== 'string' ||
      typeof metric !== 'string' ||
      typeof floor !== 'number' ||
      !(floor >= 0 && floor <= 1)
    )
      throw new Error(
        `${where}: floor ${at + 1} got ${JSON.stringify(one)}, expected dataset, sha256, extractor and metric as text and a floor in 0…1`,
      );
    return { dataset, sha256, limit, extractor, metric, floor, lowered };
  });
}

/** The text of a gate file. */
export function writeGate(floors: readonly Floor[]): string {
  return `${JSON.stringify({ floors }, null, 2)}\n`;
}
