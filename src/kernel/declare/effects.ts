/** What an operation may bring about beside its answer: what an audit must know of it to judge who calls it. */
export const effectNames = [
  /** Money moves: it writes to the ledger. */
  'moves_money',
  /** The money goes out, so that rules about what goes out decide it. */
  'pays_out',
  /** Made twice it is done twice: money, stock, what is sold or promised. A second void does no harm. */
  'counts_twice',
  /** It asks the simulated network itself, so that an unavailable one is its own to tell. */
  'asks_network',
  /** It asks for something and does nothing: a check, an access token. */
  'only_asks',
  /** The buyer's side calls it, and not the application. */
  'by_buyer',
] as const;
export type Effect = (typeof effectNames)[number];

/** What an operation declares of them; that a buyer calls it, its access says. */
export type DeclaredEffect = Exclude<Effect, 'by_buyer'>;

interface Declaring {
  readonly surface: string;
  readonly access?: string;
  readonly effects?: readonly DeclaredEffect[];
}

/** Everything that an operation brings about. */
export const effectsOf = ({ surface, access, effects = [] }: Declaring): Effect[] =>
  surface === 'client' || access === 'publishable' ? [...effects, 'by_buyer'] : [...effects];
