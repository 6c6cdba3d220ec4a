/** The layout of a batch's rows: fields of the record or a preset, as JSON lines or Parquet. */
import { rename, rm } from 'node:fs/promises';
import { FORMATS } from '@dehusk/core';
import { LINE_FIELDS, RECORD_FIELDS } from '@dehusk/core/extend';
import type { ParquetColumn, RowObject } from '@dehusk/node';
import { checkRowField, DEFAULT_FIELDS, PRESETS, type PresetChoice, presetNamed } from '@dehusk/node';
import { COLUMN_TYPES, type ColumnType, FIELD_COLUMNS, loadParquet, openParquetFile, SinkError } from '@dehusk/stream';
import type { Command } from 'commander';
import { fieldList, formatName, oneOf } from './extraction-options.js';
import { ofInput, UsageError } from './failures.js';

/** Formats that are one field of a row, or all. */
const ROW_FORMATS = FORMATS.filter(({ head }) => head === undefined).map(({ name }) => name);

/** The values of the options below, as commander returns them. */
export interface LayoutFlags {
  readonly format?: string;
  readonly fields?: readonly string[];
  readonly preset?: string;
  readonly onlyOk?: true;
}

export interface Layout {
  readonly fields: readonly string[];
  readonly preset: PresetChoice | null;
  /** Whether pages without text are left out. */
  readonly onlyOk: boolean;
}

export function addLayoutOptions(command: Command): Command {
  const presets = PRESETS.map(({ name }) => name);
  return command
    .option(
      '--format <name>',
      'markdown, html, tei, xml or chunks: also a field of that name; json or jsonl: all fields of a record',
      formatName(ROW_FORMATS),
    )
    .option(
      '--fields <names>',
      `fields of a row, in order (default: ${DEFAULT_FIELDS.join(', ')})`,
      fieldList(checkRowField),
    )
    .option(
      '--preset <name>',
      `rows for corpus tools, only of pages with text: ${presets.join(' or ')}`,
      oneOf('a preset', () => presets),
    )
    .option('--only-ok', 'leave out pages without text; the summary counts them');
}

/** @throws UsageError for flags that contradict each other */
export function layoutOf({ format = 'text', fields, preset, onlyOk }: LayoutFlags): Layout {
  if (fields !== undefined && preset !== undefined)
    throw new UsageError(`--preset ${preset} has its own fields; leave out --fields`);
  if (fields !== undefined && format !== 'text')
    throw new UsageError(`--format ${format} and --fields contradict each other: name the format among the fields`);
  if (preset !== undefined && (format.startsWith('json') || format === 'chunks'))
    throw new UsageError(
      `--preset ${preset} has one field of text, so --format got ${format}, expected markdown, html, tei or xml`,
    );
  const choice = preset === undefined ? null : { name: preset, format: format as PresetChoice['format'] };
  return { fields: fields ?? fieldsOf(format), preset: choice, onlyOk: onlyOk === true || choice !== null };
}

/** The fields of a row when only the format is given. */
function fieldsOf(format: string): readonly string[] {
  if (format === 'json') return RECORD_FIELDS.map(({ name }) => name);
  if (format === 'jsonl') return LINE_FIELDS;
  return format === 'text' ? DEFAULT_FIELDS : [...DEFAULT_FIELDS, format];
}

/**
 * Writes rows as a Parquet file, which gets its name when it is complete.
 *
 * @param kept columns of the input that rows keep
 * @throws InputOutputError when the optional package is missing; what the file system says
 */
export async function writeParquet(
  rows: AsyncIterable<RowObject>,
  output: string,
  layout: Layout,
  kept: readonly ParquetColumn[],
): Promise<void> {
  const library = await ofInput([SinkError], loadParquet);
  const partial = `${output}.partial`;
  try {
    const file = openParquetFile(library, partial, columnsOf(layout, kept));
    for await (const row of rows) await file.write(row);
    await file.finish(true);
    await rename(partial, output);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function columnsOf({ fields, preset }: Layout, kept: readonly ParquetColumn[]): ReadonlyMap<string, ColumnType> {
  const own: (readonly [string, ColumnType])[] =
    preset === null
      ? fields.map((name) => [name, FIELD_COLUMNS[name] ?? 'STRING'])
      : Object.entries(presetNamed(preset.name).columns).map(([name, type]) => [name, COLUMN_TYPES[type]]);
  return new Map([...kept.map(({ name, type }) => [name, KEPT_TYPES[type] ?? 'JSON'] as const), ...own]);
}

/** Types of kept columns by those of Parquet; others, such as lists, become JSON. */
const KEPT_TYPES: Readonly<Record<string, ColumnType>> = {
  BYTE_ARRAY: 'STRING',
  BOOLEAN: 'BOOLEAN',
  INT32: 'INT32',
  INT64: 'DOUBLE',
  FLOAT: 'DOUBLE',
  DOUBLE: 'DOUBLE',
};
