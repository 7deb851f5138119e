export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** A method and a path template relative to the base of the operation's surface: `POST /transactions/{id}/void`. */
export type Route = `${Method} /${string}`;

export type ParamName<R> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never;
/** The parameters in a path: `{ id: string }`. */
export type Params<R> = { readonly [Name in ParamName<R>]: string };

/** Returns the names of the path parameters. */
export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** Whether a path, without its query, matches a template. */
export const isPathOf = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
