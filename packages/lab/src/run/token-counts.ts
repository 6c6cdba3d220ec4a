/**
 * Token counts of outputs, as language models count them: OpenAI's encoding o200k_base (GPT-4o and later). Other models'
 * counts differ, the ratios between forms of one page hardly.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Texts such as `<|endoftext|>` are plain text in a page. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** The number of tokens of a text. */
export const tokensOf = (text: string): number => countTokens(text, PLAIN);
