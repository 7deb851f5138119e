import { textOf, textOrNull } from '../browser/lib/api.ts';
import { createFrame, elementAt, frameAddress, type Origins } from './dom.ts';
import { errorFrom, PaymentsError } from './errors.ts';
import { Emitter, FramePort, type Message } from './messages.ts';
import type { CheckoutEvents, CheckoutOptions, CheckoutResult, MountedCheckout, Target } from './types.ts';

/** After how many milliseconds without a message a loaded frame counts as refused. */
const readyTimeout = 5_000;
const maxHeight = 20_000;

/**
 * Shows the checkout of an embedded session (specification, "Client-side SDK surface").
 * @throws PaymentsError `session_invalid` without a client secret, `not_configured` where there is no such target
 */
export function mountCheckout(origins: Origins, target: Target, options: CheckoutOptions): MountedCheckout {
  const { clientSecret, appearance, onReady, onComplete, onError } = options ?? {};
  if (typeof clientSecret !== 'string' || clientSecret === '') {
    throw new PaymentsError(
      'session_invalid',
      'mountCheckout needs clientSecret: the client_secret of an embedded session.',
    );
  }
  const place = elementAt(target);
  const events = new Emitter<CheckoutEvents>();
  const path = `/embed/${encodeURIComponent(clientSecret)}`;
  const iframe = createFrame(frameAddress(origins, path, { parent: origins.page }), 'Checkout');
  iframe.allow = 'payment';
  iframe.style.height = '480px';

  let waiting: ReturnType<typeof setTimeout> | undefined;
  const receive = (message: Message) => {
    clearTimeout(waiting);
    hasAnswered = true;
    switch (message.type) {
      case 'ready':
        events.emit('ready', undefined);
        break;
      case 'complete':
        events.emit('complete', resultOf(message));
        break;
      case 'error':
        events.emit('error', errorFrom(message));
        break;
      case 'resize': {
        const height = Math.min(maxHeight, Math.ceil(Number(message.height)));
        if (!(height > 0)) return;
        iframe.style.height = `${height}px`;
        events.emit('resize', { height });
      }
    }
  };
  let hasAnswered = false;
  const port = new FramePort(iframe, origins.frames, receive);
  // If a policy forbids the frame, it loads an empty document, which sends no message.
  iframe.addEventListener('load', () => {
    if (hasAnswered) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const message =
        `The checkout does not answer: its session is paid, expired or unknown, or ${origins.page} is none of its ` +
        'allowed_parent_origins.';
      events.emit('error', new PaymentsError('session_invalid', message));
    }, readyTimeout);
  });

  if (onReady !== undefined) events.on('ready', () => onReady());
  if (onComplete !== undefined) events.on('complete', onComplete);
  if (onError !== undefined) events.on('error', onError);
  if (appearance !== undefined) port.post('appearance', { appearance });
  place.append(iframe);
  return {
    iframe,
    on: (event, listener) => events.on(event, listener),
    updateAppearance: (changed) => port.post('appearance', { appearance: changed }),
    unmount: () => {
      clearTimeout(waiting);
      port.close();
      iframe.remove();
    },
  };
}

const resultOf = ({ transactionId, orderNumber, orderLabel, confirmationToken }: Message): CheckoutResult => ({
  transactionId: textOf(transactionId),
  orderNumber: typeof orderNumber === 'number' ? orderNumber : textOrNull(orderNumber),
  orderLabel: textOrNull(orderLabel),
  confirmationToken: textOrNull(confirmationToken),
});
