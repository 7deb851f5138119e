import { type Brand, digitsOf } from '../browser/lib/card.ts';
import { randomId } from '../browser/lib/random-id.ts';
import { Api, dataOf, readToken, textOf, textOrNull } from './api.ts';
import { Looks } from './appearance.ts';
import { brandNamed, cardOf, type Reading, readField } from './card-format.ts';
import { PaymentsError, plainError } from './errors.ts';
import { type Message, messageOf, ParentPort, readMessage } from './messages.ts';
import type { CardField as FieldName } from './types.ts';

interface Place {
  readonly field: FieldName;
  /** What the three fields of one card have in common. */
  readonly group: string;
  /** Of the page around, the only one that is spoken to. */
  readonly origin: string;
}

/** How long a field may take to tell another what it holds, in milliseconds. */
const longestAnswer = 3_000;

interface Answer {
  readonly value: string;
  readonly problem: string | null;
}

/**
 * One field of a card. What is typed goes to the fields beside it, which have this origin too, and from the number's
 * field to POST /tokens; the page is told whether it is complete, what is wrong, and the brand.
 */
export class CardField {
  readonly #input: HTMLInputElement;
  readonly #field: FieldName;
  readonly #channel: BroadcastChannel;
  readonly #page: ParentPort;
  readonly #looks = new Looks(document);
  readonly #answers = new Map<string, (message: Message) => void>();
  #brand: Brand | null = null;
  #reading: Reading;
  /** Whether the person has left the field, or asked for a token: from then on what is missing is wrong. */
  #isDone = false;
  /** What the page was last told. */
  #told = '';

  constructor(input: HTMLInputElement, { field, group, origin }: Place) {
    this.#input = input;
    this.#field = field;
    this.#reading = readField(field, '', null);
    this.#channel = new BroadcastChannel(`payments-sdk-fields-${group}`);
    this.#page = new ParentPort(origin, (message) => this.#hearPage(message));
  }

  start(): void {
    const input = this.#input;
    this.#channel.addEventListener('message', ({ data }) => {
      const message = readMessage(data);
      if (message !== null) this.#hearField(message);
    });
    input.addEventListener('input', () => this.#typed());
    input.addEventListener('blur', () => {
      this.#isDone = input.value !== '';
      this.#show();
    });
    input.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#page.post('submit');
    });
    const tellHeight = () => this.#page.post('resize', { height: Math.ceil(input.getBoundingClientRect().height) });
    new ResizeObserver(tellHeight).observe(input);
    this.#tell('hello');
    this.#page.post('ready');
  }

  #hearPage(message: Message): void {
    switch (message.type) {
      case 'setup':
        this.#looks.setAppearance(message.appearance);
        this.#looks.setStyle(message.style);
        if (typeof message.placeholder === 'string') this.#input.placeholder = message.placeholder.slice(0, 60);
        break;
      case 'style':
        this.#looks.setStyle(message.style);
        break;
      case 'focus':
        this.#input.focus();
        break;
      case 'clear':
        this.#input.value = '';
        this.#isDone = false;
        this.#typed();
        break;
      case 'tokenize':
        if (this.#field === 'cardNumber') void this.#tokenize(textOf(message.id), textOf(message.key));
    }
  }

  #hearField(message: Message): void {
    switch (message.type) {
      case 'hello':
        if (this.#field === 'cardNumber') this.#tell('brand', { brand: this.#brand });
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
        this.#tell('answer', { id: message.id, value: this.#input.value, problem: this.#reading.problem });
        break;
      case 'answer':
        this.#answers.get(textOf(message.id))?.(message);
    }
  }

  /** Speaks to the fields beside this one. */
  #tell(type: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.#channel.postMessage(messageOf(type, fields));
  }

  #typed(): void {
    const input = this.#input;
    const { value, selectionStart } = input;
    const { shown } = readField(this.#field, value, this.#brand);
    if (shown !== value) {
      const before = digitsOf(value.slice(0, selectionStart ?? value.length)).length;
      const at = selectionStart === value.length ? shown.length : placeAfter(shown, before);
      input.value = shown;
      if (document.activeElement === input) input.setSelectionRange(at, at);
    }
    this.#show();
  }

  /** Shows the field as what it holds, and tells who must know. */
  #show(): void {
    const input = this.#input;
    this.#reading = readField(this.#field, input.value, this.#brand);
    const { problem, brand } = this.#reading;
    const empty = input.value === '';
    const complete = problem === null;
    const error = this.#isDone ? problem : null;
    input.classList.toggle('Input--empty', empty);
    input.classList.toggle('Input--complete', complete);
    input.classList.toggle('Input--invalid', error !== null);
    input.setAttribute('aria-invalid', String(error !== null));
    const words = document.getElementById('problem');
    if (words !== null && words.textContent !== (error ?? '')) words.textContent = error ?? '';
    if (this.#field === 'cardNumber' && brand !== this.#brand) {
      this.#brand = brand;
      this.#tell('brand', { brand });
    }
    const state = { empty, complete, error, brand };
    const told = JSON.stringify(state);
    if (told === this.#told) return;
    this.#told = told;
    this.#page.post('change', state);
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
        throw new PaymentsError('invalid_fields', 'The card is not complete.', { fields: Object.fromEntries(wrong) });
      }
      const card = cardOf(this.#input.value, expiry.value, cvc.value);
      const answer = await new Api(`${location.origin}/api/v1`, key).post('/tokens', card);
      this.#page.post('token', { id, ...readToken(dataOf(answer)) });
    } catch (error) {
      this.#page.post('refused', { id, error: plainError(inFieldNames(error)) });
    }
  }

  /** What another field of the card holds. */
  #ask(field: FieldName): Promise<Answer> {
    const id = randomId();
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(late);
        this.#answers.delete(id);
      };
      const late = setTimeout(() => {
        end();
        reject(new PaymentsError('not_configured', 'The fields of the card are not all in the page.'));
      }, longestAnswer);
      this.#answers.set(id, ({ value, problem }) => {
        end();
        resolve({ value: textOf(value), problem: textOrNull(problem) });
      });
      this.#tell('ask', { id, field });
    });
  }
}

/** The caret's place after so many digits. */
function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (seen === digits) return at;
    if (/\d/.test(text[at] ?? '')) seen++;
  }
  return text.length;
}

const fieldNames: Readonly<Record<string, FieldName>> = {
  number: 'cardNumber',
  exp_month: 'cardExpiry',
  exp_year: 'cardExpiry',
  cvv: 'cardCvc',
};

/** What the service says of `number` is what the page knows as the number's field. */
function inFieldNames(error: unknown): unknown {
  if (!(error instanceof PaymentsError) || error.fields === undefined) return error;
  const renamed = Object.entries(error.fields).map(([name, text]) => [fieldNames[name] ?? name, text]);
  return new PaymentsError(error.code, error.message, { fields: Object.fromEntries(renamed) });
}
