import type { CardBrand } from './card-numbers.ts';
import type { CardFunding } from './cards.ts';

/** A card's BIN, and the network's facts about the card. */
interface CardFacts {
  readonly bin: string;
  readonly brand: CardBrand | 'unknown';
  readonly funding: CardFunding;
  readonly country: string | null;
}

/** The directory's entry for a BIN, the first six digits of a card number. */
interface BinEntry {
  readonly number: string;
  readonly brand: CardFacts['brand'];
  readonly funding: CardFunding;
  readonly issuer: string;
  readonly country: string;
}

/** The type of a card. If its sources do not agree, the network decides. */
interface CardTypeConsensus {
  readonly type: CardFunding;
  readonly sources: readonly ('network' | 'directory')[];
  readonly agreed: boolean;
}

/** BINs that are missing in the directory: a Visa prepaid card (4500 6000 …) and UnionPay (6200 0000 …). */
const unlisted: ReadonlySet<string> = new Set(['450060', '620000']);
/** BINs without a type: a Visa debit card (4117 1010 …), and UnionPay again. */
const unclassified: ReadonlySet<string> = new Set(['411710', '620000']);
/** A BIN for which the directory is wrong: a regulated Visa debit card (4111 1610 …). */
const mistaken: ReadonlyMap<string, CardFunding> = new Map([['411116', 'credit']]);

/**
 * The entry of a card's BIN in a directory that does not depend on the networks (specification, "Account check"); null:
 * the directory has no entry. The directory has no cards that only a workspace lists.
 */
export function findBin({ bin, brand, funding, country }: CardFacts): BinEntry | null {
  if (country === null || unlisted.has(bin)) return null;
  const issuer = country === 'US' ? 'Test Bank' : `Test Bank ${country}`;
  return { number: bin, brand, funding: mistaken.get(bin) ?? funding, issuer, country };
}

/** The type of a card by network and directory; null: the type is unknown. */
export function typeConsensusOf(card: CardFacts): CardTypeConsensus | null {
  if (card.country === null || unclassified.has(card.bin)) return null;
  const entry = findBin(card);
  if (entry === null) return { type: card.funding, sources: ['network'], agreed: true };
  return { type: card.funding, sources: ['network', 'directory'], agreed: entry.funding === card.funding };
}
