/** A label within a sentence: `the street address`, but `the ZIP code`. */
const inSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/** What pages say to buyers of what they typed and of payments that failed; for the server and the browser alike. */
export const texts = {
  /** The button of a checkout that begins a subscription. */
  subscribe: 'Subscribe',
  /** @param label of the field: `Street address` */
  enter: (label: string) => `Enter the ${inSentence(label)}.`,
  tick: 'Tick this box to go on.',
  check: 'Check what is written here.',
  noNumber: (label: string) => `${label}: this is not a number.`,
  missingNumber: (label: string) => `${label}: enter a number.`,
  /** @param label `ZIP code`, @param example `10001` */
  like: (label: string, example: string) => `Check the ${inSentence(label)}: it is written like ${example}.`,
  email: { missing: 'Enter your email address.', wrong: 'This is not an email address.' },
  cardNumber: {
    missing: 'Enter the card number.',
    incomplete: 'The card number is not complete.',
    wrong: 'Check the card number.',
    real: 'Only test cards can be used here. Choose one under “Test numbers”.',
  },
  expiry: {
    missing: 'Enter the expiry date.',
    wrong: 'Write the expiry date as MM / YY.',
    past: 'This card has expired. Check the date, or use another card.',
  },
  securityCode: {
    missing: 'Enter the security code.',
    /** @param length `3`, or `3 or 4` */
    wrong: (length: string) => `The security code has ${length} digits.`,
    refused: 'Check the security code.',
  },
  routingNumber: {
    missing: 'Enter the routing number.',
    incomplete: 'A routing number has 9 digits.',
    wrong: 'Check the routing number.',
  },
  accountNumber: { missing: 'Enter the account number.', wrong: 'An account number has 4 to 17 digits.' },
  declined: {
    title: 'The payment was declined',
    /** What follows each of the reasons. */
    unharmed: 'Nothing was charged.',
    declined: 'Your bank declined the payment. Try another card.',
    insufficient_funds: 'There is not enough money on this card. Try another one.',
    invalid_card: 'Check the card number and the expiry date.',
    cvc: 'Check the security code.',
    unsupported_card: 'This kind of card is not taken here. Try another one.',
    duplicate: 'The same payment was tried a moment ago. Wait a little before you try again.',
    configuration: 'The shop cannot take payments at the moment. Try again later, or ask them.',
    unknown: 'The payment did not go through. Try again, or pay in another way.',
  },
  refused: {
    title: 'The payment could not be made',
    fields: 'Check what is marked in the form. Nothing was charged.',
    order: 'The order has changed. Load the page again to see what can be bought.',
    unavailable: 'The shop cannot take this payment at the moment. Try another way to pay, or ask them.',
    tooLarge: 'The amount is too large to be paid here.',
    stale: 'It took too long. Enter the card again.',
    other: 'Something in the form was not accepted. Check it and try again.',
  },
  stock: {
    title: 'There is not enough left',
    soldOut: 'Sold out',
    /** @param count 1 or more */
    left: (count: number) => `Only ${count} left`,
    nothing: 'Nothing can be paid here at the moment.',
    /** @param available 1 or more, less than `ordered` */
    short: (name: string, available: number, ordered: number) =>
      `Only ${available} of ${name} ${available === 1 ? 'is' : 'are'} left, and this order has ${ordered}.`,
  },
  empty: { title: 'Nothing is chosen', text: 'Choose at least one of what is sold here.' },
  /** @param total with its currency: `$49.00` */
  changed: (total: string) => ({
    title: `The total is ${total} now`,
    text: 'Nothing was charged. Enter the card again and press Pay if that is right.',
  }),
  sentBefore: {
    title: 'This form was sent before',
    text: 'If you want to pay once more, enter the card and press Pay again.',
  },
  notCharged: {
    title: 'The payment did not go through',
    text: 'Nothing was charged. You can try again.',
  },
  /** What a checkout says of itself. */
  trust: {
    title: 'Secure payment',
    /** @param merchant their name */
    card: (merchant: string) => `${merchant} never sees the number of your card, and it is not stored here.`,
    account: (merchant: string) => `${merchant} never sees the number of your account, and it is not stored here.`,
    accepted: 'You can pay with',
    bank: 'Bank account',
    questions: 'Questions about your order?',
    ask: (merchant: string) => `Ask ${merchant}`,
  },
  links: { terms: 'Terms', privacy: 'Privacy', support: 'Contact' },
  /** What the button says when it worked. */
  paid: 'Paid',
  /** What a page does not do without its script. */
  script: {
    card: 'JavaScript is off: you can pay by card, in the amount that is shown.',
    none: 'JavaScript is off, and there is no way to pay here without it.',
    bank: {
      title: 'A bank account needs JavaScript',
      text: 'Switch it on, or wait until the page is loaded, or pay by card. Nothing was charged.',
    },
    authentication: {
      title: 'Your bank wants to ask you first',
      text: 'That needs JavaScript: switch it on, or use another card. Nothing was charged.',
    },
  },
  wallet: {
    leftOut: 'Your wallet left out a name or an address that is needed here. Choose another one there, or pay by card.',
    refused: 'This card of your wallet cannot be used here. Choose another one there, or pay by card.',
  },
  bank: {
    title: 'Your bank must confirm this payment',
    text: 'It did not, and nothing was charged. Try again, or use another card.',
  },
  closed: {
    title: 'This checkout is closed',
    text: 'It was paid meanwhile, or it has expired. Nothing was charged now.',
    action: 'See what became of it',
  },
  wait: {
    title: 'Too many attempts',
    /** @param seconds 1 or more */
    text: (seconds: number) =>
      `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again. Nothing was charged.`,
  },
  lost: {
    title: 'The connection was lost',
    text: 'Nothing was charged. Check your connection and try again.',
  },
  unusable: { card: 'The card cannot be used', account: 'The account cannot be used' },
  uncertain: {
    title: 'We don’t know yet whether you have paid',
    text: 'The payment was sent, but its outcome is not known yet. Please don’t pay in another way. Check again in a moment: it is the same payment, and it can only be taken once.',
    action: 'Check again',
  },
} as const;
