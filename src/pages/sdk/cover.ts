import { make } from '../browser/lib/dom.ts';
import type { SdkTexts } from '../texts/en.ts';
import type { PaymentsError } from './errors.ts';
import type { Wording } from './locale.ts';
import { adoptStyles, coverCss, refusedCss } from './shadow-styles.ts';

/** The placeholders of a form, in order: a line, two fields side by side, a button. */
const outlines = ['title', 'field', 'half', 'half', 'field', 'field', 'half', 'half', 'button'] as const;

/**
 * Covers a frame with placeholders until the frame shows content, or with the reason why it does not show content.
 */
export class Cover {
  /** Contains the frame. */
  readonly host: HTMLElement;
  readonly #frame: HTMLIFrameElement;
  readonly #cover: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #texts: Wording['texts'];

  constructor(frame: HTMLIFrameElement, { language, texts }: Wording) {
    this.#frame = frame;
    this.#texts = texts;
    this.host = make('div', { 'data-payments-sdk': 'checkout', lang: language });
    this.#cover = make('div', { class: 'cover', role: 'status' }, [
      make('span', { class: 'visually-hidden' }, [texts.loading]),
      ...outlines.map((name) => make('span', { class: `outline ${name}`, 'aria-hidden': 'true' })),
    ]);
    this.#root = this.host.attachShadow({ mode: 'open' });
    adoptStyles(this.#root, coverCss + refusedCss);
    this.#root.append(this.#cover, make('slot'));
    // An empty opaque frame would hide the element behind it.
    frame.style.opacity = '0';
    this.host.append(frame);
  }

  lift(): void {
    for (const each of this.#root.querySelectorAll('.cover, .refused')) each.remove();
    this.#frame.style.opacity = '';
    this.#frame.style.display = 'block';
  }

  /** @param error for the developer of the surrounding page */
  explain(error: PaymentsError): void {
    this.#frame.style.display = 'none';
    this.#cover.replaceWith(refusalNotice(this.#texts, error));
  }
}

/**
 * A sentence for the buyer in place of a frame that cannot be shown.
 * @param error for the developer of the surrounding page
 */
export function refusalNotice(
  { refused, unreachable }: Pick<SdkTexts, 'refused' | 'unreachable'>,
  { code, message }: PaymentsError,
): HTMLElement {
  const { title, text } = code === 'network' ? unreachable : refused;
  return make('div', { class: 'refused', role: 'alert' }, [
    make('strong', {}, [title]),
    make('p', {}, [text]),
    make('p', { class: 'hint', lang: 'en' }, [`For developers: ${message}`]),
  ]);
}
