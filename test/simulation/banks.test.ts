import { describe, expect, it } from 'vitest';
import { banks, findBank, isRoutingNumber, rtpNetworkOf } from '../../src/payments/simulation/banks.ts';

describe('the directory of banks', () => {
  it('holds at least 45 banks with different routing numbers', () => {
    expect(banks.length).toBeGreaterThanOrEqual(45);
    expect(new Set(banks.map((bank) => bank.routing_number)).size).toBe(banks.length);
  });

  it('is in order of routing number', () => {
    const numbers = banks.map((bank) => bank.routing_number);
    expect(numbers).toEqual(numbers.toSorted());
  });

  it.each(banks)('$routing_number $name has a name and passes the ABA check digit', (bank) => {
    expect(bank.name).not.toBe('');
    expect(bank.routing_number).toMatch(/^\d{9}$/);
    const [a, b, c, d, e, f, g, h, i] = [...bank.routing_number].map(Number) as number[];
    expect((3 * (a! + d! + g!) + 7 * (b! + e! + h!) + (c! + f! + i!)) % 10).toBe(0);
    expect(isRoutingNumber(bank.routing_number)).toBe(true);
  });

  it('knows JPMorgan Chase, on both instant networks', () => {
    expect(findBank('021000021')).toMatchObject({ name: 'JPMorgan Chase Bank', rtp: true, fednow: true });
  });

  it.each(['011401533', '121000358'])('knows %s', (number) => {
    expect(findBank(number)?.routing_number).toBe(number);
  });

  it('does not know 999999992, though its check digit is right', () => {
    expect(isRoutingNumber('999999992')).toBe(true);
    expect(findBank('999999992')).toBeUndefined();
  });

  it('has several banks of each kind: both networks, one of them, neither', () => {
    const countOf = (rtp: boolean, fednow: boolean) =>
      banks.filter((bank) => bank.rtp === rtp && bank.fednow === fednow).length;
    expect(countOf(true, true)).toBeGreaterThanOrEqual(3);
    expect(countOf(true, false)).toBeGreaterThanOrEqual(3);
    expect(countOf(false, true)).toBeGreaterThanOrEqual(3);
    expect(countOf(false, false)).toBeGreaterThanOrEqual(3);
  });
});

describe('a routing number', () => {
  it('fails with any one digit changed', () => {
    for (let place = 0; place < 9; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const changed = `${'021000021'.slice(0, place)}${digit}${'021000021'.slice(place + 1)}`;
        expect(isRoutingNumber(changed), changed).toBe(changed === '021000021');
      }
    }
  });

  it.each([
    '',
    '02100002',
    '0210000210',
    '02100002x',
    ' 021000021',
    '021000021\n',
    '021-000-021',
    '０２１０００００２',
  ])('is nine digits and nothing else: %j is none', (value) => {
    expect(isRoutingNumber(value)).toBe(false);
  });
});

describe('the instant network of a bank', () => {
  const bank = { routing_number: '021000021', name: 'A bank' };

  it('is RTP where the bank is on it, alone or beside FedNow', () => {
    expect(rtpNetworkOf({ ...bank, rtp: true, fednow: true })).toBe('rtp');
    expect(rtpNetworkOf({ ...bank, rtp: true, fednow: false })).toBe('rtp');
  });

  it('is FedNow where the bank is on that alone', () => {
    expect(rtpNetworkOf({ ...bank, rtp: false, fednow: true })).toBe('fednow');
  });

  it('is null where the bank is on neither', () => {
    expect(rtpNetworkOf({ ...bank, rtp: false, fednow: false })).toBeNull();
  });
});
