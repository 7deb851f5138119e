import type { Answer } from '../../../shared/answer.ts';
import type { Checkout } from '../../../state.ts';
import { getJson } from '../api.ts';
import { need } from '../dom.ts';
import { moneyOf } from '../money.ts';
import { tellDiscount, tellRefusal } from '../refusal-texts.ts';
import { pageTexts } from '../texts.ts';

interface Item {
  readonly productId: string;
  readonly quantity: number;
}

interface Price {
  readonly amount: number;
  readonly discountAmount: number;
  readonly discountCode: string | null;
  readonly wallets: Checkout['wallets'];
}

/** The items and the discount of an order. The service computes the totals, and the page shows them. */
export class Order {
  readonly #checkout: Checkout;
  readonly #ownCode: string | null;
  readonly #quantities: Map<string, number>;
  readonly #onChange: () => void;
  #code: string | null;
  #price: Price;
  #pricing: Promise<boolean> = Promise.resolve(true);
  #requests = 0;
  #fault = '';

  constructor(checkout: Checkout, onChange: () => void) {
    this.#checkout = checkout;
    // The user cannot remove the code with which the merchant created the checkout.
    this.#ownCode = checkout.discountCode;
    this.#quantities = new Map(checkout.products.map(({ productId, quantity }) => [productId, quantity]));
    this.#code = checkout.discountCode;
    this.#price = checkout;
    this.#onChange = onChange;
    this.#watchQuantities();
    this.#watchCode();
  }

  /** In minor units. */
  get amount(): number {
    return this.#price.amount;
  }

  get discountCode(): string | null {
    return this.#price.discountCode;
  }

  get wallets(): Checkout['wallets'] {
    return this.#price.wallets;
  }

  /** The chosen items; undefined if there are no items to choose. */
  get items(): readonly Item[] | undefined {
    if (this.#checkout.kind !== 'payment_link' || this.#quantities.size === 0) return undefined;
    return [...this.#quantities].flatMap(([productId, quantity]) => (quantity > 0 ? [{ productId, quantity }] : []));
  }

  /** Whether the payment starts a subscription. An invoice is paid only once. */
  get isSubscription(): boolean {
    return this.#checkout.kind !== 'invoice' && this.#renewedAmount() > 0;
  }

  get isEmpty(): boolean {
    return this.items?.length === 0;
  }

  /** Why the service did not return a price; empty if it returned a price. */
  get fault(): string {
    return this.#fault;
  }

  /** Resolves when the service has responded; the result is whether it returned a price. */
  priced(): Promise<boolean> {
    return this.#pricing;
  }

  #watchQuantities(): void {
    for (const stepper of document.querySelectorAll<HTMLElement>('.stepper')) {
      const input = need<HTMLInputElement>('input', stepper);
      const [least, most] = [Number(input.min), Number(input.max)];
      const id = input.dataset.quantity ?? '';
      const set = (wanted: number) => {
        const quantity = Math.min(most, Math.max(least, Math.trunc(wanted) || 0));
        input.value = String(quantity);
        this.#quantities.set(id, quantity);
        need<HTMLButtonElement>('[data-step="-1"]', stepper).disabled = quantity <= least;
        need<HTMLButtonElement>('[data-step="1"]', stepper).disabled = quantity >= most;
      };
      const change = (wanted: number) => {
        set(wanted);
        this.#show(this.#localPrice());
        this.#pricing = this.#fetchPrice(this.#code);
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
    const fold = need<HTMLDetailsElement>('#discountFold');
    // The user types the code right after opening the field. An error also opens it, and then the focus stays.
    need('summary', fold).addEventListener('click', () => {
      if (!fold.open) fold.addEventListener('toggle', () => input.focus(), { once: true });
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const code = input.value.trim();
      this.#pricing = this.#fetchPrice(code === '' ? null : code);
    });
    need<HTMLFormElement>('#removeDiscount').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#pricing = this.#fetchPrice(null).then((isPriced) => {
        if (isPriced) need('summary', need('#discountFold')).focus();
        return isPriced;
      });
    });
    // Clearing an invalid code takes effect without a press of the button.
    input.addEventListener('input', () => {
      if (input.value === '' && this.#fault !== '') this.#pricing = this.#fetchPrice(null);
    });
  }

  /** Gets the price from the service, and keeps the code if the service accepts it. */
  async #fetchPrice(code: string | null): Promise<boolean> {
    if (this.isEmpty) return true;
    const request = ++this.#requests;
    const answer = await getJson<Price>(`/api/checkout/${this.#checkout.slug}${this.#query(code)}`);
    if (request !== this.#requests) return this.#pricing;
    if (answer.kind === 'done') {
      this.#code = code;
      this.#show(answer.body);
      this.#showFault('', '');
      this.#showCode(answer.body.discountCode);
      return true;
    }
    this.#showFault(code ?? '', faultOf(answer, code));
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

  /** The price before the service responds, without the discount, which only the service knows. */
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
    for (const sentence of document.querySelectorAll<HTMLElement>('[data-renewal]')) {
      const renewed = this.#renewedAmount(sentence.dataset.renewal?.split(' '));
      sentence.hidden = renewed === 0;
      need('strong', sentence).textContent = moneyOf(renewed, currency);
    }
    this.#onChange();
  }

  /**
   * The recurring part of the chosen items, in minor units.
   * @param only the products to count; default: all products
   */
  #renewedAmount(only?: readonly string[]): number {
    const { kind, products } = this.#checkout;
    const renewed = products.filter(
      ({ productId, recurring }) => recurring !== null && (only === undefined || only.includes(productId)),
    );
    return renewed.reduce((sum, { productId, price, quantity }) => {
      const chosen = kind === 'payment_link' ? (this.#quantities.get(productId) ?? 0) : quantity;
      return sum + price * chosen;
    }, 0);
  }

  /** After the service has applied a code, a button to remove it replaces the button to add one. */
  #showCode(code: string | null): void {
    const fold = document.querySelector<HTMLDetailsElement>('#discountFold');
    if (fold === null) return;
    const isApplied = code !== null && code !== this.#ownCode;
    const isNew = isApplied && !fold.hidden;
    const remove = need('#removeDiscount');
    fold.hidden = isApplied;
    remove.hidden = !isApplied;
    if (!isApplied) return;
    fold.open = false;
    need<HTMLInputElement>('#discountCode', fold).value = '';
    // The element with the focus is now hidden.
    if (isNew) need('button', remove).focus();
  }

  /** @param code a code that the service did not accept, or that does not apply to the current choice */
  #showFault(code: string, text: string): void {
    this.#fault = text;
    const fold = document.querySelector<HTMLDetailsElement>('#discountFold');
    if (fold === null) return;
    const input = need<HTMLInputElement>('#discountCode', fold);
    need('#discountCode-error', fold).textContent = text;
    if (text === '') {
      input.removeAttribute('aria-invalid');
      return;
    }
    input.setAttribute('aria-invalid', 'true');
    if (input.value === '') input.value = code;
    fold.hidden = false;
    fold.open = true;
  }
}

/** Why there is no price, in words for the buyer. */
function faultOf(answer: Exclude<Answer<Price>, { kind: 'done' }>, code: string | null): string {
  const texts = pageTexts();
  if (answer.kind === 'unreachable') return texts.discount.unchecked;
  const { status, refusal, retryAfter } = answer;
  if (status === 404) return texts.closed.title;
  if (status === 429) return texts.wait.text(retryAfter ?? 60);
  return tellDiscount(refusal, code ?? '', texts) ?? tellRefusal('card', refusal, [], texts).text;
}
