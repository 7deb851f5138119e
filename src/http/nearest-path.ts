import { closest } from '../base/closest.ts';
import { isPathOf } from '../kernel/declare/operation.ts';

/** Paths that are answered below a prefix, as they are declared: `/charges/{id}`. */
export interface Answered {
  readonly prefix: string;
  readonly paths: readonly string[];
}

/** What people write for the prefix of the merchant API: `/v1`, `/api/v2`, `/API`. */
const beginnings = /^(\/api(\/v\d+)?|\/v\d+|\/_emulator)(?=\/|$)/i;

/** A base address that ends with a slash, before a path that begins with one, makes two of them. */
const withoutIdleSlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');

/**
 * The path that a call to an unknown one most likely means: the same one with fewer slashes or below the prefix where it
 * is answered, or one of as many parts that is spelt almost so. Null where nothing is near.
 */
export function nearestPath(called: string, answered: readonly Answered[]): string | null {
  const path = withoutIdleSlashes(called);
  const beginning = beginnings.exec(path)?.[0] ?? '';
  const rest = path.slice(beginning.length);
  for (const { prefix, paths } of answered) {
    if (prefix + rest !== called && paths.some((each) => isPathOf(each, rest))) return prefix + rest;
  }
  const parts = rest.split('/');
  for (const { prefix, paths } of answered) {
    const alike = paths.map((each) => each.split('/')).filter((each) => isAlike(each, parts));
    const named = alike.map((each) => each.map((part, at) => (part.startsWith('{') ? parts[at] : part)).join('/'));
    const [near] = closest(rest, new Set(named));
    if (near !== undefined) return prefix + near;
  }
  return null;
}

/** Whether each part of a declared path that is no parameter is spelt almost as it was typed. */
const isAlike = (declared: readonly string[], typed: readonly string[]): boolean =>
  declared.length === typed.length &&
  declared.every((part, at) => part === '' || part.startsWith('{') || closest(typed[at]!, [part]).length > 0);
