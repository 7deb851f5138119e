import { type Dialect, pathPattern, tables } from './bash.ts';
import type { Place } from './tree.ts';

const dialect: Dialect = {
  words: (list) => `compadd -- ${list}`,
  live: (kind) => `compadd -- \${(f)"$(_emulator_live ${kind} "$word")"}`,
  files: '_files',
  folders: '_files -/',
};

export function zshScript(places: readonly Place[]): string {
  return `#compdef emulator
# zsh completion of emulator. Load it with: source <(emulator completion zsh)
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
${tables(places, dialect)}
}
if [ "\${funcstack[1]}" = "_emulator" ]; then
  _emulator "$@"
else
  compdef _emulator emulator
fi
`;
}
