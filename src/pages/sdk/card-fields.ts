import type { CardField } from './types.ts';

/** The fields of a card, in the order in which they are filled in. */
export const cardFields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const satisfies readonly CardField[];
