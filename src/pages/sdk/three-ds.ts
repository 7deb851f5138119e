import { browserInfo } from '../browser/lib/platform.ts';
import { type Fields, fieldsOf, textOf, textOrNull } from '../shared/answer.ts';
import { type Api, dataOf, minorUnitsOf } from './api.ts';
import { openChallenge, ResultPolling, type Shown } from './challenge.ts';
import { PaymentsError } from './errors.ts';
import { showFingerprint } from './fingerprint.ts';
import type { ThreeDS, ThreeDSOptions, ThreeDSResult, ThreeDSState } from './types.ts';

/** A card, as the API identifies it. */
type CardName = { token: string } | { payment_method_id: string } | { card_id: string };

/** The card fields that created a token. */
interface TokenFields {
  /** Calls a function when the fields leave the page. @returns a function that ends the watch */
  onRemoval(removed: () => void): () => void;
}

interface ThreeDSecureOptions extends Shown {
  readonly api: Api;
  /** The card fields in the page that created a token. */
  readonly fieldsOf?: (token: string) => TokenFields | undefined;
}

/** An authentication, for one card and one amount. */
interface Authentication {
  readonly card: CardName;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
}

interface Running {
  /** The authentication as a text, to compare it with another one. */
  readonly name: string;
  readonly stop: AbortController;
  readonly result: Promise<ThreeDSResult>;
}

/** 3-D Secure over the merchant API's `/three-ds/*` (specification, "3-D Secure authentication"). */
export class ThreeDSecure implements ThreeDS {
  readonly #options: ThreeDSecureOptions;
  #state: ThreeDSState = 'idle';
  #running: Running | null = null;

  constructor(options: ThreeDSecureOptions) {
    this.#options = options;
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
    return this.authenticateCard({ card, amount: minor, currency });
  }

  /**
   * While an authentication runs, a call for the same card and amount returns its result, so that a double click does
   * not end as a failure. A call for another card or amount is refused.
   */
  async authenticateCard(authentication: Authentication): Promise<ThreeDSResult> {
    const name = JSON.stringify(authentication);
    if (this.#running?.name === name) return this.#running.result;
    if (this.#running !== null) {
      throw new PaymentsError(
        'three_ds_in_progress',
        'An authentication for another card or amount is in progress: wait until it ends, or call cancel() first.',
      );
    }
    const stop = new AbortController();
    const result = this.#authenticate(authentication, stop.signal).finally(() => {
      if (this.#running?.stop === stop) this.#running = null;
    });
    this.#running = { name, stop, result };
    return result;
  }

  cancel(): void {
    this.#fail(cancelled());
  }

  /** Ends a running authentication. */
  #fail(error: PaymentsError): void {
    if (this.#running === null) return;
    this.#state = 'failure';
    this.#running.stop.abort(error);
    this.#running = null;
  }

  reset(): void {
    this.cancel();
    this.#state = 'idle';
  }

  getStatus(): ThreeDSState {
    return this.#state;
  }

  async #authenticate(authentication: Authentication, signal: AbortSignal): Promise<ThreeDSResult> {
    const { card } = authentication;
    const fields = 'token' in card ? this.#options.fieldsOf?.(card.token) : undefined;
    const stopWatching = fields?.onRemoval(() => this.#fail(removed()));
    try {
      const result = await this.#run(authentication, signal);
      this.#enter('success', signal);
      return result;
    } catch (error) {
      this.#enter('failure', signal);
      throw error instanceof PaymentsError ? error : new PaymentsError('unknown', String(error));
    } finally {
      stopWatching?.();
    }
  }

  async #run({ card, amount, currency }: Authentication, signal: AbortSignal): Promise<ThreeDSResult> {
    this.#enter('authenticating', signal);
    const setup = await this.#post('/three-ds/initialize', card, { signal });
    const { transaction_info, device_fingerprint_html } = setup;
    if (typeof device_fingerprint_html === 'string' && device_fingerprint_html !== '') {
      this.#enter('fingerprinting', signal);
      await showFingerprint(device_fingerprint_html, signal);
      this.#enter('authenticating', signal);
    }
    const body = { ...card, transaction_info, amount, currency, browser: browserInfo() };
    const first = await this.#post('/three-ds/authenticate', body, { signal });
    if (first.challenge_required !== true) return readResult(first);
    this.#enter('challenging', signal);
    return readResult(await this.#challenge(first, signal));
  }

  async #challenge({ challenge, authentication_id }: Fields, signal: AbortSignal): Promise<Fields> {
    const { url, creq } = fieldsOf(challenge);
    const polling = new ResultPolling(
      (timeout) => this.#post('/three-ds/finish', { authentication_id }, { signal, timeout }),
      signal,
    );
    const dialog = openChallenge({ url: textOf(url), creq: textOf(creq) }, this.#options, {
      dismissed: () => this.cancel(),
      failed: (error) => this.#fail(error),
      decided: () => polling.hurry(),
    });
    try {
      return await polling.result();
    } finally {
      dialog.close();
    }
  }

  async #post(path: string, body: unknown, limits: { signal: AbortSignal; timeout?: number }): Promise<Fields> {
    return dataOf(await this.#options.api.post(path, body, { withoutCapability: 'vault_unavailable', ...limits }));
  }

  #enter(state: ThreeDSState, signal: AbortSignal): void {
    if (!signal.aborted) this.#state = state;
  }
}

const removed = () =>
  new PaymentsError('cancelled', 'The card fields were removed from the page during the card authentication.');

const cancelled = () => new PaymentsError('three_ds_cancelled', 'The authentication was cancelled.');

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
