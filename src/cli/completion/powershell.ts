import type { CompletionContext, ValueSource } from './tree.ts';

/**
 * The completion for PowerShell 7. Its data consists of words. `<events>` represents the ids of a kind, and `<files>`
 * and `<folders>` represent paths.
 */
export function powershellScript(places: readonly CompletionContext[]): string {
  return `# PowerShell completion of emulator. Load it with: npx payments-emulator completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName emulator -ScriptBlock {
  param($word, $ast, $cursor)
  $arguments = @{
${table(places.map(({ path, commands, argument }) => [path.join(' '), [...commands.map(({ name }) => name), ...offersOf(argument)]]))}
  }
  $flags = @{
${table(places.map(({ path, flags }) => [path.join(' '), flags.flatMap(({ names }) => names)]))}
  }
  $values = @{
${table(valuesOf(places))}
  }
  $place = ''
  $first = ''
  $previous = ''
  foreach ($element in $ast.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursor) { break }
    $previous = $element.Extent.Text
    $next = "$place $previous".Trim()
    if ($arguments.ContainsKey($next)) { $place = $next }
    elseif ($first -eq '' -and -not $previous.StartsWith('-')) { $first = $previous }
  }
  if ($values.ContainsKey("$place $previous")) { $offers = $values["$place $previous"] }
  elseif ($word.StartsWith('-')) { $offers = $flags[$place] }
  else { $offers = $arguments[$place] }
  foreach ($offer in $offers) {
    if ($offer -eq '<files>' -or $offer -eq '<folders>') {
      $isFolder = $offer -eq '<folders>'
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($word) |
        Where-Object { -not $isFolder -or $_.ResultType -eq 'ProviderContainer' }
      continue
    }
    $names = if ($offer.StartsWith('<')) { emulator __complete $offer.Trim('<', '>') $first 2>$null } else { $offer }
    foreach ($name in $names) {
      if ($name -ne '' -and $name.StartsWith($word)) {
        [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $name)
      }
    }
  }
}
`;
}

/** The values of each flag, by command and flag. An empty list of words means any value. */
const valuesOf = (places: readonly CompletionContext[]): [string, string[]][] =>
  places.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, value }) =>
      value === null ? [] : names.map((name): [string, string[]] => [`${path.join(' ')} ${name}`, offersOf(value)]),
    ),
  );

const table = (rows: readonly (readonly [string, readonly string[]])[]): string =>
  rows.map(([key, words]) => `    ${literal(key)} = @(${words.map(literal).join(', ')})`).join('\n');

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function offersOf(values: ValueSource | null): string[] {
  switch (values?.kind) {
    case 'words':
      return [...values.words, ...(values.files ? ['<files>'] : [])];
    case 'live':
      return [`<${values.of}>`];
    case 'files':
      return ['<files>'];
    case 'folders':
      return ['<folders>'];
    default:
      return [];
  }
}
