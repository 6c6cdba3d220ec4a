/**
 * Formulas between dollars as Pandoc and GitHub read them: one dollar opens a formula only before text, and ends it only after text
 * and not before a digit. So `$5 and $6` are prices, which the plain extension of micromark takes for a formula.
 */
import { math } from 'micromark-extension-math';
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';

const DOLLAR = 36;

/** The extension of micromark for formulas, with the rule for single dollars. */
export function dollarMath(): Extension {
  const extension = math();
  const construct = extension.text?.[DOLLAR] as Construct;
  return { ...extension, text: { [DOLLAR]: { ...construct, tokenize: guarded(construct) } } };
}

function guarded({ tokenize }: Construct): Construct['tokenize'] {
  return function read(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    return effects.check({ partial: true, tokenize: ahead }, tokenize.call(this, effects, ok, nok), nok);
  };
}

const isSpace = (code: Code): boolean => code === null || code < 0 || code === 32 || code === 160;

/** Reads as far as a dollar that may end the formula; succeeds at once for two dollars. */
function ahead(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let previous: Code = null;
  const consumed = (code: Code, next: State): State => {
    effects.consume(code);
    previous = code;
    return next;
  };
  const done: State = (code) => {
    effects.exit('mathText');
    return ok(code);
  };
  const first: State = (code) => {
    effects.enter('mathText');
    return consumed(code, second);
  };
  const second: State = (code) => {
    if (code === DOLLAR) return done(code);
    return isSpace(code) ? nok(code) : consumed(code, inside);
  };
  const inside: State = (code) => {
    if (code === null) return nok(code);
    if (code === DOLLAR && !isSpace(previous)) return consumed(code, ended);
    if (code < -2) {
      effects.exit('mathText');
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      effects.enter('mathText');
      previous = code;
      return inside;
    }
    return consumed(code, inside);
  };
  const ended: State = (code) => (code !== null && code >= 48 && code <= 57 ? inside(code) : done(code));
  return first;
}
