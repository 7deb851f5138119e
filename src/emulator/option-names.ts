import { invalidPart, ServiceError } from '../core/kernel/errors.ts';

/** Converts the programmatic name of an option to its flag. */
export const longFlag = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * How a message names an option: in the form in which it was set. That is a flag, an environment variable, a key in
 * the configuration file, or a property of `startEmulator`.
 */
export type NameOption = (option: string) => string;

/**
 * Does the work for an option. If the work fails, the error names the option.
 * @throws ServiceError
 */
export function inTheNameOf<A>(name: string, work: () => A): A {
  try {
    return work();
  } catch (error) {
    throw error instanceof ServiceError ? invalidPart(error.param ?? '', `${name}: ${error.message}`) : error;
  }
}
