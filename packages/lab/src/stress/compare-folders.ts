/** Whether two folders of the stream hold the same: documents, rejects, and every value of the state. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeNamed } from 'dehusk';

/** What is wrong, in words; nothing when all is well. */
export async function differencesOf(expected: string, got: string, input: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const output of ['documents', 'rejects']) {
    const ours = rowsOf(got, output);
    const theirs = rowsOf(expected, output);
    const twice = ours.length - new Set(ours.map(({ id, revision = 1 }) => `${id} ${revision}`)).size;
    if (twice > 0) wrong.push(`${output}: ${twice} of ${ours.length} stand twice under one id and revision`);
    const missing = missingOf(theirs, ours);
    const added = missingOf(ours, theirs);
    if (missing > 0) wrong.push(`${output}: ${missing} of ${theirs.length} are missing or differ`);
    if (added > 0) wrong.push(`${output}: ${added} are there that an uninterrupted run does not give`);
  }
  const ours = await valuesOf(got, input);
  const theirs = await valuesOf(expected, input);
  for (const key of new Set([...ours.keys(), ...theirs.keys()]))
    if (ours.get(key) !== theirs.get(key)) wrong.push(`state: the value "${key}" differs`);
  return wrong;
}

/** The rows of an output. */
export function rowsOf(folder: string, output: string): Record<string, unknown>[] {
  return readdirSync(join(folder, output))
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, output, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function missingOf(wanted: readonly Record<string, unknown>[], there: readonly Record<string, unknown>[]): number {
  // When a page was rejected is told by the clock, when a document was published by the page.
  const textOf = (row: Record<string, unknown>): string => JSON.stringify('stage' in row ? { ...row, at: '' } : row);
  const have = new Set(there.map(textOf));
  return wanted.filter((row) => !have.has(textOf(row))).length;
}

/** Every value by key, and the input's position. Marks of outputs tell of the files of one folder and are left out. */
async function valuesOf(folder: string, input: string): Promise<Map<string, string>> {
  const store = await storeNamed('lmdb').open(join(folder, 'state'), false);
  try {
    const values = new Map<string, string>([['position', String(await store.position(`jsonl:${input}`))]]);
    for (const key of await store.keys())
      if (!key.startsWith('sink/')) values.set(key, Buffer.from((await store.get(key)) ?? []).toString('base64'));
    return values;
  } finally {
    await store.close();
  }
}
