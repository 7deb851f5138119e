import { make } from '../browser/lib/dom.ts';
import { challengePort, dialogFields, mostPolls, pollInterval } from '../browser/lib/payment/three-ds.ts';
import { randomId } from '../browser/lib/platform.ts';
import type { Fields } from '../shared/answer.ts';
import { wait } from './abort.ts';
import { answerTimeout } from './api.ts';
import { type FrameDialog, type Origins, openDialog } from './dom.ts';
import { PaymentsError } from './errors.ts';
import { framingError, watchFrame } from './frame-watch.ts';
import type { Wording } from './locale.ts';
import { watchPolicy } from './policy.ts';

/** Where and how the challenge is shown. */
export interface Shown {
  readonly origins: Origins;
  readonly wording: Wording;
}

interface ChallengeListeners {
  /** Called when the buyer closes the dialog. */
  readonly dismissed: () => void;
  /** Called when the browser does not show the challenge. */
  readonly failed: (error: PaymentsError) => void;
  /** Called when the issuer's page reports that the buyer has answered. */
  readonly decided: () => void;
}

/** Posts the challenge request into a dialog. */
export function openChallenge(
  { url, creq }: { url: string; creq: string },
  { origins, wording }: Shown,
  { dismissed, failed, decided }: ChallengeListeners,
): FrameDialog {
  const name = `payments-sdk-challenge-${randomId()}`;
  const { locale, language, texts } = wording;
  const { confirmWithBank: title, close: closeLabel } = texts.dialogs;
  const dialog = openDialog({ title, language, closeLabel, address: 'about:blank', name, dismissed });
  const issuer: Origins = { ...origins, frames: new URL(url).origin };
  const watch = watchFrame({ frame: dialog.frame, origins: issuer, refusal: () => framingError(issuer), failed });
  const stopPolicy = watchPolicy(['form-action'], issuer.frames, failed);
  const listeners = { cancel: dismissed, adjust: dialog.adjust, shown: watch.end, decided };
  const port = challengePort(dialog.frame, url, listeners);
  const form = make('form', { method: 'post', action: url, target: name, hidden: true }, [
    make('input', { type: 'hidden', name: 'creq', value: creq }),
    // Allows this page to frame the challenge.
    make('input', { type: 'hidden', name: 'parent', value: location.origin }),
    ...dialogFields(locale, origins.around),
  ]);
  document.body.append(form);
  form.submit();
  form.remove();
  const close = (): void => {
    watch.end();
    stopPolicy();
    port.close();
    dialog.close();
  };
  return { ...dialog, close };
}

/** Asks the service for the result of a challenge, in at most the given milliseconds. */
type AskResult = (timeout: number) => Promise<Fields>;

/**
 * Polls for the result of a challenge: every three seconds, and as soon as the issuer's page reports an answer. A call
 * can get lost; without an answer for 20 seconds, the polling ends with the error of the last call.
 */
export class ResultPolling {
  readonly #ask: AskResult;
  readonly #signal: AbortSignal;
  /** When the first of the calls began that got no answer; null after an answer. */
  #silentSince: number | null = null;
  #isDecided = false;
  #wake = (): void => {};

  constructor(ask: AskResult, signal: AbortSignal) {
    this.#ask = ask;
    this.#signal = signal;
  }

  /** Asks at once, because the buyer has answered. */
  hurry(): void {
    this.#isDecided = true;
    this.#wake();
  }

  /** @throws PaymentsError `three_ds_timeout` after four minutes (specification, "Limits" 7) */
  async result(): Promise<Fields> {
    const deadline = performance.now() + mostPolls * pollInterval;
    for (let polls = 0; polls < mostPolls && performance.now() < deadline; polls++) {
      await this.#pause();
      const result = await this.#poll();
      if (result !== null && result.challenge_required !== true) return result;
    }
    throw new PaymentsError('three_ds_timeout', 'The challenge was not completed in time.');
  }

  async #pause(): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (!this.#isDecided) await Promise.race([wait(pollInterval, this.#signal), woken]);
    this.#isDecided = false;
  }

  /** The answer; null if the next poll asks again. */
  async #poll(): Promise<Fields | null> {
    const start = performance.now();
    const since = this.#silentSince ?? start;
    try {
      const result = await this.#ask(since + answerTimeout - start);
      this.#silentSince = null;
      return result;
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      const { code } = error;
      const isAnswer = code === 'rate_limited';
      const isLost = code === 'network' || code === 'unknown';
      const isLastPoll = performance.now() + pollInterval >= since + answerTimeout;
      if (!isAnswer && (!isLost || isLastPoll)) throw error;
      this.#silentSince = isAnswer ? null : since;
      return null;
    }
  }
}
