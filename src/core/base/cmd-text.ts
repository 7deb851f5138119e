const plainWord = /^[\w+:./\\-]+$/;

/**
 * A value as one word of a command that a user pastes into `cmd.exe`, for a program that splits its words as most
 * programs of Windows do (a quotation mark is doubled up by a backslash). Line breaks become spaces: they would end the
 * command.
 */
export function quotedForCmd(value: string): string {
  if (plainWord.test(value)) return value;
  const inOneLine = value.replace(/\s*[\r\n]+\s*/g, ' ');
  const word = `"${inOneLine.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
  // Between quotation marks `cmd.exe` changes nothing but variables. A mark or a variable within is told by carets, and
  // then everything else is too, as `cmd.exe` and the program do not agree where the quotation ends.
  return /["%]/.test(inOneLine) ? word.replace(/[()[\]%!^"<>&|;,*?`]/g, '^$&') : word;
}
