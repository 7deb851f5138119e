import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import {
  accessibilityFaults,
  desktop,
  lookAround,
  type Part,
  phone,
  type Rules,
  screenshot,
  sidewaysScroll,
  type TestBrowser,
  type VisitOptions,
  type Visitor,
} from './browser.ts';
import { Demo } from './demo.ts';
import { createTestSandbox, type TestSandbox } from './sandbox.ts';

export interface Look {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
}

/** The screens and colors that a page is looked at with. */
export const looks: readonly Look[] = [
  { name: 'phone', viewport: phone, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark' },
  { name: 'desktop', viewport: desktop, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: desktop, colorScheme: 'dark' },
];

/** A person who has a browser until the test is over. */
export async function visitInTest(browser: TestBrowser | null, options: VisitOptions = {}): Promise<Visitor> {
  if (browser === null) throw new Error('There is no browser to open a page with.');
  const visitor = await browser.borrow(options);
  onTestFinished(({ task }) => browser.giveBack(visitor, task.result?.state === 'fail'));
  return visitor;
}

/** A person who opens a page, until the test is over. */
export async function visitPage(
  browser: TestBrowser | null,
  url: string,
  options: VisitOptions = {},
): Promise<Visitor> {
  const visitor = await visitInTest(browser, options);
  await visitor.page.goto(url);
  return visitor;
}

/** Nothing is wrong with the page as it is now: for the accessibility checker, at the sides, or in the console. */
export async function expectClean(
  { page, faults }: Visitor,
  how = 'the page',
  rules: Rules = 'all',
  part: Part = 'page',
): Promise<void> {
  expect(await accessibilityFaults(page, rules, part), how).toEqual([]);
  expect(await sidewaysScroll(page), how).toBe(0);
  expect(faults, how).toEqual([]);
}

/**
 * The same on each screen and in each color. The page is loaded once for all of them: styles alone make the difference,
 * and no script asks for it.
 * @param shot what its pictures are called
 */
export const expectCleanInEveryLook = (visitor: Visitor, shot: string, also: readonly Look[] = []): Promise<void> =>
  expectCleanIn(visitor, shot, [...looks, ...also]);

/**
 * Also in some looks. The accessibility checker judges the page once: on another screen what has come into sight there,
 * and in other colors the colors of that.
 */
export async function expectCleanIn(visitor: Visitor, shot: string, some: readonly Look[]): Promise<void> {
  const { page } = visitor;
  const seenOn = new Set<Look['viewport']>();
  for (const { name, viewport, colorScheme } of some) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await standStill(page);
    await screenshot(page, `${shot}-${name}`);
    const isNew = !seenOn.has(viewport);
    if (isNew) await lookAround(page);
    const part = seenOn.size === 0 ? 'page' : 'new';
    await expectClean(visitor, `${shot}-${name}`, isNew ? 'all' : 'colors', isNew ? part : 'new');
    seenOn.add(viewport);
  }
}

/**
 * Lets nothing move on the page any more: a color on its way to another one would be taken for a faint one. The end of what
 * moves is not waited for: a browser with too much to do sometimes never says that it has come. A sheet that a script adopts
 * is none that the page's policy forbids.
 */
async function standStill(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate(`(() => {
      if (!globalThis.stoodStill) {
        globalThis.stoodStill = new CSSStyleSheet();
        stoodStill.replaceSync('*, ::before, ::after { transition: none !important; }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, stoodStill];
      }
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
        else animation.finish();
      }
    })()`);
  }
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

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text that a page shows for what is written in its markup. */
export const unescaped = (markup: string): string =>
  markup.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name]!);
