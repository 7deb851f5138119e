import type { Context } from '../../../core/kernel/context.ts';
import type { SpendDef } from '../../../core/kernel/declare/declarations.ts';
import type { T } from '../../../core/kernel/declare/schema.ts';
import type { Refusal } from '../../../core/kernel/errors.ts';
import type { Card } from './card.ts';

/** The outcomes that cancel a charge, immediately or later. */
export type ChargeEnd =
  /** The network declines the charge immediately. */
  | 'declined'
  /** The outcome was unknown, and the charge was not made. */
  | 'not_charged'
  /** The network rejects the charge later. */
  | 'failed'
  | 'voided'
  /** The full remaining amount of the charge is refunded. */
  | 'refunded';

/** The fields of the request that makes a charge; empty for a charge without a request, such as a renewal. */
export type ChargeFields = Readonly<Record<string, unknown>>;

/** A charge that is about to be made, as each spendable item checks it. */
export interface Purchase<G = ChargeFields> {
  /** The amount that remains to pay after earlier discounts, in cents. */
  readonly amount: number;
  readonly currency: string;
  readonly line_items: readonly {
    readonly product_id: string;
    readonly variant_id: string | null;
    readonly quantity: number;
  }[];
  /** The card to charge; null for a bank account. */
  readonly card: Card | null;
  /** The key of the card in the outcome table. */
  readonly behaviour: string | null;
  /** The wallet that provided the card; null if the card did not come from a wallet. */
  readonly wallet: { readonly takesThreeDs: boolean } | null;
  /** The slug of the checkout page on which the buyer pays. */
  readonly slug: string | null;
  readonly given: G;
}

/** The data about an authentication that a transaction records in its `three_ds_*` fields. */
export interface ThreeDsProof {
  readonly status: string;
  readonly eci: string | null;
  readonly cavv_present: boolean;
  readonly xid: string | null;
  readonly version: string;
  readonly ds_trans_id: string | null;
}

/** The part of a spendable item that a charge can take. */
interface Allowance<W> {
  /**
   * The part that the charge takes, as JSON, with all the data that is needed to give it back. Absent if the charge
   * takes nothing.
   */
  readonly what?: W;
  /** The amount in cents by which the charge is reduced; at least 1 cent must remain. */
  readonly off?: number;
  /** Evidence that the cardholder makes the payment. */
  readonly proof?: ThreeDsProof;
}

type NoFields = T.TObject<Record<never, never>>;

/**
 * An item that a charge can spend, as its slice declares it, with the fields that it reads from the requests of
 * merchants and clients.
 */
interface Declared<W, M extends T.TObject, C extends T.TObject> {
  readonly asks?: {
    readonly merchant?: { readonly fields?: M; readonly refuses?: readonly Refusal[] };
    readonly client?: { readonly fields?: C; readonly refuses?: readonly Refusal[] };
  };
  /**
   * The outcomes after which the item is given back. If they do not include a decline, an attempt uses up the item.
   */
  readonly backAfter?: readonly ChargeEnd[];
  /**
   * Checks a charge before any change.
   * @returns null if the charge does not involve the item
   * @throws the refusal
   */
  readonly check: (ctx: Context, purchase: Purchase<Partial<T.Static<M> & T.Static<C>>>) => Allowance<W> | null;
  /** Takes the part that `check` allowed, when the charge is accepted or its outcome is unknown. */
  readonly take?: (ctx: Context, what: W) => void;
  readonly giveBack?: (ctx: Context, what: W) => void;
}

const nothing = (): void => {};

/** Declares an item that a charge can spend. */
export const spend = <W, M extends T.TObject = NoFields, C extends T.TObject = NoFields>(
  name: string,
  { asks = {}, backAfter = [], check, take = nothing, giveBack = nothing }: Declared<W, M, C>,
): SpendDef => ({ name, asks, backAfter, check, take, giveBack });

/** The parts that a charge took, by item name. */
export type SpentParts = Readonly<Record<string, unknown>>;

/** The result of all checks of a charge. */
export interface Spending {
  /** The amount that remains to pay, in cents. */
  readonly amount: number;
  readonly proof: ThreeDsProof | null;
  /** The parts that the charge will take. */
  readonly spent: SpentParts;
}

/**
 * Checks all items that a charge can spend, without taking them.
 * @throws the refusal of any item
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

/** Takes the items that a charge spends. For a declined charge, takes only the items that an attempt uses up. */
export function takeSpent(ctx: Context, spent: SpentParts, end?: 'declined'): void {
  for (const { name, backAfter, take } of ctx.kernel.spends) {
    if (name in spent && !(end !== undefined && backAfter.includes(end))) take(ctx, spent[name]);
  }
}

/** Gives back the items that a charge took, depending on the outcome of the charge. */
export function giveBackSpent(ctx: Context, spent: SpentParts, end: ChargeEnd): void {
  for (const { name, backAfter, giveBack } of ctx.kernel.spends) {
    if (name in spent && backAfter.includes(end)) giveBack(ctx, spent[name]);
  }
}

const laterEnds: readonly ChargeEnd[] = ['failed', 'voided', 'refunded'];

/** Returns the parts of an accepted charge that can still be given back; undefined if there are none. */
export function heldSpent({ kernel }: Context, spent: SpentParts): SpentParts | undefined {
  const held = kernel.spends.filter(
    ({ name, backAfter }) => name in spent && laterEnds.some((end) => backAfter.includes(end)),
  );
  return held.length === 0 ? undefined : Object.fromEntries(held.map(({ name }) => [name, spent[name]]));
}
