/** The options of the filters, for every command that extracts. */

import type { PageFilters } from '@dehusk/node';
import { type Command, InvalidArgumentError } from 'commander';

/** The values of the options below, as commander returns them. */
export interface FilterFlags {
  readonly targetLanguage?: readonly string[];
  readonly minLength?: number;
  readonly minConfidence?: number;
  readonly onlyWithMetadata?: true;
}

export function addFilterOptions(command: Command): Command {
  return command
    .option('--target-language <codes>', 'refuse pages whose text is in another language (en or en,pt)', languages)
    .option('--min-length <characters>', 'refuse pages whose text is shorter', length)
    .option('--min-confidence <share>', 'refuse pages with a lower confidence, 0 to 1', share);
}

/** The filters for the flags given. */
export function filtersOf({ targetLanguage, minLength, minConfidence, onlyWithMetadata }: FilterFlags): PageFilters {
  return {
    ...(targetLanguage === undefined ? {} : { targetLanguages: targetLanguage }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
    ...(onlyWithMetadata === undefined ? {} : { onlyWithMetadata }),
  };
}

function languages(text: string): string[] {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return text.split(',').map((one) => {
    const code = one.trim().toLowerCase();
    if (/^[a-z]{2,3}$/.test(code) && names.of(code) !== undefined) return code;
    throw new InvalidArgumentError(`"${one}" is no language code; expected ISO 639 codes such as en or en,pt.`);
  });
}

function length(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number of characters, such as 200.');
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 1, such as 0.7.');
}
