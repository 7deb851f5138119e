import { describe, expect, it } from 'vitest';
import { brandOf, normalizeCardNumber, passesLuhn } from '../../src/payments/simulation/card-numbers.ts';
import { type CardBehaviour, findTestCard, testCards } from '../../src/payments/simulation/cards.ts';
import { containsCardNumber, maskCardNumbers } from '../../src/payments/simulation/masking.ts';

/** A number that passes the Luhn check and is not a test card, made here so that nobody's card stands in this file. */
function foreignNumber(length: number, prefix = '400009'): string {
  const body = prefix + '123456789012345678'.slice(0, length - prefix.length - 1);
  const check = [...'0123456789'].find((digit) => luhnSum(body + digit) % 10 === 0);
  return body + check;
}

/** The checksum told the textbook's way, to check the code's against. */
function luhnSum(digits: string): number {
  const places = [...digits].toReversed().map((digit, place) => Number(digit) * (place % 2 === 1 ? 2 : 1));
  return places.reduce((sum, value) => sum + Math.trunc(value / 10) + (value % 10), 0);
}

const foreign = foreignNumber(16);
const lastFour = foreign.slice(-4);
const inFours = foreign.match(/.{4}/g) as string[];

const base = [
  ['4242424242424242', 'visa', 'credit'],
  ['4000056655665556', 'visa', 'debit'],
  ['5555555555554444', 'mastercard', 'credit'],
  ['5200828282828210', 'mastercard', 'debit'],
  ['5105105105105100', 'mastercard', 'prepaid'],
  ['378282246310005', 'amex', 'credit'],
  ['6011111111111117', 'discover', 'credit'],
  ['6011981111111113', 'discover', 'debit'],
] as const;

const special: Record<CardBehaviour, string> = {
  declined: '4000000000000002',
  insufficient_funds: '4000000000009995',
  expired: '4000000000000069',
  incorrect_cvc: '4000000000000127',
  chargeback: '4000000000000259',
  unavailable_not_charged: '4000000000000119',
  unavailable_charged: '4000000000000341',
  duplicate: '4000000000005126',
  configuration: '4000000000003055',
  three_ds_y: '4000000000002701',
  three_ds_challenge: '4000000000002503',
  three_ds_n: '4000000000002925',
  three_ds_a: '4000000000002719',
  three_ds_r: '4000000000002537',
  three_ds_u: '4000000000002313',
  three_ds_not_enrolled: '4000000000002990',
  three_ds_challenge_approves: '4000000000003220',
  three_ds_y_approves: '4000000000003238',
};

describe('the bundled test cards', () => {
  it('are unique', () => {
    expect(new Set(testCards.map((card) => card.number)).size).toBe(testCards.length);
  });

  it.each(testCards)('$number ($about) is a card number of its brand, and found by it', (card) => {
    expect(card.number).toMatch(/^\d{13,19}$/);
    expect(luhnSum(card.number) % 10).toBe(0);
    expect(passesLuhn(card.number)).toBe(true);
    expect(brandOf(card.number)).toBe(card.brand);
    expect(findTestCard(card.number)).toBe(card);
    expect(card.country).toMatch(/^[A-Z]{2}$/);
    expect(card.about).not.toBe('');
  });

  it.each(base)('%s is a plain %s %s card of the United States', (number, brand, funding) => {
    expect(findTestCard(number)).toMatchObject({ brand, funding, country: 'US', behaviour: null });
  });

  it.each(Object.entries(special))('%s is what %s does, a Visa debit card', (behaviour, number) => {
    expect(findTestCard(number)).toMatchObject({ behaviour, brand: 'visa', funding: 'debit' });
  });

  it('have one card for each behaviour', () => {
    const behaviours = testCards.flatMap((card) => card.behaviour ?? []);
    expect(behaviours.toSorted()).toEqual(Object.keys(special).toSorted());
  });

  it('hold at least 45 more, of every brand, every funding and many countries', () => {
    const named = new Set<string>([...Object.values(special), ...base.map(([number]) => number)]);
    const more = testCards.filter((card) => !named.has(card.number));
    expect(more.length).toBeGreaterThanOrEqual(45);
    expect(new Set(more.map((card) => card.brand)).size).toBe(7);
    expect(new Set(more.map((card) => card.funding)).size).toBe(3);
    expect(new Set(more.map((card) => card.country)).size).toBeGreaterThan(20);
  });

  it('do not hold any other number', () => {
    expect(findTestCard(foreign)).toBeUndefined();
    expect(findTestCard('')).toBeUndefined();
    expect(findTestCard('4242 4242 4242 4242')).toBeUndefined();
  });
});

describe('a card number', () => {
  it('fails the Luhn check with any one digit changed', () => {
    for (let place = 0; place < foreign.length; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const changed = `${foreign.slice(0, place)}${digit}${foreign.slice(place + 1)}`;
        expect(passesLuhn(changed), changed).toBe(changed === foreign);
      }
    }
  });

  it.each(['', '4242 4242 4242 4242', '424242424242424x', '-0', '４２'])('is digits alone: %j is none', (value) => {
    expect(passesLuhn(value)).toBe(false);
  });

  it('loses its spaces and dashes, and nothing else', () => {
    expect(normalizeCardNumber(' 4242-4242 4242--4242 ')).toBe('4242424242424242');
    expect(normalizeCardNumber('4242.4242x')).toBe('4242.4242x');
  });

  it.each([
    ['400000', 'visa'],
    ['499999', 'visa'],
    ['510000', 'mastercard'],
    ['559999', 'mastercard'],
    ['222099', null],
    ['222100', 'mastercard'],
    ['272099', 'mastercard'],
    ['272100', null],
    ['340000', 'amex'],
    ['379999', 'amex'],
    ['350000', null],
    ['352800', 'jcb'],
    ['358999', 'jcb'],
    ['359000', null],
    ['300000', 'diners'],
    ['306000', null],
    ['309500', 'diners'],
    ['360000', 'diners'],
    ['390000', 'diners'],
    ['601100', 'discover'],
    ['601200', null],
    ['643999', null],
    ['644000', 'discover'],
    ['650000', 'discover'],
    ['622126', 'unionpay'],
    ['817199', 'unionpay'],
    ['817200', null],
    ['999999', null],
    ['000000', null],
    ['40000', null],
    ['4000 0', null],
    ['', null],
  ])('that starts with %j is of brand %s', (bin, brand) => {
    expect(brandOf(bin)).toBe(brand);
    expect(brandOf(`${bin}0000000000`.slice(0, bin.length < 6 ? bin.length : 16))).toBe(brand);
  });
});

describe('masking card numbers in a text', () => {
  it.each([
    ['alone', foreign, `****${lastFour}`],
    ['in a sentence', `pay with ${foreign}, please`, `pay with ****${lastFour}, please`],
    ['with spaces', `card ${inFours.join(' ')}.`, `card ****${lastFour}.`],
    ['with dashes', `card ${inFours.join('-')}.`, `card ****${lastFour}.`],
    ['with the last four broken up', `${foreign.slice(0, 14)} ${foreign.slice(14)}`, `****${lastFour}`],
    ['between letters', `x${foreign}y`, `x****${lastFour}y`],
    ['in JSON', `{"n":"${foreign}"}`, `{"n":"****${lastFour}"}`],
    ['in a path and a query', `/a/${foreign}?card=${foreign}`, `/a/****${lastFour}?card=****${lastFour}`],
    ['twice, with a comma', `${foreign},${foreign}`, `****${lastFour},****${lastFour}`],
    ['twice, with a space', `${foreign} ${foreign}`, `****${lastFour} ****${lastFour}`],
    ['before its expiry', `${foreign} 12/30`, `****${lastFour} 12/30`],
    ['in groups before its expiry', `${inFours.join(' ')} 12/30`, `****${lastFour} 12/30`],
    ['in groups after other digits', `17 250-${inFours.join('-')}`, `17 250-****${lastFour}`],
    ['in groups beside a time', `1772356464000 ${inFours.join(' ')}`, `1772356464000 ****${lastFour}`],
    ['after an order number', `17-${foreign}`, `17-****${lastFour}`],
    ['beside a test card', `4242424242424242 ${foreign}`, `4242424242424242 ****${lastFour}`],
    ['between emoji', `💳${foreign}💳`, `💳****${lastFour}💳`],
    [
      'beside a UUID',
      `6d25c1e3-4ff0-4bbb-9d2b-38309544601e ${foreign}`,
      `6d25c1e3-4ff0-4bbb-9d2b-38309544601e ****${lastFour}`,
    ],
  ])('hides a card number %s', (_where, text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked);
    expect(containsCardNumber(text)).toBe(true);
    expect(containsCardNumber(masked)).toBe(false);
  });

  it.each([
    ['Visa', 13, '400009'],
    ['Visa', 16, '400009'],
    ['Visa', 19, '400009'],
    ['Mastercard', 16, '540009'],
    ['Mastercard', 16, '230009'],
    ['American Express', 15, '340009'],
    ['Diners Club', 14, '360009'],
    ['JCB', 16, '352909'],
    ['Discover', 16, '601109'],
    ['UnionPay', 17, '620009'],
    ['UnionPay', 19, '810009'],
    ['Maestro', 13, '500009'],
    ['Maestro', 18, '675909'],
    ['Mir', 16, '220009'],
  ])('hides a number of %s with %i digits', (_brand, length, prefix) => {
    const number = foreignNumber(length, prefix);
    expect(number).toHaveLength(length);
    expect(maskCardNumbers(`<${number}>`)).toBe(`<****${number.slice(-4)}>`);
  });

  it.each([
    ['a number that begins like no card', foreignNumber(16, '100009')],
    ['a Visa number of another length', foreignNumber(15)],
    ['an American Express number of another length', foreignNumber(16, '340009')],
    ['a Mastercard number of another length', foreignNumber(13, '540009')],
  ])('leaves %s, though it passes the Luhn check', (_what, number) => {
    expect(passesLuhn(number)).toBe(true);
    expect(maskCardNumbers(`order-${number}`)).toBe(`order-${number}`);
    expect(containsCardNumber(number)).toBe(false);
  });

  it('leaves every time of ours, in milliseconds, microseconds and nanoseconds', () => {
    for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2030, 0, 1); at += 9_999_999_937) {
      for (const text of [`order-${at}`, `${at}123`, `${at}123456`, `${at - 1} ${at}`]) {
        expect(maskCardNumbers(text)).toBe(text);
      }
    }
  });

  it.each([
    ['an empty text', ''],
    ['a text without digits', 'nothing to see here, move along'],
    ['a number that fails the Luhn check', `${foreign.slice(0, -1)}${(Number(foreign.at(-1)) + 1) % 10}`],
    ['12 digits', foreignNumber(12)],
    ['20 digits', foreignNumber(20)],
    ['a card number inside a longer run', `0000${foreign}0000`],
    ['a card number with two spaces in it', inFours.join('  ')],
    ['a card number with dots in it', inFours.join('.')],
    ['a date and time', '2026-01-31T10:00:00.000Z'],
    ['a telephone number', '+1 555-010-0123'],
    ['a UUID', 'd6173282-2124-47a6-9506-3e9754095607'],
    ['a UUID in capitals, in a path', '/charges/CF9C1A4B-6535-4427-8115-8EE4A9CD3C28?page=1'],
    ['a UUID with what an attempt adds', 'order_38309544-6019-4200-b3fa-823ba4eb82dd-2'],
    ['a digest in hexadecimal', `sha256:${'ab'.repeat(20)}${foreign}${'cd'.repeat(4)}`],
  ])('leaves %s as it is', (_what, text) => {
    expect(maskCardNumbers(text)).toBe(text);
    expect(containsCardNumber(text)).toBe(false);
  });

  it('leaves every test card as it is, also in groups of four and beside its expiry', () => {
    for (const { number } of testCards) {
      for (const text of [number, `card ${number.replace(/(.{4})(?=.)/g, '$1 ')}.`, `${number} 12/30`]) {
        expect(maskCardNumbers(text)).toBe(text);
        expect(containsCardNumber(text)).toBe(false);
      }
    }
  });

  it('masks nothing more the second time', () => {
    const once = maskCardNumbers(`a ${foreign} b ${inFours.join(' ')} c`);
    expect(maskCardNumbers(once)).toBe(once);
  });

  const megabyte = 1_000_000;
  it.each([
    ['digits', '4'.repeat(megabyte)],
    ['digits, each with a space', '4 '.repeat(megabyte / 2)],
    ['digits, each with a dash', '4-'.repeat(megabyte / 2)],
    ['runs of 12 digits', '400009123456 x'.repeat(megabyte / 14)],
    ['runs of 19 digits', '4000091234567890123 '.repeat(megabyte / 20)],
    ['letters', 'x'.repeat(megabyte)],
    ['card numbers in one run', `${foreign} `.repeat(megabyte / 17)],
    ['card numbers apart', `${foreign},`.repeat(megabyte / 17)],
    ['card numbers apart, in hexadecimal', `${foreign},${'4a'.repeat(8)}`.repeat(megabyte / 33)],
    ['a card number and hexadecimal digits', `${foreign},${'4a'.repeat(megabyte / 2)}`],
    ['a card number and groups of hexadecimal digits', `${foreign},${'4abc-'.repeat(megabyte / 5)}`],
  ])('takes linear time over a megabyte of %s', (_what, text) => {
    // Of quadratic time this would need a quarter of an hour.
    const masked = maskCardNumbers(text);
    expect(masked.replaceAll(`****${lastFour}`, foreign) === text).toBe(true);
    expect(containsCardNumber(text)).toBe(masked !== text);
  });
});
