/** Reads the files of datasets: gzip by name, JSON by line. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { openByteInput, readLines } from '@dehusk/node';

/** A JSON object as published: its fields are unknown. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** A file's bytes, decompressed when its name ends in `.gz`. */
export function readBytes(path: string): Uint8Array {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** A UTF-8 file's text without a byte order mark, decompressed when its name ends in `.gz`. */
export function readText(path: string): string {
  return Buffer.from(readBytes(path))
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

/** @throws Error with the place when the text is not JSON */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${where}: not JSON (${cause instanceof Error ? cause.message : cause})`, { cause });
  }
}

/**
 * The objects of a file with one JSON object per line, read as a stream. Blank lines are skipped.
 * @throws Error naming file and line when a line is not a JSON object
 */
export async function* readJsonLines(path: string): AsyncGenerator<JsonFields> {
  for await (const { bytes, number } of readLines(openByteInput(path), Number.POSITIVE_INFINITY)) {
    const where = `${path}, line ${number}`;
    yield recordIn(parseJson(Buffer.from(bytes).toString('utf8'), where), where);
  }
}

/** @throws Error with the place when the value is not an object */
export function recordIn(value: unknown, where: string): JsonFields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonFields;
  throw new Error(`${where}: got ${JSON.stringify(value)?.slice(0, 60)}, expected an object`);
}

/** A field's string, or null when it holds none. */
export function textIn(record: JsonFields, field: string): string | null {
  const value = record[field];
  return typeof value === 'string' ? value : null;
}

/** The strings of a field's list; empty when it holds no list. */
export function textsIn(record: JsonFields, field: string): readonly string[] {
  const value = record[field];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The fields that a row of our own formats names like a case. */
export function namedFields(row: JsonFields) {
  return {
    url: textIn(row, 'url'),
    language: textIn(row, 'lang'),
    pageType: textIn(row, 'pageType'),
    timestamp: textIn(row, 'timestamp'),
    title: textIn(row, 'title'),
    author: textIn(row, 'author') ?? (textsIn(row, 'authors').join('; ') || null),
    publishDate: textIn(row, 'publishDate'),
    licence: textIn(row, 'licence'),
    goldMarkup: textIn(row, 'goldMarkup'),
  };
}
