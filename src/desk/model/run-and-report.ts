import type { Status } from '../../sandbox/control/wire.ts';
import type { Desk } from './desk.ts';
import { openForm } from './forms/open-form.ts';
import { reasonOf } from './moves/outcomes.ts';
import type { Message } from './notices.ts';

/**
 * Calls a function as soon as the status is loaded. The status is missing at first, and while another data set loads.
 */
export function withStatus(desk: Desk, what: string, open: (status: Status) => void): void {
  const { status } = desk.session;
  if (status === null) withFreshStatus(desk, what, open);
  else open(status);
}

/** Calls a function with the current status. Another process can have created a workspace since the last poll. */
export function withFreshStatus(desk: Desk, what: string, open: (status: Status) => void): void {
  const { session } = desk;
  void desk.during(what, async (signal) => {
    try {
      const status = await session.client.call('status');
      if (!signal.aborted) open(status);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
    session.redraw('key');
  });
}

/** Loads the current view now instead of at the next poll. */
export function refresh(desk: Desk): void {
  desk.session.refresh();
  void desk.details?.load();
}

/**
 * Copies a text. If the clipboard fails, a form shows the text so that the user can copy it.
 * @param what the name of the text, in words
 * @returns the message about the copy
 */
export async function copyOrOffer(desk: Desk, text: string, what: string): Promise<Message> {
  try {
    return { text: `${what} ${await desk.host.copy(text)}`, tone: 'plain' };
  } catch (error) {
    const why = reasonOf(error);
    openForm(desk, {
      title: 'Copy the text from here',
      about: `${what} could not be copied: ${why}.`,
      verb: 'done',
      fields: [{ name: 'text', fallback: '', value: text }],
      submit: () => {},
    });
    return { text: `${what} could not be copied: ${why}`, tone: 'bad' };
  }
}

/**
 * Runs some work and shows its result, or why it was refused.
 * @param work returns the result; a plain text means success
 */
export async function runAndReport(desk: Desk, work: () => Promise<string | Message>): Promise<void> {
  try {
    const done = await work();
    if (typeof done === 'string') desk.say(done, 'good');
    else desk.say(done.text, done.tone);
    refresh(desk);
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
  }
}

/** A text to copy; `further` continues the message about the copy. */
export type CopiedText = string | { readonly text: string; readonly further: string };

/**
 * Copies a text from the emulator, and shows a message about it.
 * @param what the name of the text, in words; null if the text itself is its name
 */
export const runAndCopy = (desk: Desk, what: string | null, make: () => Promise<CopiedText>): Promise<void> =>
  runAndReport(desk, async () => {
    const made = await make();
    const { text, further } = typeof made === 'string' ? { text: made, further: '' } : made;
    const said = await copyOrOffer(desk, text, what ?? text);
    return { text: `${said.text}${further}`, tone: said.tone === 'bad' ? 'bad' : 'good' };
  });
