import { expect, it } from 'vitest';
import { groupExpiry } from '../../src/pages/shared/card.ts';

/** The ways in which people, browsers and password managers write a month. */
const december = [
  ...['12/2034', '12 / 34', '12/34', '12 / 2034', '12 / 34 ', ' 12/34', '1234', '122034', '12-34', '12.34', '12 34'],
  ...['12–2034', '2034-12', '2034/12', '2034 12', '203412', '１２／３４', '１２３４', '١٢/٣٤', '۱۲۳۴', '\u200e12/2034'],
  '2034年12月',
];
const january = ['1/34', '01-34', '1 / 2034', '01/34', '0134', '012034', '2034-01'];

/** What a field holds that groups its text after each key. */
const typed = (text: string): string => [...text].reduce((held, key) => groupExpiry(held + key), '');

it.each([
  ['12 / 34', december],
  ['01 / 34', january],
])('the field of an expiry date comes to %s however it is written', (shown, texts) => {
  for (const text of texts) {
    expect([text, groupExpiry(text)]).toEqual([text, shown]);
    expect([text, typed(text)]).toEqual([text, shown]);
  }
});

it('a month of one digit is whole once the next digit cannot belong to it', () => {
  expect(typed('530')).toBe('05 / 30');
});
