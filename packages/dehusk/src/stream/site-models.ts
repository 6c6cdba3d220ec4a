/**
 * The models of sites over a store: one value a learner and site, decoded when first asked for, kept while there is room,
 * written together with the position in the input.
 *
 * The key is `learner/unit` (`urltree/example.org`); learners' names have no slash, units may.
 */
import { type AnySiteLearner, type SiteKnowledge, type SitePage, withLearnerDefaults } from '@dehusk/core/internal';
import { MAX_KEY_BYTES, type Position, type Store } from '../stores/store.js';

/** Decoded models kept at once, over all learners: a site's models take about a megabyte. */
const KEPT_MODELS = 256;
/** The same in bytes as they are written; decoded they take two to three times as much. */
const KEPT_BYTES = 96 * 1024 * 1024;

/** A learner with the options it runs with. */
export interface LearnerInUse {
  readonly learner: AnySiteLearner;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The key of a site's model in a store. */
export function modelKey(learner: string, unit: string): string {
  return `${learner}/${unit}`;
}

/** Learner and unit of a key. */
export function unitOfKey(key: string): { readonly learner: string; readonly unit: string } {
  const slash = key.indexOf('/');
  return { learner: key.slice(0, slash), unit: key.slice(slash + 1) };
}

/** Whether a learner can keep a model for the unit of an address. */
export function isUsableUnit(learner: AnySiteLearner, unit: string): boolean {
  return unit !== '' && Buffer.byteLength(modelKey(learner.name, unit)) <= MAX_KEY_BYTES && !unit.includes('\0');
}

/** A model at hand: null when the store has none. */
interface KeptModel {
  readonly model: unknown;
  /** Length and checksum of its bytes as they stand in the store: sealed bytes end in their checksum. */
  stored: string | null;
  bytes: number;
}

export class SiteModels {
  readonly #store: Pick<Store, 'get' | 'commit'>;
  readonly #inUse: readonly LearnerInUse[];
  readonly #onDamaged: ((key: string, error: RangeError) => void) | null;
  /** Least lately used first. */
  readonly #models = new Map<string, KeptModel>();
  readonly #changed = new Set<string>();

  /**
   * @param onDamaged told of a model that cannot be decoded, which then begins anew; left out: that is an error
   */
  constructor(
    store: Pick<Store, 'get' | 'commit'>,
    learners: readonly { readonly learner: AnySiteLearner; readonly given?: Readonly<Record<string, unknown>> }[],
    onDamaged: ((key: string, error: RangeError) => void) | null = null,
  ) {
    this.#store = store;
    this.#inUse = learners.map(({ learner, given }) => ({ learner, options: withLearnerDefaults(learner, given) }));
    this.#onDamaged = onDamaged;
  }

  /** Number of models that were changed and not written yet. */
  get changed(): number {
    return this.#changed.size;
  }

  /**
   * What is known of the site of an address, for `ExtractOptions.site`. Learners that never saw the site are not in it.
   *
   * @throws StoreError or RangeError, naming the key, for a model that cannot be read
   */
  async knowledge(url: string, key: string, at: number): Promise<SiteKnowledge> {
    const models: Record<string, unknown> = {};
    for (const { learner } of this.#inUse) {
      const unit = learner.unit(url);
      const model = isUsableUnit(learner, unit) ? (await this.#read(learner, unit)).model : null;
      if (model !== null) models[learner.name] = model;
    }
    return { url, key, at, models };
  }

  /** Takes a page in; gives the number of learners that did (none when the address names no site). */
  async observe(page: SitePage): Promise<number> {
    let observers = 0;
    for (const { learner, options } of this.#inUse) {
      const unit = learner.unit(page.url);
      if (!isUsableUnit(learner, unit)) continue;
      const known = await this.#read(learner, unit);
      const model = known.model ?? learner.empty(options);
      learner.observe(model, page, options);
      const key = modelKey(learner.name, unit);
      this.#models.set(key, { ...known, model });
      this.#changed.add(key);
      observers++;
    }
    return observers;
  }

  /** Whether every learner knows the template of an address's site (`SiteLearner.hasPattern`). */
  async hasPatterns(url: string): Promise<boolean> {
    for (const { learner } of this.#inUse) {
      const unit = learner.unit(url);
      if (!isUsableUnit(learner, unit)) continue;
      const { model } = await this.#read(learner, unit);
      if (model === null || !learner.hasPattern(model)) return false;
    }
    return true;
  }

  /**
   * Writes what changed, and the position, in one transaction; then lets go of models beyond those kept. A model whose
   * bytes are those of the store, because the page was not sampled, is not written again.
   */
  async commit(position?: Position): Promise<void> {
    const changes = new Map<string, Uint8Array>();
    for (const { learner } of this.#inUse)
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

  async #read(learner: AnySiteLearner, unit: string): Promise<KeptModel> {
    const key = modelKey(learner.name, unit);
    const known = this.#models.get(key);
    if (known !== undefined) {
      this.#models.delete(key);
      this.#models.set(key, known);
      return known;
    }
    const bytes = await this.#store.get(key);
    const read: KeptModel = {
      model: bytes === undefined ? null : this.#decode(learner, unit, bytes),
      stored: bytes === undefined ? null : sealOf(bytes),
      bytes: bytes?.length ?? 0,
    };
    this.#models.set(key, read);
    return read;
  }

  #decode(learner: AnySiteLearner, unit: string, bytes: Uint8Array): unknown {
    try {
      return decodeModel(learner, unit, bytes);
    } catch (error) {
      if (this.#onDamaged === null || !(error instanceof RangeError)) throw error;
      this.#onDamaged(modelKey(learner.name, unit), error);
      return null;
    }
  }
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
