/**
 * An origin of a page that says that it frames another: exact, and such that it can stand in a policy. Null for anything
 * else.
 */
export function parentOrigin(given: string | undefined): string | null {
  if (given === undefined || !/^https?:\/\/[\w.:[\]-]+$/.test(given) || !URL.canParse(given)) return null;
  return new URL(given).origin === given ? given : null;
}
