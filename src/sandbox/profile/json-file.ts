import { isNestedDeeper } from '../../core/base/json-depth.ts';
import type { Static, TSchema } from '../../core/base/typebox.ts';
import { largestGiven, readNamedText } from '../../core/system/regular-file.ts';
import { sentenceOf } from '../../core/validation/fault.ts';
import { firstFault } from '../../core/validation/validator.ts';

/** A file that `emulator compare` wrote. */
interface WrittenFile<M extends TSchema> {
  /** The option that names it: `--assumptions`. */
  readonly option: string;
  readonly file: string;
  readonly model: M;
  /** `a ledger of assumptions, which compare --keep writes` */
  readonly what: string;
  /** Makes the error of a sentence. */
  readonly refuse: (sentence: string) => Error;
  /** The largest file, in bytes. */
  readonly most?: number;
}

/** How deep such a file may be nested. */
const deepest = 100;

/** Reads a file of JSON, and checks it against its model. @throws what `refuse` makes */
export function readWritten<M extends TSchema>({
  option,
  file,
  model,
  what,
  refuse,
  most = largestGiven,
}: WrittenFile<M>): Static<M> {
  const text = readNamedText(option, file, refuse, most);
  const no = `${file} is not ${what}`;
  if (isNestedDeeper(text, deepest)) throw refuse(`${no}: it is nested deeper than ${deepest}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(`${no}: it is not JSON.`);
  }
  const fault = firstFault(model, value);
  if (fault !== null) throw refuse(`${no}: ${sentenceOf(fault)}`);
  return value as Static<M>;
}
