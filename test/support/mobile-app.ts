import { randomUUID } from 'node:crypto';
import type { Checkout, PayResponse } from '../../src/payments/resources/checkout/model.ts';
import { Buyer, type CardAliases, type ClientRefusal } from './buyer.ts';
import { ada, load, type PayAnswer, pay } from './checkout.ts';
import type { Demo } from './demo.ts';

type Fields = Record<string, unknown>;

/** What an app is told while it takes a payment; never anything of the card. */
export type AppEvent =
  | 'ready'
  | 'field_focus'
  | 'method_change'
  | 'pay_start'
  | 'three_ds_start'
  | 'three_ds_challenge'
  | 'three_ds_result'
  | 'pay_result'
  | 'error';

/** Why a payment did not come to a result, by the codes of the client SDKs. */
export class AppError extends Error {
  readonly code: string;
  readonly details: Fields;

  constructor(code: string, details: Fields = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

export interface AppResult {
  status: string;
  transactionId: string;
  orderLabel: string;
  confirmationToken: string;
  idempotencyKey: string;
  card: PayResponse['card'];
}

const seconds = (count: number) => `${count}s`;
/** The specification's "Limits" 7, in seconds and polls. */
const timing = { fingerprint: 3, poll: 3, mostPolls: 80, challenge: 240 } as const;

/**
 * A mobile app as the mobile SDK's steps make it: it loads the session, tokenizes in the vault, authenticates, pays, and
 * tells what happens. It waits on the emulated clock.
 */
export class MobileApp {
  readonly events: [AppEvent, Fields][] = [];
  readonly #demo: Demo;
  readonly #slug: string;
  readonly #buyer: Buyer;
  #session: Checkout | null = null;
  #card: { aliases: CardAliases; bin: string; brand: string; last4: string } | null = null;
  /** What the person does while a challenge is shown, at each poll. */
  onChallenge: (authenticationId: string, poll: number) => unknown = () => {};

  constructor(demo: Demo, slug: string) {
    this.#demo = demo;
    this.#slug = slug;
    this.#buyer = new Buyer(demo, { sdk: 'ios/2.1.0' });
  }

  /** The names of the events so far. */
  get told(): AppEvent[] {
    return this.events.map(([name]) => name);
  }

  async start(): Promise<Checkout> {
    const { status, body } = await load(this.#buyer, this.#slug);
    if (status === 404) throw this.#failed(new AppError('session_expired'));
    if (status !== 200) throw this.#failed(new AppError('session_invalid'));
    this.#session = body;
    this.#tell('ready', { methods: body.workspace.achEnabled ? ['card', 'ach'] : ['card'] });
    return body;
  }

  /** A card is typed into the vault's fields. */
  async enter(number: string): Promise<void> {
    this.#tell('field_focus', { field: 'card_number' });
    const aliases = await this.#buyer.aliases(number);
    this.#card = { aliases, bin: number.slice(0, 6), brand: 'visa', last4: number.slice(-4) };
  }

  /** Taps the pay button. */
  async pay(options: Fields = {}, onSent: () => unknown = () => {}): Promise<AppResult> {
    this.#tell('pay_start', {});
    try {
      const threeDsToken = await this.#authenticate();
      const { aliases, bin, brand, last4 } = this.#entered();
      const key = randomUUID();
      const body = {
        ...ada,
        ...aliases,
        vaultBin: bin,
        vaultBrand: brand,
        vaultLast4: last4,
        ...(threeDsToken === null ? {} : { threeDsToken }),
        clientMetadata: { platform: 'ios', appId: 'com.example.shop', osVersion: '18.1', deviceModel: 'iPhone17,1' },
        ...options,
      };
      const answer = await this.#send(body, key, onSent);
      const { transactionId, orderLabel, confirmationToken, card } = this.#readAnswer(answer, key);
      const result = {
        status: 'pending_settlement',
        transactionId,
        orderLabel,
        confirmationToken,
        idempotencyKey: key,
        card,
      };
      this.#tell('pay_result', { status: result.status, transactionId });
      return result;
    } catch (error) {
      throw error instanceof AppError ? this.#failed(error) : error;
    }
  }

  /** On a network error only, once more with the same key. */
  async #send(body: Fields, key: string, onSent: () => unknown): Promise<PayAnswer> {
    try {
      return await pay(this.#buyer, this.#slug, body, key);
    } catch {
      onSent();
      return await pay(this.#buyer, this.#slug, body, key).catch(() => {
        throw new AppError('network', { idempotencyKey: key });
      });
    }
  }

  #readAnswer({ status, body, headers }: PayAnswer, key: string): PayAnswer['body'] {
    if (status === 200) return body;
    if (status === 400 && body.code === 'card_declined')
      throw new AppError('declined', { declineCode: body.declineCode });
    if (status === 402) throw new AppError('three_ds_failed', { code: body.code });
    if (status === 404) throw new AppError('session_expired');
    if (status === 429) throw new AppError('rate_limited', { retryAfter: headers.get('retry-after') });
    throw new AppError(status < 500 && status !== 409 ? 'invalid_fields' : 'unknown', { idempotencyKey: key });
  }

  async #authenticate(): Promise<string | null> {
    const session = this.#session;
    if (session?.threeDsEnabled !== true) return null;
    const { aliases, bin, brand, last4 } = this.#entered();
    const card = { panAlias: aliases.vaultPanAlias, expMonth: aliases.vaultExpMonth, expYear: aliases.vaultExpYear };
    const shown = { vaultBin: bin, brand, last4, billingCountry: ada.billingCountry, email: ada.email };
    const { required } = await this.#threeDs<{ required: boolean }>('preflight', { ...card, ...shown });
    if (!required) return null;
    this.#tell('three_ds_start', {});
    const { cardRef } = await this.#threeDs<{ cardRef: string }>('create-card', card);
    type Info = { transactionInfo: { authentication_id: string }; deviceFingerprintingHtml: string };
    const { transactionInfo } = await this.#threeDs<Info>('init', { cardRef });
    await this.#demo.advance(seconds(timing.fingerprint));
    const amount = session.amount / 100;
    type Authenticated = { threeDsToken: string | null; challengeRequired?: boolean; skipped?: boolean };
    const answer = await this.#threeDs<Authenticated>('authenticate', {
      cardRef,
      transactionInfo,
      amount,
      currency: session.currency,
      browser: {
        java_enabled: false,
        javascript_enabled: true,
        color_depth: 24,
        screen_width: 390,
        screen_height: 844,
        tz_offset: 0,
        language: 'en-US',
      },
      redirectUrl: `${this.#demo.sandbox.url}/pay/${this.#slug}/3ds-return`,
      channel: 'app',
      ...card,
      ...shown,
    });
    if (answer.skipped === true) return this.#authenticated('skipped', null);
    if (answer.challengeRequired !== true) return this.#authenticated('frictionless', answer.threeDsToken);
    this.#tell('three_ds_challenge', {});
    return this.#authenticated('challenge', await this.#finish({ cardRef, transactionInfo, amount }));
  }

  #authenticated(how: string, token: string | null): string | null {
    this.#tell('three_ds_result', { how, approved: token !== null });
    if (token === null && how !== 'skipped') throw new AppError('three_ds_failed');
    return token;
  }

  async #finish(asked: { transactionInfo: { authentication_id: string } } & Fields): Promise<string | null> {
    for (let polls = 1; polls <= timing.mostPolls && polls * timing.poll <= timing.challenge; polls++) {
      await this.onChallenge(asked.transactionInfo.authentication_id, polls);
      await this.#demo.advance(seconds(timing.poll));
      type Finished = { threeDsToken: string | null; challengeRequired: boolean; cancelled?: boolean };
      const { threeDsToken, challengeRequired, cancelled } = await this.#threeDs<Finished>('finish', asked);
      if (cancelled === true) throw new AppError('three_ds_cancelled');
      if (threeDsToken !== null || !challengeRequired) return threeDsToken;
    }
    throw new AppError('three_ds_timeout');
  }

  async #threeDs<B>(step: string, body: Fields): Promise<B> {
    const owner = { workspaceId: this.#session?.workspaceId, sandbox: this.#session?.sandbox };
    const answer = await this.#buyer.post<B & ClientRefusal>(`/api/vault/3ds/${step}`, { ...owner, ...body });
    if (answer.status !== 200) throw new AppError('three_ds_failed', { error: answer.body.error });
    return answer.body;
  }

  #entered() {
    if (this.#card === null) throw new AppError('invalid_fields', { card_number: 'required' });
    return this.#card;
  }

  #failed(error: AppError): AppError {
    this.#tell('error', { code: error.code, ...error.details });
    return error;
  }

  #tell(name: AppEvent, details: Fields): void {
    this.events.push([name, details]);
  }
}
