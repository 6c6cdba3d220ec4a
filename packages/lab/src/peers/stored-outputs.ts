/**
 * Outputs of systems that do not run in Node, stored by their programs: a JSON file `{id: text}`, JSON lines `{id, text}`, or
 * a folder with a file per page (`<id>.json`, `<id>.txt`). A record may have `markdown` beside or instead of the text. Any
 * file may be gzipped.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, readJson, readText, recordIn } from '../datasets/stored-files.js';

const PAGE_FILE = /^(.+?)\.(json|txt)(\.gz)?$/;

/**
 * Reads stored outputs.
 *
 * @param format `markdown` takes a record's `markdown` where it has one
 * @returns text by page id; a missing page is scored as empty text
 * @throws Error naming the file that cannot be read or has another shape
 */
export function readStoredOutputs(path: string, format: string): Map<string, string> {
  const outputs = new Map<string, string>();
  const fields = format === 'markdown' ? ['markdown', ...TEXT_FIELDS] : [...TEXT_FIELDS, 'markdown'];
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) {
      const [, id, kind] = PAGE_FILE.exec(name) ?? [];
      if (id === undefined) continue;
      const file = join(path, name);
      outputs.set(id, kind === 'txt' ? readText(file) : textOfRecord(readJson(file), file, fields));
    }
    if (outputs.size === 0) throw new Error(`${path} holds no <id>.json, <id>.json.gz or <id>.txt`);
    return outputs;
  }
  if (/\.jsonl(\.gz)?$/.test(path)) {
    for (const [index, line] of readText(path).split('\n').entries()) {
      if (line.trim() === '') continue;
      const where = `${path}:${index + 1}`;
      const record = parseJson(line, where);
      if (!isRecord(record) || typeof record.id !== 'string')
        throw new Error(`${where}: expected {"id": …, "text": …}`);
      outputs.set(record.id, textOfRecord(record, where, fields));
    }
    return outputs;
  }
  for (const [id, value] of Object.entries(recordIn(readJson(path), path)))
    outputs.set(id, textOfRecord(value, `${path}: ${id}`, fields));
  return outputs;
}

const TEXT_FIELDS = ['text', 'textContent', 'articleBody'];

/** The text of a stored record: a string, the first of the fields it has, or either inside `{result}`; null means no text. */
function textOfRecord(value: unknown, where: string, fields: readonly string[]): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (isRecord(value)) {
    for (const field of fields) if (typeof value[field] === 'string') return value[field];
    if ('result' in value) return textOfRecord(value.result, where, fields);
  }
  throw new Error(`${where}: expected a text, {"text": …} or {"textContent": …}, got ${describe(value)}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  return isRecord(value) ? `an object with ${Object.keys(value).slice(0, 8).join(', ')}` : JSON.stringify(value);
}
