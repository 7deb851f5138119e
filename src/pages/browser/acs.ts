import { ParentPort } from '../sdk/messages.ts';

/** Returns from a challenge by itself. Without script, the form has a button for that. */
document.querySelector<HTMLFormElement>('form#return')?.submit();

/** The origin of the page whose dialog the challenge is in; empty for the emulator's own pages. */
const origin = document.querySelector<HTMLElement>('form[data-dialog-of]')?.dataset.dialogOf;
if (origin !== undefined && window.parent !== window) {
  const dialog = new ParentPort(origin || location.origin, () => {});
  const { body } = document;
  new ResizeObserver(() => dialog.post('resize', { height: Math.ceil(body.getBoundingClientRect().height) })).observe(
    body,
  );
  // A key that is pressed in a frame is not heard around it.
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dialog.post('cancel');
  });
}
