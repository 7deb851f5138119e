import { fieldsOf } from '../shared/answer.ts';
import { Api, dataOf, readToken } from './api.ts';
import { CardInputs } from './card-inputs.ts';
import { mountCheckout } from './checkout.ts';
import type { Origins } from './dom.ts';
import { PaymentsError } from './errors.ts';
import { wordingOf } from './locale.ts';
import { ThreeDSecure } from './three-ds.ts';
import type { CardData, Payments, PaymentsFactory, PaymentsOptions, TokenResult } from './types.ts';
import { mountWallets } from './wallets.ts';

/**
 * Creates the factory that pages call.
 * @param script the SDK's address; its origin also has the API and the frames, unless `apiBase` names another
 */
export function createFactory(script: string): PaymentsFactory {
  const create = (publishableKey: string, options: PaymentsOptions = {}): Payments =>
    createPayments(checkKey(publishableKey), addressesOf(script, options), options.locale);
  return Object.assign(create, { PaymentsError });
}

interface Addresses {
  readonly apiBase: string;
  readonly origins: Origins;
}

function createPayments(key: string, { apiBase, origins }: Addresses, locale: string | undefined): Payments {
  const api = new Api(apiBase, key);
  const threeDS = new ThreeDSecure(api, wordingOf(locale));
  let fields: CardInputs | null = null;
  return {
    mountCheckout: (target, options) => mountCheckout(origins, target, options, wordingOf(options?.locale, locale)),
    mountCardInputs: (target, options = {}) => {
      const mounted = new CardInputs(origins, key, target, options, wordingOf(options.locale, locale), () => {
        if (fields === mounted) fields = null;
      });
      fields = mounted;
      return mounted.controls;
    },
    createToken: async (card) => {
      if (card !== undefined) return tokenOf(api, card);
      if (fields !== null) return fields.tokenize();
      throw new PaymentsError('not_configured', 'No card fields are mounted: call mountCardInputs first.');
    },
    elements: () => ({
      mountWallets: (target, options) =>
        mountWallets({ api, origins, wording: wordingOf(options.locale, locale) }, target, options),
    }),
    threeDS: () => threeDS,
  };
}

/** @throws PaymentsError `not_configured` */
function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^pk_(test|live)_\w+$/.test(key)) return key;
  throw new PaymentsError(
    'not_configured',
    typeof key === 'string' && /^(sk|pat|whsec)_/.test(key)
      ? 'THIS IS A SECRET. Everybody who opens this page can read it: take it out of the page, replace it with a fresh ' +
          'one, and give the SDK the publishable key (pk_test_... or pk_live_...).'
      : 'The SDK takes a publishable key: pk_test_... or pk_live_...',
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
      'apiBase must be the address of the API, up to and with /api/v1: http://127.0.0.1:4747/api/v1.',
    );
  }
  if (!/^https?:$/.test(location.protocol)) {
    throw new PaymentsError('not_configured', 'The SDK works in pages that a server serves, not in a file.');
  }
  return { apiBase: base.href.replace(/\/$/, ''), origins: { frames: own ?? base.origin, page: location.origin } };
}

/** An http or https address; null for anything else. */
function addressOf(text: unknown): URL | null {
  try {
    const address = new URL(String(text));
    return /^https?:$/.test(address.protocol) ? address : null;
  } catch {
    return null;
  }
}

/** `gateway_b` accepts no raw card data. */
async function tokenOf(api: Api, card: CardData): Promise<TokenResult> {
  const { processor_type } = dataOf(await api.get('/tokenization-key'));
  if (processor_type === 'gateway_b') {
    throw new PaymentsError('not_configured', 'gateway_b takes no raw card data: mount the card fields instead.');
  }
  const { number, exp_month, exp_year, cvv } = fieldsOf(card);
  const answer = await api.post('/tokens', { number, exp_month, exp_year, ...(cvv === undefined ? {} : { cvv }) });
  return readToken(dataOf(answer));
}
