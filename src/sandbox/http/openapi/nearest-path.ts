import { closest } from '../../../core/base/closest.ts';
import { isPathOf } from '../../../core/kernel/declare/operation.ts';

/** The declared paths below a prefix, such as `/charges/{id}`. */
export interface PathGroup {
  readonly prefix: string;
  readonly paths: readonly string[];
}

/** Common mistakes for the prefix of the merchant API, such as `/v1`, `/api/v2` or `/API`. */
const beginnings = /^(\/api(\/v\d+)?|\/v\d+|\/_emulator)(?=\/|$)/i;

/**
 * A path without the prefix of an API, in whatever way the prefix is written. */
export const withoutPrefix = (called: string): string => withoutIdleSlashes(called).replace(beginnings, '');

/** Removes superfluous slashes. For example, a base address that ends with a slash and is joined with a path has a
 * double slash.
 */
const withoutIdleSlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');

/**
 * The path that a caller of an unknown path most likely meant: the path with fewer slashes, the path below the right
 * prefix, or a declared path with the same number of parts and a similar spelling. Null if no path is similar.
 */
export function nearestPath(called: string, answered: readonly PathGroup[]): string | null {
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

/** Whether all fixed parts of a declared path resemble the typed parts. */
const isAlike = (declared: readonly string[], typed: readonly string[]): boolean =>
  declared.length === typed.length &&
  declared.every((part, at) => part === '' || part.startsWith('{') || closest(typed[at]!, [part]).length > 0);
