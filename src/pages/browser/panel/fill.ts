import { fieldsOf, textOf } from '../../shared/answer.ts';
import type { PanelState } from '../../state.ts';
import { make } from '../lib/dom.ts';
import { fillPage } from '../lib/sandbox.ts';
import { choice, code, fold, note, part } from './parts.ts';
import type { OutcomeRow } from './wire.ts';

/** How many ordinary cards are shown without a search. */
const ordinaryShown = 6;
const accountNumber = '000123456789';

/** The workspace's cards, outcomes and settings. */
export interface Tables {
  readonly outcomes: readonly OutcomeRow[];
  readonly settings: Readonly<Record<string, unknown>>;
}

interface CardRow {
  readonly number: string;
  readonly about: string;
  readonly brand: string;
  readonly funding: string;
  /** Whether it has a special outcome. */
  readonly isSpecial: boolean;
}

/** Everything that can be filled into the forms of this page; null: the page has no form. */
export function fillPart(state: PanelState, tables: Tables, expiry: string): HTMLElement | null {
  const has = (id: string): boolean => document.getElementById(id) !== null;
  const parts = [
    has('cardNumber') ? cards(cardsOf(tables.outcomes), expiry, state.direction) : null,
    has('routingNumber') ? accounts(state.banks) : null,
    has('discountCode') ? discounts(tables.settings) : null,
  ];
  const shown = parts.filter((each) => each !== null);
  if (shown.length === 0) return null;
  const amounts = amountRows(tables, state, has('requestedAmount'));
  return part('Fill in', [...shown, amounts]);
}

function cardsOf(rows: readonly OutcomeRow[]): CardRow[] {
  return rows.flatMap(({ source, when, about }): CardRow[] => {
    if (source !== 'card') return [];
    const { number, brand, funding, behaviour } = fieldsOf(when);
    const isSpecial = textOf(behaviour) !== '';
    return [{ number: textOf(number), brand: textOf(brand), funding: textOf(funding), about, isSpecial }];
  });
}

function cards(all: readonly CardRow[], expiry: string, direction: PanelState['direction']): HTMLElement {
  const list = make('div', { class: 'choices', role: 'group', 'aria-label': 'Test cards' });
  const ordinary = oneOfEach(all.filter(({ isSpecial }) => !isSpecial)).slice(0, ordinaryShown);
  // Special outcomes of cards apply only to incoming money.
  const first = direction === 'out' ? ordinary : [...ordinary, ...all.filter(({ isSpecial }) => isSpecial)];
  const search = make('input', {
    type: 'search',
    'aria-label': 'Find a test card',
    placeholder: `Find one of ${all.length} test cards`,
    'data-key': 'card-search',
  });
  const draw = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ number, about, brand }: CardRow): boolean =>
      words.every((word) => `${about} ${brand} ${number}`.toLowerCase().includes(word));
    const rows = words.length === 0 ? first : all.filter(fits);
    list.replaceChildren(
      ...rows.map(({ number, about }) =>
        choice(`card-${number}`, about, grouped(number), () => fillPage({ card: number, expiry })),
      ),
      ...(rows.length === 0 ? [note('No test card is like that.')] : []),
    );
  };
  search.addEventListener('input', draw);
  draw();
  return make('div', { class: 'stack' }, [make('h4', {}, ['Cards']), search, list]);
}

/** The first card of each brand and funding; debit cards come first, because every rail accepts them. */
function oneOfEach(all: readonly CardRow[]): CardRow[] {
  const firsts = new Map<string, CardRow>();
  for (const card of all) if (!firsts.has(card.brand + card.funding)) firsts.set(card.brand + card.funding, card);
  const isDebit = ({ funding }: CardRow): number => (funding === 'debit' ? 0 : 1);
  return [...firsts.values()].sort((one, other) => isDebit(one) - isDebit(other));
}

/** In groups of four, as printed on cards. */
const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

function accounts(banks: PanelState['banks']): HTMLElement {
  const networks = ({ rtp, fednow }: PanelState['banks'][number]): string => {
    if (rtp && fednow) return 'RTP and FedNow';
    return rtp ? 'RTP' : fednow ? 'FedNow' : 'no instant network';
  };
  return make('div', { class: 'stack' }, [
    make('h4', {}, ['Bank accounts']),
    make(
      'div',
      { class: 'choices' },
      banks.map((bank) =>
        choice(`bank-${bank.routing_number}`, `${bank.name}: ${networks(bank)}`, bank.routing_number, () =>
          fillPage({ routing: bank.routing_number, account: accountNumber }),
        ),
      ),
    ),
  ]);
}

function discounts({ discounts: given }: Tables['settings']): HTMLElement | null {
  const codes = Array.isArray(given) ? given.map(fieldsOf) : [];
  if (codes.length === 0) return null;
  return make('div', { class: 'stack' }, [
    make('h4', {}, ['Discount codes']),
    make(
      'div',
      { class: 'choices' },
      codes.map(({ code: text, percent_off, amount_off }) =>
        choice(
          `discount-${textOf(text)}`,
          typeof percent_off === 'number' ? `${percent_off} % off` : `${majorOf(Number(amount_off))} off`,
          textOf(text),
          () => applyDiscount(textOf(text)),
        ),
      ),
    ),
  ]);
}

function applyDiscount(text: string): void {
  const input = document.querySelector<HTMLInputElement>('#discountCode');
  if (input === null) return;
  input.closest('details')?.setAttribute('open', '');
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.form?.requestSubmit();
}

/** The amounts with special outcomes: first those of the workspace's rules, then those of the built-in table. */
function amountRows({ outcomes, settings }: Tables, state: PanelState, canFill: boolean): HTMLElement | null {
  const deciding = outcomes.filter(({ source, when }) => {
    const { amount, direction, mode, gateway } = fieldsOf(when);
    if (source === 'card' || amount === undefined) return false;
    // Payouts have their own gateway, and smart routing may choose any.
    const isOwnGateway = state.direction === 'out' || settings.smart_routing === true || gateway === settings.gateway;
    return (
      (direction === undefined || direction === state.direction) &&
      (mode === undefined || mode === state.mode) &&
      (gateway === undefined || isOwnGateway)
    );
  });
  if (deciding.length === 0) return null;
  return fold('amounts', `Amounts that do not go through (${deciding.length})`, [
    note('What decides by amount here, first the rules of the workspace.'),
    make(
      'div',
      { class: 'choices', tabindex: 0, role: 'region', 'aria-label': 'Amounts that do not go through' },
      deciding.map(({ id, when, then, about }, at) => {
        const { amount } = fieldsOf(when);
        const { kind, code: given } = fieldsOf(then);
        const said = [about || textOf(kind), textOf(given), id ?? ''].filter(Boolean).join(', ');
        const exact = typeof amount === 'number' ? majorOf(amount) : null;
        if (exact === null || !canFill)
          return make('p', { class: 'choice' }, [make('span', {}, [said]), code(amountWords(amount))]);
        return choice(`amount-${at}`, said, exact, () => fillAmount(exact));
      }),
    ),
  ]);
}

function fillAmount(text: string): void {
  const input = document.querySelector<HTMLInputElement>('#requestedAmount');
  if (input === null) return;
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}

function amountWords(amount: unknown): string {
  if (typeof amount === 'number') return majorOf(amount);
  const { lt, gte } = fieldsOf(amount);
  const words = [
    typeof gte === 'number' ? `from ${majorOf(gte)}` : '',
    typeof lt === 'number' ? `below ${majorOf(lt)}` : '',
  ];
  return words.filter(Boolean).join(', ');
}

/** Minor units as forms take them, for currencies with two decimals. */
const majorOf = (minor: number): string => (minor / 100).toFixed(2);
