import { addFonts, addRules, setProperty } from '../../sdk/appearance.ts';
import { type Message, ParentPort } from '../../sdk/messages.ts';
import type { FrameState } from '../../state.ts';
import { fieldsOf } from './api.ts';
import { isLoopbackHost } from './loopback.ts';

/** The variables of an appearance, and our custom properties that they set. */
const properties: Readonly<Record<string, readonly string[]>> = {
  colorPrimary: ['--brand', '--brand-ink'],
  colorPrimaryText: ['--on-brand'],
  colorBackground: ['--surface', '--raised', '--ground'],
  colorText: ['--ink'],
  colorTextSecondary: ['--soft'],
  colorPlaceholder: ['--soft'],
  colorDanger: ['--danger'],
  colorBorder: ['--line', '--field-line'],
  borderRadius: ['--radius'],
  fontFamily: ['--font'],
  fontSize: ['--size'],
  spacing: ['--gap'],
};

/** The rules of an appearance, and our selectors. With `body` they have precedence over our own styles. */
const selectors: Readonly<Record<string, string>> = {
  '.Input': 'body .input',
  '.Input:focus': 'body .input:focus',
  '.Input:hover': 'body .input:hover',
  '.Input::placeholder': 'body .input::placeholder',
  '.Input--invalid': 'body .input[aria-invalid="true"]',
  '.Label': 'body .field label',
  '.Error': 'body .field .error',
  '.Button': 'body .button-primary',
  '.Button:hover': 'body .button-primary:hover',
};

/** The page around the frame. It gets messages only if its origin is allowed. */
export class ParentPage {
  readonly #port: ParentPort | null;
  readonly #rules = new CSSStyleSheet();

  constructor(frame: FrameState | null) {
    const origin = frame === null ? null : originOfParent(frame.origins);
    this.#port = origin === null ? null : new ParentPort(origin, (message) => this.#receive(message));
    if (origin === null) return;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#rules];
    new ResizeObserver(() => {
      this.tell('resize', { height: Math.ceil(document.body.getBoundingClientRect().height) });
    }).observe(document.body);
  }

  tell(type: 'ready' | 'complete' | 'error' | 'resize', fields: Readonly<Record<string, unknown>> = {}): void {
    this.#port?.post(type, fields);
  }

  /** Applies an appearance. What is unknown or unsafe in it is ignored. */
  #receive({ type, appearance }: Message): void {
    if (type !== 'appearance') return;
    const { variables, rules, fonts } = fieldsOf(appearance);
    for (const [name, value] of Object.entries(fieldsOf(variables))) {
      if (!Object.hasOwn(properties, name)) continue;
      for (const property of properties[name]!) setProperty(document.documentElement.style, property, value);
    }
    this.#rules.replaceSync('');
    addRules(this.#rules, rules, selectors);
    addFonts(fonts);
  }
}

/** The allowed origin of the page around: as the browser tells it, else as the address of the frame claims it. */
function originOfParent(allowed: readonly string[] | null): string | null {
  if (window.parent === window) return null;
  const claimed = new URLSearchParams(location.search).get('parent');
  const origin = location.ancestorOrigins?.[0] ?? claimed ?? originOf(document.referrer);
  if (origin === null) return null;
  return (allowed === null ? isLoopbackOrigin(origin) : allowed.includes(origin)) ? origin : null;
}

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);

const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:/.test(origin) && originOf(origin) === origin && isLoopbackHost(new URL(origin).hostname);
