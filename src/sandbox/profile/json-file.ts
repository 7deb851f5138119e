import { isNestedDeeper } from '../../core/base/json-depth.ts';
import type { Static, TSchema } from '../../core/base/typebox.ts';
import { largestInputFile, readNamedText } from '../../core/system/regular-file.ts';
import { firstError } from '../../core/validation/validator.ts';
import { sentenceOf } from '../../core/validation/value-error.ts';

/** A file that `emulator compare` wrote. */
interface WrittenFile<M extends TSchema> {
  /** The option that names the file, such as `--assumptions`. */
  readonly option: string;
  readonly file: string;
  readonly model: M;
  /** The kind of file, such as `a ledger of assumptions, which compare --keep writes`. */
  readonly what: string;
  /** Creates the error for a sentence. */
  readonly refuse: (sentence: string) => Error;
  /** The largest file, in bytes. */
  readonly most?: number;
}

/** The maximum nesting depth of such a file. */
const deepest = 100;

/**
 * Reads a JSON file, and checks it against its model.
 * @throws the error that `refuse` creates
 */
export function readWritten<M extends TSchema>({
  option,
  file,
  model,
  what,
  refuse,
  most = largestInputFile,
}: WrittenFile<M>): Static<M> {
  const text = readNamedText(option, file, refuse, most);
  const no = `${file} is not ${what}`;
  if (isNestedDeeper(text, deepest)) throw refuse(`${no}: it is nested more than ${deepest} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(`${no}: it is not valid JSON.`);
  }
  const fault = firstError(model, value);
  if (fault !== null) throw refuse(`${no}: ${sentenceOf(fault)}`);
  return value as Static<M>;
}
