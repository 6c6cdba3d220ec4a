/** Rows in the layouts that corpus tools read, in place of records. Only pages with text have such a row. */
import type { ExtractSuccess, FieldName, RenderOptions } from '@dehusk/core';
import { type FieldType, rowOf } from '@dehusk/core/extend';
import { rowNamed } from '@dehusk/html';
import { type DetectedLanguage, languageOfText } from '../extraction/extract-with-language.js';
import { type RowOutcome, withOthers } from './fields.js';

/** A page for a preset. */
interface PresetPage {
  /** The main content in the format asked for. */
  readonly text: string;
  /** The id in the input, else the address, else the line of the input. */
  readonly id: string;
  /** Fields of the record. */
  readonly record: ReturnType<typeof rowOf>;
  /** Of the text, not declared; null when the text is too short to decide. */
  readonly detected: DetectedLanguage | null;
  /** Name of the input file; null for none. */
  readonly input: string | null;
}

interface Preset {
  readonly name: string;
  /** The columns and their types, in order. */
  readonly columns: Readonly<Record<string, FieldType>>;
  row(page: PresetPage): Readonly<Record<string, unknown>>;
}

const METADATA = ['url', 'date', 'title', 'author', 'siteName', 'pageType', 'confidence'] as const;

/** As datatrove's JsonlReader reads it. */
const datatrove: Preset = {
  name: 'datatrove',
  columns: { text: 'text', id: 'text', metadata: 'json' },
  row: ({ text, id, record, detected }) => {
    const { url, date, ...rest } = Object.fromEntries(METADATA.map((name) => [name, record[name]]));
    return { text, id, metadata: { url, date, language: detected?.language ?? record.language, ...rest } };
  },
};

/** The columns of FineWeb that are known: not `dump` and `token_count`. */
const fineweb: Preset = {
  name: 'fineweb',
  columns: {
    text: 'text',
    id: 'text',
    url: 'text',
    date: 'text',
    file_path: 'text',
    language: 'text',
    language_score: 'number',
  },
  row: ({ text, id, record, detected, input }) => ({
    text,
    id,
    url: record.url,
    // As in FineWeb, the time of the crawl and not of the publication.
    date: record.at,
    file_path: input,
    language: detected?.language ?? record.language,
    language_score: detected?.score ?? null,
  }),
};

/** Every preset under its name. */
export const PRESETS: readonly Preset[] = [datatrove, fineweb];

/** A preset, and the format of its text. */
export interface PresetChoice {
  readonly name: string;
  readonly format: 'text' | 'markdown' | 'html' | 'tei' | 'xml';
}

/** @throws RangeError naming what was got and every name there is */
export function presetNamed(name: string): Preset {
  return rowNamed('preset', PRESETS, name);
}

/** A page with text in the layout of a preset. */
export async function presetRow(
  outcome: RowOutcome & { readonly page: ExtractSuccess },
  { name, format }: PresetChoice,
  rendering: RenderOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { page, line, input, others, ...known } = outcome;
  const fields: FieldName[] = [...METADATA, 'language', 'at', format];
  const record = rowOf(fields, page, known, rendering);
  const row = presetNamed(name).row({
    text: record[format] as string,
    id: String(known.id ?? record.url ?? line),
    record,
    detected: await languageOfText(page.text),
    input,
  });
  return withOthers(row, others);
}
