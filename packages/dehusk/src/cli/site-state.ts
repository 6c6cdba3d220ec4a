/** Shared by `--site` and the commands `dehusk site` and `dehusk state`: the state folder, learners and hosts. */
import { type AnySiteLearner, hostParts } from '@dehusk/core/extend';
import { counted } from '@dehusk/node';
import { SITE_LEARNERS } from '@dehusk/papers';
import { decodeModel, modelKey, openLmdbStore, type Store, StoreError, unitOfKey } from '@dehusk/stream';
import { checked, InputOutputError, ofInput, UsageError } from './failures.js';

export const STATE_HELP = 'folder of the state: one value per site and learner';

/** Host of pages without an address: they are of one site. Reserved by RFC 2606, so that it is nobody's. */
export const HOST_OF_FILES = 'files.invalid';

/** @throws InputOutputError for a state that cannot be opened */
export async function openState(folder: string, create: boolean): Promise<Store> {
  try {
    return openLmdbStore(folder, create);
  } catch (error) {
    if (error instanceof StoreError)
      throw new InputOutputError(
        `state: ${error.message}${create ? '' : ' (dehusk PAGES --site --state FOLDER creates one)'}`,
      );
    throw error;
  }
}

/**
 * Reads or writes a state.
 *
 * @param place the state, for messages
 * @throws InputOutputError for what is damaged or cannot be written
 */
export function onState<T>(place: string, act: () => Promise<T>): Promise<T> {
  return ofInput([RangeError, StoreError], act, `${place}: `);
}

/**
 * Runs something on an open state and always closes it.
 *
 * @throws InputOutputError for damaged models too
 */
export async function withState<T>(folder: string, create: boolean, run: (store: Store) => Promise<T>): Promise<T> {
  const store = await openState(folder, create);
  try {
    return await onState(folder, () => run(store));
  } finally {
    await store.close();
  }
}

/** An address of the site that was named by its host or by any of its addresses. */
function urlOfHost(host: string): string {
  const url = /^https?:\/\//i.test(host) ? host : `https://${host}/`;
  if (!URL.canParse(url) || new URL(url).hostname === '')
    throw new UsageError(`got "${host}", expected a host such as www.example.org`);
  return url;
}

/** The models of a site, in the order of the learners' table. */
export async function modelsOf(
  store: Store,
  host: string,
): Promise<{ learner: AnySiteLearner; unit: string; model: unknown }[]> {
  const url = urlOfHost(host);
  const found: { learner: AnySiteLearner; unit: string; model: unknown }[] = [];
  for (const learner of SITE_LEARNERS) {
    const unit = checked(() => learner.unit(url));
    const bytes = unit === '' ? undefined : await store.get(modelKey(learner.name, unit));
    if (bytes !== undefined) found.push({ learner, unit, model: decodeModel(learner, unit, bytes) });
  }
  return found;
}

/** The keys of models: a stream's state also holds other values. */
export async function modelKeys(store: Store): Promise<string[]> {
  const keys = await Promise.all(SITE_LEARNERS.map(({ name }) => store.keys(modelKey(name, ''))));
  return keys.flat().sort();
}

/** The error for an unknown host. Names the known sites of the same domain. */
export async function unknownHost(store: Store, host: string, folder: string): Promise<InputOutputError> {
  const { domain } = hostParts(new URL(urlOfHost(host)).hostname);
  const units = new Set((await modelKeys(store)).map((key) => unitOfKey(key).unit));
  const near = [...units].filter((unit) => domain !== '' && unit.includes(domain));
  const known =
    near.length > 0
      ? `there is: ${near.join(', ')}`
      : `known: ${counted(units.size, 'site')}; dehusk site explain lists them`;
  return new InputOutputError(`${folder} knows nothing of ${host} (${known})`);
}
