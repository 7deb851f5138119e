import { defineCollection } from '../../engine/collection.ts';
import { assumed, SignedCents, T } from '../../engine/schema.ts';

/** Where money can be. `external` is everything outside the workspace: buyers, recipients, banks. */
export const accounts = ['available', 'reserved', 'held', 'pending', 'external'] as const;
export type Account = (typeof accounts)[number];

/** One movement of money from one account to another: two entries that sum to zero. */
export interface LedgerGroup {
  readonly id: string;
  /** Why it moved: `charge`, `settlement`, `refund`. */
  readonly kind: string;
  /** The id of the object that it moved for. */
  readonly subject: string;
  readonly currency: string;
  /** ISO 8601. */
  readonly at: string;
  readonly from: Account;
  readonly to: Account;
  /** Cents. */
  readonly amount: number;
}

export const ledgerGroups = defineCollection<LedgerGroup>({ name: 'ledger', prefix: 'led', indexes: [['subject']] });

/** The running sums of a currency's entries; its id is the currency. */
export interface Balances {
  readonly id: string;
  readonly available: number;
  readonly reserved: number;
  readonly held: number;
  readonly pending: number;
  readonly external: number;
}

export const balances = defineCollection<Balances>({ name: 'balance', prefix: 'bal', indexes: [] });

/** What GET /balance answers (specification, "Balance"), in cents. */
export const BalanceModel = T.Object({
  object: T.Unsafe<string>({ type: 'string', const: 'balance' }),
  currency: T.String(),
  available: assumed(SignedCents()),
  reserved: assumed(SignedCents()),
  held: assumed(SignedCents()),
  pending: assumed(SignedCents()),
  livemode: assumed(T.Boolean()),
});
