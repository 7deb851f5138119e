import { invalidPart, ServiceError } from '../core/kernel/errors.ts';

/** The flag of an option, given its programmatic name. */
export const longFlag = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * How a message names an option: as whoever set it wrote it. That is a flag, a variable or a key of the configuration
 * file, or a property of `startEmulator`.
 */
export type NameOption = (option: string) => string;

/** Does the work for an option; a refusal then names the option. @throws ServiceError */
export function inTheNameOf<A>(name: string, work: () => A): A {
  try {
    return work();
  } catch (error) {
    throw error instanceof ServiceError ? invalidPart(error.param ?? '', `${name}: ${error.message}`) : error;
  }
}
