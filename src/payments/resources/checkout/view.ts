import type { Context } from '../../../core/kernel/context.ts';
import { platformSettings } from '../../platform/settings.ts';
import { type WalletType, walletTypes } from '../../simulation/wallet-credentials.ts';
import { brandOf } from '../account/brand.ts';
import { customers } from '../customer/model.ts';
import { availableOf } from '../product/actions.ts';
import { type OrderLine, products } from '../product/model.ts';
import { threeDsSettings } from '../three-ds/model.ts';
import { vaultConfigOf } from '../token/vault.ts';
import { whyNoAch } from '../transaction/instrument.ts';
import { recurringLines } from '../transaction/page-payment.ts';
import { hasWallets } from '../wallet/actions.ts';
import { type Checkout, checkoutSettings } from './model.ts';
import { type Choice, type PayableObject, quoteOf } from './payable-object.ts';

/** The text that a buyer accepts before a debit from a bank account. The page fills in the name and the amount. */
const achAuthorizationText =
  'By paying, I authorize {merchant} to debit {amount} from my bank account, and to credit it if a correction is needed.';

/** Returns a checkout as its page or an app sees it. */
export function showCheckout(ctx: Context, slug: string, target: PayableObject, choice: Choice): Checkout {
  const { mode, workspace } = ctx;
  const settings = platformSettings.of(ctx);
  const { amount, currency, discount_code, discount_amount, lines } = quoteOf(ctx, target, choice);
  const brand = brandOf(ctx);
  const vaultConfig = vaultConfigOf(ctx);
  const takesMoney = settings.gateway !== 'debit_payouts' || settings.debit_payouts_enabled[mode];
  return {
    slug,
    kind: target.kind,
    status: target.record.status,
    amount,
    currency,
    discountCode: discount_code,
    discountAmount: discount_amount,
    sandbox: mode === 'test',
    ...askedOf(target),
    cardEnabled: takesMoney && vaultConfig.enabled,
    threeDsEnabled: threeDsSettings.of(ctx).three_ds_enabled,
    walletsEnabled: hasWallets(ctx),
    wallets: [...offeredWallets(ctx, target, lines)],
    vaultConfig,
    workspaceId: workspace.id,
    workspace: {
      name: brand.name,
      achEnabled: takesMoney && vaultConfig.enabled && whyNoAch(ctx, currency) === null,
      requireCheckoutPhone: checkoutSettings.of(ctx).require_checkout_phone,
      achAuthorizationText,
    },
    products: lines.map((line) => showLine(ctx, line)),
    brand: { name: brand.name, logoUrl: brand.logo_url, color: brand.color },
    ...contactOf(ctx, target),
  };
}

/**
 * Returns the wallets that can pay for an order. An order that starts subscriptions accepts only the wallet whose
 * cards can be saved (specification, "Wallet payments" 5). In live mode, the domain of a page determines whether the
 * page can show wallet_a.
 */
function offeredWallets(ctx: Context, { kind }: PayableObject, lines: readonly OrderLine[]): readonly WalletType[] {
  if (!hasWallets(ctx)) return [];
  return kind !== 'invoice' && recurringLines(ctx, lines).length > 0 ? ['wallet_b'] : walletTypes;
}

/** The additional questions on the page of a link. */
const askedOf = (target: PayableObject): Pick<Checkout, 'customFields' | 'collectShippingAddress'> =>
  target.kind === 'payment_link'
    ? { customFields: target.record.custom_fields, collectShippingAddress: target.record.collect_shipping_address }
    : { customFields: [], collectShippingAddress: false };

function showLine(ctx: Context, line: OrderLine): Checkout['products'][number] {
  const { product_id, name, unit_amount, quantity } = line;
  const product = ctx.find(products, product_id);
  return {
    productId: product_id,
    name,
    description: product?.description ?? null,
    price: unit_amount,
    quantity,
    imageUrl: product?.image_url ?? null,
    available: availableOf(ctx, line),
    recurring: product?.recurring ?? null,
  };
}

type Contact = Pick<
  Checkout,
  'emailFieldMode' | 'phoneFieldMode' | 'customerEmail' | 'customerPhone' | 'showOrderSummary' | 'locale'
>;

function contactOf(ctx: Context, target: PayableObject): Contact {
  switch (target.kind) {
    case 'session': {
      const { email_field_mode, phone_field_mode, customer_email, customer_phone, show_order_summary, locale } =
        target.record;
      return {
        emailFieldMode: email_field_mode,
        phoneFieldMode: phone_field_mode,
        customerEmail: customer_email,
        customerPhone: customer_phone,
        showOrderSummary: show_order_summary,
        locale,
      };
    }
    case 'invoice': {
      const { email = null, phone = null } = ctx.find(customers, target.record.customer_id) ?? {};
      return { ...usualContact, customerEmail: email, customerPhone: phone };
    }
    case 'payment_link':
      return usualContact;
    default:
      return target satisfies never;
  }
}

const usualContact: Contact = {
  emailFieldMode: 'editable',
  phoneFieldMode: 'editable',
  customerEmail: null,
  customerPhone: null,
  showOrderSummary: true,
  locale: null,
};
