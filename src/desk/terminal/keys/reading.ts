import type { Pace } from '../../model/pace.ts';
import { Later } from '../../model/time/timer.ts';
import type { Dialog } from './dialogs.ts';

/** Whether Enter in the dialog can have an irreversible effect. */
const isQuestion = (dialog: Dialog | null): boolean => dialog?.type === 'form' || dialog?.type === 'chooser';

/** Measures how long a dialog has been on the screen, so that Enter works only after a moment. */
export class ReadingTime {
  readonly #changed: () => void;
  readonly #readingTime: number;
  #drawn: { readonly dialog: Dialog; readonly since: number } | null = null;
  readonly #waiting = new Later();

  /** @param changed called when Enter starts to work */
  constructor(changed: () => void, { readingTime }: Pick<Pace, 'readingTime'>) {
    this.#changed = changed;
    this.#readingTime = readingTime;
  }

  /** Notes the open dialog. Call this after each drawing. */
  drawn(dialog: Dialog | null): void {
    if (dialog === (this.#drawn?.dialog ?? null)) return;
    this.close();
    this.#drawn = dialog === null ? null : { dialog, since: performance.now() };
    if (isQuestion(dialog)) this.#waiting.do(this.#readingTime + 5, this.#changed);
  }

  /** Whether a dialog accepts Enter. @param isReplayed whether Enter was typed before the dialog was on the screen */
  takesEnter(dialog: Dialog | null, isReplayed: boolean): boolean {
    if (!isQuestion(dialog)) return true;
    return !isReplayed && this.#drawn?.dialog === dialog && performance.now() - this.#drawn!.since >= this.#readingTime;
  }

  close(): void {
    this.#waiting.cancel();
  }
}
