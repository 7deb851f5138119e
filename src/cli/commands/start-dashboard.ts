import { createClient } from '../../client.ts';
import type { RunningSandbox } from '../../sandbox.ts';
import type { DashboardOptions } from '../../tui/open.tsx';
import { whyNoDashboard } from '../../tui/terminal.ts';
import type { Output } from '../output.ts';
import { showDashboard } from './dashboard.ts';

/** Whether `start` opens the dashboard: where somebody sits at a terminal, and asked for nothing else. */
export const opensDashboard = (out: Output, noTui: boolean | undefined): boolean =>
  noTui !== true && !out.json && !out.quiet && whyNoDashboard(process.stdin, process.stdout, process.env) === null;

/** Warnings of the emulator. While the dashboard is open it shows them, and they are printed when it has closed. */
export class Warnings {
  readonly #print: (text: string) => void;
  #show: ((text: string) => void) | null = null;
  #shown: string[] = [];

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  say(text: string): void {
    if (this.#show === null) {
      this.#print(text);
      return;
    }
    this.#shown.push(text);
    this.#show(text);
  }

  showBy(show: (text: string) => void): void {
    this.#show = show;
  }

  printShown(): void {
    this.#show = null;
    const shown = this.#shown;
    this.#shown = [];
    for (const text of shown) this.#print(text);
  }
}

/**
 * Shows the dashboard of the emulator that runs in this process, over its address like any other one, until it is left.
 * @returns the signal that ended it, or that Ctrl-C stands for; null where it was left or asked to stop
 * @throws what broke the dashboard
 */
export async function untilLeft(
  { url, token, certificate, stopRequested }: RunningSandbox,
  signalled: Promise<NodeJS.Signals>,
  warnings: Warnings,
  look: Pick<DashboardOptions, 'accept' | 'color' | 'mouse'>,
): Promise<NodeJS.Signals | null> {
  const closing = new AbortController();
  const ended = Promise.race([signalled, stopRequested.then(() => null)]);
  void ended.then(() => closing.abort());
  try {
    const left = await showDashboard({
      connect: (scope) => createClient({ url, ca: certificate, token: token ?? undefined, ...scope }),
      ownsEmulator: true,
      ...look,
      signal: closing.signal,
      onOpen: (show) => warnings.showBy(show),
    });
    if (left === 'told') return await ended;
    return left === 'interrupt' ? 'SIGINT' : null;
  } finally {
    warnings.printShown();
  }
}
