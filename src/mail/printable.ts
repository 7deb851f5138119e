import { moneyOf } from '../engine/money.ts';

/** What the standard fonts of PDF can show: the characters of Windows-1252. */
const shown = /[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\n]/u;

/**
 * Text as a PDF without fonts of its own can show it: letters with marks that it lacks lose the marks, and what remains
 * becomes a question mark.
 */
export function printable(text: string): string {
  let result = '';
  for (const character of text) {
    if (shown.test(character)) result += character;
    else if (/\p{C}/u.test(character)) continue;
    else result += bareOf(character);
  }
  return result;
}

/** Letters whose stroke Unicode does not count as a mark. */
const struck: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', Ħ: 'H', ħ: 'h' };

function bareOf(character: string): string {
  const plain = struck[character];
  if (plain !== undefined) return plain;
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return bare !== '' && [...bare].every((each) => shown.test(each)) ? bare : '?';
}

/** Minor units as people write them: 4200 `USD` is `$42.00`. Where a PDF lacks the sign, the code stands for it. */
export function printableMoney(amount: number, currency: string): string {
  const symbol = moneyOf(amount, currency);
  return printable(symbol) === symbol ? symbol : moneyOf(amount, currency, 'code');
}
