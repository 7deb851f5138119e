import { textOf, textOrNull } from '../shared/answer.ts';
import { Cover } from './cover.ts';
import { createFrame, elementAt, frameAddress, isReachable, type Origins } from './dom.ts';
import { errorFrom, PaymentsError } from './errors.ts';
import { localeIn, type Wording } from './locale.ts';
import { Emitter, FramePort, type Message } from './messages.ts';
import { declaredTheme, themeOf, watchTheme } from './theme.ts';
import type { Appearance, CheckoutEvents, CheckoutOptions, CheckoutResult, MountedCheckout, Target } from './types.ts';

/** After this many milliseconds without a message, a loaded frame counts as refused. */
const answerTimeout = 600;
const maxHeight = 20_000;

/**
 * Shows the checkout of an embedded session (specification, "Client-side SDK surface").
 * @throws PaymentsError `session_invalid` without a client secret, `not_configured` if the target does not exist
 */
export function mountCheckout(
  origins: Origins,
  target: Target,
  options: CheckoutOptions,
  wording: Wording,
): MountedCheckout {
  const { clientSecret, onReady, onComplete, onError } = options ?? {};
  if (typeof clientSecret !== 'string' || clientSecret === '') {
    throw new PaymentsError(
      'session_invalid',
      'mountCheckout needs clientSecret: the client_secret of an embedded session.',
    );
  }
  const place = elementAt(target);
  const events = new Emitter<CheckoutEvents>();
  let appearance: Appearance = options.appearance ?? {};
  let theme = themeOf(appearance, place);
  const path = `/embed/${encodeURIComponent(clientSecret)}`;
  const iframe = createFrame(
    frameAddress(origins, path, { parent: origins.page, theme, ...localeIn(wording) }),
    wording.texts.checkout,
  );
  iframe.allow = 'payment';
  iframe.style.height = '480px';
  const cover = new Cover(iframe, wording);

  let waiting: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = false;
  const receive = (message: Message) => {
    clearTimeout(waiting);
    hasAnswered = true;
    cover.lift();
    switch (message.type) {
      case 'hello':
        // Each page in the frame announces itself once; sending the appearance again makes the confirmation look like
        // the form.
        sendAppearance();
        break;
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
  const port = new FramePort(iframe, origins.frames, receive);
  const sendAppearance = () => {
    theme = themeOf(appearance, place);
    // If the frame's color scheme differed from its document's, browsers would draw a box behind it.
    iframe.style.colorScheme = theme;
    port.post('appearance', { appearance: { ...appearance, theme }, blends: declaredTheme(place) === theme });
  };
  const giveUp = async () => {
    const error = await refusalOf(origins);
    if (hasAnswered || !iframe.isConnected) return;
    cover.explain(error);
    events.emit('error', error);
  };
  // If a policy forbids the frame, it loads an empty document, which sends no message.
  iframe.addEventListener('load', () => {
    if (hasAnswered) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => void giveUp(), answerTimeout);
  });

  if (onReady !== undefined) events.on('ready', () => onReady());
  if (onComplete !== undefined) events.on('complete', onComplete);
  if (onError !== undefined) events.on('error', onError);
  place.append(cover.host);
  const stopWatching = watchTheme(() => {
    if (hasAnswered && themeOf(appearance, place) !== theme) sendAppearance();
  });
  return {
    iframe,
    on: (event, listener) => events.on(event, listener),
    updateAppearance: (changed) => {
      appearance = { ...appearance, ...changed, variables: { ...appearance.variables, ...changed.variables } };
      if (hasAnswered) sendAppearance();
    },
    unmount: () => {
      clearTimeout(waiting);
      stopWatching();
      port.close();
      cover.host.remove();
    },
  };
}

/** Why a loaded frame sends no message. */
const refusalOf = async (origins: Origins): Promise<PaymentsError> =>
  (await isReachable(origins))
    ? new PaymentsError(
        'session_invalid',
        `The checkout does not answer: its session is unknown, or ${origins.page} is none of its allowed_parent_origins.`,
      )
    : new PaymentsError('network', `The service at ${origins.frames} cannot be reached.`);

const resultOf = ({ transactionId, orderNumber, orderLabel, confirmationToken }: Message): CheckoutResult => ({
  transactionId: textOf(transactionId),
  orderNumber: typeof orderNumber === 'number' ? orderNumber : textOrNull(orderNumber),
  orderLabel: textOrNull(orderLabel),
  confirmationToken: textOrNull(confirmationToken),
});
