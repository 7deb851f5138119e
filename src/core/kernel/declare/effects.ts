/** Effects of an operation beside its answer. An audit judges callers by these effects. */
export const effectNames = [
  /** The operation writes to the ledger. */
  'moves_money',
  /** The operation sends money out, so that rules about outgoing money decide its outcome. */
  'pays_out',
  /**
   * A second call repeats the effect on money, on stock, or on a sale. A second void, for example, has no further
   * effect.
   */
  'counts_twice',
  /** The operation itself asks the simulated network, and reports that the network is unavailable. */
  'asks_network',
  /** The operation only answers a question and changes no object: a check, an access token. */
  'only_asks',
  /** The buyer's side calls the operation, not the application. */
  'by_buyer',
] as const;
export type Effect = (typeof effectNames)[number];

/** The effects that an operation declares; `by_buyer` follows from the operation's surface and access. */
export type DeclaredEffect = Exclude<Effect, 'by_buyer'>;

interface Declaring {
  readonly surface: string;
  readonly access?: string;
  readonly effects?: readonly DeclaredEffect[];
}

/** All effects of an operation. */
export const effectsOf = ({ surface, access, effects = [] }: Declaring): Effect[] =>
  surface === 'client' || access === 'publishable' ? [...effects, 'by_buyer'] : [...effects];
