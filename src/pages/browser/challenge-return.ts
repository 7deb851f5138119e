/** Tells the checkout, in whose frame or popup this page is, that the challenge is over. */
const message = { source: 'payments-page', type: 'three-ds-return' };
window.parent.postMessage(message, location.origin);
window.opener?.postMessage(message, location.origin);
