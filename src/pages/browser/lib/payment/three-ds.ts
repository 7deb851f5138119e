import { FramePort } from '../../../sdk/messages.ts';
import { declaredTheme } from '../../../sdk/theme.ts';
import type { Checkout } from '../../../state.ts';
import { postJson } from '../api.ts';
import { focusWhenLoaded, make, moveIntoView } from '../dom.ts';
import { majorUnitsOf } from '../money.ts';
import { originsAround } from '../parent.ts';
import { browserInfo, wait } from '../platform.ts';
import { pageLocale, pageTexts } from '../texts.ts';
import type { TypedCard } from './payment-fields.ts';

/** The end of an authentication. If the card does not need authentication, the payment continues without a token. */
type Authenticated =
  | { readonly kind: 'token'; readonly token: string | null }
  /** `message` is for the buyer. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string }
  | { readonly kind: 'cancelled' };

/** Specification, "Client SDK error codes". */
type FailureCode = 'three_ds_failed' | 'three_ds_timeout' | 'network';

export interface Purchase {
  readonly checkout: Checkout;
  /** A typed card in the vault, or the reference to a wallet's card. */
  readonly card: VaultedCard | { readonly cardRef: string };
  /** In minor units. */
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

/** In milliseconds (specification, "Limits" 7). */
export const fingerprintWait = 3_000;
export const pollInterval = 3_000;
export const mostPolls = 80;

class AuthenticationError extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Authenticates the cardholder through the client API: preflight, create-card, init, authenticate, finish
 * (specification, "Client 3-D Secure"). Does not charge the card.
 * @param progress called with the name of each step
 */
export async function authenticate(purchase: Purchase, progress: (text: string) => void): Promise<Authenticated> {
  try {
    return await run(purchase, progress);
  } catch (error) {
    if (error instanceof AuthenticationError) return { kind: 'failed', code: error.code, message: error.message };
    throw error;
  }
}

type Call = <T>(name: string, body: object) => Promise<T>;

async function run(purchase: Purchase, progress: (text: string) => void): Promise<Authenticated> {
  const { checkout, card, billingCountry, email } = purchase;
  const call: Call = (name, body) => post(checkout, name, body);
  const known = { ...('cardRef' in card ? {} : describe(card)), billingCountry, email };
  if (!('cardRef' in card)) {
    const { required } = await call<{ required: boolean }>('preflight', known);
    if (!required) return { kind: 'token', token: null };
  }
  progress(pageTexts().progress.bank);
  const { cardRef } = 'cardRef' in card ? card : await call<{ cardRef: string }>('create-card', aliasOf(card));
  const { transactionInfo, deviceFingerprintingHtml } = await call<{
    transactionInfo: unknown;
    deviceFingerprintingHtml: string | null;
  }>('init', { cardRef });
  await loadHidden(deviceFingerprintingHtml);
  const amount = majorUnitsOf(purchase.amount, checkout.currency);
  const answer = await call<{
    skipped?: boolean;
    challengeRequired?: boolean;
    challenge?: Challenge;
    threeDsToken?: string | null;
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
  if (answer.challengeRequired !== true || answer.challenge === undefined) return failed();
  progress(pageTexts().progress.challenge);
  return runChallenge(call, answer.challenge, { cardRef, amount, transactionInfo });
}

const aliasOf = ({ panAlias, typed: { expiry } }: VaultedCard) => ({
  panAlias,
  expMonth: expiry.month,
  expYear: `20${expiry.year}`,
});

const describe = (card: VaultedCard) => {
  const { bin, brand, last4 } = card.typed;
  return { ...aliasOf(card), vaultBin: bin, brand: brand ?? undefined, last4 };
};

const failed = (): Authenticated => ({
  kind: 'failed',
  code: 'three_ds_failed',
  message: pageTexts().threeDs.failed,
});

const timedOut = (): Authenticated => ({
  kind: 'failed',
  code: 'three_ds_timeout',
  message: pageTexts().threeDs.late,
});

/** Shows the challenge and polls for its result, until a result arrives or the user closes the dialog. */
async function runChallenge(call: Call, challenge: Challenge, finish: object): Promise<Authenticated> {
  const dialog = openChallenge(challenge);
  let isClosed = false;
  const closed = dialog.closed.then(() => {
    isClosed = true;
  });
  const returned = watchReturn();
  const deadline = performance.now() + mostPolls * pollInterval;
  let isLost = false;
  try {
    for (let poll = 0; poll < mostPolls && performance.now() < deadline; poll++) {
      await Promise.race([wait(pollInterval), closed, returned.next()]);
      const result = isClosed ? null : await Promise.race([readResult(call, finish), closed]);
      if (isClosed) return { kind: 'cancelled' };
      isLost = result == null;
      if (result == null) continue;
      const { challengeRequired, threeDsToken, cancelled } = result;
      if (typeof threeDsToken === 'string') return { kind: 'token', token: threeDsToken };
      if (cancelled === true) return { kind: 'cancelled' };
      if (!challengeRequired) return failed();
    }
    return isLost ? { kind: 'failed', code: 'network', message: pageTexts().threeDs.lost } : timedOut();
  } finally {
    returned.stop();
    dialog.remove();
  }
}

const challengeName = 'three-ds-challenge';

/** Shows the issuer's page in a dialog. The dialog posts `creq` to `url`, as the protocol requires. */
function openChallenge({ url, creq }: Challenge): { closed: Promise<void>; remove: () => void } {
  const texts = pageTexts();
  const close = make('button', { type: 'button', class: 'dialog-close', 'aria-label': texts.threeDs.cancel }, ['✕']);
  const title = make('h2', { id: 'challenge-title' }, [texts.dialogs.confirmWithBank]);
  const frame = make('iframe', { class: 'challenge-frame', name: challengeName, title: texts.threeDs.frame });
  const address = onThisHost(url);
  const form = make('form', { method: 'post', action: address, target: challengeName, hidden: true }, [
    make('input', { type: 'hidden', name: 'creq', value: creq }),
    ...dialogFields(pageLocale(), originsAround()),
  ]);
  const dialog = make('dialog', { 'aria-labelledby': 'challenge-title', tabindex: -1 }, [
    make('div', { class: 'dialog-head' }, [title, close]),
    frame,
    form,
  ]);
  const closed = new Promise<void>((resolve) => {
    dialog.addEventListener('close', () => resolve());
  });
  close.addEventListener('click', () => dialog.close());
  const adjust = (height: number) => {
    if (!(height > 0)) return;
    frame.style.height = `min(${Math.ceil(height)}px, calc(100dvh - 6.5rem))`;
    moveIntoView(dialog);
  };
  const port = challengePort(frame, address, { cancel: () => dialog.close(), adjust });
  document.body.append(dialog);
  dialog.showModal();
  focusWhenLoaded(frame, dialog);
  moveIntoView(dialog);
  form.submit();
  const remove = (): void => {
    port.close();
    dialog.remove();
  };
  return { closed, remove };
}

interface ChallengeListeners {
  readonly cancel: () => void;
  readonly adjust: (height: number) => void;
  /** Called with each message of the page. */
  readonly shown?: () => void;
  /** Called when the cardholder has answered. */
  readonly decided?: () => void;
}

/**
 * Listens to an issuer's page of the emulator, which reports its height, the end of the challenge, and Escape key
 * presses, because a dialog does not receive the keys that are pressed in its frame.
 */
export const challengePort = (
  frame: HTMLIFrameElement,
  address: string,
  { cancel, adjust, shown = () => {}, decided = () => {} }: ChallengeListeners,
): FramePort =>
  new FramePort(frame, new URL(address, location.origin).origin, ({ type, height }) => {
    shown();
    if (type === 'cancel') cancel();
    if (type === 'resize') adjust(Number(height));
    if (type === 'decided') decided();
  });

/**
 * Informs the issuer's page of its colors and language, of the pages that can frame it, and that its dialog has a
 * button to leave.
 * @param locale null if the browser decides
 * @param around the origins of the pages around the page with the dialog
 */
export function dialogFields(locale: string | null, around: readonly string[]): HTMLInputElement[] {
  const theme = declaredTheme(document.body);
  return Object.entries({ theme, dialog: 'yes', locale: locale ?? '', around: around.join(' ') }).map(([name, value]) =>
    make('input', { type: 'hidden', name, value }),
  );
}

/** The URL under this page's host, because an emulator can have several host names. */
function onThisHost(address: string): string {
  const url = new URL(address, location.origin);
  return url.port === location.port ? new URL(url.pathname + url.search, location.origin).href : url.href;
}

interface Result {
  readonly challengeRequired: boolean;
  readonly threeDsToken: string | null;
  readonly cancelled?: boolean;
}

/** The result of an authentication; null if there was no response. */
async function readResult(call: Call, finish: object): Promise<Result | null> {
  try {
    return await call<Result>('finish', finish);
  } catch (error) {
    if (error instanceof AuthenticationError && error.code === 'network') return null;
    throw error;
  }
}

/** Waits for `challenge-return.ts` to report that the issuer's page has returned to the emulator's page. */
function watchReturn(): { next: () => Promise<void>; stop: () => void } {
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

/** @throws AuthenticationError with a message for the buyer */
async function post<T>({ workspaceId, sandbox }: Checkout, name: string, body: object): Promise<T> {
  const answer = await postJson<T>(`/api/vault/3ds/${name}`, { workspaceId, sandbox, ...body });
  if (answer.kind === 'done') return answer.body;
  if (answer.kind === 'unreachable') throw new AuthenticationError('network', pageTexts().threeDs.lost);
  throw new AuthenticationError('three_ds_failed', pageTexts().threeDs.unavailable);
}

/** Loads the issuer's device check, and waits as long as the protocol allows. */
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
