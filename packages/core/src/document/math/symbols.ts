/** LaTeX commands for the characters of formulas. */
import { COMMAND_PAIRS, STYLE_STARTS, VARIANTS } from './symbols-data.js';

export const COMMANDS: ReadonlyMap<string, string> = new Map(
  (() => {
    const words = COMMAND_PAIRS.split(' ');
    return words.flatMap((word, at): [string, string][] => (at % 2 === 0 ? [[word, `\\${words[at + 1]}`]] : []));
  })(),
);

/** Names of functions that LaTeX has as commands. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh ' +
    'sup tan tanh'
  ).split(' '),
);

/** The command of a `mathvariant`, empty for none; null for one that is not known. */
export function styleOfVariant(variant: string | null): string | null {
  return variant === null ? null : (VARIANTS[variant.trim().toLowerCase()] ?? null);
}

/** Ranges of letters in a style (mathematical alphanumeric symbols, and the letters Unicode had before them). */
export const LETTER_STYLES: readonly { readonly from: number; readonly to: number; readonly style: string }[] =
  STYLE_STARTS.flatMap(([from, style], at, all) =>
    at + 1 < all.length ? [{ from: from as number, to: (all[at + 1][0] as number) - 1, style: style as string }] : [],
  ).concat(
    ...[...'ℂℍℕℙℚℝℤ'].map((letter) => one(letter, 'mathbb')),
    ...[...'ℬℰℱℋℐℒℳℛ'].map((letter) => one(letter, 'mathcal')),
    ...[...'ℭℌℨ'].map((letter) => one(letter, 'mathfrak')),
    one('ℎ', ''),
  );

function one(letter: string, style: string): { from: number; to: number; style: string } {
  const code = letter.codePointAt(0) as number;
  return { from: code, to: code, style };
}
