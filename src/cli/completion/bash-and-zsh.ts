import type { CompletionContext, ValueSource } from './tree.ts';

/** How bash (3.2 or later) or zsh offers completions. Both read the same tables. */
interface Dialect {
  /** Offers the words that start with `$cur`. */
  readonly words: (list: string) => string;
  /** Offers the running emulator's ids of a kind. */
  readonly live: (kind: string) => string;
  readonly files: string;
  readonly folders: string;
}

const bash: Dialect = {
  words: (list) => `COMPREPLY+=($(compgen -W "${list}" -- "$cur"))`,
  live: (kind) => `COMPREPLY+=($(compgen -W "$(_emulator_live ${kind} "$word")" -- "$cur"))`,
  files: 'COMPREPLY+=($(compgen -f -- "$cur"))',
  folders: 'COMPREPLY+=($(compgen -d -- "$cur"))',
};

export function bashScript(places: readonly CompletionContext[]): string {
  return `# bash completion for emulator. Load it with: source <(npx payments-emulator completion bash)
_emulator_live() {
  emulator __complete "$1" "$2" 2>/dev/null
}
_emulator() {
  local cur prev place word i
  COMPREPLY=()
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev="\${COMP_WORDS[COMP_CWORD-1]}"
  place=""
  word=""
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in
${pathPattern(places)})
        place="$place \${COMP_WORDS[i]}" ;;
      *)
        case "\${COMP_WORDS[i]}" in
          -*) ;;
          *) [ -n "$word" ] || word="\${COMP_WORDS[i]}" ;;
        esac ;;
    esac
  done
${tables(places, bash)}
}
complete -o filenames -F _emulator emulator
`;
}

const zsh: Dialect = {
  words: (list) => `compadd -- ${list}`,
  live: (kind) => `compadd -- \${(f)"$(_emulator_live ${kind} "$word")"}`,
  files: '_files',
  folders: '_files -/',
};

export function zshScript(places: readonly CompletionContext[]): string {
  return `#compdef emulator
# zsh completion for emulator. Load it with: source <(npx payments-emulator completion zsh)
_emulator_live() {
  emulator __complete "$1" "$2" 2>/dev/null
}
_emulator() {
  local cur prev place word i
  cur="\${words[CURRENT]}"
  prev="\${words[CURRENT-1]}"
  place=""
  word=""
  for ((i = 2; i < CURRENT; i++)); do
    case "$place \${words[i]}" in
${pathPattern(places)})
        place="$place \${words[i]}" ;;
      *)
        case "\${words[i]}" in
          -*) ;;
          *) [ -n "$word" ] || word="\${words[i]}" ;;
        esac ;;
    esac
  done
${tables(places, zsh)}
}
if [ "\${funcstack[1]}" = "_emulator" ]; then
  _emulator "$@"
else
  compdef _emulator emulator
fi
`;
}

/** The paths of all commands, as alternatives of a shell pattern. */
const pathPattern = (places: readonly CompletionContext[]): string =>
  places
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `      " ${path.join(' ')}"`)
    .join('|\\\n');

/** The values of each command's flags, then the words of each command. */
function tables(places: readonly CompletionContext[], own: Dialect): string {
  const values: string[] = [];
  const shared = new Map<string, string>();
  for (const { path, flags } of places) {
    for (const { names, value } of flags) {
      if (value === null) continue;
      const offer = offerOf(value, own);
      for (const name of names) {
        // A flag usually takes the same values everywhere, so one line covers all commands.
        const known = shared.get(name);
        if (known === undefined) shared.set(name, offer);
        else if (known !== offer) values.push(`    ${quoted(path)}":${name}") ${offer}; return ;;`);
      }
    }
  }
  for (const [name, offer] of shared) values.push(`    *":${name}") ${offer}; return ;;`);
  const commands = places.map(({ path, commands: below, flags, argument }) => {
    const names = flags.flatMap((flag) => flag.names).join(' ');
    const lines = [own.words(below.map(({ name }) => name).join(' '))].filter(() => below.length > 0);
    if (argument !== null) lines.push(offerOf(argument, own));
    return `    ${quoted(path)})
      case "$cur" in
        -*) ${own.words(names)} ;;
        *) ${lines.length === 0 ? ':' : lines.join('; ')} ;;
      esac ;;`;
  });
  return `  case "$place:$prev" in
${values.join('\n')}
  esac
  case "$place" in
${commands.join('\n')}
  esac`;
}

const quoted = (path: readonly string[]): string => `"${path.map((word) => ` ${word}`).join('')}"`;

function offerOf(value: ValueSource, own: Dialect): string {
  switch (value.kind) {
    case 'words':
      return own.words(value.words.join(' ')) + (value.files ? `; ${own.files}` : '');
    case 'live':
      return own.live(value.of);
    case 'files':
      return own.files;
    case 'folders':
      return own.folders;
    case 'anything':
      return ':';
    default:
      return value satisfies never;
  }
}
