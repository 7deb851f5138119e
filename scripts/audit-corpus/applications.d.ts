import type { Mutation } from '../../examples/audit/mutations.js';

/** A correct application, with the commands that play its scenario and print its state, in a folder of the examples. */
export interface Application {
  name: string;
  about: string;
  state(folder: string): string[];
  command(folder: string): string[];
}
export const root: string;
export const applications: readonly Application[];
export function copyOf(folder: string, bug?: Mutation): void;
export const bugs: readonly (Mutation & { name: string })[];
