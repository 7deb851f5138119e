import type { CardBrand } from './card-numbers.ts';
import type { CardFunding } from './cards.ts';

/** A card's BIN, and the network's data about the card. */
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

/** The type of a card. If its sources disagree, the network takes precedence. */
interface CardTypeConsensus {
  readonly type: CardFunding;
  readonly sources: readonly ('network' | 'directory')[];
  readonly agreed: boolean;
}

/** BINs that the directory does not contain: a Visa prepaid card (4500 6000 …) and UnionPay (6200 0000 …). */
const unlisted: ReadonlySet<string> = new Set(['450060', '620000']);
/** BINs without a type: a Visa debit card (4117 1010 …), and again UnionPay. */
const unclassified: ReadonlySet<string> = new Set(['411710', '620000']);
/** A BIN whose directory entry is wrong: a regulated Visa debit card (4111 1610 …). */
const mistaken: ReadonlyMap<string, CardFunding> = new Map([['411116', 'credit']]);

/**
 * The entry for a card's BIN in a directory that is independent of the networks (specification, "Account check");
 * null if there is none. The directory does not include cards that only a workspace lists.
 */
export function findBin({ bin, brand, funding, country }: CardFacts): BinEntry | null {
  if (country === null || unlisted.has(bin)) return null;
  const issuer = country === 'US' ? 'Test Bank' : `Test Bank ${country}`;
  return { number: bin, brand, funding: mistaken.get(bin) ?? funding, issuer, country };
}

/** The type of a card according to the network and the directory; null if it is unknown. */
export function typeConsensusOf(card: CardFacts): CardTypeConsensus | null {
  if (card.country === null || unclassified.has(card.bin)) return null;
  const entry = findBin(card);
  if (entry === null) return { type: card.funding, sources: ['network'], agreed: true };
  return { type: card.funding, sources: ['network', 'directory'], agreed: entry.funding === card.funding };
}
