import type { Desk } from '../../model/desk.ts';

/** The current message: the result of an action, the name of a pending action, or a warning from the emulator. */
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
