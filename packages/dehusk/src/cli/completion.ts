/**
 * Completion scripts for bash, zsh and fish, made from the commands' own tables. A script holds all words, so that completing
 * starts no process; files complete everywhere else.
 */
import type { Command, Option } from 'commander';
import { allCommands, type CommandWords, quoted } from './command-words.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script for a shell. @param program with all commands loaded */
export function completionScript(shell: Shell, program: Command): string {
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
