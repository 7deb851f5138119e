/** What to replace in a file of an application. */
export interface Change {
  /** Below the folder of the application; where it is left out, the file of the bug. */
  file?: string;
  search: string;
  replace: string;
}

/** A bug to plant, and the rule that must find it. */
export interface Planted extends Change {
  rule: string;
  bug: string;
  also?: Change;
}

export interface Mutation extends Planted {
  /** The folder of the application. */
  application: string;
  file: string;
}
export const mutations: readonly Mutation[];
export function plant(text: string, change: Change): string;
