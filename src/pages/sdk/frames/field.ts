/** The script of one secure field. It runs in the emulator's origin, where the surrounding page cannot read it. */

import { goOnTo, onTyped, rewrite, watchExpiry } from '../../browser/lib/caret.ts';
import { cardEntries, onFillBeside } from '../../browser/lib/payment/fill-in.ts';
import { randomId } from '../../browser/lib/platform.ts';
import { pageTexts } from '../../browser/lib/texts.ts';
import { textOf, textOrNull } from '../../shared/answer.ts';
import { type Brand, brandNamed, digitsOf, isWholeExpiry } from '../../shared/card.ts';
import { Api, dataOf, readToken } from '../api.ts';
import { FieldStyles } from '../appearance.ts';
import { cardFields, cardOf, fieldAfter, type ParsedField, readField } from '../card-format.ts';
import { PaymentsError, plainError } from '../errors.ts';
import { type Message, messageOf, ParentPort, readMessage } from '../messages.ts';
import type { CardField as FieldName } from '../types.ts';
import { Advance } from './advance.ts';

interface FieldOptions {
  readonly field: FieldName;
  /** Shared by the three fields of a card. */
  readonly group: string;
  /** The origin of the surrounding page, which is the only page that receives messages. */
  readonly origin: string;
}

const texts = pageTexts();

/** The error that the buyer sees when the service refuses a field. */
const refusedTexts: Readonly<Record<FieldName, string>> = {
  cardNumber: texts.cardNumber.wrong,
  cardExpiry: texts.expiry.refused,
  cardCvc: texts.securityCode.refused,
};

/** A number with this many digits is complete. UnionPay numbers can have several lengths. */
const fullLengths: Readonly<Record<Brand, number>> = {
  visa: 16,
  mastercard: 16,
  amex: 15,
  discover: 16,
  diners: 14,
  jcb: 16,
  unionpay: 19,
};

/** How long a field waits for the value of another field, in milliseconds. */
const answerTimeout = 3_000;

interface Answer {
  readonly value: string;
  readonly problem: string | null;
}

/**
 * One field of a card. The field sends its value to the other fields, which have the same origin, and the number's
 * field sends the card to POST /tokens. The page learns only whether the field is complete, its error, and the brand.
 */
class CardField {
  readonly #input: HTMLInputElement;
  readonly #field: FieldName;
  readonly #channel: BroadcastChannel;
  readonly #page: ParentPort;
  readonly #styles = new FieldStyles(document);
  readonly #answers = new Map<string, (message: Message) => void>();
  readonly #advance: Advance;
  /** Whether the next field is complete, so that the focus does not move there. */
  #isNextComplete = false;
  #brand: Brand | null = null;
  #reading: ParsedField;
  /** Whether the field has lost the focus or a token was requested. Errors appear only after that. */
  #isDone = false;
  /** Whether the service refused the field's value. */
  #isRefused = false;
  /** The state that the other fields have received. */
  #wasComplete = false;
  /** The state that the page has received. */
  #told = '';

  constructor(input: HTMLInputElement, { field, group, origin }: FieldOptions) {
    this.#input = input;
    this.#field = field;
    this.#reading = readField(field, '', null, texts);
    this.#channel = new BroadcastChannel(`payments-sdk-fields-${group}`);
    this.#page = new ParentPort(origin, (message) => this.#receiveFromPage(message));
    this.#advance = new Advance(input, {
      passOn: (text) => this.#postToFields('typed', { field: fieldAfter(field), text }),
      goOn: () => this.#page.post('full'),
    });
  }

  start(): void {
    const input = this.#input;
    this.#channel.addEventListener('message', ({ data }) => {
      const message = readMessage(data);
      if (message !== null) this.#receiveFromField(message);
    });
    onTyped(input, (event) => {
      if (this.#advance.takesRest(event)) event.stopImmediatePropagation();
    });
    if (this.#field === 'cardExpiry') watchExpiry(input);
    onTyped(input, (event) => {
      this.#typed();
      if (event instanceof InputEvent && /^insert(Text|FromPaste)$/.test(event.inputType)) this.#goOn();
    });
    // The focus always goes to the field, because keys pressed outside it would be lost.
    window.addEventListener('focus', () => input.focus());
    onFillBeside((filling) => {
      if (filling.card === undefined) return;
      input.value = cardEntries(filling)[this.#field];
      this.#advance.end();
      this.#typed();
    });
    input.addEventListener('focus', () => {
      this.#page.post('focus', { focused: true });
      this.#postToFields('focused');
    });
    input.addEventListener('blur', () => {
      this.#page.post('focus', { focused: false });
      this.#isDone = input.value !== '';
      this.#show();
    });
    input.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#page.post('submit');
    });
    const postHeight = () => this.#page.post('resize', { height: Math.ceil(input.getBoundingClientRect().height) });
    new ResizeObserver(postHeight).observe(input);
    this.#postToFields('hello');
    this.#page.post('ready');
  }

  #receiveFromPage(message: Message): void {
    switch (message.type) {
      case 'setup':
        this.#styles.setAppearance(message.appearance);
        this.#styles.setStyle(message.style);
        if (typeof message.placeholder === 'string') this.#input.placeholder = message.placeholder.slice(0, 60);
        break;
      case 'style':
        this.#styles.setStyle(message.style);
        break;
      case 'appearance':
        this.#styles.setAppearance(message.appearance);
        break;
      case 'focus':
        if (message.isByItself === true) goOnTo(this.#input);
        else this.#input.focus();
        break;
      case 'clear':
        this.#input.value = '';
        this.#advance.end();
        this.#isDone = false;
        this.#typed();
        break;
      case 'tokenize':
        if (this.#field === 'cardNumber') void this.#tokenize(textOf(message.id), textOf(message.key));
    }
  }

  #receiveFromField(message: Message): void {
    switch (message.type) {
      case 'hello':
        if (this.#field === 'cardNumber') this.#postToFields('brand', { brand: this.#brand });
        this.#tellComplete();
        break;
      case 'complete':
        if (message.field === fieldAfter(this.#field)) this.#isNextComplete = message.complete === true;
        break;
      case 'focused':
        this.#advance.end();
        break;
      case 'typed':
        if (message.field === this.#field) this.#take(textOf(message.text));
        break;
      case 'brand':
        if (this.#field !== 'cardCvc') return;
        this.#brand = brandNamed(message.brand);
        this.#show();
        break;
      case 'ask':
        if (message.field !== this.#field) return;
        this.#isDone = true;
        this.#show();
        this.#postToFields('answer', { id: message.id, value: this.#input.value, problem: this.#reading.problem });
        break;
      case 'refused':
        if (message.field === this.#field) this.#refuse();
        break;
      case 'answer':
        this.#answers.get(textOf(message.id))?.(message);
    }
  }

  #postToFields(type: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.#channel.postMessage(messageOf(type, fields));
  }

  /** If this field is complete, further input belongs to the next field. */
  #goOn(): void {
    const { value, selectionStart } = this.#input;
    if (fieldAfter(this.#field) === undefined || this.#isNextComplete || selectionStart !== value.length) return;
    if (this.#isFull(value)) this.#advance.begin();
  }

  #isFull(value: string): boolean {
    if (this.#field === 'cardExpiry') return isWholeExpiry(value, null, texts);
    const length = this.#brand === null ? 0 : fullLengths[this.#brand];
    return this.#reading.problem === null && digitsOf(value).length >= length;
  }

  /** Appends text that was typed into the previous field after that field was full. */
  #take(text: string): void {
    const input = this.#input;
    for (const key of text) {
      if (this.#advance.isFull) {
        this.#advance.pass(key);
      } else {
        input.value = readField(this.#field, input.value + key, this.#brand, texts).shown;
        this.#typed();
        this.#goOn();
      }
    }
  }

  #refuse(): void {
    this.#isDone = true;
    this.#isRefused = true;
    this.#show();
  }

  #typed(): void {
    const input = this.#input;
    this.#isRefused = false;
    if (this.#field !== 'cardExpiry') rewrite(input, readField(this.#field, input.value, this.#brand, texts).shown);
    this.#show();
  }

  /** Updates the field, the other fields and the page. */
  #show(): void {
    const input = this.#input;
    this.#reading = readField(this.#field, input.value, this.#brand, texts);
    const { problem, brand } = this.#reading;
    const empty = input.value === '';
    const complete = problem === null && !this.#isRefused;
    const error = this.#isRefused ? refusedTexts[this.#field] : this.#isDone ? problem : null;
    input.classList.toggle('Input--empty', empty);
    input.classList.toggle('Input--complete', complete);
    input.classList.toggle('Input--invalid', error !== null);
    input.setAttribute('aria-invalid', String(error !== null));
    const words = document.getElementById('problem');
    if (words !== null && words.textContent !== (error ?? '')) words.textContent = error ?? '';
    if (this.#field === 'cardNumber' && brand !== this.#brand) {
      this.#brand = brand;
      this.#postToFields('brand', { brand });
    }
    if (complete !== this.#wasComplete) {
      this.#wasComplete = complete;
      this.#tellComplete();
    }
    this.#showPicture();
    const state = { empty, complete, error, brand };
    const told = JSON.stringify(state);
    if (told === this.#told) return;
    this.#told = told;
    this.#page.post('change', state);
  }

  #tellComplete(): void {
    this.#postToFields('complete', { field: this.#field, complete: this.#wasComplete });
  }

  /** Shows the brand's mark, or the position of the security code on the brand's cards. */
  #showPicture(): void {
    const brand = this.#brand;
    const show = (selector: string, isShown: (element: HTMLElement) => boolean) => {
      for (const element of document.querySelectorAll<HTMLElement>(selector)) element.hidden = !isShown(element);
    };
    show('.marks-accepted', () => brand === null);
    show('[data-brand]', ({ dataset }) => dataset.brand === brand);
    show('[data-side]', ({ dataset }) => dataset.side === (brand === 'amex' ? 'front' : 'back'));
  }

  async #tokenize(id: string, key: string): Promise<void> {
    try {
      this.#isDone = true;
      this.#show();
      const [expiry, cvc] = await Promise.all([this.#ask('cardExpiry'), this.#ask('cardCvc')]);
      const problems = { cardNumber: this.#reading.problem, cardExpiry: expiry.problem, cardCvc: cvc.problem };
      const wrong = Object.entries(problems).flatMap(([field, problem]) =>
        problem === null ? [] : [[field, problem]],
      );
      if (wrong.length > 0) {
        const fields = Object.fromEntries(wrong);
        throw new PaymentsError('invalid_fields', 'The card details are incomplete or invalid.', { fields });
      }
      const card = cardOf(this.#input.value, expiry.value, cvc.value);
      const answer = await new Api(`${location.origin}/api/v1`, key).post('/tokens', card);
      this.#page.post('token', { id, ...readToken(dataOf(answer)) });
    } catch (error) {
      this.#page.post('refused', { id, error: plainError(this.#inFields(error)) });
    }
  }

  /** Maps the service's parameter names to fields, and its messages to words for the buyer. */
  #inFields(error: unknown): unknown {
    if (!(error instanceof PaymentsError) || error.fields === undefined) return error;
    const wrong: Record<string, string> = {};
    for (const [name, text] of Object.entries(error.fields)) {
      const field = fieldNames[name];
      wrong[field ?? name] = field === undefined ? text : refusedTexts[field];
      if (field === this.#field) this.#refuse();
      else if (field !== undefined) this.#postToFields('refused', { field });
    }
    return new PaymentsError(error.code, error.message, { fields: wrong });
  }

  /** Asks another field for its value. */
  #ask(field: FieldName): Promise<Answer> {
    const id = randomId();
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(late);
        this.#answers.delete(id);
      };
      const late = setTimeout(() => {
        end();
        reject(new PaymentsError('not_configured', 'Some card fields are missing from the page.'));
      }, answerTimeout);
      this.#answers.set(id, ({ value, problem }) => {
        end();
        resolve({ value: textOf(value), problem: textOrNull(problem) });
      });
      this.#postToFields('ask', { id, field });
    });
  }
}

const fieldNames: Readonly<Record<string, FieldName>> = {
  number: 'cardNumber',
  exp_month: 'cardExpiry',
  exp_year: 'cardExpiry',
  cvv: 'cardCvc',
};

const parameters = new URLSearchParams(location.search);
const input = document.querySelector('input');
const field = cardFields.find((name) => name === parameters.get('field'));
if (input !== null && field !== undefined && window.parent !== window) {
  const options = { field, group: parameters.get('group') ?? '', origin: parameters.get('origin') ?? '' };
  new CardField(input, options).start();
}
