import { readRegularFile } from '../regular-file.ts';

/** A program that is larger is no script that somebody wrote. */
const largestScript = 1024 * 1024;

/** Variables that every process has, or that an emulator gives to what runs beside it. */
const everybodys = /^(PATH|HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|SHLVL|TERM|LANG|LC_\w+|TMPDIR|_|EMULATOR_\w+)$/;

/**
 * The names of the variables that a command may read and that are set: those that its words mention, or the files that
 * its words name. Their values stay where they are.
 * @param words the words of the command, and lines for the shell
 */
export function variablesIn(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => [word, ...word.split(/[\s'"`;&|()<>=]+/)]);
  const mentioned = new Set([...words, ...[...new Set(parts)].map(textOf)].flatMap((text) => text.match(/\w+/g) ?? []));
  return Object.keys(process.env)
    .filter((name) => /^[A-Z]\w{2,}$/.test(name) && !everybodys.test(name) && mentioned.has(name))
    .sort();
}

/** What a word names, where that is a text; nothing where it is no file. */
function textOf(word: string): string {
  try {
    return word === '' ? '' : readRegularFile(word, largestScript).toString();
  } catch {
    return '';
  }
}
