/** An option of a move or of a new object. */
export interface TriggerOption {
  /** The type of the value: cents, a network code, one of several words, or any text. */
  readonly type: 'amount' | 'code' | 'choice' | 'text';
  /** The placeholder for the value in usage texts: `cents`. */
  readonly value: string;
  readonly about: string;
  /** The default, in a few words. */
  readonly usual: string;
}

/**
 * The options of moves and new objects. This table determines commands and their help, the control API, forms, and
 * the commands that users copy from them.
 */
export const triggerOptions = {
  amount: {
    type: 'amount',
    value: 'cents',
    about: 'Amount for the new object or the move, in cents',
    usual: 'the full amount, or an amount such as 15.00',
  },
  code: {
    type: 'code',
    value: 'code',
    about: "Return, decline or network code, such as R01; run 'outcomes --codes' for the list",
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

/** The values of the options, all of them optional. */
export type OptionValues = {
  readonly [N in OptionName]?: (TypeOf<N> extends 'amount' ? number : string) | undefined;
};

export const optionNames = Object.keys(triggerOptions) as OptionName[];

/** Selects the options from a larger object. */
export const optionsIn = (said: OptionValues): OptionValues =>
  Object.fromEntries(optionNames.map((name) => [name, said[name]]));

/** Creates a value for each option, depending on the option's type. */
export const ofEachOption = <M extends Readonly<Record<TriggerOption['type'], unknown>>>(
  make: {
    readonly [T in keyof M]: (option: TriggerOption) => M[T];
  },
): { readonly [N in OptionName]: M[TypeOf<N>] } =>
  Object.fromEntries(optionNames.map((name) => [name, make[triggerOptions[name].type](triggerOptions[name])])) as {
    readonly [N in OptionName]: M[TypeOf<N>];
  };
