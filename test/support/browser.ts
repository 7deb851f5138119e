import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { browserProgram } from './browser-program.ts';
import { VisitorPool } from './visitor-pool.ts';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and of scripts, but requests beyond loopback, so far: a test expects none. */
  readonly faults: readonly string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** Pages take as long as they do for buyers; otherwise what they wait on purpose passes faster. */
  patient?: boolean;
}

export interface TestBrowser {
  readonly browser: Browser;
  /** A person with a browser of their own: nothing is shared with others but the program. */
  visit(options?: VisitOptions): Promise<Visitor>;
  /** A person whose page another one may have used before: nothing of them is left. They must return it. */
  borrow(options?: VisitOptions): Promise<Visitor>;
  /** Takes back what was borrowed. Pages of a failed test are used by nobody else. */
  giveBack(visitor: Visitor, failed: boolean): Promise<void>;
  /** Sends home who is still visiting. */
  close(): Promise<void>;
}

/** Of the tests that run in this process, by its flags: to start one takes longer than most visits. */
const launched = new Map<string, Promise<Browser>>();

/**
 * A real Chromium: an installed one (`CHROME_PATH`, or in one of the usual places), else the one that a development
 * library brings. Null, but a line that says why, where none can be had: tests are skipped then. Test files that run in one
 * process have the browser in common; it ends with the process.
 * @param flags further ones of its command line
 */
export async function openBrowser(flags: readonly string[] = []): Promise<TestBrowser | null> {
  const visitors = new Set<BrowserContext>();
  try {
    const browser = await launchedWith(flags);
    const enter = async (options?: VisitOptions) => {
      const visitor = await visit(browser, options);
      visitors.add(visitor.context);
      visitor.context.once('close', () => visitors.delete(visitor.context));
      return visitor;
    };
    const pool = new VisitorPool(enter);
    return {
      browser,
      visit: enter,
      borrow: (options) => pool.take(options),
      giveBack: (visitor, failed) => pool.giveBack(visitor, failed),
      close: async () => {
        pool.clear();
        await Promise.all([...visitors].map((context) => context.close()));
      },
    };
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    process.stderr.write(`No browser to test with; these tests are skipped. Set CHROME_PATH to one. (${why})\n`);
    return null;
  }
}

async function launchedWith(flags: readonly string[]): Promise<Browser> {
  const name = flags.join(' ');
  const found = await launched.get(name)?.catch(() => null);
  if (found?.isConnected() === true) return found;
  const launching = launch(flags);
  launched.set(name, launching);
  return launching;
}

async function launch(flags: readonly string[]): Promise<Browser> {
  const { path, args } = await browserProgram();
  return chromium.launch({ executablePath: path, args: [...args, ...flags] });
}

/** A refusal of the API is what a test may want to see; the browser notes each of them as an error of its own. */
const isRefusal = (text: string, address: string): boolean =>
  /^Failed to load resource: the server responded with a status of (4\d\d|503)/.test(text) &&
  /^\/(api|vault|pay|embed|invoice|claim|request|acs|portal)\//.test(
    URL.canParse(address) ? new URL(address).pathname : '',
  );

const isLocal = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  if (['data:', 'blob:', 'about:'].includes(protocol)) return true;
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
};

/**
 * What pages wait on purpose (3 seconds for the fingerprint of 3-D Secure and between two polls, a moment of success) passes
 * ten times as fast: it made up most of what these tests took. What a page gives up after stays as it is.
 */
const hurry = `(() => {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (task, delay, ...rest) => setTimeout(task, delay > 5_000 ? delay : delay / 10, ...rest);
})()`;

async function visit(browser: Browser, { patient = false, ...options }: VisitOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US', ...options });
  // Less than a test may take, so that what a test waited for in vain says so.
  context.setDefaultTimeout(60_000);
  if (!patient) await context.addInitScript(hurry);
  const faults: string[] = [];
  context.on('request', (request) => {
    // A page may be a file that the test opens; what it asks for then is not a file.
    const isOpened = request.isNavigationRequest() && request.url().startsWith('file:');
    if (!isOpened && !isLocal(request.url())) faults.push(`request beyond loopback: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message.text(), message.location().url)) return;
    faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => faults.push(`script: ${error.error().message}`));
  return { page: await context.newPage(), context, faults };
}

/** Keeps a picture of the page for who wants to look at it: in the folder `BROWSER_SHOTS`, and none where that is not set. */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<void> {
  const { BROWSER_SHOTS } = process.env;
  if (BROWSER_SHOTS === undefined) return;
  mkdirSync(BROWSER_SHOTS, { recursive: true });
  await page.screenshot({ path: join(BROWSER_SHOTS, `${name}.png`), fullPage, animations: 'disabled' });
}

let axe: string | null = null;

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown[] }[];
}

/** Which rules a page is held to: those of its colors take most of the time, and are all that another scheme of colors changes. */
export type Rules = 'all' | 'all but colors' | 'colors';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const optionsOf: Record<Rules, object> = {
  all: { runOnly: tags },
  'all but colors': { runOnly: tags, rules: { 'color-contrast': { enabled: false } } },
  colors: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};

/**
 * What the colors of a page are checked on: one text of each look, which its own style and the grounds below it make.
 * Of thousands of texts all others look like one of these.
 */
const looksOfTexts = (elements: string): string => `(() => {
  const grounds = new Map([[null, '']]);
  const groundOf = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      grounds.set(element, [groundOf(element.parentElement), backgroundColor, backgroundImage, opacity].join());
    }
    return grounds.get(element);
  };
  const looks = new Map();
  for (const element of ${elements}) {
    const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
    if (!(hasText || element.matches('input, select, textarea')) || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    const own = [element.localName, element.className, color, fontSize, fontWeight, textDecorationLine, textShadow];
    const look = [...own, element.parentElement.localName, groundOf(element)].join();
    if (!looks.has(look)) looks.set(look, element);
  }
  return looks.size === 0 ? null : { include: [...looks.values()] };
})()`;

/** What of a page is judged: all of it, or what `lookAround` saw for the first time. */
export type Part = 'page' | 'new';

/** Remembers what can be seen of a page, in all its frames. @returns how much of it could not be seen before */
export async function lookAround(page: Page): Promise<number> {
  const counts = page.frames().map((frame) =>
    frame.evaluate<number>(`(() => {
      globalThis.seen ??= new WeakSet();
      globalThis.inSight = [...document.querySelectorAll('body *')].filter((each) => !seen.has(each) && each.checkVisibility());
      for (const each of inSight) seen.add(each);
      return inSight.length;
    })()`),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/**
 * What the accessibility checker finds wrong with a page, in all its frames: a line each. A whole page is checked
 * together with its frames, as some rules compare them.
 */
export async function accessibilityFaults(page: Page, rules: Rules = 'all', part: Part = 'page'): Promise<string[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const isTogether = part === 'page' && rules !== 'colors';
  const options = JSON.stringify({ iframes: isTogether, resultTypes: ['violations'], ...optionsOf[rules] });
  const elements = part === 'page' ? "document.querySelectorAll('body *')" : 'inSight';
  const whole = part === 'page' ? 'document' : 'inSight.length === 0 ? null : { include: inSight }';
  const checked = rules === 'colors' ? looksOfTexts(elements) : whole;
  for (const frame of page.frames()) {
    if ((await frame.evaluate('typeof axe')) !== 'undefined') continue;
    await frame.evaluate(`${axe}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`);
  }
  const faults: string[] = [];
  for (const frame of isTogether ? [page.mainFrame()] : page.frames()) {
    const violations = await frame.evaluate<Violation[]>(`(async (checked) =>
      checked === null ? [] : (await axe.run(checked, ${options})).violations)(${checked})`);
    for (const { id, help, nodes } of violations) {
      faults.push(`${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`);
    }
  }
  return faults;
}

/** By how many pixels a page is wider than the window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
