/*
 * Replaces the values of fields by their names, in JSON and in the parameters of an address or a form.
 */

/**
 * Replaces fields in a JSON value, at any depth.
 * @param replace is called for each field, and for each item of a list with the name of the list. If it returns
 * undefined, the value is kept, and its own fields are processed.
 */
export function replaceFields(value: unknown, replace: (name: string, value: unknown) => unknown, name = ''): unknown {
  const of = (inner: unknown, within: string): unknown =>
    replace(within, inner) ?? replaceFields(inner, replace, within);
  if (Array.isArray(value)) return value.map((item) => of(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, of(inner, field)]));
}

/**
 * Replaces values in parameters (`a=1&card[number]=2`). All other parameters keep their original spelling.
 * @param replace receives the last part of the name, which describes the value, and the decoded value
 */
export const replaceParameters = (
  parameters: string,
  replace: (name: string, value: string) => string | undefined,
): string =>
  parameters
    .split('&')
    .map((part) => {
      const name = part.split('=', 1)[0]!;
      if (name.length === part.length) return part;
      const last =
        decodeParameters(name)
          .match(/[\w-]+/g)
          ?.at(-1) ?? '';
      const replaced = replace(last, decodeParameters(part.slice(name.length + 1)));
      return replaced === undefined ? part : `${name}=${replaced}`;
    })
    .join('&');

/** Decodes a path or parameters. Parts that cannot be decoded stay unchanged. */
export const decodeParameters = (text: string): string =>
  /[+%]/.test(text) ? text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, decodeRun) : text;

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%([2-7][0-9a-f])/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}
