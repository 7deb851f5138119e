import type { ClockState } from './clock.ts';
import { defineCollection } from './collection.ts';
import type { OutcomeRule } from './outcomes.ts';

export type Mode = 'test' | 'live';
export const modes = ['test', 'live'] as const;

export const gatewayKinds = ['gateway_a', 'gateway_b', 'debit_payouts'] as const;
/** The kinds of card gateway a workspace is attached to (specification, "What the service does"). */
export type GatewayKind = (typeof gatewayKinds)[number];

export const tiers = ['new', 'established', 'scaled', 'high_volume'] as const;
export type Tier = (typeof tiers)[number];

/** How settlements come about: by the clock after these many milliseconds, or only when somebody asks. */
export interface Settlement {
  mode: 'auto' | 'manual';
  delays: { card: number; ach: number; payout_transit: number; payout_card: number; payout_ach: number };
}

export interface ListedCard {
  number: string;
  brand: string;
  funding: 'credit' | 'debit' | 'prepaid';
}

export type Discount = { code: string; percent_off: number } | { code: string; amount_off: number };

/** The settings of a workspace: what the service's own dashboard would let a merchant configure. */
export interface Settings {
  gateway: GatewayKind;
  debit_payouts_enabled: { test: boolean; live: boolean };
  smart_routing: boolean;
  vault_enabled: boolean;
  three_ds_enabled: boolean;
  ach_enabled: boolean;
  wallets_enabled: boolean;
  require_checkout_phone: boolean;
  require_cvc: boolean;
  address_suggest: boolean;
  acquirer_brands: string[];
  rate_limit_tier: Tier | null;
  /** Cents. */
  payout_link_fee: number;
  white_label: boolean;
  custom_domain: string | null;
  wallet_a_domains: Record<string, string>;
  discounts: Discount[];
  brand: { name: string; logo_url: string | null; color: string };
  test_cards: ListedCard[];
  settlement: Settlement;
}

/** A workspace: its settings and clock, and two data sets, test and live. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly settings: Settings;
  readonly clock: ClockState;
  /** The secret that endpoints made without one of their own (`--forward-to`) sign with. */
  readonly webhook_secret: string;
  /** The fixture it was made from and `reset` goes back to. */
  readonly fixture: string;
}

export const workspaces = defineCollection<Workspace>({ name: 'workspace', prefix: 'ws', indexes: [] });

/** A key of the merchant API; its id is the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly workspace_id: string;
  readonly mode: Mode;
  readonly kind: 'secret' | 'publishable';
  /** Null: everything the kind may do. */
  readonly scopes: readonly string[] | null;
}

export const apiKeys = defineCollection<ApiKey>({ name: 'api_key', prefix: 'key', indexes: [['workspace_id']] });

/** An installed app, whose access tokens reach the app routes. */
export interface App {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export const apps = defineCollection<App>({
  name: 'app',
  prefix: 'app',
  indexes: [['workspace_id'], ['client_id']],
});

/** A workspace's own outcome rule. `matched` counts how often it fitted, for rules with `nth`. */
export interface WorkspaceRule extends OutcomeRule {
  readonly id: string;
  readonly workspace_id: string;
  readonly matched: number;
}

export const rules = defineCollection<WorkspaceRule>({ name: 'rule', prefix: 'rule', indexes: [['workspace_id']] });

/** The defaults of a workspace's settings. `debit_payouts_enabled` depends on the gateway. */
export function defaultSettings(gateway: GatewayKind): Settings {
  return {
    gateway,
    debit_payouts_enabled: { test: gateway === 'debit_payouts', live: false },
    smart_routing: false,
    vault_enabled: true,
    three_ds_enabled: false,
    ach_enabled: true,
    wallets_enabled: true,
    require_checkout_phone: false,
    require_cvc: false,
    address_suggest: false,
    acquirer_brands: ['visa', 'mastercard', 'amex', 'discover'],
    rate_limit_tier: null,
    payout_link_fee: 50,
    white_label: false,
    custom_domain: null,
    wallet_a_domains: {},
    discounts: [],
    brand: { name: 'Demo Shop', logo_url: null, color: '#4f46e5' },
    test_cards: [],
    settlement: {
      mode: 'auto',
      delays: { card: 2_000, ach: 4_000, payout_transit: 1_000, payout_card: 2_000, payout_ach: 4_000 },
    },
  };
}
