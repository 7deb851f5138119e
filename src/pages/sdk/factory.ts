import { fieldsOf } from '../shared/answer.ts';
import { nearestName } from '../shared/nearest-name.ts';
import { originOf } from '../shared/origins.ts';
import { Api, dataOf, readToken } from './api.ts';
import { CardInputs } from './card/card-inputs.ts';
import { mountCheckout } from './checkout.ts';
import type { Origins } from './dom.ts';
import { PaymentsError } from './errors.ts';
import { wordingOf } from './locale.ts';
import { ThreeDSecure } from './three-ds.ts';
import type { CardData, Payments, PaymentsFactory, PaymentsOptions, TokenResult } from './types.ts';
import { mountWallets } from './wallets.ts';

/**
 * Creates the factory that pages call.
 * @param script the SDK's URL; its origin also serves the API and the frames, unless `apiBase` specifies another
 * origin
 */
export function createFactory(script: string): PaymentsFactory {
  const create = (publishableKey: string, options: PaymentsOptions = {}): Payments => {
    const key = checkKey(publishableKey);
    const addresses = addressesOf(script, options);
    return typeof document === 'undefined' ? withoutPage : createPayments(key, addresses, options);
  };
  return Object.assign(create, { PaymentsError });
}

interface Addresses {
  readonly apiBase: string;
  /** The origin of the frames. */
  readonly frames: string;
}

function createPayments(key: string, { apiBase, frames }: Addresses, options: PaymentsOptions): Payments {
  const { locale } = options;
  const origins: Origins = { frames, page: pageOrigin(), around: parentOriginsOf(options) };
  const api = new Api(apiBase, key);
  let mounted: readonly CardInputs[] = [];
  const fieldsOf = (token: string) => mounted.find((fields) => fields.isInPage && fields.hasCreated(token));
  const threeDS = new ThreeDSecure({ api, origins, wording: wordingOf(locale), fieldsOf });
  return {
    mountCheckout: (target, given) => mountCheckout(origins, target, given, wordingOf(given?.locale, locale)),
    mountCardInputs: (target, given) => {
      const service = { origins, key, wording: wordingOf(given?.locale, locale) };
      const fields = new CardInputs(service, target, given ?? {});
      mounted = [...mounted.filter(({ isInPage }) => isInPage), fields];
      return fields.controls;
    },
    createToken: async (card) => (card === undefined ? onlyOne(mounted).createToken() : tokenOf(api, card)),
    elements: () => ({
      mountWallets: (target, given) =>
        mountWallets({ api, origins, wording: wordingOf(given?.locale, locale) }, target, given),
    }),
    threeDS: () => threeDS,
  };
}

/** @throws PaymentsError `not_configured` unless exactly one block of fields is in the page */
function onlyOne(mounted: readonly CardInputs[]): CardInputs {
  const [first, ...others] = mounted.filter(({ isInPage }) => isInPage);
  if (first === undefined) {
    throw new PaymentsError('not_configured', 'No card fields are mounted: call mountCardInputs first.');
  }
  if (others.length === 0) return first;
  throw new PaymentsError(
    'not_configured',
    `${others.length + 1} blocks of card fields are mounted: call createToken() on the object that mountCardInputs returned.`,
  );
}

/** @throws PaymentsError `not_configured` */
function noPage(): never {
  throw new PaymentsError(
    'not_configured',
    'This method requires a page, and server-side rendering has no page: call the method in an effect or an event handler.',
  );
}

/** The instance for server-side rendering, which has no page to mount elements in. */
const withoutPage: Payments = {
  mountCheckout: noPage,
  mountCardInputs: noPage,
  createToken: async () => noPage(),
  elements: () => ({ mountWallets: noPage }),
  threeDS: () => ({ authenticate: async () => noPage(), cancel: () => {}, reset: () => {}, getStatus: () => 'idle' }),
};

/** @throws PaymentsError `not_configured` */
function pageOrigin(): string {
  if (!/^https?:$/.test(location.protocol)) {
    throw new PaymentsError(
      'not_configured',
      'The SDK works only on pages that are served over HTTP or HTTPS, not in local files.',
    );
  }
  if (self.origin === location.origin) return location.origin;
  throw new PaymentsError(
    'not_configured',
    'The SDK does not work in a sandboxed frame without an origin: add allow-same-origin to the sandbox attribute.',
  );
}

/** @throws PaymentsError `not_configured` */
function parentOriginsOf({ parentOrigins = [] }: PaymentsOptions): readonly string[] {
  const wrong = Array.isArray(parentOrigins)
    ? parentOrigins.find((each) => typeof each !== 'string' || !/^https?:/.test(each) || originOf(each) !== each)
    : parentOrigins;
  if (wrong === undefined) return parentOrigins;
  throw new PaymentsError(
    'not_configured',
    `parentOrigins must be a list of exact origins, such as ['https://partner.example']; '${String(wrong)}' is not an exact origin.`,
  );
}

/** @throws PaymentsError `not_configured` */
function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^pk_(test|live)_\w+$/.test(key)) return key;
  throw new PaymentsError(
    'not_configured',
    typeof key === 'string' && /^(sk|pat|whsec)_/.test(key)
      ? 'THIS IS A SECRET. Anyone who opens this page can read it: remove it from the page, replace it with a new ' +
          'one, and pass the publishable key (pk_test_... or pk_live_...) to the SDK.'
      : 'The SDK requires a publishable key: pk_test_... or pk_live_...',
  );
}

/** @throws PaymentsError `not_configured` */
function addressesOf(script: string, { apiBase }: PaymentsOptions): Addresses {
  const source = addressOf(script);
  const own = source !== null && /\/sdk\/v1\/sdk\.m?js$/.test(source.pathname) ? source.origin : null;
  const base = addressOf(apiBase ?? (own === null ? '' : `${own}/api/v1`));
  if (base === null || !/\/api\/v1\/?$/.test(base.pathname) || base.search !== '' || base.hash !== '') {
    throw new PaymentsError(
      'not_configured',
      'apiBase must be the URL of the API and end with /api/v1, such as http://127.0.0.1:4747/api/v1.',
    );
  }
  return { apiBase: base.href.replace(/\/$/, ''), frames: own ?? base.origin };
}

/** An http or https URL; null for any other value. */
function addressOf(text: unknown): URL | null {
  try {
    const address = new URL(String(text));
    return /^https?:$/.test(address.protocol) ? address : null;
  } catch {
    return null;
  }
}

/** `gateway_b` does not accept raw card data. */
async function tokenOf(api: Api, card: CardData): Promise<TokenResult> {
  checkCard(card);
  const { processor_type } = dataOf(await api.get('/tokenization-key'));
  if (processor_type === 'gateway_b') {
    throw new PaymentsError(
      'not_configured',
      'gateway_b does not accept raw card data: mount the card fields instead.',
    );
  }
  const { number, exp_month, exp_year, cvv } = fieldsOf(card);
  const answer = await api.post('/tokens', { number, exp_month, exp_year, ...(cvv === undefined ? {} : { cvv }) });
  return readToken(dataOf(answer));
}

const cardData = ['number', 'exp_month', 'exp_year', 'cvv'] as const;

/** @throws PaymentsError `invalid_fields` for data that the service does not read */
function checkCard(card: unknown): void {
  const given = fieldsOf(card);
  const unknown = Object.keys(given).find((name) => !cardData.some((known) => known === name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, cardData);
    const hint = near === null ? `The card fields are ${cardData.join(', ')}.` : `Did you mean ${near}?`;
    const message = `${unknown} is not a card field. ${hint}`;
    throw new PaymentsError('invalid_fields', message, { fields: { [unknown]: message } });
  }
}
