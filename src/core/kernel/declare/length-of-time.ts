import { durationForms, durationMs } from '../../base/duration.ts';
import { invalid, type Param } from '../errors.ts';
import { T } from './schema.ts';

/** Accepts a length of time: milliseconds, or a duration such as `2s`. */
export const LengthOfTime = () =>
  T.Unsafe<number | string>({
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', maxLength: 100 },
    ],
  });

/**
 * Converts a length of time to milliseconds.
 * @param most the maximum, in milliseconds
 * @throws 400 `parameter_invalid` if `given` is not a duration, or is longer than `most`
 */
export function readLength(param: Param, given: number | string, most = Number.MAX_SAFE_INTEGER): number {
  const ms = typeof given === 'number' ? given : durationMs(given);
  if (ms === null)
    throw invalid(param, `${param} '${given}' is not a valid duration; use a format such as ${durationForms}.`);
  if (ms > most) throw invalid(param, `${param} must be at most ${most} milliseconds; you sent ${ms}.`);
  return ms;
}
