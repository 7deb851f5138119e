import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { accessibilityFaults, desktop, phone, sidewaysScroll, type TestBrowser, type Visitor } from './browser.ts';
import { Demo } from './demo.ts';
import { createTestSandbox, type TestSandbox } from './sandbox.ts';

/** The screens and colors that a page is looked at with. */
export const looks: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['phone', { viewport: phone, colorScheme: 'light' }],
  ['phone-dark', { viewport: phone, colorScheme: 'dark' }],
  ['desktop', { viewport: desktop, colorScheme: 'light' }],
  ['desktop-dark', { viewport: desktop, colorScheme: 'dark' }],
];

/** A person who opens a page, until the test is over. */
export async function visitPage(
  browser: TestBrowser | null,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  if (browser === null) throw new Error('There is no browser to open a page with.');
  const visitor = await browser.visit(options);
  onTestFinished(() => visitor.context.close());
  await visitor.page.goto(url);
  return visitor;
}

/** Nothing is wrong with the page as it is now: for the accessibility checker, at the sides, or in the console. */
export async function expectClean({ page, faults }: Visitor): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(faults).toEqual([]);
}

/** One sandbox for the tests of a file, and a fresh workspace in it; both are there once the tests run. */
export class Stage {
  #sandbox: TestSandbox | null = null;
  #demo: Demo | null = null;

  constructor(browser: TestBrowser | null) {
    beforeAll(async () => {
      this.#sandbox = await createTestSandbox();
      this.#demo = await Demo.create(this.#sandbox);
    });
    afterAll(async () => {
      await browser?.close();
      await this.#sandbox?.stop();
    });
  }

  get sandbox(): TestSandbox {
    return this.#sandbox!;
  }

  get demo(): Demo {
    return this.#demo!;
  }
}
