import type { Dialog } from './dialogs.ts';

/** How long a question stands on the screen before Enter answers it: whoever pressed it earlier had not read it. */
const readingTime = 150;

/** Whether Enter in a dialog does something that cannot be taken back. */
const isQuestion = (dialog: Dialog | null): boolean => dialog?.type === 'form' || dialog?.type === 'chooser';

/** Since when a question stands on the screen. */
export class Reading {
  readonly #changed: () => void;
  #drawn: { readonly dialog: Dialog; readonly since: number } | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param changed called when Enter is taken from then on */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Told after each drawing which dialog is open. */
  drawn(dialog: Dialog | null): void {
    if (dialog === (this.#drawn?.dialog ?? null)) return;
    this.close();
    this.#drawn = dialog === null ? null : { dialog, since: performance.now() };
    if (isQuestion(dialog)) this.#timer = setTimeout(this.#changed, readingTime + 5).unref();
  }

  takesEnter(dialog: Dialog | null): boolean {
    if (!isQuestion(dialog)) return true;
    return this.#drawn?.dialog === dialog && performance.now() - this.#drawn!.since >= readingTime;
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
