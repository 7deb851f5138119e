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
  const { clientSecret, appearance, onReady, onComplete, onError } = options ?? {};
  if (typeof clientSecret !== 'string' || clientSecret === '') {
    throw new PaymentsError(
      'session_invalid',
      'mountCheckout requires clientSecret, the client_secret of an embedded session.',
    );
  }
  const checkout = new EmbeddedCheckout(origins, elementAt(target), appearance ?? {});
  const { events } = checkout;
  if (onReady !== undefined) events.on('ready', () => onReady());
  if (onComplete !== undefined) events.on('complete', onComplete);
  if (onError !== undefined) events.on('error', onError);
  return checkout.show(clientSecret, wording);
}

/** The checkout in a frame. */
class EmbeddedCheckout {
  readonly events = new Emitter<CheckoutEvents>(['ready', 'complete', 'error', 'resize']);
  readonly #origins: Origins;
  readonly #place: HTMLElement;
  #appearance: Appearance;
  #theme: ReturnType<typeof themeOf>;
  /** Whether the page in the frame has announced itself. */
  #hasAnswered = false;

  constructor(origins: Origins, place: HTMLElement, appearance: Appearance) {
    this.#origins = origins;
    this.#place = place;
    this.#appearance = appearance;
    this.#theme = themeOf(appearance, place);
  }

  show(clientSecret: string, wording: Wording): MountedCheckout {
    const origins = this.#origins;
    const place = this.#place;
    const iframe = this.#frame(clientSecret, wording);
    const cover = new Cover(iframe, wording);
    const port = new FramePort(iframe, origins.frames, (message) => {
      watch.end();
      this.#hasAnswered = true;
      cover.lift();
      // Each page in the frame says hello once. Sending the appearance again makes the confirmation look like the form.
      if (message.type === 'hello') sendAppearance();
      else this.#receive(message, iframe);
    });
    const sendAppearance = () => {
      this.#theme = themeOf(this.#appearance, place);
      // If the frame's color scheme differed from the color scheme of its document, browsers would draw a box behind
      // the frame.
      iframe.style.colorScheme = this.#theme;
      const appearance = { ...this.#appearance, theme: this.#theme };
      port.post('appearance', { appearance, blends: declaredTheme(place) === this.#theme });
    };
    const failed = (error: PaymentsError) => {
      cover.explain(error);
      this.events.emit('error', error);
    };
    const watch = watchFrame({ frame: iframe, origins, refusal: () => refusalOf(origins), failed });
    place.append(cover.host);
    const stopWatching = watchTheme(() => {
      if (this.#hasAnswered && themeOf(this.#appearance, place) !== this.#theme) sendAppearance();
    });
    return {
      iframe,
      on: (event, listener) => this.events.on(event, listener),
      updateAppearance: (changed) => {
        const variables = { ...this.#appearance.variables, ...changed.variables };
        this.#appearance = { ...this.#appearance, ...changed, variables };
        if (this.#hasAnswered) sendAppearance();
      },
      unmount: () => {
        watch.end();
        stopWatching();
        port.close();
        cover.host.remove();
      },
    };
  }

  #frame(clientSecret: string, wording: Wording): HTMLIFrameElement {
    const origins = this.#origins;
    const path = `/embed/${encodeURIComponent(clientSecret)}`;
    const parameters = { parent: origins.page, theme: this.#theme, ...aroundIn(origins), ...localeIn(wording) };
    const iframe = createFrame(frameAddress(origins, path, parameters), wording.texts.checkout);
    iframe.allow = 'payment';
    iframe.style.height = '480px';
    return iframe;
  }

  /** Passes on a message of the page in the frame. */
  #receive(message: Message, iframe: HTMLIFrameElement): void {
    switch (message.type) {
      case 'ready':
        this.events.emit('ready', undefined);
        break;
      case 'complete':
        this.events.emit('complete', resultOf(message));
        break;
      case 'error':
        this.events.emit('error', errorFrom(message));
        break;
      case 'resize': {
        const height = Math.min(maxHeight, Math.ceil(Number(message.height)));
        if (!(height > 0)) return;
        iframe.style.height = `${height}px`;
        this.events.emit('resize', { height });
      }
    }
  }
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
