import { make } from '../browser/lib/dom.ts';
import { type Fields, fieldsOf, textOf } from '../shared/answer.ts';
import { walletMarks } from '../shared/wallet-marks.ts';
import { type Api, dataOf, minorUnitsOf } from './api.ts';
import { setProperty } from './appearance.ts';
import { elementAt, type Origins } from './dom.ts';
import { PaymentsError } from './errors.ts';
import type { Wording } from './locale.ts';
import { Emitter } from './messages.ts';
import { adoptStyles, walletsCss } from './shadow-styles.ts';
import { ThreeDSecure } from './three-ds.ts';
import type {
  MountedWallets,
  Target,
  WalletAppearance,
  WalletEvents,
  WalletInfo,
  WalletOptions,
  WalletPayment,
  WalletType,
} from './types.ts';
import {
  type Approval,
  type Opener,
  openSheet,
  type Sheet,
  validateMerchant,
  walletNames,
  whyNoWalletAHere,
} from './wallet-sheet.ts';

interface Service {
  readonly api: Api;
  readonly origins: Origins;
  readonly wording: Wording;
}

interface Purchase {
  /** Minor units. */
  amount: number;
  readonly currency: string;
  readonly country: string;
  readonly collectShipping: boolean;
}

/**
 * Shows the wallet buttons that this workspace and this page can use (specification, "Client-side SDK surface").
 * @throws PaymentsError `invalid_fields` for an invalid amount, `not_configured` if the target does not exist
 */
export function mountWallets(service: Service, target: Target, given: WalletOptions | undefined): MountedWallets {
  const options = given ?? { amount: Number.NaN };
  const { amount, currency = 'USD', country = 'US', collectShipping = false } = options;
  const purchase: Purchase = { amount: minorUnitsOf(amount, currency), currency, country, collectShipping };
  const place = elementAt(target);
  const events = new Emitter<WalletEvents>(['ready', 'error', 'walletPayment']);
  const host = make('div', { 'data-payments-sdk': 'wallets', lang: service.wording.language });
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, walletsCss);
  const list = make('div', { class: `wallets ${options.direction === 'row' ? 'row' : ''}` });
  setProperty(list.style, '--gap', `${clamp(options.gap, 0, 48, 8)}px`);
  setProperty(list.style, '--height', `${clamp(options.buttonHeight, 32, 64, 44)}px`);
  root.append(list);
  place.append(host);

  let isMounted = true;
  let sheet: Sheet | null = null;
  const threeDS = new ThreeDSecure(service);
  const fail = (error: unknown) => {
    if (!isMounted) return;
    const known = error instanceof PaymentsError ? error : new PaymentsError('unknown', String(error));
    events.emit('error', known);
  };
  const pay = async (walletType: WalletType) => {
    if (sheet !== null) return;
    list.toggleAttribute('inert', true);
    try {
      sheet = openSheet(openerOf(service, walletType), walletType, purchase);
      const approval = await sheet.approval;
      if (approval === null) return;
      const { payment, card } = await prepare(service.api, walletType, approval);
      if (!isMounted) return;
      const { amount, currency } = purchase;
      const result = card === null ? null : await threeDS.authenticateCard({ card, amount, currency });
      // A skipped authentication is not sent with the charge.
      const proof = result === null || result.status === 'SKIPPED' ? {} : { threeDS: result };
      if (isMounted) events.emit('walletPayment', { ...payment, ...proof });
    } catch (error) {
      fail(error);
    } finally {
      sheet?.close();
      sheet = null;
      list.toggleAttribute('inert', false);
    }
  };
  const show = async () => {
    const { usable, refusals } = await usableWallets(service.api);
    if (!isMounted) return;
    for (const walletType of usable)
      list.append(createButton(service.wording, walletType, options[walletType], () => void pay(walletType)));
    for (const refusal of refusals) events.emit('error', refusal);
    if (usable.length > 0) events.emit('ready', { wallets: usable });
  };
  show().catch(fail);

  return {
    updateAmount: (changed) => {
      purchase.amount = minorUnitsOf(changed, currency);
      sheet?.updateAmount(purchase.amount);
    },
    on: (event, listener) => events.on(event, listener),
    unmount: () => {
      isMounted = false;
      threeDS.cancel();
      sheet?.close();
      host.remove();
    },
  };
}

function openerOf(service: Service, walletType: WalletType): Opener {
  const { api, origins, wording } = service;
  const { locale, language, texts } = wording;
  const isAllowed = walletType === 'wallet_a' ? validateMerchant(service) : Promise.resolve();
  return { origins, dialogs: texts.dialogs, locale, language, isAllowed, merchant: { key: api.key } };
}

const clamp = (value: unknown, least: number, most: number, usual: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual;

/**
 * The wallets that can be used on this page. wallet_a in live mode requires HTTPS and a registered domain that is not
 * local; wallet_b has no requirements.
 */
async function usableWallets(api: Api): Promise<{ usable: WalletType[]; refusals: PaymentsError[] }> {
  // The service refuses the call if the workspace has no wallets, such as on debit_payouts.
  const { domains } = dataOf(await api.get('/wallets/wallet-a/domains'));
  if (!api.isLive) return { usable: ['wallet_a', 'wallet_b'], refusals: [] };
  const why = whyNoWalletA(Array.isArray(domains) ? domains : []);
  return why === null
    ? { usable: ['wallet_a', 'wallet_b'], refusals: [] }
    : { usable: ['wallet_b'], refusals: [new PaymentsError('not_configured', why)] };
}

function whyNoWalletA(domains: readonly unknown[]): string | null {
  const whyNotHere = whyNoWalletAHere();
  if (whyNotHere !== null) return whyNotHere;
  const { hostname } = location;
  const isRegistered = domains.some((each) => {
    const { domain, status } = fieldsOf(each);
    return domain === hostname && status === 'registered';
  });
  return isRegistered ? null : `${hostname} is not registered for wallet_a, so the button is not shown.`;
}

/** A drawing that distinguishes the wallets. */
function drawMark(walletType: WalletType): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const [mark, path] = [document.createElementNS(namespace, 'svg'), document.createElementNS(namespace, 'path')];
  for (const [name, value] of [
    ['viewBox', '0 0 24 24'],
    ['fill', 'currentColor'],
    ['fill-rule', 'evenodd'],
    ['aria-hidden', 'true'],
  ] as const)
    mark.setAttribute(name, value);
  path.setAttribute('d', walletMarks[walletType]);
  mark.append(path);
  return mark;
}

function createButton(
  { texts }: Wording,
  walletType: WalletType,
  look: WalletAppearance | undefined,
  press: () => void,
): HTMLButtonElement {
  const { color = 'black', label = 'pay', borderRadius } = look ?? {};
  const attributes = { type: 'button', class: color === 'white' ? 'white' : '', 'data-wallet': walletType };
  const button = make('button', attributes, [
    drawMark(walletType),
    (texts.wallets[label] ?? texts.wallets.pay)(walletNames[walletType]),
  ]);
  if (borderRadius !== undefined) setProperty(button.style, '--radius', `${clamp(borderRadius, 0, 32, 10)}px`);
  button.addEventListener('click', press);
  return button;
}

/** The payment for the merchant's server, and the card that the service wants to authenticate first. */
interface Prepared {
  readonly payment: WalletPayment;
  readonly card: { readonly card_id: string } | null;
}

/** Opens a wallet_b card. The response indicates whether the card must be authenticated. */
async function prepare(api: Api, walletType: WalletType, { credential, info, wallet }: Approval): Promise<Prepared> {
  if (walletType === 'wallet_a') {
    const paysioWallet = { type: 'wallet_a', wallet_a_payment_data: credential, info } as const;
    return { payment: { walletType, paysioWallet, wallet }, card: null };
  }
  const opened = dataOf(
    await api.post('/wallets/prepare', { service_wallet: { type: 'wallet_b', wallet_b_token: credential, info } }),
  );
  const paysioWallet = { type: 'wallet_b', prepared: textOf(opened.prepared), info: infoOf(opened, info) } as const;
  const card = opened.three_ds_required === true ? { card_id: textOf(opened.card_id) } : null;
  return { payment: { walletType, paysioWallet, wallet }, card };
}

function infoOf(opened: Fields, told: WalletInfo): WalletInfo {
  const { brand, last4 } = fieldsOf(opened.card);
  return { card_network: textOf(brand) || told.card_network, card_details: textOf(last4) || told.card_details };
}
