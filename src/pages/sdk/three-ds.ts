import { make } from '../browser/lib/dom.ts';
import {
  challengePort,
  dialogFields,
  fingerprintWait,
  mostPolls,
  pollInterval,
} from '../browser/lib/payment/three-ds.ts';
import { browserInfo, randomId } from '../browser/lib/platform.ts';
import { type Fields, fieldsOf, textOf, textOrNull } from '../shared/answer.ts';
import { type Api, dataOf, minorUnitsOf } from './api.ts';
import { type FrameDialog, type Origins, openDialog } from './dom.ts';
import { PaymentsError } from './errors.ts';
import { framingError, watchFrame } from './frame-watch.ts';
import type { Wording } from './locale.ts';
import { watchPolicy } from './policy.ts';
import type { ThreeDS, ThreeDSOptions, ThreeDSResult, ThreeDSState } from './types.ts';

/** Where and how the challenge is shown. */
interface Shown {
  readonly origins: Origins;
  readonly wording: Wording;
}

/** A card, as the API identifies it. */
type CardName = { token: string } | { payment_method_id: string } | { card_id: string };

/** 3-D Secure over the merchant API's `/three-ds/*` (specification, "3-D Secure authentication"). */
export class ThreeDSecure implements ThreeDS {
  readonly #api: Api;
  readonly #shown: Shown;
  #state: ThreeDSState = 'idle';
  #stop: AbortController | null = null;

  constructor({ api, origins, wording }: { api: Api } & Shown) {
    this.#api = api;
    this.#shown = { origins, wording };
  }

  async authenticate(options: ThreeDSOptions): Promise<ThreeDSResult> {
    const given: Partial<ThreeDSOptions> = options ?? {};
    const { amount, currency = 'USD', token, paymentMethodId } = given;
    const minor = minorUnitsOf(amount, currency);
    if ((typeof token === 'string') === (typeof paymentMethodId === 'string')) {
      const message = 'Pass either the token of a new card or the paymentMethodId of a saved card.';
      throw new PaymentsError('invalid_fields', message, { fields: { token: message } });
    }
    const card = typeof token === 'string' ? { token } : { payment_method_id: String(paymentMethodId) };
    return this.authenticateCard(card, minor, currency);
  }

  /** @param amount the amount to pay, in minor units */
  async authenticateCard(card: CardName, amount: number, currency: string): Promise<ThreeDSResult> {
    if (this.#stop !== null) {
      throw new PaymentsError(
        'three_ds_failed',
        'An authentication is already running; call cancel() or wait for its end.',
      );
    }
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const result = await this.#run(card, amount, currency, stop.signal);
      this.#enter('success', stop.signal);
      return result;
    } catch (error) {
      this.#enter('failure', stop.signal);
      throw error instanceof PaymentsError ? error : new PaymentsError('unknown', String(error));
    } finally {
      if (this.#stop === stop) this.#stop = null;
    }
  }

  cancel(): void {
    this.#fail(cancelled());
  }

  /** Ends a running authentication. */
  #fail(error: PaymentsError): void {
    if (this.#stop === null) return;
    this.#state = 'failure';
    this.#stop.abort(error);
    this.#stop = null;
  }

  reset(): void {
    this.cancel();
    this.#state = 'idle';
  }

  getStatus(): ThreeDSState {
    return this.#state;
  }

  async #run(card: CardName, amount: number, currency: string, signal: AbortSignal): Promise<ThreeDSResult> {
    this.#enter('authenticating', signal);
    const setup = dataOf(await this.#post('/three-ds/initialize', card, signal));
    const { transaction_info, device_fingerprint_html } = setup;
    if (typeof device_fingerprint_html === 'string' && device_fingerprint_html !== '') {
      this.#enter('fingerprinting', signal);
      await showFingerprint(device_fingerprint_html, signal);
      this.#enter('authenticating', signal);
    }
    const body = { ...card, transaction_info, amount, currency, browser: browserInfo() };
    const first = dataOf(await this.#post('/three-ds/authenticate', body, signal));
    if (first.challenge_required !== true) return readResult(first);
    this.#enter('challenging', signal);
    return readResult(await this.#challenge(first, signal));
  }

  async #challenge(first: Fields, signal: AbortSignal): Promise<Fields> {
    const { challenge, authentication_id } = first;
    const { url, creq } = fieldsOf(challenge);
    const dialog = openChallenge({ url: textOf(url), creq: textOf(creq) }, this.#shown, {
      dismissed: () => this.cancel(),
      failed: (error) => this.#fail(error),
    });
    try {
      for (let polls = 0; polls < mostPolls; polls++) {
        await wait(pollInterval, signal);
        const result = await this.#poll({ authentication_id }, signal);
        if (result !== null && result.challenge_required !== true) return result;
      }
      throw new PaymentsError('three_ds_timeout', 'The challenge was not completed in time.');
    } finally {
      dialog.close();
    }
  }

  /**
   * The fields of a response; null if there was no response, or if the rate limit was reached. The next poll then
   * tries again.
   */
  async #poll(body: Fields, signal: AbortSignal): Promise<Fields | null> {
    try {
      return dataOf(await this.#post('/three-ds/finish', body, signal));
    } catch (error) {
      if (error instanceof PaymentsError && (error.code === 'network' || error.code === 'rate_limited')) return null;
      throw error;
    }
  }

  async #post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    try {
      return await this.#api.post(path, body, 'vault_unavailable');
    } finally {
      signal.throwIfAborted();
    }
  }

  #enter(state: ThreeDSState, signal: AbortSignal): void {
    if (!signal.aborted) this.#state = state;
  }
}

const cancelled = () => new PaymentsError('three_ds_cancelled', 'The authentication was cancelled.');

/** @throws the reason if the signal is aborted */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Loads the issuer's device check, and waits as long as the specification allows. */
async function showFingerprint(html: string, signal: AbortSignal): Promise<void> {
  const frame = make('iframe', { hidden: true, title: 'Card issuer', sandbox: 'allow-forms allow-scripts' });
  frame.srcdoc = html;
  document.body.append(frame);
  try {
    await wait(fingerprintWait, signal);
  } finally {
    frame.remove();
  }
}

interface ChallengeEnds {
  /** Called when the buyer closes the dialog. */
  readonly dismissed: () => void;
  /** Called when the browser does not show the challenge. */
  readonly failed: (error: PaymentsError) => void;
}

/** Posts the challenge request into a dialog. */
function openChallenge(
  { url, creq }: { url: string; creq: string },
  { origins, wording }: Shown,
  { dismissed, failed }: ChallengeEnds,
): FrameDialog {
  const name = `payments-sdk-challenge-${randomId()}`;
  const { locale, language, texts } = wording;
  const { confirmWithBank: title, close: closeLabel } = texts.dialogs;
  const dialog = openDialog({ title, language, closeLabel, address: 'about:blank', name, dismissed });
  const issuer: Origins = { ...origins, frames: new URL(url).origin };
  const watch = watchFrame({ frame: dialog.frame, origins: issuer, refusal: () => framingError(issuer), failed });
  const stopPolicy = watchPolicy(['form-action'], issuer.frames, failed);
  const ends = { cancel: dismissed, adjust: dialog.adjust, shown: watch.end };
  const port = challengePort(dialog.frame, url, ends);
  const form = make('form', { method: 'post', action: url, target: name, hidden: true }, [
    make('input', { type: 'hidden', name: 'creq', value: creq }),
    // Allows this page to frame the challenge.
    make('input', { type: 'hidden', name: 'parent', value: location.origin }),
    ...dialogFields(locale, origins.around),
  ]);
  document.body.append(form);
  form.submit();
  form.remove();
  const close = (): void => {
    watch.end();
    stopPolicy();
    port.close();
    dialog.close();
  };
  return { ...dialog, close };
}

/**
 * The result of an authentication. A result without an `error` can be used for a payment, even if the card is not
 * enrolled or its brand was skipped.
 * @throws PaymentsError `three_ds_failed` or `three_ds_cancelled`
 */
function readResult(result: Fields): ThreeDSResult {
  const { status, error, reason } = result;
  if (typeof error === 'string') {
    throw new PaymentsError(reason === 'challenge_cancelled' ? 'three_ds_cancelled' : 'three_ds_failed', error);
  }
  return {
    status: textOf(status),
    eci: textOrNull(result.eci),
    authenticationValue: textOrNull(result.authenticationValue),
    dsTransId: textOrNull(result.dsTransId),
    threeDSServerTransID: textOrNull(result.threeDSServerTransID),
    threeDsVersion: textOrNull(result.threeDsVersion),
  };
}
