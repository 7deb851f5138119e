import { closest, orOf } from '../base/closest.ts';
import { T } from '../kernel/declare/schema.ts';
import { invalid, type Param } from '../kernel/errors.ts';
import { declineCategories, type OutcomeKind } from '../platform/outcomes.ts';
import { blocked, declines } from './gateways.ts';
import { instantCodes, networkCodes, returnCodes } from './outcomes.ts';

export const rails = ['card', 'ach', 'rtp'] as const;
export type Rail = (typeof rails)[number];

/** Codes and what each means. */
type Codes = Readonly<Record<string, string>>;

/** The codes that the simulated network has for something that happens to money, by rail. */
export interface CodeTable {
  /** What has such a code, as sentences name it: `failed payout`. */
  readonly noun: string;
  /** A rail that is left out has none. */
  readonly byRail: Readonly<Partial<Record<Rail, Codes>>>;
}

const only = (of: Codes, fits: (code: string) => boolean): Codes =>
  Object.fromEntries(Object.entries(of).filter(([code]) => fits(code)));

/** `M001` and its kind: the amounts of payouts have them on every rail. */
const payoutsNetwork = only(networkCodes, (code) => code.startsWith('M'));

const categories: Codes = Object.fromEntries([
  ...declineCategories.map((category) => [category, declines[category].message]),
  [blocked.refusal.code, blocked.message],
]);

/** Why a charge is refused at once (specification, "Failed charges"). */
export const declineCodes: CodeTable = {
  noun: 'declined charge',
  byRail: { card: categories, ach: categories },
};

/** Why a pending charge is rejected (specification, "Sandbox outcome triggers" 2 and 3). */
export const chargeFailureCodes: CodeTable = {
  noun: 'failed charge',
  byRail: { card: payoutsNetwork, ach: only(networkCodes, (code) => ['D019', 'D021', 'M021'].includes(code)) },
};

/** Why a settled charge is taken back (specification, "Sandbox outcome triggers" 3 and 4). */
export const disputeCodes: CodeTable = {
  noun: 'disputed charge',
  byRail: { card: only(networkCodes, (code) => code === 'M013'), ach: returnCodes },
};

/** Why a payout is rejected (specification, "Sandbox outcome triggers" 2 and 4). */
export const payoutFailureCodes: CodeTable = {
  noun: 'failed payout',
  byRail: { card: payoutsNetwork, ach: payoutsNetwork, rtp: { ...instantCodes, ...payoutsNetwork } },
};

/** Why a bank sends money back (specification, "Sandbox outcome triggers" 4). */
export const returnedCodes: CodeTable = { noun: 'return', byRail: { ach: returnCodes } };

/** Which table the code of an outcome rule is of, for money that comes in and for money that goes out. */
export const tablesOfRules: Readonly<Record<OutcomeKind, { readonly in?: CodeTable; readonly out?: CodeTable }>> = {
  decline: { in: declineCodes, out: payoutFailureCodes },
  fail: { in: chargeFailureCodes, out: payoutFailureCodes },
  dispute: { in: disputeCodes },
  return: { in: returnedCodes, out: returnedCodes },
  unavailable: {},
  latency: {},
  late: {},
  other_amount: {},
};

export const codeTables: readonly CodeTable[] = [
  payoutFailureCodes,
  returnedCodes,
  chargeFailureCodes,
  disputeCodes,
  declineCodes,
];

/** The kinds of outcome rules that take a code of a table. */
export const rulesOf = (table: CodeTable): OutcomeKind[] =>
  Object.entries(tablesOfRules)
    .filter(([, tables]) => Object.values(tables).includes(table))
    .map(([kind]) => kind as OutcomeKind);

/** The option `code` of a move: one of a table, in any case. Which of them fits, the rail of its object decides. */
export const Code = (table: CodeTable) =>
  T.Unsafe<string>({ type: 'string', minLength: 1, maxLength: 100, 'x-codes': table });

/** The table of an option that `Code` made. */
export const tableOf = (schema: T.TSchema | undefined): CodeTable | null =>
  (schema as { 'x-codes'?: CodeTable } | undefined)?.['x-codes'] ?? null;

/**
 * The code that somebody wrote, as the table spells it.
 * @param rail where the money goes; null where nothing of the kind has a code
 * @throws 400 `parameter_invalid` that names the nearest ones
 */
export function codeIn(table: CodeTable, rail: Rail | null, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  return spelled([table], rail === null ? [] : [rail], given, 'code');
}

/** The code that was planned, where it is one of the rail that the money took after all. */
export const fittingCode = ({ byRail }: CodeTable, rail: Rail, planned: string | undefined): string | undefined =>
  planned !== undefined && Object.hasOwn(byRail[rail] ?? {}, planned) ? planned : undefined;

/** What an outcome rule is about, as far as it says so. */
export interface RuleScope {
  readonly kind: OutcomeKind;
  readonly direction: 'in' | 'out' | undefined;
  readonly rail: Rail | undefined;
}

/**
 * The code of an outcome rule, as the tables of what it can be about spell it.
 * @throws 400 `parameter_invalid` that names the nearest ones
 */
export function codeOfRule({ kind, direction, rail }: RuleScope, given: string): string {
  const tables = tablesOfRules[kind];
  // A decline that may be of either is the refusal of a charge; a payout that it meets fails with the usual code.
  const about = direction ?? (kind === 'decline' ? 'in' : undefined);
  const meant = about === undefined ? [tables.in, tables.out] : [tables[about]];
  return spelled(
    meant.filter((table) => table !== undefined),
    rail === undefined ? rails : [rail],
    given,
    'then.code',
  );
}

function spelled(tables: readonly CodeTable[], among: readonly Rail[], given: string, param: Param): string {
  const known = new Set(tables.flatMap(({ byRail }) => among.flatMap((rail) => Object.keys(byRail[rail] ?? {}))));
  const wanted = given.trim().toUpperCase();
  for (const code of known) if (code.toUpperCase() === wanted) return code;
  const what = orOf([...new Set(tables.map(({ noun }) => noun))]) || 'payment';
  const by = among.length === 1 ? ` by ${among[0]}` : '';
  const listed = "'emulator outcomes --codes' lists all codes.";
  if (known.size === 0) throw invalid(param, `A ${what}${by} has no code; leave ${param} out. ${listed}`);
  const near = closest(given.trim(), known, 3);
  const hint = near.length > 0 ? `Did you mean ${orOf(near)}?` : `There is ${[...known].slice(0, 8).join(', ')}.`;
  throw invalid(param, `A ${what}${by} has no code '${given}'. ${hint} ${listed}`);
}
