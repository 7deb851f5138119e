/** The effects of an operation in addition to its response. An audit judges callers by these effects. */
export const effectNames = [
  /** The operation writes to the ledger. */
  'moves_money',
  /** The operation sends out money, so rules about outgoing money decide its outcome. */
  'pays_out',
  /** A second call repeats the effect on money, stock or a sale. By contrast, a second void has no further effect. */
  'counts_twice',
  /** The operation itself calls the simulated network, and reports when the network is unavailable. */
  'asks_network',
  /** The operation only answers a question, such as a check or an access token request, and changes no object. */
  'only_asks',
  /** The buyer's device calls the operation, not the application. */
  'by_buyer',
] as const;
export type Effect = (typeof effectNames)[number];

/** The effects that an operation declares. `by_buyer` is derived from the operation's surface and access. */
export type DeclaredEffect = Exclude<Effect, 'by_buyer'>;

interface Declaring {
  readonly surface: string;
  readonly access?: string;
  readonly effects?: readonly DeclaredEffect[];
}

/** All effects of an operation. */
export const effectsOf = ({ surface, access, effects = [] }: Declaring): Effect[] =>
  surface === 'client' || access === 'publishable' ? [...effects, 'by_buyer'] : [...effects];
