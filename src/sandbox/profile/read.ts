import { closest, orOf } from '../../core/base/closest.ts';
import { isNestedDeeper } from '../../core/base/json-depth.ts';
import { repeatedKey } from '../../core/base/json-fault.ts';
import { clean } from '../../core/base/terminal-text.ts';
import { readNamedText } from '../../core/system/regular-file.ts';
import { firstError } from '../../core/validation/validator.ts';
import { sentenceOf } from '../../core/validation/value-error.ts';
import { type Change, type ChangeName, changeModel, changeNames, type ProfileFile, ProfileOutline } from './model.ts';

/** A profile that cannot be used. The message is one line. */
export class ProfileError extends Error {
  constructor(message: string) {
    super(clean(message));
  }
}

/** The maximum nesting depth of a profile. */
const deepest = 16;

/**
 * Reads a profile file, and checks its form.
 * @param option the option that names the file
 * @throws ProfileError that names the file, and the number of the entry with the fault
 */
export function readProfile(file: string, option = '--profile'): ProfileFile {
  const text = readNamedText(option, file, (sentence) => new ProfileError(sentence));
  if (isNestedDeeper(text, deepest)) throw new ProfileError(`${file} is nested more than ${deepest} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProfileError(`${file} is not valid JSON.`);
  }
  const repeated = repeatedKey(text);
  if (repeated !== null)
    throw new ProfileError(`An object in ${file} has the key ${JSON.stringify(repeated.key)} twice.`);
  const fault = firstError(ProfileOutline, value);
  if (fault !== null) throw new ProfileError(`${file}: ${sentenceOf(fault)}`);
  const profile = value as ProfileFile;
  for (const [index, change] of profile.adopted.entries()) {
    const reason = faultOf(change);
    if (reason !== null) throw new ProfileError(`${file}: ${entryWords(index, change)}: ${reason}`);
  }
  return profile;
}

/** Names a change by its number in the file, such as `entry 3 (rename)`. */
export const entryWords = (index: number, { change }: Pick<Change, 'change'>): string =>
  `entry ${index + 1}${typeof change === 'string' ? ` (${change})` : ''}`;

/** Why a change is malformed; null if it has the form of its kind. */
function faultOf(change: Change): string | null {
  const { change: kind } = change as { change?: unknown };
  if (!changeNames.includes(kind as ChangeName)) {
    const [near] = typeof kind === 'string' ? closest(kind, changeNames) : [];
    return near === undefined
      ? `change must be ${orOf(changeNames)}.`
      : `There is no such change. Did you mean '${near}'?`;
  }
  const fault = firstError(changeModel(change.change), change);
  if (fault !== null) return sentenceOf(fault);
  if (change.change === 'add' && (change.constant === undefined) === (change.copy === undefined)) {
    return 'the entry requires either constant or copy.';
  }
  if (
    change.change === 'event' &&
    [change.add, change.to, change.sent].filter((way) => way !== undefined).length !== 1
  ) {
    return 'the entry requires exactly one of add, to and sent.';
  }
  if (change.change === 'status' && change.operation === undefined && change.from < 400) {
    return 'a change of a success status requires the field operation.';
  }
  if (change.change === 'status' && change.from < 400 !== change.to < 400) {
    return 'a success status must stay a success status, and an error status must stay an error status.';
  }
  return null;
}
