/** Test data for a form: a card, or a bank account. */
export interface FormTestData {
  readonly card?: string;
  readonly expiry?: string;
  readonly routing?: string;
  readonly account?: string;
}

const channelName = 'sandbox:fill';

/** The texts for a card's fields, by field name. */
export const cardEntries = ({ card = '', expiry = '' }: FormTestData) => ({
  cardNumber: card,
  cardExpiry: expiry,
  cardCvc: /^3[47]/.test(card) ? '1234' : '123',
});

/**
 * The SDK's card fields in a shop's page listen for test data from the emulator's pages, while they are visible and
 * if the browser lets them share this origin.
 */
export const onFillBeside = (fill: (filling: FormTestData) => void): void =>
  new BroadcastChannel(channelName).addEventListener('message', ({ data }: MessageEvent<FormTestData>) => {
    if (document.visibilityState === 'visible') fill(data);
  });

/** Fills in the card fields of a shop's page in another window. */
export function fillBeside(filling: FormTestData): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(filling);
  channel.close();
}
