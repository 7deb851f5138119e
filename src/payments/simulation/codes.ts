import { closest, orOf } from '../../core/base/closest.ts';
import { T } from '../../core/kernel/declare/schema.ts';
import { invalid, type Param } from '../../core/kernel/errors.ts';
import { declineCategories, type OutcomeKind } from '../platform/outcome-rules.ts';
import { instantCodes, networkCodes, returnCodes } from './built-in-rules.ts';
import { blocked, declines } from './gateways.ts';

export const rails = ['card', 'ach', 'rtp'] as const;
export type Rail = (typeof rails)[number];

/** Codes and their meanings. */
type Codes = Readonly<Record<string, string>>;

/** The codes of the simulated network for one kind of outcome, by rail. */
export interface CodeTable {
  /** The kind of outcome, in the words of error messages: `failed payout`. */
  readonly noun: string;
  /** The codes by rail. A rail that is absent has no such codes. */
  readonly byRail: Readonly<Partial<Record<Rail, Codes>>>;
}

const only = (of: Codes, fits: (code: string) => boolean): Codes =>
  Object.fromEntries(Object.entries(of).filter(([code]) => fits(code)));

/** `M001` and similar codes. Certain payout amounts trigger them on every rail. */
const payoutsNetwork = only(networkCodes, (code) => code.startsWith('M'));

const categories: Codes = Object.fromEntries([
  ...declineCategories.map((category) => [category, declines[category].message]),
  [blocked.refusal.code, blocked.message],
]);

/** The reasons why a charge is refused immediately (specification, "Failed charges"). */
export const declineCodes: CodeTable = {
  noun: 'declined charge',
  byRail: { card: categories, ach: categories },
};

/** The reasons why a pending charge fails (specification, "Sandbox outcome triggers" 2 and 3). */
export const chargeFailureCodes: CodeTable = {
  noun: 'failed charge',
  byRail: { card: payoutsNetwork, ach: only(networkCodes, (code) => ['D019', 'D021', 'M021'].includes(code)) },
};

/** The reasons why a settled charge is disputed (specification, "Sandbox outcome triggers" 3 and 4). */
export const disputeCodes: CodeTable = {
  noun: 'disputed charge',
  byRail: { card: only(networkCodes, (code) => code === 'M013'), ach: returnCodes },
};

/** The reasons why a payout fails (specification, "Sandbox outcome triggers" 2 and 4). */
export const payoutFailureCodes: CodeTable = {
  noun: 'failed payout',
  byRail: { card: payoutsNetwork, ach: payoutsNetwork, rtp: { ...instantCodes, ...payoutsNetwork } },
};

/** The reasons why a bank returns money (specification, "Sandbox outcome triggers" 4). */
export const returnedCodes: CodeTable = { noun: 'return', byRail: { ach: returnCodes } };

/** The tables that contain the codes of outcome rules, for incoming and outgoing money. */
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

/** The kinds of outcome rules that use codes from a table. */
export const rulesOf = (table: CodeTable): OutcomeKind[] =>
  Object.entries(tablesOfRules)
    .filter(([, tables]) => Object.values(tables).includes(table))
    .map(([kind]) => kind as OutcomeKind);

/** The option `code` of a move: any code in a table, in any case. The object's rail determines whether it applies. */
export const Code = (table: CodeTable) =>
  T.Unsafe<string>({ type: 'string', minLength: 1, maxLength: 100, 'x-codes': table });

/** The code table of an option that `Code` created. */
export const tableOf = (schema: T.TSchema | undefined): CodeTable | null =>
  (schema as { 'x-codes'?: CodeTable } | undefined)?.['x-codes'] ?? null;

/**
 * Returns a caller's code in the spelling of the table.
 * @param rail the rail of the payment; null if this kind of payment has no codes
 * @throws 400 `parameter_invalid` with the closest codes
 */
export function codeIn(table: CodeTable, rail: Rail | null, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  return spelled([table], rail === null ? [] : [rail], given, 'code');
}

/** The planned code, if it is valid for the rail that the payment finally used. */
export const fittingCode = ({ byRail }: CodeTable, rail: Rail, planned: string | undefined): string | undefined =>
  planned !== undefined && Object.hasOwn(byRail[rail] ?? {}, planned) ? planned : undefined;

/** The payments and payouts to which an outcome rule applies; an absent field allows any value. */
export interface RuleScope {
  readonly kind: OutcomeKind;
  readonly direction: 'in' | 'out' | undefined;
  readonly rail: Rail | undefined;
}

/**
 * Returns the code of an outcome rule in the spelling of the tables that the rule can apply to.
 * @throws 400 `parameter_invalid` with the closest codes
 */
export function codeOfRule({ kind, direction, rail }: RuleScope, given: string): string {
  const tables = tablesOfRules[kind];
  // A decline without a direction uses the codes of a refused charge. A payout that it matches fails with the default
  // code.
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
  const listed = "Run 'npx payments-emulator outcomes --codes' to list all codes.";
  if (known.size === 0) throw invalid(param, `A ${what}${by} has no code; omit ${param}. ${listed}`);
  const near = closest(given.trim(), known, 3);
  const hint = near.length > 0 ? `Did you mean ${orOf(near)}?` : `There is ${[...known].slice(0, 8).join(', ')}.`;
  throw invalid(param, `'${given}' is not a valid code for a ${what}${by}. ${hint} ${listed}`);
}
