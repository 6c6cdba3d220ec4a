/**
 * Outputs of systems that cannot run in Node, stored by their own programs: a JSON file `{id: text}` (also gzipped), JSON
 * lines `{id, text}`, or a folder with a file a page (`<id>.json`, `<id>.json.gz`, `<id>.txt`).
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FILE_OF_A_PAGE = /^(.+?)\.(json|txt)(\.gz)?$/;

/**
 * Reads stored outputs.
 *
 * @returns text by page id; a page that is missing is scored as empty text
 * @throws Error naming the file that cannot be read or has another shape
 */
export function readStoredOutputs(path: string): Map<string, string> {
  const outputs = new Map<string, string>();
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) {
      const [, id, kind] = FILE_OF_A_PAGE.exec(name) ?? [];
      if (id === undefined) continue;
      const content = readText(join(path, name));
      outputs.set(id, kind === 'txt' ? content : textOfRecord(parseJson(content, join(path, name)), join(path, name)));
    }
    if (outputs.size === 0) throw new Error(`${path} holds no <id>.json, <id>.json.gz or <id>.txt`);
    return outputs;
  }
  const content = readText(path);
  if (/\.jsonl(\.gz)?$/.test(path)) {
    for (const [index, line] of content.split('\n').entries()) {
      if (line.trim() === '') continue;
      const record = parseJson(line, `${path}:${index + 1}`);
      if (!isRecord(record) || typeof record.id !== 'string')
        throw new Error(`${path}:${index + 1}: expected {"id": …, "text": …}`);
      outputs.set(record.id, textOfRecord(record, `${path}:${index + 1}`));
    }
    return outputs;
  }
  const record = parseJson(content, path);
  if (!isRecord(record)) throw new Error(`${path}: expected an object {id: text}, got ${describe(record)}`);
  for (const [id, value] of Object.entries(record)) outputs.set(id, textOfRecord(value, `${path}: ${id}`));
  return outputs;
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new Error(`${where}: not JSON (${thrown instanceof Error ? thrown.message : String(thrown)})`);
  }
}

/** The text in a stored record: a string, `{text}`, `{textContent}`, or either inside `{result}`; null means nothing found. */
function textOfRecord(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (isRecord(value)) {
    for (const field of ['text', 'textContent', 'articleBody'])
      if (typeof value[field] === 'string') return value[field];
    if ('result' in value) return textOfRecord(value.result, where);
  }
  throw new Error(`${where}: expected a text, {"text": …} or {"textContent": …}, got ${describe(value)}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  return isRecord(value) ? `an object with ${Object.keys(value).slice(0, 8).join(', ')}` : JSON.stringify(value);
}
