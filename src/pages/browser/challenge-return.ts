/** The issuer's page is done with: the checkout around this frame asks for the result at once. */
const shout = { source: 'payments-page', type: 'three-ds-return' };
window.parent.postMessage(shout, location.origin);
window.opener?.postMessage(shout, location.origin);
