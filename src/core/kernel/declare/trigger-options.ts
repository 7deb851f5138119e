/** One option of a move or of a fresh object. */
export interface TriggerOption {
  /** Its type: cents, a code of the network, one of some words, or any text. */
  readonly type: 'amount' | 'code' | 'choice' | 'text';
  /** Its value in usage texts: `cents`. */
  readonly value: string;
  readonly about: string;
  /** The default, in a few words. */
  readonly usual: string;
}

/**
 * The options of moves and fresh objects. Commands and their help, the control API, forms and the commands that users
 * copy from them all follow from this table.
 */
export const triggerOptions = {
  amount: {
    type: 'amount',
    value: 'cents',
    about: 'Amount of the new object or of the move, in cents',
    usual: 'all of it, or 15.00',
  },
  code: {
    type: 'code',
    value: 'code',
    about: "Return, decline or network code, such as R01; see 'outcomes --codes'",
    usual: 'the usual one',
  },
  kind: {
    type: 'choice',
    value: 'kind',
    about: 'Kind of dispute: chargeback, ach_return or alert_rdr',
    usual: 'the usual one',
  },
  reason: { type: 'text', value: 'text', about: 'Reason, as text', usual: 'none' },
} as const satisfies Readonly<Record<string, TriggerOption>>;

export type OptionName = keyof typeof triggerOptions;
type TypeOf<N extends OptionName> = (typeof triggerOptions)[N]['type'];

/** The values of the options, each of which may be left out. */
export type OptionValues = {
  readonly [N in OptionName]?: (TypeOf<N> extends 'amount' ? number : string) | undefined;
};

export const optionNames = Object.keys(triggerOptions) as OptionName[];

/** Picks the options out of a larger object. */
export const optionsIn = (said: OptionValues): OptionValues =>
  Object.fromEntries(optionNames.map((name) => [name, said[name]]));

/** Makes a value for each option, by the option's type. */
export const ofEachOption = <M extends Readonly<Record<TriggerOption['type'], unknown>>>(
  make: {
    readonly [T in keyof M]: (option: TriggerOption) => M[T];
  },
): { readonly [N in OptionName]: M[TypeOf<N>] } =>
  Object.fromEntries(optionNames.map((name) => [name, make[triggerOptions[name].type](triggerOptions[name])])) as {
    readonly [N in OptionName]: M[TypeOf<N>];
  };
