/** The Content-Type and Accept headers. */
import { FORMATS, type Format } from '@dehusk/core';
import { ProblemError } from './problems.js';

/** A Content-Type header: its media type in lower case, empty when there is no header, and its charset. */
export function contentType(header: string | null) {
  const [mediaType, ...parameters] = (header ?? '').split(';');
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1]).find(Boolean);
  return { mediaType: mediaType.trim().toLowerCase(), charset: charset ?? null };
}

/** Longest Accept header that is read. */
const MAX_ACCEPT = 1_000;

interface Range {
  readonly pattern: string;
  readonly quality: number;
}

function rangesOf(accept: string): Range[] {
  return accept
    .slice(0, MAX_ACCEPT)
    .split(',')
    .flatMap((part) => {
      const [pattern, ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
      const given = parameters.find((one) => one.startsWith('q='));
      const quality = given === undefined ? 1 : Number(given.slice(2));
      return pattern === '' || !(quality >= 0 && quality <= 1) ? [] : [{ pattern, quality }];
    });
}

/** The quality of a media type by the most specific range (RFC 9110, 12.5.1). */
function qualityOf(mediaType: string, ranges: readonly Range[]): number {
  for (const pattern of [mediaType, `${mediaType.split('/')[0]}/*`, '*/*']) {
    const found = ranges.find((one) => one.pattern === pattern);
    if (found !== undefined) return found.quality;
  }
  return 0;
}

/**
 * The format that an Accept header prefers; among equals the preferred one, then the first of the formats.
 *
 * @param preferred name of a format
 * @throws ProblemError 406 when none is acceptable
 */
export function formatFor(accept: string | null, preferred: string): Format {
  const ranges = rangesOf(accept || '*/*');
  const ranked = [...FORMATS].sort((a, b) => Number(b.name === preferred) - Number(a.name === preferred));
  let best: Format | null = null;
  let most = 0;
  for (const format of ranked) {
    const quality = qualityOf(format.mediaType, ranges);
    if (quality <= most) continue;
    best = format;
    most = quality;
  }
  if (best !== null) return best;
  const known = FORMATS.map((one) => one.mediaType).join(', ');
  throw new ProblemError(406, 'not-acceptable', `Accept got "${accept}", expected one of ${known}`);
}
