import { textOf, textOrNull } from '../shared/answer.ts';
import { Cover } from './cover.ts';
import { aroundIn, createFrame, elementAt, frameAddress, type Origins } from './dom.ts';
import { errorFrom, PaymentsError } from './errors.ts';
import { strangersAround, watchFrame } from './frame-watch.ts';
import { localeIn, type Wording } from './locale.ts';
import { Emitter, FramePort, type Message } from './messages.ts';
import { declaredTheme, themeOf, watchTheme } from './theme.ts';
import type { Appearance, CheckoutEvents, CheckoutOptions, CheckoutResult, MountedCheckout, Target } from './types.ts';

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
      'mountCheckout requires clientSecret, the client_secret of an embedded session.',
    );
  }
  const place = elementAt(target);
  const events = new Emitter<CheckoutEvents>(['ready', 'complete', 'error', 'resize']);
  let appearance: Appearance = options.appearance ?? {};
  let theme = themeOf(appearance, place);
  const path = `/embed/${encodeURIComponent(clientSecret)}`;
  const iframe = createFrame(
    frameAddress(origins, path, { parent: origins.page, theme, ...aroundIn(origins), ...localeIn(wording) }),
    wording.texts.checkout,
  );
  iframe.allow = 'payment';
  iframe.style.height = '480px';
  const cover = new Cover(iframe, wording);

  let hasAnswered = false;
  const receive = (message: Message) => {
    watch.end();
    hasAnswered = true;
    cover.lift();
    switch (message.type) {
      case 'hello':
        // Each page in the frame announces itself once. Sending the appearance again makes the confirmation look like
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
    // If the frame's color scheme differed from the color scheme of its document, browsers would draw a box behind
    // the frame.
    iframe.style.colorScheme = theme;
    port.post('appearance', { appearance: { ...appearance, theme }, blends: declaredTheme(place) === theme });
  };
  const failed = (error: PaymentsError) => {
    cover.explain(error);
    events.emit('error', error);
  };
  const watch = watchFrame({ frame: iframe, origins, refusal: () => refusalOf(origins), failed });

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
      watch.end();
      stopWatching();
      port.close();
      cover.host.remove();
    },
  };
}

/**
 * Why the browser does not show the checkout. An unknown session is not the reason, because any page can frame the
 * page of an unknown session.
 */
function refusalOf(origins: Origins): PaymentsError {
  const strangers = strangersAround(origins) ?? ['another page'];
  const around =
    strangers.length === 0
      ? ''
      : ` This page is embedded in ${strangers.join(' and ')}; also add that origin to allowed_parent_origins, or to the parentOrigins option of PaymentsSDK().`;
  const message = `The session's allowed_parent_origins must contain ${origins.page}.${around}`;
  return new PaymentsError('session_invalid', message);
}

const resultOf = ({ transactionId, orderNumber, orderLabel, confirmationToken }: Message): CheckoutResult => ({
  transactionId: textOf(transactionId),
  orderNumber: typeof orderNumber === 'number' ? orderNumber : textOrNull(orderNumber),
  orderLabel: textOrNull(orderLabel),
  confirmationToken: textOrNull(confirmationToken),
});
