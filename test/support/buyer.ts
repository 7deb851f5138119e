import type { VaultConfig } from '../../src/payments/resources/token/vault.ts';
import { call } from './call.ts';
import { cards, type Demo } from './demo.ts';
import { type Answer, answerOf } from './sandbox.ts';

type Json = Record<string, unknown>;

/** What the client API says when it refuses. */
export interface ClientRefusal {
  error: string;
  code?: string;
}

/** Aliases of a card, as pay takes them. */
export type CardAliases = {
  vaultPanAlias: string;
  vaultCvcAlias: string;
  vaultExpMonth: string;
  vaultExpYear: string;
};

/** Who calls without a key: a buyer's browser or app, at one workspace. */
export class Buyer {
  readonly #demo: Demo;
  readonly #headers: Record<string, string>;
  readonly mode: 'test' | 'live';

  constructor(demo: Demo, { mode = 'test', sdk }: { mode?: 'test' | 'live'; sdk?: string } = {}) {
    this.#demo = demo;
    this.mode = mode;
    this.#headers = sdk === undefined ? {} : { 'x-service-sdk': sdk };
  }

  get vaultId(): string {
    return `vlt_${this.#demo.workspace.replace('ws_', '')}_${this.mode === 'test' ? 'sandbox' : 'live'}`;
  }

  get vaultConfig(): VaultConfig {
    const { vaultId, mode } = this;
    const url = `${this.#demo.sandbox.url}/vault/${vaultId}/post`;
    return { enabled: true, vaultId, environment: mode === 'test' ? 'sandbox' : 'live', url };
  }

  async get<B = Json>(path: string): Promise<Answer<B>> {
    return answerOf(await call(`${this.#demo.sandbox.url}${path}`, { headers: this.#headers }));
  }

  /** @param body JSON, or a text that is sent as it is */
  async post<B = Json>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<B>> {
    const answer = await call(`${this.#demo.sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#headers, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return answerOf(answer);
  }

  /** Posts to the vault of the workspace. */
  vault<B = Json>(body: unknown): Promise<Answer<B>> {
    return this.post(`/vault/${this.vaultId}/post`, body);
  }

  /** The aliases of a card, good until 2030, with its security code. */
  async aliases(number: string = cards.visaDebit, exp = '12/30'): Promise<CardAliases> {
    const { status, body } = await this.vault({ card_number: number, card_exp: exp, card_cvc: '123' });
    if (status !== 200) throw new Error(`The vault answered ${status}: ${JSON.stringify(body)}`);
    const [vaultExpMonth = '', vaultExpYear = ''] = exp.split('/');
    const { card_number, card_cvc } = body;
    return { vaultPanAlias: String(card_number), vaultCvcAlias: String(card_cvc), vaultExpMonth, vaultExpYear };
  }

  /** The alias of an account number. */
  async bankAlias(number = '000123456789'): Promise<string> {
    const { status, body } = await this.vault({ bank_account_number: number });
    if (status !== 200) throw new Error(`The vault answered ${status}: ${JSON.stringify(body)}`);
    return String(body.bank_account_number);
  }
}
