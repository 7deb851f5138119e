import { desktop, type VisitOptions, type Visitor } from './browser.ts';

/** What tests listen to on a page. */
const listenedTo = ['request', 'response', 'console', 'dialog', 'popup', 'framenavigated'] as const;

/**
 * Visitors for one test after the other. A page that is there loads the next address with half of the processor time that a
 * new browser context takes; between two tests the pool removes what the first one has left.
 */
export class VisitorPool {
  readonly #enter: (options: VisitOptions) => Promise<Visitor>;
  /** Who waits for the next test, by the options that a context keeps for its life. */
  readonly #idle = new Map<string, Visitor[]>();
  readonly #kinds = new Map<Visitor, string>();

  constructor(enter: (options: VisitOptions) => Promise<Visitor>) {
    this.#enter = enter;
  }

  async take(options: VisitOptions = {}): Promise<Visitor> {
    const { viewport = desktop, colorScheme = 'light', reducedMotion = null, ...kept } = options;
    const kind = JSON.stringify(kept);
    const visitor = this.#idle.get(kind)?.pop() ?? (await this.#enter(kept));
    this.#kinds.set(visitor, kind);
    const { page, faults } = visitor;
    await page.setViewportSize(viewport ?? desktop);
    await page.emulateMedia({ colorScheme, reducedMotion, forcedColors: null, media: null });
    // Until this test loads a page, that of the test before is open and may report how it ended.
    page.on('framenavigated', function begin(frame) {
      if (frame !== page.mainFrame()) return;
      page.off('framenavigated', begin);
      (faults as string[]).splice(0);
    });
    return visitor;
  }

  async giveBack(visitor: Visitor, failed: boolean): Promise<void> {
    const kind = this.#kinds.get(visitor);
    const isUsable = !failed && kind !== undefined && !visitor.page.isClosed() && (await isCleaned(visitor));
    if (!isUsable) return visitor.context.close();
    this.#idle.set(kind, [...(this.#idle.get(kind) ?? []), visitor]);
  }

  /** Forgets those who wait: their browser contexts are closed. */
  clear(): void {
    this.#idle.clear();
  }
}

/**
 * Empties the stores of a page, and gives it an address that no test opens: where only the part after `#` differed, the
 * next test would find the page as it is. That of a file may not be changed, so nobody uses its visitor again.
 */
const leave = `if (location.href !== 'about:blank') {
  history.replaceState(null, '', '/left');
  sessionStorage.clear();
  localStorage.clear();
}`;

/** Removes what a test has left at a visitor, and says whether that could be done. */
async function isCleaned({ page, context }: Visitor): Promise<boolean> {
  try {
    for (const event of listenedTo) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.evaluate(leave);
    await context.clearCookies();
    await context.clearPermissions();
    await page.mouse.move(0, 0);
    return true;
  } catch {
    // A page that is on its way to another address cannot be asked.
    return false;
  }
}
