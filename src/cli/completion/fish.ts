import { quoted } from '../../core/base/terminal-text.ts';
import type { CompletionContext, ValueSource } from './tree.ts';

export function fishScript(places: readonly CompletionContext[]): string {
  const lines = [
    '# fish completion for emulator. Load it with: npx payments-emulator completion fish | source',
    'function __emulator_at',
    '    # Whether the command words typed so far match the arguments.',
    '    set -l place',
    '    for word in (commandline -opc)[2..-1]',
    `        if contains -- (string join ' ' $place $word) ${places
      .filter(({ path }) => path.length > 0)
      .map(({ path }) => quoted(path.join(' ')))
      .join(' ')}`,
    '            set -a place $word',
    '        end',
    '    end',
    '    test "$place" = "$argv"',
    'end',
    'function __emulator_word',
    '    # The first word that is neither a command nor a flag.',
    '    set -l words (commandline -opc)',
    '    test (count $words) -ge 3; and string match -v -- "-*" $words[3]',
    'end',
    'complete -c emulator -f',
  ];
  for (const { path, commands, flags, argument } of places) {
    const at = `complete -c emulator -n ${quoted(`__emulator_at ${path.join(' ')}`.trim())}`;
    for (const { name, about } of commands) lines.push(`${at} -a ${quoted(name)} -d ${quoted(about)}`);
    if (argument !== null) lines.push(...offersOf(argument).map((offer) => `${at} ${offer}`));
    for (const { names, about, value } of flags) {
      const called = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
      const offer = value === null ? '' : [takesFiles(value) ? '-r' : '-x', ...offersOf(value)].join(' ');
      lines.push(`${at} ${called.join(' ')} -d ${quoted(about)} ${offer}`.trimEnd());
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Whether a value can be a file. If not, `-x` suppresses files. */
const takesFiles = (value: ValueSource): boolean => value.kind === 'files' || (value.kind === 'words' && value.files);

function offersOf(value: ValueSource): string[] {
  switch (value.kind) {
    case 'words':
      return [`-a ${quoted(value.words.join(' '))}${value.files ? ' -F' : ''}`];
    case 'live':
      return [`-a ${quoted(`(emulator __complete ${value.of} (__emulator_word) 2>/dev/null)`)}`];
    case 'files':
      return ['-F'];
    case 'folders':
      return [`-a ${quoted('(__fish_complete_directories)')}`];
    case 'anything':
      return [];
    default:
      return value satisfies never;
  }
}
