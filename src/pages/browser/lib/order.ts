import type { Checkout } from '../../checkout-state.ts';
import { getJson } from './api.ts';
import { need } from './dom.ts';
import { moneyOf } from './money.ts';

export interface Item {
  readonly productId: string;
  readonly quantity: number;
}

interface Price {
  readonly amount: number;
  readonly discountAmount: number;
  readonly discountCode: string | null;
  readonly wallets: Checkout['wallets'];
}

const largestQuantity = 999;

/** What is bought: how many of each, with which discount. It keeps the sums of the page up; the service works them out. */
export class Order {
  readonly #checkout: Checkout;
  readonly #quantities: Map<string, number>;
  readonly #onChange: () => void;
  #code: string | null;
  #price: Price;
  #asking: Promise<boolean> = Promise.resolve(true);
  #asked = 0;
  #fault = '';

  constructor(checkout: Checkout, onChange: () => void) {
    this.#checkout = checkout;
    this.#quantities = new Map(checkout.products.map(({ productId, quantity }) => [productId, quantity]));
    this.#code = checkout.discountCode;
    this.#price = checkout;
    this.#onChange = onChange;
    this.#watchQuantities();
    this.#watchCode();
  }

  /** Minor units. */
  get amount(): number {
    return this.#price.amount;
  }

  get discountCode(): string | null {
    return this.#price.discountCode;
  }

  /** The wallets that it can be paid by. */
  get wallets(): Checkout['wallets'] {
    return this.#price.wallets;
  }

  /** What was chosen; undefined where nothing can be. */
  get items(): readonly Item[] | undefined {
    if (this.#checkout.kind !== 'payment_link' || this.#quantities.size === 0) return undefined;
    return [...this.#quantities].flatMap(([productId, quantity]) => (quantity > 0 ? [{ productId, quantity }] : []));
  }

  get isEmpty(): boolean {
    return this.items?.length === 0;
  }

  /** Why the sums are not the service's; empty where they are. */
  get fault(): string {
    return this.#fault;
  }

  /** Resolves when the service has been asked for the sums; false where it gave none. */
  settled(): Promise<boolean> {
    return this.#asking;
  }

  #watchQuantities(): void {
    for (const stepper of document.querySelectorAll<HTMLElement>('.stepper')) {
      const input = need<HTMLInputElement>('input', stepper);
      const least = Number(stepper.dataset.least);
      const id = input.dataset.quantity ?? '';
      const set = (wanted: number) => {
        const quantity = Math.min(largestQuantity, Math.max(least, Math.trunc(wanted) || 0));
        input.value = String(quantity);
        this.#quantities.set(id, quantity);
        need<HTMLButtonElement>('[data-step="-1"]', stepper).disabled = quantity <= least;
        need<HTMLButtonElement>('[data-step="1"]', stepper).disabled = quantity >= largestQuantity;
      };
      const change = (wanted: number) => {
        set(wanted);
        this.#show(this.#localPrice());
        this.#asking = this.#ask(this.#code);
      };
      set(Number(input.value));
      for (const button of stepper.querySelectorAll<HTMLButtonElement>('button')) {
        button.addEventListener('click', () => change(Number(input.value) + Number(button.dataset.step)));
      }
      input.addEventListener('change', () => change(Number(input.value)));
    }
  }

  #watchCode(): void {
    const form = document.querySelector<HTMLFormElement>('#discount');
    if (form === null) return;
    const input = need<HTMLInputElement>('#discountCode', form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const code = input.value.trim();
      this.#asking = this.#ask(code === '' ? null : code);
    });
    // Taking a wrong code out again needs no button.
    input.addEventListener('input', () => {
      if (input.value === '' && this.#fault !== '') this.#asking = this.#ask(null);
    });
  }

  /** Asks the service what the order comes to, and takes the code over if it takes it. */
  async #ask(code: string | null): Promise<boolean> {
    if (this.isEmpty) return true;
    const turn = ++this.#asked;
    const answer = await getJson<Price>(`/api/checkout/${this.#checkout.slug}${this.#query(code)}`);
    if (turn !== this.#asked) return this.#asking;
    if (answer.kind === 'done') {
      this.#code = code;
      this.#show(answer.body);
      this.#showFault('');
      return true;
    }
    this.#showFault(
      answer.kind === 'unreachable' ? 'The price could not be checked: the connection was lost.' : answer.refusal.error,
    );
    return false;
  }

  #query(code: string | null): string {
    const query = new URLSearchParams();
    if (code !== null) query.set('discountCode', code);
    const { items } = this;
    if (items !== undefined)
      query.set('items', items.map(({ productId, quantity }) => `${productId}:${quantity}`).join(','));
    const text = query.toString();
    return text === '' ? '' : `?${text}`;
  }

  /** What the order comes to before the service has said so: without the discount, which it alone knows. */
  #localPrice(): Price {
    const subtotal = this.#checkout.products.reduce(
      (sum, { productId, price }) => sum + price * (this.#quantities.get(productId) ?? 0),
      0,
    );
    return { amount: Math.max(0, subtotal), discountAmount: 0, discountCode: null, wallets: this.wallets };
  }

  #show(price: Price): void {
    this.#price = price;
    const { currency, products } = this.#checkout;
    const { amount, discountAmount, discountCode } = price;
    const write = (id: string, text: string) => {
      const element = document.getElementById(id);
      if (element !== null) element.textContent = text;
    };
    write('amount', moneyOf(amount, currency));
    write('total', moneyOf(amount, currency));
    write('subtotal', moneyOf(amount + discountAmount, currency));
    write('discountAmount', moneyOf(-discountAmount, currency));
    write('discountName', discountCode ?? '');
    for (const id of ['subtotalRow', 'discountRow'])
      document.getElementById(id)?.toggleAttribute('hidden', discountAmount === 0);
    for (const { productId, price: each } of products) {
      const line = document.querySelector(`[data-product="${CSS.escape(productId)}"] .line-price`);
      if (line !== null) line.textContent = moneyOf(each * (this.#quantities.get(productId) ?? 0), currency);
    }
    this.#onChange();
  }

  #showFault(text: string): void {
    this.#fault = text;
    const fold = document.querySelector<HTMLDetailsElement>('#discountFold');
    if (fold === null) return;
    const input = need('#discountCode', fold);
    need('#discountCode-error', fold).textContent = text;
    if (text === '') {
      input.removeAttribute('aria-invalid');
      return;
    }
    input.setAttribute('aria-invalid', 'true');
    fold.open = true;
  }
}
