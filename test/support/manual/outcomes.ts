import { getOrMake } from '../../../src/core/base/maps.ts';
import { pageTexts } from '../../../src/pages/texts/en.ts';
import { declineCategories } from '../../../src/payments/platform/outcome-rules.ts';
import { gatewayKinds } from '../../../src/payments/platform/settings.ts';
import { banks } from '../../../src/payments/simulation/banks.ts';
import {
  builtInRules,
  instantCodes,
  networkCodes,
  returnCodes,
} from '../../../src/payments/simulation/built-in-rules.ts';
import { findTestCard, type TestCard, testCards } from '../../../src/payments/simulation/cards.ts';
import { codeTables } from '../../../src/payments/simulation/codes.ts';
import { declines, gatewayBReferences } from '../../../src/payments/simulation/gateways.ts';
import { testCredentials, walletTypes } from '../../../src/payments/simulation/wallet-credentials.ts';
import { code, grid, wrapped } from '../markdown.ts';

type Bank = (typeof banks)[number];
const networks: Record<string, (bank: Bank) => boolean> = {
  '**RTP and FedNow**': ({ rtp, fednow }) => rtp && fednow,
  '**RTP**': ({ rtp, fednow }) => rtp && !fednow,
  '**FedNow**': ({ rtp, fednow }) => !rtp && fednow,
  '**neither**': ({ rtp, fednow }) => !rtp && !fednow,
};
const bankName = ({ routing_number, name }: Bank): string => `${code(routing_number)} ${name}`;
const amountsOf = (direction: 'in' | 'out') =>
  builtInRules.rules.filter(({ when }) => when.direction === direction && when.amount !== undefined);

function amountIn(amount: unknown): string {
  if (typeof amount === 'number') return String(amount);
  const { lt, gte } = amount as { lt?: number; gte?: number };
  return lt === undefined ? `${gte} and more` : `below ${lt}`;
}

/** Cards without a behaviour of their own, a row a brand and funding; those of other countries say so. */
function plainCards(): string[][] {
  const groups = new Map<string, TestCard[]>();
  for (const card of testCards) {
    if (card.behaviour !== null) continue;
    const key = `${card.brand} ${card.funding}`;
    groups.set(key, [...(groups.get(key) ?? []), card]);
  }
  return [...groups.values()].map((cards) => {
    const [{ brand, funding }] = cards as [TestCard];
    const numbers = cards.map(({ number, country }) =>
      country === 'US' ? code(number) : `${code(number)} ${country}`,
    );
    return [brand, funding, numbers.join(', ')];
  });
}

/** The tables of what decides the outcomes of the sandbox. */
export const outcomeTables = (): Record<string, string[]> => ({
  'special cards': grid(
    ['number', 'result', 'name'],
    testCards.flatMap(({ number, about, behaviour }) =>
      behaviour === null ? [] : [[code(number), about, code(behaviour)]],
    ),
  ),
  'plain cards': grid(['brand', 'funding', 'numbers'], plainCards()),
  'amounts of charges': grid(
    ['cents', 'where', 'result', 'code'],
    amountsOf('in').map(({ when, then, about }) => [
      amountIn(when.amount),
      when.instant === true ? 'ACH with `return_url`' : `${when.rail} on ${code(when.gateway ?? 'any gateway')}`,
      about ?? '',
      code(then.code ?? then.kind),
    ]),
  ),
  categories: grid(
    ['`category`', '`code`', 'message', ...gatewayKinds.map((kind) => `\`decline_code\` of ${kind}`)],
    declineCategories.map((category) => {
      const { refusal, message, gatewayCodes } = declines[category];
      return [
        code(category),
        code(refusal.code),
        message,
        ...gatewayKinds.map((kind) => gatewayCodes[kind] ?? 'null').map(code),
      ];
    }),
  ),
  codes: [...codesByUse()].flatMap(([use, codes]) => wrapped(`- **${use}**: ${codes.join(', ')}`)),
  'routing numbers': Object.entries(networks).flatMap(([title, isIn]) =>
    wrapped(`- ${title}: ${banks.filter(isIn).map(bankName).join(', ')}`),
  ),
  'wallet tokens': grid(
    ['token', 'contains', 'card', 'result'],
    walletTypes.flatMap((type) =>
      testCredentials(type).map(({ credential, token_type, brand, last4, outcome }) => [
        code(credential),
        token_type === 'pan' ? 'the card itself' : 'a device token',
        `${brand} ${last4}`,
        pageTexts.sheet.outcomes[outcome],
      ]),
    ),
  ),
  'references of gateway_b': grid(
    ['reference', 'card'],
    Object.entries(gatewayBReferences).map(([reference, number]) => [
      code(reference),
      findTestCard(number)?.about ?? '',
    ]),
  ),
});

/** The codes by what they end: each with its meaning, and the amount of a payout that fails with it. */
function codesByUse(): Map<string, string[]> {
  const codes = new Map<string, string[]>();
  for (const [name, meaning] of Object.entries({ ...networkCodes, ...returnCodes, ...instantCodes })) {
    const use = codeTables
      .map(({ noun, byRail }) => [noun, Object.entries(byRail).filter(([, codes]) => name in codes)] as const)
      .filter(([, having]) => having.length > 0)
      .map(([noun, having]) => `${noun} (${having.map(([rail]) => rail).join(', ')})`)
      .join(', ');
    const amounts = amountsOf('out').filter(({ then }) => then.code === name);
    const amount = amounts.length === 0 ? '' : ` (${amounts.map(({ when }) => amountIn(when.amount)).join(', ')})`;
    getOrMake(codes, use, () => []).push(`${code(name)} ${meaning}${amount}`);
  }
  return codes;
}
