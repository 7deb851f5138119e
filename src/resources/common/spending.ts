import type { Context } from '../../kernel/context.ts';
import type { SpendDef } from '../../kernel/declare/declarations.ts';
import type { T } from '../../kernel/declare/schema.ts';
import type { Refusal } from '../../kernel/errors.ts';
import type { Card } from './card.ts';

/** The ends of a charge that does not stand, or not any more. */
export type End =
  /** It is refused at once. */
  | 'declined'
  /** Its outcome was unknown, and it was not made. */
  | 'not_charged'
  /** The network rejects it later. */
  | 'failed'
  | 'voided'
  /** Everything outstanding is refunded. */
  | 'refunded';

/** The fields of a request that asks for a charge; none of a charge that nobody asks for, as a renewal is. */
export type Given = Readonly<Record<string, unknown>>;

/** A charge that is about to be made, as each entry of the list of what it spends looks at it. */
export interface Purchase<G = Given> {
  /** Cents that are left to pay after what entries before this one took off. */
  readonly amount: number;
  readonly currency: string;
  readonly line_items: readonly {
    readonly product_id: string;
    readonly variant_id: string | null;
    readonly quantity: number;
  }[];
  /** The card that is charged; null for a bank account. */
  readonly card: Card | null;
  /** The key under which the outcome table knows the card. */
  readonly behaviour: string | null;
  /** What brought the card, where a wallet did. */
  readonly wallet: { readonly takesThreeDs: boolean } | null;
  /** The checkout on whose page a buyer pays. */
  readonly slug: string | null;
  readonly given: G;
}

/** What a transaction records of an authentication; its fields `three_ds_*` show it. */
export interface RecordedThreeDs {
  readonly status: string;
  readonly eci: string | null;
  readonly cavv_present: boolean;
  readonly xid: string | null;
  readonly version: string;
  readonly ds_trans_id: string | null;
}

/** What an entry has to do with a charge that it does not refuse. */
export interface Allowed<W> {
  /** What is taken of it, as JSON: it is given back by this alone. Left out where nothing is. */
  readonly what?: W;
  /** Cents of the charge that need not be paid; 1 at least must be left. */
  readonly off?: number;
  /** What proves that the cardholder pays. */
  readonly proof?: RecordedThreeDs;
}

type NoFields = T.TObject<Record<never, never>>;

/** An entry as its slice declares it, with the fields that it reads of a merchant's request and of a client's. */
interface Declared<W, M extends T.TObject, C extends T.TObject> {
  readonly asks?: {
    readonly merchant?: { readonly fields?: M; readonly refuses?: readonly Refusal[] };
    readonly client?: { readonly fields?: C; readonly refuses?: readonly Refusal[] };
  };
  /** The ends after which it is given back. What is kept by a decline is used up by an attempt. */
  readonly backAfter?: readonly End[];
  /**
   * Looks at a charge before anything is done.
   * @returns null where the charge has nothing to do with it
   * @throws the refusal
   */
  readonly check: (ctx: Context, purchase: Purchase<Partial<T.Static<M> & T.Static<C>>>) => Allowed<W> | null;
  /** Takes what `check` allowed: the charge is accepted, or its outcome is unknown. */
  readonly take?: (ctx: Context, what: W) => void;
  readonly giveBack?: (ctx: Context, what: W) => void;
}

const nothing = (): void => {};

/** Declares something that a charge spends. */
export const spend = <W, M extends T.TObject = NoFields, C extends T.TObject = NoFields>(
  name: string,
  { asks = {}, backAfter = [], check, take = nothing, giveBack = nothing }: Declared<W, M, C>,
): SpendDef => ({ name, asks, backAfter, check, take, giveBack });

/** What a charge took, by the names of the entries. */
export type Spent = Readonly<Record<string, unknown>>;

/** What is left of a charge when every entry has looked at it. */
export interface Spending {
  /** Cents that are left to pay. */
  readonly amount: number;
  readonly proof: RecordedThreeDs | null;
  /** What is to be taken. */
  readonly spent: Spent;
}

/**
 * Asks every entry about a charge; nothing is done yet.
 * @throws whatever an entry refuses with
 */
export function checkSpends(ctx: Context, purchase: Purchase): Spending {
  const left = { ...purchase };
  const spent: Record<string, unknown> = {};
  let proof: RecordedThreeDs | null = null;
  for (const { name, check } of ctx.kernel.spends) {
    const allowed: Allowed<unknown> | null = check(ctx, left);
    if (allowed === null) continue;
    left.amount -= allowed.off ?? 0;
    proof = allowed.proof ?? proof;
    if (allowed.what !== undefined) spent[name] = allowed.what;
  }
  return { amount: left.amount, proof, spent };
}

/** Takes what a charge spends; of one that is declined only what an attempt uses up. */
export function takeSpent(ctx: Context, spent: Spent, end?: 'declined'): void {
  for (const { name, backAfter, take } of ctx.kernel.spends) {
    if (name in spent && !(end !== undefined && backAfter.includes(end))) take(ctx, spent[name]);
  }
}

/** Gives back what a charge took, as far as its end lets it. */
export function giveBackSpent(ctx: Context, spent: Spent, end: End): void {
  for (const { name, backAfter, giveBack } of ctx.kernel.spends) {
    if (name in spent && backAfter.includes(end)) giveBack(ctx, spent[name]);
  }
}

const laterEnds: readonly End[] = ['failed', 'voided', 'refunded'];

/** What of it may still be given back of a charge that was accepted; undefined where nothing may. */
export function heldSpent({ kernel }: Context, spent: Spent): Spent | undefined {
  const held = kernel.spends.filter(
    ({ name, backAfter }) => name in spent && laterEnds.some((end) => backAfter.includes(end)),
  );
  return held.length === 0 ? undefined : Object.fromEntries(held.map(({ name }) => [name, spent[name]]));
}
