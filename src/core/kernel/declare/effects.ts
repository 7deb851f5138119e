/** Effects of an operation beside its answer. An audit judges callers by them. */
export const effectNames = [
  /** It writes to the ledger. */
  'moves_money',
  /** It sends money out, so that rules about outgoing money decide it. */
  'pays_out',
  /** A second call repeats the effect: money, stock, something sold or promised. A second void does no harm. */
  'counts_twice',
  /** It asks the simulated network itself, and reports by itself that the network is unavailable. */
  'asks_network',
  /** It only asks and changes nothing: a check, an access token. */
  'only_asks',
  /** The buyer's side calls it, not the application. */
  'by_buyer',
] as const;
export type Effect = (typeof effectNames)[number];

/** The effects that an operation declares; its access tells whether a buyer calls it. */
export type DeclaredEffect = Exclude<Effect, 'by_buyer'>;

interface Declaring {
  readonly surface: string;
  readonly access?: string;
  readonly effects?: readonly DeclaredEffect[];
}

/** All effects of an operation. */
export const effectsOf = ({ surface, access, effects = [] }: Declaring): Effect[] =>
  surface === 'client' || access === 'publishable' ? [...effects, 'by_buyer'] : [...effects];
