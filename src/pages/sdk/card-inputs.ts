import { hexOf, legible, surfaces } from '../../core/base/colors.ts';
import { make } from '../browser/lib/dom.ts';
import { randomId } from '../browser/lib/platform.ts';
import { textOrNull } from '../shared/answer.ts';
import { readToken } from './api.ts';
import { cardFields, fieldAfter } from './card-format.ts';
import { createFrame, elementAt, frameAddress, type Origins } from './dom.ts';
import { errorFrom, PaymentsError } from './errors.ts';
import { localeIn, type Wording } from './locale.ts';
import { FramePort, type Message } from './messages.ts';
import { rgbOf } from './palette.ts';
import { adoptStyles, cardInputsCss } from './shadow-styles.ts';
import { themeOf, watchTheme } from './theme.ts';
import type {
  CardField,
  CardInputsOptions,
  CardInputsState,
  CardTargets,
  FieldStyle,
  MountedCardInputs,
  Target,
  TokenResult,
} from './types.ts';

const placeholderNames = { cardNumber: 'number', cardExpiry: 'expiry', cardCvc: 'cvc' } as const;
/** The place of each field in the joined block of all three. */
const joints = { cardNumber: 'top', cardExpiry: 'left', cardCvc: 'right' } as const;

/** How long the fields may take to create a token, in milliseconds (specification, "Limits" 7: a vault submit). */
const submitTimeout = 20_000;

interface FieldState {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly error: string | null;
}

interface MountedField {
  readonly frame: HTMLIFrameElement;
  /** The element around the frame. */
  readonly place: HTMLElement;
  readonly port: FramePort;
  state: FieldState;
  isReady: boolean;
  /** The element that shows errors below the field; null: the page lays the fields out itself. */
  readonly message: HTMLElement | null;
}

interface Submit {
  readonly resolve: (result: TokenResult) => void;
  readonly reject: (error: PaymentsError) => void;
}

/**
 * Three fields in frames of the emulator. The fields exchange their values there, and one of them calls POST /tokens.
 * This page learns only the brand, which fields are complete, the errors, and the token.
 */
export class CardInputs {
  readonly controls: MountedCardInputs;
  readonly #key: string;
  readonly #options: CardInputsOptions;
  readonly #fields: Readonly<Record<CardField, MountedField>>;
  readonly #submits = new Map<string, Submit>();
  readonly #remove: () => void;
  readonly #stopWatching: () => void;
  #brand: string | null = null;
  #isMounted = true;

  /** @throws PaymentsError `not_configured` if a target does not exist */
  constructor(
    origins: Origins,
    key: string,
    target: Target | CardTargets,
    options: CardInputsOptions,
    wording: Wording,
    unmounted: () => void,
  ) {
    this.#key = key;
    this.#options = options;
    const group = randomId();
    const isMap = typeof target === 'object' && target !== null && !(target instanceof HTMLElement);
    const layout = isMap
      ? separateLayout(target)
      : groupLayout(elementAt(target), options, wording, (field) => this.controls.focus(field));
    this.#remove = layout.remove;
    const mount = (field: CardField): MountedField => {
      const { place, message } = layout.places[field];
      const theme = themeOf(options.appearance, place);
      const joint: Readonly<Record<string, string>> = isMap ? {} : { joined: joints[field] };
      const query = { field, group, origin: origins.page, theme, ...joint, ...localeIn(wording) };
      const address = frameAddress(origins, '/sdk/v1/field', query);
      const frame = createFrame(address, wording.texts.fields[field]);
      frame.style.height = '46px';
      // If the frame's color scheme differed from its document's, browsers would draw a box behind a transparent field.
      frame.style.colorScheme = theme;
      const port = new FramePort(frame, origins.frames, (message) => this.#receive(field, message));
      port.post('setup', {
        style: options.style,
        appearance: { ...options.appearance, theme },
        placeholder: options.placeholders?.[placeholderNames[field]],
      });
      place.append(frame);
      return { frame, place, port, message, state: { empty: true, complete: false, error: null }, isReady: false };
    };
    this.#fields = { cardNumber: mount('cardNumber'), cardExpiry: mount('cardExpiry'), cardCvc: mount('cardCvc') };
    this.#stopWatching = watchTheme(() => this.#changeTheme());
    this.controls = {
      unmount: () => {
        this.#unmount();
        unmounted();
      },
      focus: (field = 'cardNumber') => {
        this.#lead(field, { isByItself: false });
      },
      clear: () => {
        for (const field of cardFields) this.#fields[field].port.post('clear');
      },
      updateStyle: (style: FieldStyle) => {
        for (const field of cardFields) this.#fields[field].port.post('style', { style });
      },
    };
  }

  #lead(field: CardField, how: { readonly isByItself: boolean }): void {
    this.#fields[field]?.frame.focus();
    this.#fields[field]?.port.post('focus', how);
  }

  /** Rejects with the error of the fields or of the service. */
  tokenize(): Promise<TokenResult> {
    const id = randomId();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#submits.delete(id);
        reject(new PaymentsError('network', 'The card fields did not answer in time.'));
      }, submitTimeout);
      const end = (act: () => void) => {
        clearTimeout(late);
        this.#submits.delete(id);
        act();
      };
      this.#submits.set(id, {
        resolve: (result) => end(() => resolve(result)),
        reject: (error) => end(() => reject(error)),
      });
      this.#fields.cardNumber.port.post('tokenize', { id, key: this.#key });
    });
  }

  #receive(field: CardField, message: Message): void {
    const mounted = this.#fields[field];
    switch (message.type) {
      case 'ready':
        this.#ready(mounted);
        break;
      case 'resize':
        if (Number(message.height) > 0)
          mounted.frame.style.height = `${Math.min(200, Math.ceil(Number(message.height)))}px`;
        return;
      case 'change':
        this.#change(field, mounted, message);
        break;
      case 'focus':
        mounted.place.classList.toggle('focused', message.focused === true);
        break;
      case 'full': {
        const next = fieldAfter(field);
        if (next !== undefined && !this.#fields[next].state.complete) this.#lead(next, { isByItself: true });
        break;
      }
      case 'submit':
        (mounted.frame.closest('form') ?? hostForm(mounted.frame))?.requestSubmit();
        break;
      case 'token':
        this.#submits.get(String(message.id))?.resolve(readToken(message));
        break;
      case 'refused':
        this.#submits.get(String(message.id))?.reject(errorFrom(message.error));
        break;
    }
  }

  #ready(mounted: MountedField): void {
    if (mounted.isReady) return;
    mounted.isReady = true;
    if (cardFields.every((field) => this.#fields[field].isReady)) this.#options.onReady?.();
  }

  #change(field: CardField, mounted: MountedField, message: Message): void {
    mounted.state = {
      empty: message.empty === true,
      complete: message.complete === true,
      error: textOrNull(message.error),
    };
    if (field === 'cardNumber') this.#brand = textOrNull(message.brand);
    mounted.place.classList.toggle('invalid', mounted.state.error !== null);
    if (mounted.message !== null) mounted.message.textContent = mounted.state.error;
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
      this.#fields[field].port.close();
      this.#fields[field].frame.remove();
    }
    this.#remove();
    for (const { reject } of [...this.#submits.values()]) {
      reject(new PaymentsError('not_configured', 'The card fields were unmounted.'));
    }
  }
}

/** The form around a frame's shadow tree. */
function hostForm(frame: HTMLIFrameElement): HTMLFormElement | null {
  const root = frame.getRootNode();
  return root instanceof ShadowRoot ? root.host.closest('form') : null;
}

interface Layout {
  readonly places: Readonly<Record<CardField, { place: HTMLElement; message: HTMLElement | null }>>;
  remove(): void;
}

/** Places each field in its own element of the page. The page shows labels and messages itself. */
function separateLayout({ cardNumber, cardExpiry, cardCvc }: CardTargets): Layout {
  return {
    places: {
      cardNumber: { place: elementAt(cardNumber), message: null },
      cardExpiry: { place: elementAt(cardExpiry), message: null },
      cardCvc: { place: elementAt(cardCvc), message: null },
    },
    remove: () => {},
  };
}

/** Places all fields in one element, as one block with a label above and messages below. */
function groupLayout(
  target: HTMLElement,
  { appearance }: CardInputsOptions,
  { language, texts }: Wording,
  focus: (field: CardField) => void,
): Layout {
  const host = make('div', { lang: language });
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, cardInputsCss);
  const label = make('span', { class: 'label', id: 'label' }, [texts.card]);
  label.addEventListener('click', () => focus('cardNumber'));
  const block = make('div', { class: 'block' });
  // Each field reads its message out itself, so these are only visual.
  const messages = make('div', { class: 'messages' });
  const { colorDanger, colorBackground } = appearance?.variables ?? {};
  const danger = rgbOf(colorDanger);
  const behind = rgbOf(colorBackground) ?? surfaces[themeOf(appearance, target)];
  if (danger !== null) messages.style.setProperty('--danger', hexOf(legible(danger, behind)));
  const add = (field: CardField) => {
    const place = make('div', { class: `place ${field}` });
    const message = make('p', { class: 'message' });
    block.append(place);
    messages.append(message);
    return { place, message };
  };
  const places = { cardNumber: add('cardNumber'), cardExpiry: add('cardExpiry'), cardCvc: add('cardCvc') };
  root.append(make('div', { role: 'group', 'aria-labelledby': 'label' }, [label, block, messages]));
  target.append(host);
  return { places, remove: () => host.remove() };
}
