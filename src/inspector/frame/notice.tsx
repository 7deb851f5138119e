import type { Desk } from '../../desk/desk.ts';

/** What was said last: what somebody did, what is waited for, what the emulator warns of. */
export function Notice({ desk }: { readonly desk: Desk }) {
  const { message, warning } = desk.notices;
  const waiting = desk.waits.shown;
  const text = message?.text ?? (waiting === null ? warning : `Waiting for ${waiting} …`);
  return (
    <p class={`notice tone-${message?.tone ?? 'dim'}`} role="status" aria-live="polite" hidden={text === null}>
      {text}
    </p>
  );
}
