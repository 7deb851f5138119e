import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { TestBrowser, Visitor } from './browser.ts';
import { startReceiver } from './receiver.ts';
import { createTestSandbox, type TestSandbox } from './sandbox.ts';

/** A merchant's own site, of another origin than the emulator's. */
export interface MerchantSite {
  readonly origin: string;
  /**
   * Opens a page that has loaded the SDK as a script. Texts that are evaluated see `PaymentsSDK` and `heard`.
   * @param html the page's first tag
   * @param ownPolicy the content security policy of this page, in place of the site's
   */
  open(page: Page, body?: string, html?: string, ownPolicy?: string): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions {
  /** Where the SDK is loaded from. */
  readonly emulator: string;
  /** Under which name of this machine. Default `localhost`, which is of another site than the emulator's address. */
  readonly host?: string;
  /** `Content-Security-Policy` of the site. */
  readonly policy?: string;
}

/** The directives of a policy under which the SDK works, by their names. */
export const directivesFor = (emulator: string) => ({
  'script-src': `'self' ${emulator}`,
  'frame-src': emulator,
  'connect-src': emulator,
  'form-action': `'self' ${emulator}`,
});

/** A policy without one of its directives, so that what it is for is blocked. */
export const policyWithout = (emulator: string, left: string): string =>
  Object.entries({ ...directivesFor(emulator), [left]: "'none'" })
    .map(([name, sources]) => `${name} ${sources}`)
    .concat("default-src 'none'", 'img-src data:')
    .join('; ');

/** Serves pages that use the SDK, on a port of their own. Whatever they hear of it is kept in the page, in `heard`. */
export async function startMerchantSite({ emulator, host = 'localhost', policy }: SiteOptions): Promise<MerchantSite> {
  const begin = `window.heard = [];
window.hear = (name) => (payload) => { window.heard.push([name, payload instanceof Error ? { ...payload, message: payload.message } : payload]); };
window.addEventListener('message', (event) => { window.heard.push(['message', event.data]); });
window.failure = (promise) => promise.then((done) => ({ done }), (error) => ({ ...error, message: error.message, isOurs: error instanceof PaymentsSDK.PaymentsError }));`;
  let content = '';
  let begun = '';
  let current = policy;
  const receiver = await startReceiver(async ({ path }) => {
    // As a bundler does it: the SDK comes from the shop itself.
    if (path === '/bundle.mjs') {
      const module = await (await fetch(`${emulator}/sdk/v1/sdk.mjs`)).text();
      return { headers: { 'content-type': 'text/javascript' }, body: module };
    }
    if (path === '/begin.js') return { headers: { 'content-type': 'text/javascript' }, body: begin };
    if (path !== '/') return { status: 404 };
    const headers = {
      'content-type': 'text/html',
      ...(current === undefined ? {} : { 'content-security-policy': current }),
    };
    return {
      headers,
      body:
        `<!doctype html>${begun}<head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">` +
        `<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>Shop</h1>${content}</main>` +
        `<script src="/begin.js"></script><script src="${emulator}/sdk/v1/sdk.js"></script></body></html>`,
    };
  });
  const origin = `http://${host}:${receiver.port}`;
  return {
    origin,
    open: async (page, body = '<div id="target"></div>', html = '<html lang="en">', ownPolicy = policy) => {
      content = body;
      begun = html;
      current = ownPolicy;
      await page.goto(origin);
    },
    close: () => receiver.close(),
  };
}

/** What a page has heard under a name, in order. */
export const heard = <T>(page: Page, name: string): Promise<T[]> =>
  page.evaluate<T[]>(`heard.filter(([name]) => name === ${JSON.stringify(name)}).map(([, payload]) => payload)`);

/** Waits until a page has heard something, and gives the first of it. */
export async function hears<T>(page: Page, name: string): Promise<T> {
  // Asked from outside: a page's policy may keep the waiting itself from being evaluated in it.
  await expect.poll(() => heard(page, name), { message: `the page hears '${name}'` }).not.toEqual([]);
  return (await heard<T>(page, name))[0]!;
}

/** How a promise of the SDK ended, as `failure(promise)` gives it in a page. */
export interface Failure<T = unknown> {
  readonly done?: T;
  readonly code?: string;
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly isOurs?: boolean;
}

/** One emulator and one merchant's site for the tests of a file, and a fresh visitor for each, who meets no fault. */
export class SdkTests {
  readonly #browser: TestBrowser;
  #sandbox: TestSandbox | null = null;
  #site: MerchantSite | null = null;
  #visitor: Visitor | null = null;

  /** @param clock of the visitors' pages: that of the machine, or one that the tests install, which no context loses again */
  constructor(browser: TestBrowser | null, clock: 'real' | 'installed' = 'real') {
    // Where there is no browser the tests are skipped, and nothing of this is used.
    this.#browser = browser as TestBrowser;
    beforeAll(async () => {
      this.#sandbox = await createTestSandbox();
      this.#site = await startMerchantSite({ emulator: this.#sandbox.url });
    });
    afterAll(async () => {
      await this.#site?.close();
      await this.#sandbox?.stop();
      await this.#browser?.close();
    });
    beforeEach(async ({ task }) => {
      const visitor = clock === 'real' ? await this.#browser.borrow() : await this.#browser.visit();
      this.#visitor = visitor;
      return async () => {
        const faults = [...visitor.faults];
        if (clock === 'real') await this.#browser.giveBack(visitor, task.result?.state === 'fail');
        else await visitor.context.close();
        expect(faults).toEqual([]);
      };
    });
  }

  get sandbox(): TestSandbox {
    return this.#sandbox!;
  }

  get site(): MerchantSite {
    return this.#site!;
  }

  get page(): Page {
    return this.#visitor!.page;
  }

  get browser(): TestBrowser {
    return this.#browser;
  }
}
