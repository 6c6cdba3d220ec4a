import { Argument, type Command, type Option } from 'commander';
import type { CommandEnd } from './failures.js';
import { print } from './outputs.js';

const HELP = `
Examples:
  dehusk completion bash > dehusk.bash          then source it in ~/.bashrc
  dehusk completion zsh > _dehusk               into a folder of $fpath
  dehusk completion fish > dehusk.fish          into ~/.config/fish/completions/
  dehusk completion man > dehusk.1              the manual page: man -l dehusk.1`;

/** `dehusk completion SHELL`. The program has all its commands. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  return command
    .addArgument(new Argument('<shell>', 'the shell; man prints the manual page').choices([...SHELLS, 'man']))
    .addHelpText('after', HELP)
    .action(async (shell: string) => {
      const program = command.parent as Command;
      await print(
        shell === 'man' ? manualPage(program, program.version() ?? '') : completionScript(shell as Shell, program),
      );
      finish('all-extracted');
    });
}

// The manual page `dehusk(1)`, in the macros of man(7), made from the commands' own tables.

/** @param program with all commands loaded @returns roff */
function manualPage(program: Command, version: string): string {
  const [main, ...others] = allCommands(program);
  const sections = others.map(({ path, command, options }) =>
    [
      `.SS ${escaped(`dehusk ${path.join(' ')}`)}`,
      escaped(`${command.description()}.`),
      `.PP\n.B ${escaped(`dehusk ${path.join(' ')}`)}\n${escaped(command.usage())}`,
      ...options.map(optionEntry),
      ...afterHelp(command),
    ].join('\n'),
  );
  return `${[
    `.TH DEHUSK 1 "" "dehusk ${version}" "User Commands"`,
    '.nh\n.ad l',
    `.SH NAME\ndehusk \\- ${escaped(lowered(program.description()))}`,
    `.SH SYNOPSIS\n.B dehusk\n${escaped(program.usage())}`,
    `.SH OPTIONS\n${main.options.map(optionEntry).join('\n')}`,
    ...afterHelp(program),
    `.SH COMMANDS\n${sections.join('\n')}`,
  ].join('\n')}\n`;
}

function optionEntry({ flags, description }: { readonly flags: string; readonly description: string }): string {
  return `.TP\n.B ${escaped(flags)}\n${escaped(description)}`;
}

/** Examples and exit codes, which help shows after the options: as they are. */
function afterHelp(command: Command): string[] {
  let text = '';
  const context = { error: false, command, write: (more: string) => (text += more) };
  // Commander's types leave out that a command emits events.
  (command as unknown as NodeJS.EventEmitter).emit('afterHelp', context);
  return text.trim() === '' ? [] : [`.PP\n.nf\n${text.trim().split('\n').map(escaped).join('\n')}\n.fi`];
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');

/** Text in which nothing is a request: no line begins with a dot or a quote, and hyphens stay hyphens. */
function escaped(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replaceAll('’', "'");
  // Long lists may break after a comma.
  return plain.replace(/,(?=\S)/g, ',\\:').replace(/^(?=[.'])/, '\\&');
}

// Completion scripts for bash, zsh and fish, made from the commands' own tables. A script holds all words, so that completing
// starts no process; files complete everywhere else.

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** The script for a shell. @param program with all commands loaded */
function completionScript(shell: Shell, program: Command): string {
  return SCRIPTS[shell](allCommands(program));
}

const SCRIPTS: Readonly<Record<Shell, (all: readonly CommandWords[]) => string>> = { bash, zsh, fish };

const keyOf = ({ path }: CommandWords): string => path.map((word) => ` ${word}`).join('');
const flagsOf = (options: readonly Option[]): string[] =>
  options.flatMap(({ short, long }) => [short, long]).filter((one) => one !== undefined);
/** Patterns of a shell's `case` that match the words of a command. */
const patterns = (all: readonly CommandWords[]): string =>
  all
    .slice(1)
    .map((one) => quoted(keyOf(one)))
    .join('|');

function bash(all: readonly CommandWords[]): string {
  const cases = all.map((one) => {
    const commands = one.commands.map((command) => command.name()).join(' ');
    return `    ${quoted(keyOf(one))}) commands=${quoted(commands)} options=${quoted(flagsOf(one.options).join(' '))} ;;`;
  });
  return `# dehusk completion bash
_dehusk() {
  local here='' commands='' options='' i current=\${COMP_WORDS[COMP_CWORD]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$here \${COMP_WORDS[i]}" in
    ${patterns(all)}) here="$here \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$here" in
${cases.join('\n')}
  esac
  local IFS=$' \\n'
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _dehusk dehusk
`;
}

function zsh(all: readonly CommandWords[]): string {
  const described = (name: string, text: string): string => quoted(`${name.replaceAll(':', '\\:')}:${text}`);
  const cases = all.map((one) => {
    const commands = one.commands.map((command) => described(command.name(), command.description()));
    const options = one.options.flatMap((option) =>
      flagsOf([option]).map((flag) => described(flag, option.description)),
    );
    return `    (${quoted(keyOf(one))}) commands=(${commands.join(' ')}) options=(${options.join(' ')}) ;;`;
  });
  return `#compdef dehusk
# dehusk completion zsh
_dehusk() {
  local here='' word
  local -a commands options
  for word in \${words[2,CURRENT-1]}; do
    case "$here $word" in
    (${patterns(all)}) here="$here $word" ;;
    esac
  done
  case "$here" in
${cases.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option options
  else
    (( $#commands )) && _describe command commands
    _files
  fi
}
if [[ $funcstack[1] == _dehusk ]]; then _dehusk "$@"; else compdef _dehusk dehusk; fi
`;
}

function fish(all: readonly CommandWords[]): string {
  const lines = all.flatMap(({ path, commands, options }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const names = commands.map((command) => command.name());
    const inner = names.length > 0 ? [`not __fish_seen_subcommand_from ${names.join(' ')}`] : [];
    const where = `complete -c dehusk -n ${quoted([...seen, ...inner].join('; and '))}`;
    return [
      ...commands.map((command) => `${where} -a ${command.name()} -d ${quoted(command.description())}`),
      ...options.map(({ short, long, description, required }) => {
        const flags = [short && `-s ${short.slice(1)}`, long && `-l ${long.slice(2)}`].filter(Boolean).join(' ');
        return `${where} ${flags}${required ? ' -r' : ''} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# dehusk completion fish\n${lines.join('\n')}\n`;
}

// What completion scripts and the manual page say about the commands: their words, from commander's tables.

/** A command with its place in the tree. */
interface CommandWords {
  /** Words after the program's name: `['site', 'learn']`; empty for the program. */
  readonly path: readonly string[];
  readonly command: Command;
  readonly commands: readonly Command[];
  /** The options that help shows. */
  readonly options: readonly Option[];
}

/** The program and all its commands, in the order of help. */
export function allCommands(program: Command): CommandWords[] {
  const found: CommandWords[] = [];
  const add = (command: Command, path: readonly string[]): void => {
    const help = command.createHelp();
    const commands = help.visibleCommands(command);
    found.push({ path, command, commands, options: help.visibleOptions(command) });
    for (const one of commands) add(one, [...path, one.name()]);
  };
  add(program, []);
  return found;
}

/** A text in the single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A text as one word of a shell, in quotes where it needs them. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));
