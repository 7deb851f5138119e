import { textForm } from '../core/kernel/declare/schema.ts';

/**
 * An option from any source: a flag, an environment variable, a key in the configuration file, or a property for
 * `startEmulator`.
 */
export interface Option {
  /** What the option does, without its default. */
  readonly about: string;
  /** The JSON Schema of its value. */
  readonly takes: Takes;
  /** The placeholder in the help, as in `--port <number>`. A switch has no placeholder. */
  readonly value?: string;
  /** The environment variable of the option. */
  readonly variable?: string;
  /** The default for commands. */
  readonly default?: string | number;
  /** Whether its value is a secret, which messages never repeat. */
  readonly isSecret?: true;
  /** Whether `exec` has the option. Its emulator stores no state and serves one command. */
  readonly exec?: true;
}

type Takes =
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly minLength: number }
  | { readonly type: 'string'; readonly format: 'date-time' }
  | { readonly type: 'string'; readonly enum: readonly string[] }
  | ({ readonly type: 'string' } & ReturnType<typeof textForm>)
  | { readonly type: readonly ['array', 'string']; readonly items: { readonly type: 'string' } };

type ValueOf<T extends Takes> = T extends { enum: readonly (infer Word)[] }
  ? Word
  : T extends { type: 'boolean' }
    ? boolean
    : T extends { type: 'integer' }
      ? number
      : T extends { type: 'string' }
        ? string
        : string | readonly string[];

/** The values of options, all of them optional. */
export type ValuesOf<O extends Readonly<Record<string, Option>>> = {
  -readonly [Name in keyof O]?: ValueOf<O[Name]['takes']>;
};

export const yesOrNo = { type: 'boolean' } as const;
export const text = { type: 'string', minLength: 1 } as const;
export const oneOf = <const W extends readonly string[]>(...words: W) => ({ type: 'string', enum: words }) as const;
export const integer = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum }) as const;
export const httpAddress = {
  type: 'string',
  ...textForm('^[Hh][Tt][Tt][Pp][Ss]?://[^/]', 'an http or https address', 'http://127.0.0.1:4747'),
} as const;
export const smtpAddress = {
  type: 'string',
  ...textForm('^[Ss][Mm][Tt][Pp]://[^/]', 'an smtp address', 'smtp://127.0.0.1:1025'),
} as const;
