import type { Checkout } from '../../checkout-state.ts';
import { postJson, type Refusal } from './api.ts';
import { browserInfo } from './browser-info.ts';
import type { TypedCard } from './card-form.ts';
import { make } from './dom.ts';
import { wait } from './wait.ts';

/** How an authentication ended. Without a token the payment goes on without one: the card needs none. */
export type Authenticated =
  | { readonly kind: 'token'; readonly token: string | null }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string }
  | { readonly kind: 'cancelled' };

/** How the browser SDK calls it (specification, "Client SDK error codes"). */
type FailureCode = 'three_ds_failed' | 'three_ds_timeout' | 'network';

export interface Purchase {
  readonly checkout: Checkout;
  /** A card that was typed in and vaulted, or the reference of one that a wallet gave. */
  readonly card: VaultedCard | { readonly cardRef: string };
  /** Minor units. */
  readonly amount: number;
  readonly billingCountry: string;
  readonly email: string;
}

interface VaultedCard {
  readonly panAlias: string;
  readonly typed: TypedCard;
}

interface Challenge {
  readonly url: string;
  readonly creq: string;
}

/** Shows the issuer's page until it is done with; resolves when the person closes it instead. */
export type ShowChallenge = (challenge: Challenge, isOver: Promise<unknown>) => Promise<'closed'>;

/** Real milliseconds (specification, "Limits" 7). */
const fingerprintWait = 3_000;
const pollEvery = 3_000;
const mostPolls = 80;

class Stopped extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Authenticates the cardholder as the client API describes it: preflight, create-card, init, authenticate, finish
 * (specification, "Client 3-D Secure"). Nothing is charged.
 * @param step told what happens, in words
 */
export async function authenticate(
  purchase: Purchase,
  show: ShowChallenge,
  step: (text: string) => void,
): Promise<Authenticated> {
  try {
    return await run(purchase, show, step);
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'failed', code: error.code, message: error.message };
    throw error;
  }
}

async function run(purchase: Purchase, show: ShowChallenge, step: (text: string) => void): Promise<Authenticated> {
  const { checkout, card, billingCountry, email } = purchase;
  const call: Call = (name, body) => ask(checkout, name, body);
  const known = { ...('cardRef' in card ? {} : namesOf(card)), billingCountry, email };
  if (!('cardRef' in card)) {
    const { required } = await call<{ required: boolean }>('preflight', known);
    if (!required) return { kind: 'token', token: null };
  }
  step('Checking with your bank…');
  const cardRef = 'cardRef' in card ? card.cardRef : await refer(call, card);
  const { transactionInfo, deviceFingerprintingHtml } = await call<{
    transactionInfo: unknown;
    deviceFingerprintingHtml: string | null;
  }>('init', { cardRef });
  await loadHidden(deviceFingerprintingHtml);
  const amount = majorUnits(purchase.amount, checkout.currency);
  const answer = await call<{
    skipped?: boolean;
    challengeRequired?: boolean;
    challenge?: Challenge;
    threeDsToken?: string | null;
    error?: string;
  }>('authenticate', {
    cardRef,
    amount,
    currency: checkout.currency,
    browser: browserInfo(),
    redirectUrl: `${location.origin}/pay/${checkout.slug}/3ds`,
    transactionInfo,
    ...known,
    channel: 'app',
  });
  if (answer.skipped === true) return { kind: 'token', token: null };
  if (typeof answer.threeDsToken === 'string') return { kind: 'token', token: answer.threeDsToken };
  if (answer.challengeRequired !== true || answer.challenge === undefined) return failed;
  step('Your bank wants to check that it is you…');
  return challenge({ call, show }, answer.challenge, { cardRef, amount, transactionInfo });
}

type Call = <T>(name: string, body: object) => Promise<T>;

const aliasOf = ({ panAlias, typed: { expiry } }: VaultedCard) => ({
  panAlias,
  expMonth: expiry.month,
  expYear: `20${expiry.year}`,
});

const namesOf = (card: VaultedCard) => {
  const { bin, brand, last4 } = card.typed;
  return { ...aliasOf(card), vaultBin: bin, brand: brand ?? undefined, last4 };
};

const refer = async (call: Call, card: VaultedCard): Promise<string> =>
  (await call<{ cardRef: string }>('create-card', aliasOf(card))).cardRef;

const failed: Authenticated = {
  kind: 'failed',
  code: 'three_ds_failed',
  message: 'Your bank did not confirm that this is you. Nothing was charged; try another card.',
};

const timedOut: Authenticated = {
  kind: 'failed',
  code: 'three_ds_timeout',
  message: 'Your bank waited too long for an answer. Nothing was charged; try again.',
};

const unreachableText = 'The connection was lost before anything was charged. Check it and try again.';

/** Nothing was heard any more when the time was over. */
const lost: Authenticated = { kind: 'failed', code: 'network', message: unreachableText };

interface Tools {
  readonly call: Call;
  readonly show: ShowChallenge;
}

/** Shows the challenge and asks for its result until there is one, or until the person gives up. */
async function challenge({ call, show }: Tools, { url, creq }: Challenge, finish: object): Promise<Authenticated> {
  let end = (): void => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isClosed = false;
  const closed = show({ url, creq }, isOver).then(() => {
    isClosed = true;
  });
  const returned = returnOfChallenge();
  const deadline = performance.now() + mostPolls * pollEvery;
  let isLost = false;
  try {
    for (let poll = 0; poll < mostPolls && performance.now() < deadline; poll++) {
      await Promise.race([wait(pollEvery), closed, returned.next()]);
      const result = isClosed ? null : await Promise.race([look(call, finish), closed]);
      if (isClosed) return { kind: 'cancelled' };
      isLost = result == null;
      if (result == null) continue;
      const { challengeRequired, threeDsToken, cancelled } = result;
      if (typeof threeDsToken === 'string') return { kind: 'token', token: threeDsToken };
      if (cancelled === true) return { kind: 'cancelled' };
      if (!challengeRequired) return failed;
    }
    return isLost ? lost : timedOut;
  } finally {
    returned.stop();
    end();
  }
}

interface Finish {
  readonly challengeRequired: boolean;
  readonly threeDsToken: string | null;
  readonly cancelled?: boolean;
}

/** One look at the result; null where it was lost on the way: the next one asks again. */
async function look(call: Call, finish: object): Promise<Finish | null> {
  try {
    return await call<Finish>('finish', finish);
  } catch (error) {
    if (error instanceof Stopped && error.code === 'network') return null;
    throw error;
  }
}

/** Wakes the polling when the issuer's page has come back to ours. */
function returnOfChallenge(): { next: () => Promise<void>; stop: () => void } {
  let wake = (): void => {};
  const listener = ({ origin, data }: MessageEvent): void => {
    if (origin === location.origin && data?.source === 'payments-page' && data?.type === 'three-ds-return') wake();
  };
  window.addEventListener('message', listener);
  return {
    next: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
    stop: () => window.removeEventListener('message', listener),
  };
}

/** @throws Stopped, with what to tell the person */
async function ask<T>({ workspaceId, sandbox }: Checkout, name: string, body: object): Promise<T> {
  const answer = await postJson<T>(`/api/vault/3ds/${name}`, { workspaceId, sandbox, ...body });
  if (answer.kind === 'done') return answer.body;
  if (answer.kind === 'unreachable') throw new Stopped('network', unreachableText);
  throw new Stopped('three_ds_failed', textOf(answer.status, answer.refusal));
}

const textOf = (status: number, { error }: Refusal): string =>
  status >= 500 ? 'Your bank could not be asked just now. Nothing was charged; try again in a moment.' : error;

/** What the issuer wants to see of the browser, for as long as the protocol gives it. */
async function loadHidden(markup: string | null): Promise<void> {
  if (markup === null) return;
  const frame = make('iframe', {
    class: 'hidden-frame',
    title: 'Device check',
    'aria-hidden': 'true',
    tabindex: -1,
    sandbox: '',
  });
  frame.srcdoc = markup;
  document.body.append(frame);
  await wait(fingerprintWait);
  frame.remove();
}

function majorUnits(amount: number, currency: string): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return Number((amount / 10 ** digits).toFixed(digits));
}
