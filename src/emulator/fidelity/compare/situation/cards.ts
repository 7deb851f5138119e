import { isObject, textsIn } from '../../../../core/base/json-values.ts';
import { readHidden } from '../../../../payments/secrets/hidden-form.ts';
import { normalizeCardNumber, passesLuhn } from '../../../../payments/simulation/card-numbers.ts';
import { type CardFunding, findTestCard } from '../../../../payments/simulation/cards.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';

/** A card in the capture, with the details that the responses show. */
interface SeenCard {
  brand: string | null;
  /** The first six digits. */
  bin: string | null;
  funding: CardFunding | null;
  /**
   * Whether the rail for debit cards and payouts accepted it as a debit card. Used if no response names its funding.
   */
  isDebit: boolean | null;
}

/**
 * The test cards of the service. Each service decides which of them are debit cards, and a capture hides numbers that
 * are not published test cards. The emulator's workspace lists the cards as the capture shows them.
 */
export class CapturedCards {
  /** By the numbers in the capture: `4111111111111111`, or `hidden.pan.7892`. */
  readonly #cards = new Map<string, SeenCard>();
  /** The numbers by the tokens and saved methods that represent them. */
  readonly #numbers = new Map<string, string>();

  constructor(calls: readonly CapturedCall[]) {
    for (const { kind, body, answer, status = 500 } of calls) {
      if (kind !== 'call' || status >= 500) continue;
      const sent = [...new Set(textsIn(body).map((text) => this.#numberOf(text)))].filter((each) => each !== null);
      const number = sent.length === 1 ? sent[0]! : null;
      if (number !== null && status < 300) this.#name(answer, number);
      this.#read(answer, number);
      if (number !== null) this.#judge(number, body, answer, status);
    }
  }

  /** The setting `test_cards` of the emulator's workspace. */
  get listed(): { number: string; funding: CardFunding }[] {
    return [...this.#cards].flatMap(([text, card]) => {
      const known = findTestCard(text);
      const judged = card.isDebit === null ? null : card.isDebit ? 'debit' : 'credit';
      const usual = known?.funding ?? 'debit';
      const isUsual = card.isDebit === null || (usual !== 'credit') === card.isDebit;
      const funding = card.funding ?? (isUsual ? usual : judged!);
      return funding === known?.funding ? [] : [{ number: this.#standIn(text, card), funding }];
    });
  }

  /** The numbers that replace hidden ones. */
  get standIns(): [hidden: string, number: string][] {
    return [...this.#cards].flatMap(([text, card]) =>
      readHidden(text) === null ? [] : [[text, this.#standIn(text, card)] as [string, string]],
    );
  }

  #numberOf(text: string): string | null {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const hidden = readHidden(text);
    const number = hidden === null ? normalizeCardNumber(text) : text;
    if (hidden === null ? findTestCard(number) === undefined : hidden.kind !== 'pan' || hidden.last4 === null)
      return null;
    if (!this.#cards.has(number)) this.#cards.set(number, { brand: null, bin: null, funding: null, isDebit: null });
    return number;
  }

  /** Records the names that a response gives to a card. */
  #name(value: unknown, number: string): void {
    if (Array.isArray(value)) for (const each of value) this.#name(each, number);
    if (!isObject(value)) return;
    const { billing_id, token } = value;
    if (typeof billing_id === 'string') this.#numbers.set(billing_id, number);
    if (typeof token === 'string') this.#numbers.set(token, number);
    for (const each of Object.values(value)) this.#name(each, number);
  }

  /**
   * Reads the details of cards in objects.
   * @param sent the card number in the call; null if there are none or several
   */
  #read(value: unknown, sent: string | null): void {
    if (Array.isArray(value)) for (const each of value) this.#read(each, null);
    if (!isObject(value)) return;
    const own = typeof value.id === 'string' ? this.#numbers.get(value.id) : undefined;
    const number = own ?? sent;
    const card = number === null ? undefined : this.#cards.get(number);
    if (card !== undefined) {
      if (isFunding(value.funding)) card.funding ??= value.funding;
      if (isFunding(value.card_funding)) card.funding ??= value.card_funding;
      if (typeof value.brand === 'string') card.brand ??= value.brand;
      if (typeof value.bin === 'string' && /^[0-9]{6}$/.test(value.bin)) card.bin ??= value.bin;
      if (value.payout_eligible === true) card.isDebit ??= true;
    }
    // The data in `bin` comes from a directory, which can be wrong.
    for (const [name, each] of Object.entries(value)) if (name !== 'bin') this.#read(each, number);
  }

  /** Infers the kind of a card from a payment: the rail for debit cards and payouts does not accept credit cards. */
  #judge(number: string, body: unknown, answer: unknown, status: number): void {
    const card = this.#cards.get(number);
    const data = isObject(answer) && isObject(answer.data) ? answer.data : {};
    if (card === undefined || !isObject(body) || data.processorType !== 'debit_payouts') return;
    if (status < 300 && data.rail === 'card') card.isDebit ??= true;
    if (isObject(answer) && answer.category === 'unsupported_card') card.isDebit ??= false;
  }

  /** A unique number with the last four digits of a hidden one. */
  #standIn(text: string, { brand, bin }: SeenCard): string {
    const { last4, number } = readHidden(text) ?? {};
    if (last4 == null) return text;
    const [usual, length] = beginnings[brand ?? 'visa'] ?? beginnings.visa!;
    const start = bin ?? usual;
    const middle = String(number).padStart(length - start.length - 5, '7');
    const fitting = Array.from({ length: 10 }, (_, digit) => `${start}${middle}${digit}${last4}`);
    return fitting.find(passesLuhn)!;
  }
}

/** The first digits and the length of the card numbers of each brand. */
const beginnings: Readonly<Record<string, readonly [start: string, length: number]>> = {
  visa: ['400000', 16],
  mastercard: ['510000', 16],
  amex: ['340000', 15],
  discover: ['601100', 16],
  diners: ['360000', 14],
  jcb: ['352800', 16],
  unionpay: ['620000', 16],
};

const isFunding = (value: unknown): value is CardFunding =>
  value === 'credit' || value === 'debit' || value === 'prepaid';
