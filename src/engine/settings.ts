import { parseDuration } from './duration.ts';
import { invalid } from './errors.ts';
import { nullable, OneOf, sensitive, T } from './schema.ts';

export const gatewayKinds = ['gateway_a', 'gateway_b', 'debit_payouts'] as const;
/** The kinds of card gateway a workspace is attached to (specification, "What the service does"). */
export type GatewayKind = (typeof gatewayKinds)[number];

export const tiers = ['new', 'established', 'scaled', 'high_volume'] as const;
export type Tier = (typeof tiers)[number];

/** Milliseconds, or a duration such as `2s`, which becomes milliseconds. */
const Delay = () => T.Unsafe<number>({ anyOf: [{ type: 'integer', minimum: 0 }, { type: 'string' }] });
const strict = { additionalProperties: false };

/** How settlements come about: by the clock after these many milliseconds, or only when somebody asks. */
const SettlementModel = T.Object(
  {
    mode: OneOf(['auto', 'manual']),
    delays: T.Object(
      {
        card: Delay(),
        ach: Delay(),
        payout_transit: Delay(),
        payout_card: Delay(),
        payout_ach: Delay(),
      },
      strict,
    ),
  },
  strict,
);
export type Settlement = T.Static<typeof SettlementModel>;

const DiscountModel = T.Unsafe<{ code: string; percent_off: number } | { code: string; amount_off: number }>({
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'string', minLength: 1, maxLength: 50 },
    percent_off: { type: 'number', exclusiveMinimum: 0, maximum: 100 },
    amount_off: { type: 'integer', minimum: 1 },
  },
  oneOf: [{ required: ['percent_off'] }, { required: ['amount_off'] }],
  additionalProperties: false,
});

const ListedCardModel = T.Object(
  {
    number: sensitive(T.String({ pattern: '^[0-9]{12,19}$' })),
    funding: OneOf(['credit', 'debit', 'prepaid']),
  },
  strict,
);

/** The settings of a workspace: what the service's own dashboard would let a merchant configure. */
export const SettingsModel = T.Object(
  {
    gateway: OneOf(gatewayKinds),
    debit_payouts_enabled: T.Object({ test: T.Boolean(), live: T.Boolean() }, strict),
    smart_routing: T.Boolean(),
    vault_enabled: T.Boolean(),
    three_ds_enabled: T.Boolean(),
    ach_enabled: T.Boolean(),
    wallets_enabled: T.Boolean(),
    require_checkout_phone: T.Boolean(),
    require_cvc: T.Boolean(),
    address_suggest: T.Boolean(),
    acquirer_brands: T.Array(T.String()),
    rate_limit_tier: nullable(OneOf(tiers)),
    /** Cents. */
    payout_link_fee: T.Integer({ minimum: 0 }),
    white_label: T.Boolean(),
    custom_domain: nullable(T.String()),
    /** Domains of wallet_a and the loopback address behind each. */
    wallet_a_domains: T.Record(T.String()),
    discounts: T.Array(DiscountModel),
    brand: T.Object({ name: T.String(), logo_url: nullable(T.String()), color: T.String() }, strict),
    test_cards: T.Array(ListedCardModel),
    settlement: SettlementModel,
  },
  strict,
);
export type Settings = T.Static<typeof SettingsModel>;

/** Settings of which every part may be left out, at any depth. */
export type SettingsPatch = { [K in keyof Settings]?: Settings[K] extends object ? Partial<Settings[K]> : Settings[K] };

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

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Settings with some parts changed; objects are merged, lists and maps of domains replaced.
 * @throws 400 `parameter_invalid` for a delay that is no duration
 */
export function mergeSettings(settings: Settings, patch: SettingsPatch): Settings {
  const merge = (base: unknown, change: unknown): unknown => {
    if (!isPlain(base) || !isPlain(change)) return change;
    const merged = { ...base };
    for (const [name, value] of Object.entries(change)) {
      merged[name] = name === 'wallet_a_domains' ? value : merge(base[name], value);
    }
    return merged;
  };
  const merged = merge(settings, patch) as Settings;
  const delays = Object.entries(merged.settlement.delays).map(([step, delay]) => [step, readDelay(step, delay)]);
  return { ...merged, settlement: { ...merged.settlement, delays: Object.fromEntries(delays) } };
}

function readDelay(step: string, delay: number | string): number {
  if (typeof delay === 'number') return delay;
  const duration = parseDuration(delay);
  if (duration === null || duration.months > 0) {
    throw invalid(`settings.settlement.delays.${step}`, `'${delay}' is not a duration; write it as 2s or PT2S.`);
  }
  return duration.ms;
}

/** The model with nothing required, for bodies and files that give a part of it. */
export function partialModel(model: T.TObject): T.TObject {
  const loosen = (schema: unknown): unknown => {
    if (!isPlain(schema) || schema.type !== 'object' || schema.properties === undefined || 'oneOf' in schema)
      return schema;
    const { required: _required, ...rest } = schema;
    const properties = schema.properties as Record<string, unknown>;
    return {
      ...rest,
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, loosen(each)])),
    };
  };
  return loosen({ ...model, type: 'object', properties: model.properties }) as T.TObject;
}
