import { randomId } from '../../browser/lib/platform.ts';
import { textOrNull } from '../../shared/answer.ts';
import { readToken } from '../api.ts';
import { cardFields, fieldAfter } from '../card-format.ts';
import { aroundIn, createFrame, frameAddress, type Origins } from '../dom.ts';
import { errorFrom, PaymentsError } from '../errors.ts';
import { type FrameWatch, framingError, watchFrame } from '../frame-watch.ts';
import { localeIn, type Wording } from '../locale.ts';
import { FramePort, type Message } from '../messages.ts';
import { themeOf, watchTheme } from '../theme.ts';
import type {
  CardField,
  CardInputsOptions,
  CardInputsState,
  CardTargets,
  FieldStyle,
  MountedCardInputs,
  Target,
  TokenResult,
} from '../types.ts';
import { type CardLayout, groupLayout, separateLayout } from './card-layout.ts';
import { submitImplicitly } from './implicit-submission.ts';

const placeholderNames = { cardNumber: 'number', cardExpiry: 'expiry', cardCvc: 'cvc' } as const;
/** The position of each field in the joined block of all three fields. */
const joints = { cardNumber: 'top', cardExpiry: 'left', cardCvc: 'right' } as const;

/** The maximum time for the fields to create a token, in milliseconds (specification, "Limits" 7: a vault submit). */
const submitTimeout = 20_000;

interface FieldState {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly error: string | null;
}

const untouched: FieldState = { empty: true, complete: false, error: null };

interface MountedField {
  readonly frame: HTMLIFrameElement;
  /** The element around the frame. */
  readonly place: HTMLElement;
  readonly port: FramePort;
  readonly watch: FrameWatch;
  state: FieldState;
  isReady: boolean;
  /** The element that shows errors below the field; null if the page lays out the fields itself. */
  readonly message: HTMLElement | null;
}

interface Submit {
  readonly resolve: (result: TokenResult) => void;
  readonly reject: (error: PaymentsError) => void;
}

interface CardService {
  readonly origins: Origins;
  readonly key: string;
  readonly wording: Wording;
}

/**
 * Three fields in frames of the emulator. The fields exchange their values within these frames, and one of them calls
 * POST /tokens. This page receives only the brand, which fields are complete, the errors, and the token.
 */
export class CardInputs {
  readonly controls: MountedCardInputs;
  readonly #key: string;
  readonly #options: CardInputsOptions;
  readonly #layout: CardLayout;
  readonly #fields: Readonly<Record<CardField, MountedField>>;
  readonly #submits = new Map<string, Submit>();
  readonly #stopWatching: () => void;
  #style: FieldStyle | undefined;
  #brand: string | null = null;
  #isMounted = true;
  /** Why the fields cannot be used. */
  #failure: PaymentsError | null = null;
  /** The token that is being created from the contents of the fields. */
  #running: Promise<TokenResult> | null = null;
  readonly #created = new Set<string>();
  readonly #removals = new Set<() => void>();

  /** @throws PaymentsError `not_configured` if a target does not exist or already has card fields */
  constructor({ origins, key, wording }: CardService, target: Target | CardTargets, options: CardInputsOptions) {
    this.#key = key;
    this.#options = options;
    this.#style = options.style;
    const isMap = typeof target === 'object' && target !== null && !(target instanceof HTMLElement);
    this.#layout = isMap
      ? separateLayout(target, wording)
      : groupLayout(target, options, wording, (field) => this.controls.focus(field));
    const query = { group: randomId(), origin: origins.page, ...aroundIn(origins), ...localeIn(wording) };
    const mount = (field: CardField): MountedField => {
      const { place, message } = this.#layout.places[field];
      const theme = themeOf(options.appearance, place);
      const joint: Readonly<Record<string, string>> = isMap ? {} : { joined: joints[field] };
      const address = frameAddress(origins, '/sdk/v1/field', { ...query, field, theme, ...joint });
      const frame = createFrame(address, wording.texts.fields[field]);
      frame.dataset.paymentsSdk = 'field';
      frame.style.height = '46px';
      // If the frame's color scheme differed from the color scheme of its document, browsers would draw a box behind
      // a transparent field.
      frame.style.colorScheme = theme;
      const port = new FramePort(frame, origins.frames, (received) => this.#receive(field, received));
      const refusal = () => framingError(origins);
      const watch = watchFrame({ frame, origins, refusal, failed: (error) => this.#fail(error) });
      place.append(frame);
      return { frame, place, port, watch, message, state: untouched, isReady: false };
    };
    this.#fields = { cardNumber: mount('cardNumber'), cardExpiry: mount('cardExpiry'), cardCvc: mount('cardCvc') };
    this.#stopWatching = watchTheme(() => this.#changeTheme());
    this.controls = this.#createControls();
  }

  /** Whether the fields are in the page. A page can have removed them without unmounting them. */
  get isInPage(): boolean {
    return this.#isMounted && this.#fields.cardNumber.frame.isConnected;
  }

  /** Whether these fields have created a token. */
  hasCreated(token: string): boolean {
    return this.#created.has(token);
  }

  /**
   * Calls a function when the fields leave the page, because the page unmounts them or removes their place.
   * @returns a function that ends the watch
   */
  onRemoval(removed: () => void): () => void {
    const observer = new MutationObserver(() => {
      if (!this.isInPage) removed();
    });
    observer.observe(document, { childList: true, subtree: true });
    this.#removals.add(removed);
    return () => {
      observer.disconnect();
      this.#removals.delete(removed);
    };
  }

  #createControls(): MountedCardInputs {
    return {
      createToken: () => this.createToken(),
      unmount: () => this.#unmount(),
      focus: (field = 'cardNumber') => {
        this.#lead(field, { isByItself: false });
      },
      clear: () => {
        for (const field of cardFields) this.#fields[field].port.post('clear');
      },
      updateStyle: (style: FieldStyle) => {
        this.#style = style;
        for (const field of cardFields) this.#fields[field].port.post('style', { style });
      },
    };
  }

  #lead(field: CardField, how: { readonly isByItself: boolean }): void {
    this.#fields[field]?.frame.focus();
    this.#fields[field]?.port.post('focus', how);
  }

  /**
   * Rejects with the error of the fields or of the service. While a token is being created, a second call returns the
   * same token, so that a buyer who presses a button twice pays only once.
   */
  createToken(): Promise<TokenResult> {
    if (this.#running !== null) return this.#running;
    const running = this.#createToken().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #createToken(): Promise<TokenResult> {
    if (!this.isInPage) throw new PaymentsError('not_configured', 'These card fields are no longer on the page.');
    if (this.#failure !== null) throw this.#failure;
    const id = randomId();
    let end = (): void => {};
    try {
      return await new Promise<TokenResult>((resolve, reject) => {
        this.#submits.set(id, { resolve, reject });
        const late = new PaymentsError('network', 'The card fields did not respond in time.');
        const timer = setTimeout(() => reject(late), submitTimeout);
        const stopWatching = this.onRemoval(() => reject(removed()));
        end = () => {
          clearTimeout(timer);
          stopWatching();
        };
        if (this.#isReady) this.#tokenize(id);
      });
    } finally {
      end();
      this.#submits.delete(id);
    }
  }

  #tokenize(id: string): void {
    this.#fields.cardNumber.port.post('tokenize', { id, key: this.#key });
  }

  get #isReady(): boolean {
    return cardFields.every((field) => this.#fields[field].isReady);
  }

  #receive(field: CardField, message: Message): void {
    const mounted = this.#fields[field];
    switch (message.type) {
      case 'ready':
        this.#ready(field, mounted);
        break;
      case 'resize':
        if (Number(message.height) > 0)
          mounted.frame.style.height = `${Math.min(200, Math.ceil(Number(message.height)))}px`;
        return;
      case 'change':
        this.#change(field, message);
        break;
      case 'focus':
        mounted.place.classList.toggle('focused', message.focused === true);
        break;
      case 'full': {
        const next = fieldAfter(field);
        if (next !== undefined && !this.#fields[next].state.complete) this.#lead(next, { isByItself: true });
        break;
      }
      case 'submit': {
        const form = mounted.frame.closest('form') ?? hostForm(mounted.frame);
        if (form !== null) submitImplicitly(form);
        break;
      }
      case 'token': {
        const result = readToken(message);
        this.#created.add(result.token);
        this.#submits.get(String(message.id))?.resolve(result);
        break;
      }
      case 'refused':
        this.#submits.get(String(message.id))?.reject(errorFrom(message.error));
        break;
    }
  }

  /** Handles the load of a frame: the first load, or another load because the page has moved the frame. */
  #ready(field: CardField, mounted: MountedField): void {
    mounted.watch.end();
    mounted.port.post('setup', {
      style: this.#style,
      appearance: { ...this.#options.appearance, theme: themeOf(this.#options.appearance, mounted.place) },
      placeholder: this.#options.placeholders?.[placeholderNames[field]],
    });
    if (mounted.isReady) {
      this.#setState(field, untouched);
      this.#reject(new PaymentsError('cancelled', 'The page moved the card fields, which cleared their contents.'));
      return;
    }
    mounted.isReady = true;
    if (!this.#isReady) return;
    this.#failure = null;
    for (const each of cardFields) this.#fields[each].frame.style.display = 'block';
    this.#layout.showFields();
    for (const id of this.#submits.keys()) this.#tokenize(id);
    this.#options.onReady?.();
  }

  #fail(error: PaymentsError): void {
    if (this.#failure !== null || !this.#isMounted) return;
    this.#failure = error;
    for (const field of cardFields) this.#fields[field].frame.style.display = 'none';
    this.#layout.explain(error);
    this.#reject(error);
    this.#options.onError?.(error);
  }

  #reject(error: PaymentsError): void {
    for (const { reject } of [...this.#submits.values()]) reject(error);
  }

  #change(field: CardField, message: Message): void {
    this.#running = null;
    if (field === 'cardNumber') this.#brand = textOrNull(message.brand);
    const { empty, complete } = message;
    this.#setState(field, { empty: empty === true, complete: complete === true, error: textOrNull(message.error) });
  }

  #setState(field: CardField, state: FieldState): void {
    const mounted = this.#fields[field];
    mounted.state = state;
    mounted.place.classList.toggle('invalid', state.error !== null);
    if (mounted.message !== null) mounted.message.textContent = state.error;
    this.#options.onChange?.(this.#state());
  }

  #changeTheme(): void {
    for (const field of cardFields) {
      const { frame, place, port } = this.#fields[field];
      const theme = themeOf(this.#options.appearance, place);
      if (frame.style.colorScheme === theme) continue;
      frame.style.colorScheme = theme;
      port.post('appearance', { appearance: { ...this.#options.appearance, theme } });
    }
  }

  #state(): CardInputsState {
    const errors: Partial<Record<CardField, string>> = {};
    for (const field of cardFields) {
      const { error } = this.#fields[field].state;
      if (error !== null) errors[field] = error;
    }
    return {
      brand: this.#brand,
      complete: cardFields.every((field) => this.#fields[field].state.complete),
      empty: cardFields.every((field) => this.#fields[field].state.empty),
      errors,
    };
  }

  #unmount(): void {
    if (!this.#isMounted) return;
    this.#isMounted = false;
    this.#stopWatching();
    for (const field of cardFields) {
      const { watch, port, frame } = this.#fields[field];
      watch.end();
      port.close();
      frame.remove();
    }
    this.#layout.remove();
    for (const removed of [...this.#removals]) removed();
  }
}

const removed = (): PaymentsError =>
  new PaymentsError('cancelled', 'The card fields were removed from the page while the token was being created.');

/** The form that contains a frame's shadow tree. */
function hostForm(frame: HTMLIFrameElement): HTMLFormElement | null {
  const root = frame.getRootNode();
  return root instanceof ShadowRoot ? root.host.closest('form') : null;
}
