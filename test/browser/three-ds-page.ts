import type { Page } from 'playwright-core';
import type { Demo } from '../support/demo.ts';
import type { Failure, MerchantSite } from '../support/merchant-page.ts';

/** Test cards by what the issuer answers. */
export const issuers = {
  Y: '4000000000003238',
  challenge: '4000000000003220',
  A: '4000000000002719',
  N: '4000000000002925',
  R: '4000000000002537',
  U: '4000000000002313',
  notEnrolled: '4000000000002990',
} as const;

export type Ended = Failure<Record<string, unknown>>;

/** Counts in `calls` the requests of the page that have no answer yet, and keeps in `asked` the URL of each request. */
const countCalls = `{
  const ask = fetch;
  window.calls = 0;
  window.asked = [];
  window.fetch = async (...given) => {
    calls++;
    asked.push(new Request(given[0]).url);
    try {
      const answer = await ask(...given);
      await answer.clone().arrayBuffer();
      return answer;
    } finally {
      calls--;
    }
  };
}`;

/** A merchant's page that authenticates. The SDK waits real seconds, which pass here only when a test lets them. */
export class ThreeDsPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, site: MerchantSite, body?: string, policy?: string): Promise<ThreeDsPage> {
    const start = Date.now();
    await page.clock.install({ time: start });
    await page.clock.pauseAt(start + 1_000);
    await page.addInitScript(countCalls);
    await site.open(page, body, undefined, policy);
    return new ThreeDsPage(page);
  }

  /** Begins an authentication of 42.50; its end is kept in the page, in `ended`. @returns the card's token */
  async begin(demo: Demo, card: string): Promise<string> {
    const token = await demo.tokenize(card);
    await this.authenticate(`{ amount: 42.5, token: '${token}' }`);
    return token;
  }

  async authenticate(options: string, key = 'pk_test_demo'): Promise<void> {
    await this.page.evaluate(`{
      window.payments ??= PaymentsSDK('${key}');
      window.ended = null;
      failure(payments.threeDS().authenticate(${options})).then((end) => { window.ended = end; });
      null;
    }`);
  }

  status(): Promise<string> {
    return this.page.evaluate<string>('payments.threeDS().getStatus()');
  }

  dialog() {
    return this.page.locator('[data-payments-sdk="dialog"] dialog');
  }

  challenge() {
    return this.page.frameLocator('iframe[title="Confirm with your bank"]');
  }

  /** Begins an authentication, and waits until the buyer can answer the challenge. */
  async beginChallenge(demo: Demo): Promise<string> {
    const token = await this.begin(demo, issuers.challenge);
    await this.reaches('challenging');
    await this.challenge().getByRole('button', { name: 'Approve' }).waitFor();
    return token;
  }

  /** Lets time pass until the page has sent a request to a path, and at most one second longer. */
  asks(path: string): Promise<void> {
    return this.passUntil(`asked.some((url) => url.endsWith('${path}'))`);
  }

  reaches(state: string): Promise<void> {
    return this.passUntil(`payments.threeDS().getStatus() === '${state}'`);
  }

  async end(): Promise<Ended> {
    await this.passUntil('ended !== null', 3_000);
    return this.page.evaluate<Ended>('ended');
  }

  /** How the authentication ended, if no time passes until then. */
  async endAtOnce(): Promise<Ended> {
    await this.page.waitForFunction('ended !== null');
    return this.page.evaluate<Ended>('ended');
  }

  /**
   * Lets the time of the page pass until an expression holds in it, but none while it waits for an answer.
   * @param step how much at once, in milliseconds: the SDK asks every three seconds
   */
  async passUntil(expression: string, step = 1_000): Promise<void> {
    for (let turn = 0; turn < 400; ) {
      const [holds, calls] = await this.page.evaluate<[boolean, number]>(`[${expression}, calls]`);
      if (holds) return;
      if (calls > 0) continue;
      await this.page.clock.runFor(step);
      turn++;
    }
    throw new Error(`It did not come to this: ${expression}`);
  }
}
