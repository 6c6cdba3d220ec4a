// Programs of the READMEs of integrations, which tests run as they stand there but for their addresses.
import { readFileSync } from 'node:fs';

/** The first block of a README in a language. @param folder the integration's folder */
export function blockOf(folder, language) {
  const readme = readFileSync(new URL(`../integrations/${folder}/README.md`, import.meta.url), 'utf8');
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme)[1];
}

/** A text in which each of the given parts is replaced. @throws Error when one is missing: the README has changed */
export function replaced(text, parts) {
  return Object.entries(parts).reduce((done, [part, by]) => {
    if (!done.includes(part)) throw new Error(`got a README without ${part}`);
    return done.replaceAll(part, by);
  }, text);
}
