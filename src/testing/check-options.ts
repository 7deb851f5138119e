import { closest, orOf } from '../core/base/closest.ts';
import { EmulatorError } from './errors.ts';

/**
 * Refuses an option that a call does not have, because JavaScript has no compiler that would do so.
 * @throws EmulatorError `wrong_option` with the nearest name
 */
export function refuseUnknownOptions(call: string, given: object, known: readonly string[]): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || known.includes(name)) continue;
    throw new EmulatorError('wrong_option', `${call} has no option '${name}'. ${hintFor(name, known)}`);
  }
}

/**
 * Refuses an unknown value.
 * @throws EmulatorError `wrong_option` with the nearest value
 */
export function refuseOther(name: string, given: string | undefined, known: readonly string[]): void {
  if (given === undefined || known.includes(given)) return;
  throw new EmulatorError('wrong_option', `${name} must be ${orOf(known)}, not '${given}'. ${hintFor(given, known)}`);
}

function hintFor(given: string, known: readonly string[]): string {
  const [near] = closest(given, known);
  return near === undefined ? `There is ${known.join(', ')}.` : `Did you mean '${near}'?`;
}
