import { ParentPort } from '../sdk/messages.ts';

/** Submits the form that returns from a challenge. Without scripts, the user presses the form's button. */
document.querySelector<HTMLFormElement>('form#return')?.submit();

/** The origin of the page that shows the challenge in a dialog; empty for the emulator's own pages. */
const origin = document.body.dataset.dialogOf;
if (origin !== undefined && window.parent !== window) {
  const dialog = new ParentPort(origin || location.origin, () => {});
  // The observer reports no changes in a frame that the browser does not paint.
  dialog.post('hello');
  if (document.querySelector('[data-status="Y"], [data-status="N"]') !== null) dialog.post('decided');
  const { body } = document;
  new ResizeObserver(() => dialog.post('resize', { height: Math.ceil(body.getBoundingClientRect().height) })).observe(
    body,
  );
  // Key presses in a frame do not reach the page around it.
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dialog.post('cancel');
  });
}
