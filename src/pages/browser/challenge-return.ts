/** Notifies the checkout around this frame or popup that the challenge is over. */
const message = { source: 'payments-page', type: 'three-ds-return' };
window.parent.postMessage(message, location.origin);
window.opener?.postMessage(message, location.origin);
