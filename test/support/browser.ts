import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where browsers are installed usually. */
const usualPlaces = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and of scripts, and requests beyond loopback, so far: a test expects none. */
  readonly faults: readonly string[];
}

export interface TestBrowser {
  readonly browser: Browser;
  /** A person with a browser of their own: nothing is shared with others but the program. */
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  close(): Promise<void>;
}

/**
 * A real Chromium: an installed one (`CHROME_PATH`, or in one of the usual places), else the one that a development
 * library brings. Null, and a line that says why, where none can be had: tests are skipped then.
 * @param flags further ones of its command line
 */
export async function openBrowser(flags: readonly string[] = []): Promise<TestBrowser | null> {
  try {
    const browser = await launch(flags);
    return {
      browser,
      visit: (options) => visit(browser, options),
      close: () => browser.close(),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    process.stderr.write(`No browser to test with; these tests are skipped. Set CHROME_PATH to one. (${why})\n`);
    return null;
  }
}

async function launch(flags: readonly string[]): Promise<Browser> {
  const { CHROME_PATH } = process.env;
  const installed = CHROME_PATH ?? usualPlaces.find((path) => existsSync(path));
  if (installed !== undefined) return chromium.launch({ executablePath: installed, args: ['--no-sandbox', ...flags] });
  const { default: bundled } = await import('@sparticuz/chromium');
  // Flags that would switch off what is tested: the rules between origins, and processes of their own.
  const harmful =
    /disable-web-security|single-process|no-zygote|site-isolation|disable-features|insecure-content|in-process-gpu/;
  return chromium.launch({
    executablePath: await bundled.executablePath(),
    args: [...bundled.args.filter((flag) => !harmful.test(flag)), ...flags],
  });
}

/** A refusal of the API is what a test may want to see; the browser notes each of them as an error of its own. */
const isRefusal = (text: string, address: string): boolean =>
  /^Failed to load resource: the server responded with a status of (4\d\d|503)/.test(text) &&
  /^\/(api|vault|pay|embed|invoice|claim|request|acs)\//.test(URL.canParse(address) ? new URL(address).pathname : '');

const isLocal = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  if (['data:', 'blob:', 'about:'].includes(protocol)) return true;
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
};

async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US', ...options });
  context.setDefaultTimeout(10_000);
  const faults: string[] = [];
  context.on('request', (request) => {
    if (!isLocal(request.url())) faults.push(`request beyond loopback: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message.text(), message.location().url)) return;
    faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => faults.push(`script: ${error.error().message}`));
  return { page: await context.newPage(), context, faults };
}

let folder: string | null = null;

/** Keeps a picture of the page, in `BROWSER_SHOTS` where that is set; its path. */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<string> {
  folder ??= process.env.BROWSER_SHOTS ?? mkdtempSync(join(tmpdir(), 'emulator-shots-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, fullPage, animations: 'disabled' });
  return path;
}

let axe: string | null = null;

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown[] }[];
}

/** What the accessibility checker finds wrong with a page, in all its frames: a line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const faults: string[] = [];
  for (const frame of page.frames()) {
    await frame.evaluate(axe);
    const violations = await frame.evaluate<Violation[]>(
      "axe.run(document, { iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((found) => found.violations)",
    );
    for (const { id, help, nodes } of violations) {
      faults.push(`${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`);
    }
  }
  return faults;
}

/** By how many pixels a page is wider than the window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
