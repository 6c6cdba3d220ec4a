// Writes docs/commands.md: what each command, format and option is for, from the tables of the program. Needs `npm run build`.
import { spawnSync } from 'node:child_process';
import { FORMATS } from '@dehusk/core';

/** The commands whose options are listed: those of the others are in their help. */
const LISTED = ['dehusk', 'dehusk batch'];

/** The text of a line of roff. */
const plain = (line) => line.replace(/^\\&/, '').replaceAll('\\:', '').replaceAll('\\-', '-').replaceAll('\\e', '\\');
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The commands of the manual page, each with its description and options. */
function commandsOf(manual) {
  const [main, ...others] = manual.split(/^\.SS /m);
  const read = (name, text, description) => ({
    name,
    description,
    options: [...text.matchAll(/^\.TP\n\.B (.*)\n(.*)$/gm)].map(([, flags, what]) => [plain(flags), plain(what)]),
  });
  return [
    read('dehusk', main, 'extract pages'),
    ...others
      .filter((text) => !/^dehusk \w+ help\n/.test(text))
      .map((text) => {
        const [name, description] = text.split('\n', 2).map(plain);
        return read(name, text, description.replace(/\.$/, ''));
      }),
  ];
}

export function commandsPage() {
  const program = new URL('../packages/dehusk/bin/dehusk.js', import.meta.url).pathname;
  const { stdout } = spawnSync(process.execPath, [program, 'completion', 'man'], { encoding: 'utf8' });
  const commands = commandsOf(stdout);
  const options = commands.filter(({ name }) => LISTED.includes(name));
  return `# Commands, formats and options

\`dehusk help COMMAND\` has the options of the other commands, \`dehusk --list\` the names for \`--set\` and \`--fetch\`.

${table(
  ['command', 'what it is for'],
  commands.map(({ name, description }) => [`\`${name}\``, cell(description)]),
)}

${table(
  ['format', 'what it is'],
  FORMATS.map(({ name, summary }) => [`\`${name}\``, cell(summary)]),
)}
${options
  .map(({ name, options: rows }, at) => {
    // A line that an earlier table has is only named.
    const earlier = options.slice(0, at).flatMap((one) => one.options.map(String));
    const known = rows.filter((row) => earlier.includes(String(row)));
    const head = ['option', 'what it is for'];
    const list = rows.filter((row) => !known.includes(row)).map(([flags, what]) => [`\`${flags}\``, cell(what)]);
    const also = known.map(([flags]) => `\`${/--[\w-]+/.exec(flags)[0]}\``).join(', ');
    return `\n## Options of \`${name}\`\n\n${table(head, list)}\n${also === '' ? '' : `\nAs above: ${also}.\n`}`;
  })
  .join('')}`;
}
