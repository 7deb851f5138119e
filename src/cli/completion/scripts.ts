/**
 * The completion script of each shell. A script passes the typed words to `emulator __complete`, and the word at the
 * cursor with `=` before it, so that it is never empty. It offers the printed lines: a word and its description, or
 * `:files` or `:folders`. No script evaluates a word, as the bash script of `@bomb.sh/tab` does.
 */
export const completionScripts = {
  bash: `# bash completion for emulator. Load it with: source <(npx payments-emulator completion bash)
_emulator() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur") ;;
      :folders) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$cur") ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(emulator __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "=$cur" 2>/dev/null)
}
complete -o filenames -F _emulator emulator
`,
  zsh: `#compdef emulator
# zsh completion for emulator. Load it with: source <(npx payments-emulator completion zsh)
_emulator() {
  local line
  for line in \${(f)"$(emulator __complete -- "\${(@)words[2,CURRENT-1]}" "=\${words[CURRENT]}" 2>/dev/null)"}; do
    case "$line" in
      :files) _files ;;
      :folders) _files -/ ;;
      *) compadd -- "\${line%%$'\\t'*}" ;;
    esac
  done
}
if [ "\${funcstack[1]}" = "_emulator" ]; then
  _emulator "$@"
else
  compdef _emulator emulator
fi
`,
  fish: `# fish completion for emulator. Load it with: npx payments-emulator completion fish | source
function __emulator_complete
    set -l cur (commandline -ct)
    for line in (emulator __complete -- (commandline -opc)[2..-1] "=$cur" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path $cur
            case :folders
                __fish_complete_directories $cur
            case '*'
                echo $line
        end
    end
end
complete -c emulator -f -a '(__emulator_complete)'
`,
  powershell: `# PowerShell completion of emulator. Load it with: npx payments-emulator completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName emulator -ScriptBlock {
  param($word, $ast, $cursor)
  $typed = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text })
  foreach ($line in emulator __complete '--' @typed "=$word" 2>$null) {
    if ($line -eq ':files' -or $line -eq ':folders') {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($word) |
        Where-Object { $line -eq ':files' -or $_.ResultType -eq 'ProviderContainer' }
      continue
    }
    $name, $about = $line -split "\`t", 2
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', ($about ? $about : $name))
  }
}
`,
} as const;
