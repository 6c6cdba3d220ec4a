/** A name with options after a colon, `cleaneval:markers=as-is`, `dehusk:pageType=article,minimum=3,flag`; a flag alone is true. */
export function nameAndOptions(text: string): {
  name: string;
  options: Record<string, string | number | boolean | null>;
} {
  const [name, pairs = ''] = text.split(/:(.*)/s);
  const options: Record<string, string | number | boolean | null> = {};
  for (const pair of pairs === '' ? [] : pairs.split(',')) {
    const [option, value = 'true'] = pair.split(/=(.*)/s);
    const isNumber = value.trim() !== '' && !Number.isNaN(Number(value));
    options[option] = Object.hasOwn(WORDS, value) ? WORDS[value] : isNumber ? Number(value) : value;
  }
  return { name, options };
}

const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
