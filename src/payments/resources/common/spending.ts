import type { Context } from '../../../core/kernel/context.ts';
import type { SpendDef } from '../../../core/kernel/declare/declarations.ts';
import type { T } from '../../../core/kernel/declare/schema.ts';
import type { Refusal } from '../../../core/kernel/errors.ts';
import type { Card } from './card.ts';

/** The outcomes after which a charge does not stand, or no longer stands. */
export type ChargeEnd =
  /** The network refuses the charge at once. */
  | 'declined'
  /** The outcome was unknown, and the charge was not made. */
  | 'not_charged'
  /** The network rejects the charge later. */
  | 'failed'
  | 'voided'
  /** The whole rest of the charge is refunded. */
  | 'refunded';

/** The fields of the request for a charge; empty for a charge without a request, such as a renewal. */
export type ChargeFields = Readonly<Record<string, unknown>>;

/** A charge that is about to be made, in the form that each spendable thing checks. */
export interface Purchase<G = ChargeFields> {
  /** The amount left to pay after earlier discounts, in cents. */
  readonly amount: number;
  readonly currency: string;
  readonly line_items: readonly {
    readonly product_id: string;
    readonly variant_id: string | null;
    readonly quantity: number;
  }[];
  /** The card that is charged; null for a bank account. */
  readonly card: Card | null;
  /** The card's key in the outcome table. */
  readonly behaviour: string | null;
  /** The wallet that the card came from; null: the card came from no wallet. */
  readonly wallet: { readonly takesThreeDs: boolean } | null;
  /** The slug of the checkout page on which a buyer pays. */
  readonly slug: string | null;
  readonly given: G;
}

/** The facts about an authentication that a transaction records; its fields `three_ds_*` show them. */
export interface ThreeDsProof {
  readonly status: string;
  readonly eci: string | null;
  readonly cavv_present: boolean;
  readonly xid: string | null;
  readonly version: string;
  readonly ds_trans_id: string | null;
}

/** The part of a spendable thing that a charge may take. */
export interface Allowance<W> {
  /** The taken part as JSON: all data that giving it back needs. Absent if nothing is taken. */
  readonly what?: W;
  /** The cents of the charge that need not be paid; at least 1 must be left. */
  readonly off?: number;
  /** The proof that the cardholder pays. */
  readonly proof?: ThreeDsProof;
}

type NoFields = T.TObject<Record<never, never>>;

/**
 * A thing that a charge may spend, as its slice declares it, with the fields that the thing reads from the requests of
 * merchants and clients.
 */
interface Declared<W, M extends T.TObject, C extends T.TObject> {
  readonly asks?: {
    readonly merchant?: { readonly fields?: M; readonly refuses?: readonly Refusal[] };
    readonly client?: { readonly fields?: C; readonly refuses?: readonly Refusal[] };
  };
  /** The outcomes after which the thing is given back. If a decline is not among them, an attempt uses the thing up. */
  readonly backAfter?: readonly ChargeEnd[];
  /**
   * Checks a charge before any change.
   * @returns null if the charge does not concern the thing
   * @throws the refusal
   */
  readonly check: (ctx: Context, purchase: Purchase<Partial<T.Static<M> & T.Static<C>>>) => Allowance<W> | null;
  /** Takes the part that `check` allowed, once the charge is accepted or its outcome is unknown. */
  readonly take?: (ctx: Context, what: W) => void;
  readonly giveBack?: (ctx: Context, what: W) => void;
}

const nothing = (): void => {};

/** Declares a thing that a charge may spend. */
export const spend = <W, M extends T.TObject = NoFields, C extends T.TObject = NoFields>(
  name: string,
  { asks = {}, backAfter = [], check, take = nothing, giveBack = nothing }: Declared<W, M, C>,
): SpendDef => ({ name, asks, backAfter, check, take, giveBack });

/** The parts that a charge took, by the names of the things. */
export type SpentParts = Readonly<Record<string, unknown>>;

/** The rest of a charge after all checks. */
export interface Spending {
  /** The amount left to pay, in cents. */
  readonly amount: number;
  readonly proof: ThreeDsProof | null;
  /** The parts that the charge will take. */
  readonly spent: SpentParts;
}

/**
 * Checks all things that a charge may spend; nothing is taken yet.
 * @throws the refusal of any of the things
 */
export function checkSpends(ctx: Context, purchase: Purchase): Spending {
  const left = { ...purchase };
  const spent: Record<string, unknown> = {};
  let proof: ThreeDsProof | null = null;
  for (const { name, check } of ctx.kernel.spends) {
    const allowed: Allowance<unknown> | null = check(ctx, left);
    if (allowed === null) continue;
    left.amount -= allowed.off ?? 0;
    proof = allowed.proof ?? proof;
    if (allowed.what !== undefined) spent[name] = allowed.what;
  }
  return { amount: left.amount, proof, spent };
}

/** Takes the things that a charge spends; for a declined charge, only the things that an attempt uses up. */
export function takeSpent(ctx: Context, spent: SpentParts, end?: 'declined'): void {
  for (const { name, backAfter, take } of ctx.kernel.spends) {
    if (name in spent && !(end !== undefined && backAfter.includes(end))) take(ctx, spent[name]);
  }
}

/** Gives back the things that a charge took, depending on the charge's outcome. */
export function giveBackSpent(ctx: Context, spent: SpentParts, end: ChargeEnd): void {
  for (const { name, backAfter, giveBack } of ctx.kernel.spends) {
    if (name in spent && backAfter.includes(end)) giveBack(ctx, spent[name]);
  }
}

const laterEnds: readonly ChargeEnd[] = ['failed', 'voided', 'refunded'];

/** The part of an accepted charge's spending that may still be given back; undefined if no part may. */
export function heldSpent({ kernel }: Context, spent: SpentParts): SpentParts | undefined {
  const held = kernel.spends.filter(
    ({ name, backAfter }) => name in spent && laterEnds.some((end) => backAfter.includes(end)),
  );
  return held.length === 0 ? undefined : Object.fromEntries(held.map(({ name }) => [name, spent[name]]));
}
