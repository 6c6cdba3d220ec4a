/**
 * Site models in a store: one value for each learner and site, decoded on first use, cached up to a bound, written together
 * with the position in the input.
 *
 * The key is `learner/unit` (`urltree/example.org`); learners' names have no slash, units may.
 */
import type { AnySiteLearner, LearnerInUse, ModelTable } from '@dehusk/core/extend';
import { MAX_KEY_BYTES, type Position, type Store, uncheckedValue } from '../stores/store.js';

/** Decoded models cached, over all learners: a site's models take about a megabyte. */
const KEPT_MODELS = 256;
/** The same in bytes as they are written; decoded they take two to three times as much. */
const KEPT_BYTES = 96 * 1024 * 1024;

/** The key of a site's model in a store. */
export function modelKey(learner: string, unit: string): string {
  return `${learner}/${unit}`;
}

/** Learner and unit of a key. */
export function unitOfKey(key: string): { readonly learner: string; readonly unit: string } {
  const slash = key.indexOf('/');
  return { learner: key.slice(0, slash), unit: key.slice(slash + 1) };
}

interface KeptModel {
  /** Undefined when the store has none. */
  model: unknown;
  /** Length and checksum of its bytes in the store: sealed bytes end in their checksum. */
  stored: string | null;
  bytes: number;
}

export class StoredModels implements ModelTable {
  /** The learners with `unit` limited to what the store can have as a key. */
  readonly learners: readonly LearnerInUse[];
  readonly #store: Pick<Store, 'get' | 'commit'>;
  readonly #onDamaged: ((key: string, error: RangeError) => void) | null;
  /** Least recently used first. */
  readonly #models = new Map<string, KeptModel>();
  readonly #changed = new Set<string>();

  /**
   * @param onDamaged called for a model that cannot be decoded, which then starts over; default: that is an error
   */
  constructor(
    store: Pick<Store, 'get' | 'commit'>,
    learners: readonly LearnerInUse[],
    onDamaged: ((key: string, error: RangeError) => void) | null = null,
  ) {
    this.#store = store;
    this.#onDamaged = onDamaged;
    this.learners = learners.map(({ learner, options }) => ({ learner: withUsableUnits(learner), options }));
  }

  /**
   * Loads the models of an address's site. They are at hand until the next commit.
   *
   * @throws StoreError or RangeError, naming the key, for a model that cannot be read
   */
  async load(url: string): Promise<void> {
    for (const { learner } of this.learners) {
      const unit = learner.unit(url);
      if (unit === '') continue;
      const key = modelKey(learner.name, unit);
      const kept = this.#models.get(key) ?? (await this.#read(learner, unit, key));
      this.#models.delete(key);
      this.#models.set(key, kept);
    }
  }

  /** A model that was loaded; undefined when the store has none. */
  get(learner: AnySiteLearner, unit: string): unknown {
    return this.#kept(learner, unit).model;
  }

  set(learner: AnySiteLearner, unit: string, model: unknown): void {
    this.#kept(learner, unit).model = model;
    this.#changed.add(modelKey(learner.name, unit));
  }

  /**
   * Writes what changed, and the position, in one transaction; then drops models beyond those kept. A model whose bytes are
   * those of the store, because the page was not sampled, is not written again.
   */
  async commit(position?: Position): Promise<void> {
    const changes = new Map<string, Uint8Array>();
    for (const { learner } of this.learners)
      for (const key of this.#changed) {
        const kept = this.#models.get(key);
        if (kept === undefined || unitOfKey(key).learner !== learner.name) continue;
        const bytes = learner.encode(kept.model);
        const stored = sealOf(bytes);
        if (stored !== kept.stored) changes.set(key, bytes);
        kept.stored = stored;
        kept.bytes = bytes.length;
      }
    await this.#store.commit(changes, position === undefined ? [] : [position]);
    this.#changed.clear();
    let bytes = 0;
    for (const kept of this.#models.values()) bytes += kept.bytes;
    for (const [key, kept] of this.#models) {
      if (this.#models.size <= KEPT_MODELS && bytes <= KEPT_BYTES) break;
      this.#models.delete(key);
      bytes -= kept.bytes;
    }
  }

  #kept(learner: AnySiteLearner, unit: string): KeptModel {
    const key = modelKey(learner.name, unit);
    const kept = this.#models.get(key);
    if (kept === undefined) throw new Error(`the model "${key}" was used before it was loaded`);
    return kept;
  }

  async #read(learner: AnySiteLearner, unit: string, key: string): Promise<KeptModel> {
    const bytes = await uncheckedValue(this.#store, key);
    if (bytes === undefined) return { model: undefined, stored: null, bytes: 0 };
    let model: unknown;
    try {
      model = decodeModel(learner, unit, bytes);
    } catch (error) {
      if (this.#onDamaged === null || !(error instanceof RangeError)) throw error;
      this.#onDamaged(key, error);
    }
    return { model, stored: sealOf(bytes), bytes: bytes.length };
  }
}

/** A learner whose units all fit into a key; other addresses have no unit. */
function withUsableUnits(learner: AnySiteLearner): AnySiteLearner {
  return {
    ...learner,
    unit(url) {
      const unit = learner.unit(url);
      const fits = Buffer.byteLength(modelKey(learner.name, unit)) <= MAX_KEY_BYTES && !unit.includes('\0');
      return fits ? unit : '';
    },
  };
}

/** Sealed bytes (`text/sealed.ts`) end in a checksum of 8 bytes. */
function sealOf(bytes: Uint8Array): string {
  return `${bytes.length} ${bytes.subarray(-8).join(' ')}`;
}

/**
 * A learner's model from its bytes.
 *
 * @throws RangeError that names learner and unit before what the learner says
 */
export function decodeModel(learner: AnySiteLearner, unit: string, bytes: Uint8Array): unknown {
  try {
    return learner.decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`${learner.name} model of ${unit}: ${error.message}`);
    throw error;
  }
}
