import { OneOf, T } from '../../core/kernel/declare/schema.ts';
import { durationSetting, type Settings, setting, settings, strict } from '../../core/kernel/declare/settings.ts';

export const gatewayKinds = ['gateway_a', 'gateway_b', 'debit_payouts'] as const;
/** The kinds of card gateways that a workspace can use (specification, "What the service does"). */
export type GatewayKind = (typeof gatewayKinds)[number];

/** The gateway in the settings; `debit_payouts` by default. */
const gatewayOf = ({ gateway }: Settings): GatewayKind =>
  gatewayKinds.find((kind) => kind === gateway) ?? 'debit_payouts';

export const settlementSteps = ['card', 'ach', 'payout_transit', 'payout_card', 'payout_ach'] as const;
const delays = Object.fromEntries(settlementSteps.map((step) => [step, durationSetting])) as Record<
  (typeof settlementSteps)[number],
  typeof durationSetting
>;

/** The settings that apply to all payments. */
export const platformSettings = settings({
  gateway: setting(OneOf(gatewayKinds), gatewayOf, '`debit_payouts`, `gateway_a` or `gateway_b`'),
  debit_payouts_enabled: setting(
    T.Object({ test: T.Boolean(), live: T.Boolean() }, strict),
    (given) => ({ test: gatewayOf(given) === 'debit_payouts', live: false }),
    'whether charges, payouts, links, balance and account checks are enabled on the debit-and-payouts rail, by mode',
  ),
  settlement: setting(
    T.Object({ mode: OneOf(['auto', 'manual']), delays: T.Object(delays, strict) }, strict),
    { mode: 'auto', delays: { card: 2_000, ach: 4_000, payout_transit: 1_000, payout_card: 2_000, payout_ach: 4_000 } },
    '`mode` (`auto` or `manual`) and the delays, in milliseconds or as text such as `2s`',
  ),
  calendar: setting(
    OneOf(['none', 'us-banking']),
    'none',
    'if `us-banking`, ACH payments move only on [banking days](clock.md#banking-days)',
  ),
});

export type SettlementStep = (typeof settlementSteps)[number];

type PlatformSettings = ReturnType<typeof platformSettings.of>;

/** Settings in which every property is optional, at any depth. */
export type SettingsPatch = Settings & {
  readonly [N in keyof PlatformSettings]?: PlatformSettings[N] extends object
    ? Partial<PlatformSettings[N]>
    : PlatformSettings[N];
};
