/**
 * The models of sites over a store: one value a learner and site, decoded when first asked for, kept while there is room,
 * written together with the position in the input.
 *
 * The key is `learner/unit` (`urltree/example.org`); learners' names have no slash, units may.
 */
import { type AnySiteLearner, type SiteKnowledge, type SitePage, withLearnerDefaults } from '@dehusk/core';
import { MAX_KEY_BYTES, type Position, type Store } from '../stores/store.js';

/** Decoded models kept at once, over all learners: a site's models take about a megabyte. */
const KEPT_MODELS = 256;

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

export class SiteModels {
  readonly #store: Store;
  readonly #inUse: readonly LearnerInUse[];
  /** Decoded models, least lately used first; null: the store has none. */
  readonly #models = new Map<string, unknown>();
  readonly #changed = new Set<string>();

  constructor(
    store: Store,
    learners: readonly { readonly learner: AnySiteLearner; readonly given?: Readonly<Record<string, unknown>> }[],
  ) {
    this.#store = store;
    this.#inUse = learners.map(({ learner, given }) => ({ learner, options: withLearnerDefaults(learner, given) }));
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
      const model = isUsableUnit(learner, unit) ? await this.#read(learner, unit) : null;
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
      const model = known ?? learner.empty(options);
      learner.observe(model, page, options);
      const key = modelKey(learner.name, unit);
      this.#models.set(key, model);
      this.#changed.add(key);
      observers++;
    }
    return observers;
  }

  /** Writes what changed, and the position, in one transaction; then lets go of models beyond those kept. */
  async commit(position?: Position): Promise<void> {
    const changes = new Map<string, Uint8Array>();
    for (const { learner } of this.#inUse)
      for (const key of this.#changed)
        if (unitOfKey(key).learner === learner.name) changes.set(key, learner.encode(this.#models.get(key)));
    await this.#store.commit(changes, position === undefined ? [] : [position]);
    this.#changed.clear();
    for (const key of this.#models.keys()) {
      if (this.#models.size <= KEPT_MODELS) break;
      this.#models.delete(key);
    }
  }

  async #read(learner: AnySiteLearner, unit: string): Promise<unknown> {
    const key = modelKey(learner.name, unit);
    if (this.#models.has(key)) {
      const model = this.#models.get(key);
      this.#models.delete(key);
      this.#models.set(key, model);
      return model;
    }
    const bytes = await this.#store.get(key);
    const model = bytes === undefined ? null : decodeModel(learner, unit, bytes);
    this.#models.set(key, model);
    return model;
  }
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
