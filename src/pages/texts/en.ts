/**
 * The texts for buyers and recipients in English. Every other language has the same texts; the compiler refuses a
 * missing one.
 */

/**
 * The effects of special test cards. Texts import nothing, so the list is here; a page with a card of another effect
 * does not compile.
 */
export type CardEffect =
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'incorrect_cvc'
  | 'chargeback'
  | 'unavailable_not_charged'
  | 'unavailable_charged'
  | 'duplicate'
  | 'configuration'
  | 'three_ds_y'
  | 'three_ds_challenge'
  | 'three_ds_n'
  | 'three_ds_a'
  | 'three_ds_r'
  | 'three_ds_u'
  | 'three_ds_not_enrolled'
  | 'three_ds_challenge_approves'
  | 'three_ds_y_approves';

/** A label within a sentence: `the street address`, but `the ZIP code`. */
const inSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/** Texts of dialogs, on the emulator's pages and on those of merchants. */
const dialogs = {
  close: 'Close',
  /** @param wallet its name */
  walletSheet: (wallet: string) => `${wallet} (sandbox)`,
  confirmWithBank: 'Confirm with your bank',
};

/** Texts of the pages' scripts, which the server also uses. */
export const scriptTexts = {
  dialogs,
  /** The space between two sentences. */
  gap: ' ',
  /** The button of a checkout. @param money `$49.00` */
  pay: (money: string) => `Pay ${money}`,
  /** The button of a checkout that starts a subscription. */
  subscribe: 'Subscribe',
  progress: {
    sending: 'Sending…',
    paying: 'Paying…',
    checking: 'Checking…',
    wallet: 'Waiting for your wallet…',
    bank: 'Checking with your bank…',
    challenge: 'Your bank wants to check that it is you…',
  },
  /** @param label of the field: `Street address` */
  enter: (label: string) => `Enter the ${inSentence(label)}.`,
  tick: 'Tick this box to go on.',
  check: 'Check what is written here.',
  noNumber: (label: string) => `${label}: this is not a number.`,
  missingNumber: (label: string) => `${label}: enter a number.`,
  /** @param label `ZIP code`, @param example `10001` */
  like: (label: string, example: string) => `Check the ${inSentence(label)}: it is written like ${example}.`,
  choose: 'Choose…',
  /** Labels of addresses, which differ by country. */
  address: {
    city: { city: 'City', town: 'Town or city', suburb: 'Suburb' },
    postalCode: { postal: 'Postal code', zip: 'ZIP code', postcode: 'Postcode', eircode: 'Eircode', pin: 'PIN code' },
    state: {
      state: 'State',
      region: 'State or region',
      province: 'Province',
      county: 'County',
      prefecture: 'Prefecture',
    },
    suggestions: 'Suggested addresses',
  },
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
    refused: 'Check the expiry date.',
    past: 'This card has expired. Check the date, or use another card.',
  },
  securityCode: {
    missing: 'Enter the security code.',
    /** @param lengths 3, 4, or both */
    wrong: (lengths: readonly number[]) => `The security code has ${lengths.join(' or ')} digits.`,
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
    /** The end of every reason. */
    unharmed: 'Nothing was charged.',
    reasons: {
      declined: 'Your bank declined the payment. Try another card.',
      insufficient_funds: 'There is not enough money on this card. Try another one.',
      invalid_card: 'Check the card number and the expiry date.',
      cvc: 'Check the security code.',
      unsupported_card: 'This kind of card is not taken here. Try another one.',
      duplicate: 'The same payment was tried a moment ago. Wait a little before you try again.',
      configuration: 'The shop cannot take payments at the moment. Try again later, or ask them.',
      unknown: 'The payment did not go through. Try again, or pay in another way.',
    },
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
  discount: {
    /** @param code as the buyer typed it */
    unknown: (code: string) => `No such discount code: '${code}'.`,
    /** For a code that would leave nothing to pay. */
    tooMuch: (code: string) => `The discount code ${code} cannot be used for this order.`,
    /** For a code that was accepted before. */
    refused: 'The discount code is not valid any more. Remove it, or use another one.',
    unchecked: 'The price could not be checked: the connection was lost.',
    title: 'The price could not be worked out',
  },
  stock: {
    title: 'There is not enough left',
    soldOut: 'Sold out',
    /** @param count 1 or more */
    left: (count: number) => `Only ${count} left`,
    nothing: 'Nothing can be paid here at the moment.',
    /** For an order that the service refuses: the reloaded page says how many items there are. */
    fewer: 'There is less of it than you have ordered. Load the page again to see what is left. Nothing was charged.',
    /** @param available less than `ordered` */
    short: (name: string, available: number, ordered: number) =>
      available <= 0
        ? `${name} is sold out.`
        : `Only ${available} of ${name} ${available === 1 ? 'is' : 'are'} left, and this order has ${ordered}.`,
  },
  empty: { title: 'Nothing is chosen', text: 'Choose at least one of what is sold here.' },
  /** The button after a success. */
  paid: 'Paid',
  notCharged: {
    title: 'The payment did not go through',
    text: 'Nothing was charged. You can try again.',
  },
  wallet: {
    leftOut: 'Your wallet left out a name or an address that is needed here. Choose another one there, or pay by card.',
    refused: 'This card of your wallet cannot be used here. Choose another one there, or pay by card.',
  },
  bank: {
    title: 'Your bank must confirm this payment',
    text: 'It did not, and nothing was charged. Try again, or use another card.',
  },
  threeDs: {
    cancelled: {
      title: 'You cancelled the check by your bank',
      text: 'Nothing was charged. Pay again when you are ready, or use another card.',
    },
    failedTitle: 'Your bank did not confirm the payment',
    failed: 'Your bank did not confirm that this is you. Nothing was charged; try another card.',
    late: 'Your bank waited too long for an answer. Nothing was charged; try again.',
    lost: 'The connection was lost before anything was charged. Check it and try again.',
    unavailable: 'Your bank could not be asked just now. Nothing was charged; try again in a moment.',
    cancel: 'Cancel',
    frame: 'Confirmation by your bank',
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
  /** For a payment that takes longer than usual. */
  slow: {
    title: 'Your payment is still under way',
    text: 'It can take up to a minute. Keep this page open: it goes on by itself, and you are charged only once.',
  },
  /** After a reload in the middle of a payment that was not sent yet. */
  interrupted: {
    title: 'The payment was not made',
    text: 'This page was loaded again before the payment was sent, so nothing was charged. Please enter it once more.',
  },
  uncertain: {
    title: 'We don’t know yet whether you have paid',
    text: 'The payment was sent, but its outcome is not known yet. Please don’t pay in another way. This page asks again by itself, and you can too: it is the same payment, and it can only be taken once.',
    action: 'Check again',
  },
  /** The pages of payout links. */
  payout: {
    notSent: 'Nothing was sent',
    lost: 'The connection was lost',
    broken: { title: 'Something went wrong here', text: 'Reload the page and try again.' },
    vaultLost: 'The card vault cannot be reached. Check the connection and try again.',
    wait: (seconds: number) => `Too many attempts. Try again in ${seconds} seconds.`,
    network: 'The payout network does not answer. Try again in a moment.',
    refused: 'Something in the form was not accepted. Check it and try again.',
    creditCard: 'This card cannot receive payouts: it is a credit card.',
    unknownBank: 'No bank has this routing number. Check it and try again.',
    claimUncertain: 'Check it and try again. The money can be claimed once, so nothing is sent twice.',
    requestUncertain:
      'Your request may have arrived all the same. Ask before you send it again: it would be a second one.',
    enterAmount: 'Enter the amount.',
    /** @param example `$25.50` */
    amountLike: (example: string) => `Write the amount as in ${example}.`,
    noAmount: 'The amount must be more than nothing.',
    atMost: (money: string) => `At most ${money} can be requested.`,
    enterName: 'Enter your name.',
    amount: 'Amount',
    to: 'To',
    reference: 'Reference',
    card: 'Card',
    endingIn: (name: string, last4: string) => `${name} ending in ${last4}`,
  },
};
export type ScriptTexts = typeof scriptTexts;

/** Texts of the browser SDK itself, in merchants' pages. */
export const sdkTexts = {
  dialogs,
  card: 'Card',
  checkout: 'Checkout',
  fields: {
    cardNumber: 'Secure card number field',
    cardExpiry: 'Secure expiry field',
    cardCvc: 'Secure security code field',
  },
  loading: 'The checkout is loading…',
  refused: {
    title: 'The checkout cannot be shown here',
    text: 'Nothing was charged. Reload the page, or ask the shop.',
  },
  unreachable: {
    title: 'The checkout cannot be reached',
    text: 'Nothing was charged. Check the connection, and reload the page.',
  },
  cardFields: {
    loading: 'The card fields are loading…',
    refused: {
      title: 'The card fields cannot be shown here',
      text: 'Nothing was charged. Reload the page, or ask the shop.',
    },
    unreachable: {
      title: 'The card fields cannot be reached',
      text: 'Nothing was charged. Check the connection, and reload the page.',
    },
  },
  /** The buttons of wallets. @param name of the wallet */
  wallets: {
    plain: (name: string) => name,
    pay: (name: string) => `Pay with ${name}`,
    buy: (name: string) => `Buy with ${name}`,
    checkout: (name: string) => `Check out with ${name}`,
  },
};
export type SdkTexts = typeof sdkTexts;

/** Texts that only the server uses. */
export const pageTexts = {
  /** Whether the form begins with the family name. */
  familyNameFirst: false,
  sandbox: {
    name: 'Sandbox',
    test: 'Test data, no real money moves',
    live: 'Live data, no real money moves',
    frameTest: 'Sandbox, test data: no real money moves',
    frameLive: 'Sandbox, live data set: no real money moves',
    /** @param merchant the merchant's name, @param emulator this program's */
    servedBy: (merchant: string, emulator: string) => `${merchant} · served by ${emulator}, a local sandbox`,
    /** Replaces the merchant on pages without a merchant. */
    brand: 'Payments sandbox',
    bank: 'Sandbox Bank',
  },
  /** Links to the merchant's terms. */
  links: { terms: 'Terms', privacy: 'Privacy', support: 'Contact' },
  backTo: (merchant: string) => `Back to ${merchant}`,
  viewInvoice: (number: string) => `View the invoice ${number}`,
  fields: {
    email: 'Email',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    country: 'Country',
    street: 'Street address',
    /** The second line of an address. */
    street2: 'Apartment, floor',
    optional: '(optional)',
    cardNumber: 'Card number',
    expiry: 'Expiry',
    expiryFormat: 'MM / YY',
    securityCode: 'Security code',
    securityCodeFormat: 'CVC',
    routingNumber: 'Routing number',
    routingNumberFormat: '9 digits',
    accountNumber: 'Account number',
    accountNumberFormat: '4 to 17 digits',
    accountType: 'Account type',
    checking: 'Checking',
    savings: 'Savings',
    accountHolder: 'Account holder',
    personal: 'Personal',
    business: 'Business',
    card: 'Card',
    debitCard: 'Debit card',
    bankAccount: 'Bank account',
    none: 'None',
  },
  /** In place of forms, in browsers without scripts. */
  needsScript: 'This form needs JavaScript: it hands your card to a vault, so that its number goes nowhere else.',
  hints: {
    title: 'Test numbers',
    intro: 'Press one to fill it in. Real cards are refused.',
    buyerIntro: 'Press one to fill it in, with a test buyer wherever a field is empty. Real cards are refused.',
    ordinary: 'Ordinary cards',
    special: 'Cards that do something',
    threeDs: '3-D Secure',
    bankAccount: 'Bank account',
    /** An ordinary card. @param brand as people write it */
    card: (brand: string, funding: 'credit' | 'debit' | 'prepaid') => `${brand} ${funding}`,
    /** A special card. @param about its effect in English, from the list of test cards */
    effect: (about: string, _effect: CardEffect) => about,
    notCharged: (card: string) => `${card}: refused, debit cards alone are taken here`,
    notPaidTo: (card: string) => `${card}: cannot be paid to`,
    notInstant: 'no instant network',
    all: 'All test cards, and amounts with an outcome of their own',
    pixels: 'A real checkout would load these; nothing leaves this machine',
  },
  checkout: {
    pay: (merchant: string) => `Pay ${merchant}`,
    order: 'Order',
    /** Unfolds the items and totals on a phone. */
    details: 'Order details',
    then: { before: 'Then ', after: (terms: string) => ` ${terms}.` },
    paidOnce: 'Paid once, it does not renew.',
    less: (product: string) => `One ${product} less`,
    more: (product: string) => `One ${product} more`,
    quantityOf: (product: string) => `Quantity of ${product}`,
    addDiscount: 'Add a discount code',
    discountCode: 'Discount code',
    apply: 'Apply',
    removeDiscount: 'Remove the discount code',
    subtotal: 'Subtotal',
    discount: 'Discount',
    total: 'Total',
    noPayments: (merchant: string) => `${merchant} takes no payments here at the moment.`,
    contact: 'Contact',
    shippingAddress: 'Shipping address',
    moreAboutOrder: 'More about your order',
    payment: 'Payment',
    billingAddress: 'Billing address',
    sameAsShipping: 'Same as the shipping address',
    howToPay: 'How do you want to pay?',
    /** The authorization of a bank debit; `{merchant}` and `{amount}` are placeholders for the name and the sum. */
    debitAuthorization:
      'By paying, I authorize {merchant} to debit {amount} from my bank account, and to credit it if a correction is needed.',
    wallets: 'Pay with a wallet',
    payWith: (wallet: string) => `Pay with ${wallet}`,
    orPay: { other: 'or pay in another way', card: 'or pay with a card', bank: 'or pay by bank account' },
    /** The sentences about the data that the shop keeps, beside the button. */
    kept: {
      card: (merchant: string) =>
        `${merchant} saves this card for later payments; the link in your receipt lets you remove it.`,
      account: (merchant: string) =>
        `${merchant} saves this account for the payments to come; the link in your receipt lets you choose another.`,
    },
    /** The statements of a checkout about itself. */
    trust: {
      title: 'Secure payment',
      /** The digits that the shop learns of a typed number. */
      card: (merchant: string) =>
        `${merchant} sees only the last four digits of your card; the number goes straight to a vault.`,
      account: (merchant: string) =>
        `${merchant} sees only the last four digits of your account; the number goes straight to a vault.`,
      either: (merchant: string) =>
        `${merchant} sees only the last four digits of your card or account; the number goes straight to a vault.`,
      accepted: 'You can pay with',
      bank: 'Bank account',
      questions: 'Questions about your order?',
      ask: (merchant: string) => `Ask ${merchant}`,
    },
  },
  confirmation: {
    portal: 'See your payments and subscriptions',
    order: 'Order',
    authorize: 'Authorize the debit at your bank',
    payAgain: 'Pay again',
    tryAgainAt: (merchant: string) => `Try again at ${merchant}`,
    receiptTo: (email: string) => `A receipt goes to ${email}.`,
    leaving: (merchant: string) => `Taking you back to ${merchant}…`,
    continueTo: (merchant: string) => `Continue to ${merchant}`,
    paid: { title: 'Thank you for your payment', text: 'Your order is confirmed.' },
    onItsWay: {
      title: 'Thank you, your payment is on its way',
      text: 'The debit of your bank account can take a few days.',
    },
    awaited: {
      title: 'One more step: authorize the debit',
      text: 'Your bank asks you once before this account is debited for the first time.',
    },
    unanswered: {
      title: 'The debit was not authorized',
      text: 'Your bank had no answer from you for 24 hours, so no money is taken.',
    },
    refused: { title: 'You refused the debit', text: 'You told your bank not to allow it, so no money is taken.' },
    failed: {
      title: 'The payment failed',
      text: 'It was rejected after all. No money is taken; the shop can tell you what to do.',
    },
    voided: { title: 'The payment was cancelled', text: 'No money is taken.' },
    refunded: { title: 'The payment was refunded', text: 'The money is on its way back.' },
    challengeReturn: { title: 'Back to the shop', text: 'Going on with your payment…' },
  },
  /** Why something cannot be paid or claimed. */
  refusals: {
    paid: {
      title: 'This has been paid',
      text: 'The payment was taken already, and a receipt was sent by e-mail. Nothing more is to be done.',
    },
    processing: {
      title: 'This payment is being processed',
      text: 'A payment was made and is on its way. It cannot be paid a second time.',
    },
    expired: {
      title: 'This checkout has expired',
      text: 'It was open for a limited time. Go back to the shop to start again; nothing was charged.',
    },
    inactive: {
      title: 'This payment link is not active',
      text: 'The merchant takes no payments with it at the moment. Ask them for another one.',
    },
    void: { title: 'This invoice was withdrawn', text: 'The merchant has voided it. Nothing is to be paid.' },
    claimed: {
      title: 'This money has been claimed',
      text: 'It is on its way to where the recipient wanted it. A link can be claimed once.',
    },
    claim_sent: {
      title: 'This money has been claimed',
      text: 'It was sent to where the recipient wanted it. A link can be claimed once.',
    },
    claim_failed: {
      title: 'This money did not arrive',
      text: 'It was claimed, but could not be sent to where the recipient wanted it. Ask the sender for a new link.',
    },
    claim_cancelled: {
      title: 'This payout was cancelled',
      text: 'The sender has taken it back. Ask them if you think that this is a mistake.',
    },
    claim_expired: {
      title: 'This payout link has expired',
      text: 'Nobody claimed the money in time, so it went back to the sender. Ask them for a new link.',
    },
    form_closed: {
      title: 'This form is closed',
      text: 'No more requests are taken here. Ask whoever sent you the link.',
    },
    no_payouts: {
      title: 'Payouts are switched off',
      text: 'The merchant cannot send money at the moment. Try again later, or ask them.',
    },
    session_unknown: {
      title: 'The checkout cannot be shown here',
      text: 'Nothing was charged. Reload the page, or ask the shop.',
    },
    unknown: {
      title: 'There is nothing at this address',
      text: 'Check that the link is complete. If it came by e-mail, open it from there again.',
    },
  },
  failure: { invalid: 'This request is not valid', broken: 'Something went wrong' },
  /** The pages of payout links. */
  payout: {
    billingPostalCode: 'Billing postal code',
    claimTitle: (money: string, merchant: string) => `Claim ${money} from ${merchant}`,
    /** @param recipient null: no name is known */
    sentYou: (merchant: string, recipient: string | null) =>
      `${recipient === null ? '' : `${recipient}, `}${merchant} has sent you`,
    claimUntil: (day: string) => `Claim it until ${day}`,
    whereTo: 'Where should it go?',
    methods: 'Card or bank account',
    cardSpeed: 'Debit and prepaid cards. It arrives within minutes.',
    bankSpeed: 'It arrives in one to three business days.',
    who: 'Who are you?',
    claim: (money: string) => `Claim ${money}`,
    requestTitle: (merchant: string) => `Request a payout from ${merchant}`,
    requestIntro: (merchant: string) =>
      `Say how much and where it should go. ${merchant} looks at each request before it is paid.`,
    yourRequest: 'Your request',
    amount: 'Amount',
    name: 'Name',
    whatFor: 'What is it for?',
    cards: 'Debit and prepaid cards.',
    send: 'Send request',
    requested: (merchant: string) => ({
      title: 'Your request was sent',
      text: `${merchant} decides about it. What is approved goes to your card.`,
    }),
    to: 'To',
    reason: 'Reason',
    reference: 'Reference',
    sent: (merchant: string) => ({
      title: 'Your money was sent',
      text: `It has left ${merchant} and was taken by your bank.`,
    }),
    returned: (merchant: string) => ({
      title: 'Your money came back',
      text: `Your bank sent it back. Ask ${merchant} for a new link, and give another card or bank account then.`,
    }),
    failed: (merchant: string) => ({
      title: 'Your money did not arrive',
      text: `It could not be paid there, and ${merchant} has it back. Ask ${merchant} for a new link, and give another card or bank account then.`,
    }),
    cancelled: (merchant: string) => ({
      title: 'This payout was cancelled',
      text: `${merchant} has taken it back before it was sent. Ask them if you think that this is a mistake.`,
    }),
    onItsWay: {
      title: 'Your money is on its way',
      card: 'It arrives within minutes. You can close this page.',
      bank: 'It arrives in one to three business days. You can close this page.',
    },
  },
  invoice: {
    title: (number: string, merchant: string) => `Invoice ${number} from ${merchant}`,
    lines: 'What is invoiced',
    print: 'Print',
    download: 'Download PDF',
    status: 'Status:',
    open: 'Open',
    processing: 'Processing',
    paid: 'Paid',
    void: 'Void',
    overdue: 'Overdue',
    processingNotice: 'A payment was made and is being processed. Nothing more is to be done.',
    paidNotice: 'This invoice is paid. Thank you.',
    voidNotice: 'This invoice was withdrawn; nothing is to be paid.',
  },
  bankAuth: {
    title: (merchant: string) => `Authorize the debit by ${merchant}`,
    question: 'Authorize this debit?',
    text: (merchant: string) => `${merchant} debits your bank account for the first time, and your bank asks you once.`,
    merchant: 'Merchant',
    amount: 'Amount',
    account: 'Account',
    endingIn: (last4: string) => `Ending in ${last4}`,
    authorize: 'Authorize',
    refuse: 'Refuse',
    hint: 'The debit waits for your answer; without one it fails after 24 hours by the clock of the sandbox.',
  },
  challenge: {
    title: (merchant: string) => `Approve the payment to ${merchant}`,
    question: 'Is this you?',
    text: (merchant: string) => `${merchant} asks your bank to confirm this payment with your card.`,
    textWithoutAmount: (merchant: string) => `${merchant} asks your bank to confirm a payment with your card.`,
    merchant: 'Merchant',
    amount: 'Amount',
    card: 'Card',
    approve: 'Approve',
    refuse: 'Refuse',
    cancel: 'Cancel',
    hint: 'In the sandbox you choose what the bank says, here or in a terminal:',
    approved: { title: 'You approved the payment', text: 'Your bank has confirmed that it is you.' },
    notOpen: {
      title: 'No challenge is open',
      text: 'The shop has not asked your bank yet, or your bank needed no challenge.',
    },
    refused: {
      title: 'The payment was refused',
      text: 'Your bank did not confirm that it is you. Nothing is charged.',
    },
    cancelled: { title: 'You cancelled', text: 'Nothing is charged. You can pay with another card.' },
    decidedBefore: 'This was decided before. ',
    goBack: 'You can go back to the shop.',
    back: 'Back to the shop',
    returned: {
      title: 'Your answer has reached the shop',
      text: 'The shop goes on by itself. You can close this window.',
    },
    unknown: {
      title: 'This challenge is unknown',
      text: 'No payment is being authenticated at this address.',
    },
    missing: 'The challenge request is missing',
    invalid: 'This challenge request is not valid',
  },
  portal: {
    title: 'Your account',
    subscriptions: 'Subscriptions',
    methods: 'Saved payment methods',
    payments: 'Payments',
    invoices: 'Invoices',
    none: {
      subscriptions: 'You have no subscriptions.',
      methods: 'Nothing is saved.',
      payments: 'You have not paid anything yet.',
    },
    each: (money: string, every: string) => `${money} ${every}`,
    endsOn: (day: string) => `Ends on ${day}`,
    endsText: (day: string) => `You have it until ${day}. Nothing more is charged.`,
    endedOn: (day: string) => `Ended on ${day}`,
    since: (day: string) => `Since ${day}`,
    nextOn: (day: string, method: string) => `Next payment on ${day}, with ${method}.`,
    startsOn: (day: string, method: string) => `It starts on ${day}, with a payment by ${method}.`,
    retryOn: (day: string, method: string) =>
      `The last payment did not go through. It is tried again on ${day}, with ${method}.`,
    pausedText: 'Nothing is charged while it is paused.',
    pendingText: 'A payment is being processed.',
    gone: 'a payment method that was removed',
    cancel: 'Cancel',
    cancelAtEnd: (day: string) => `You keep it until ${day}, and nothing more is charged.`,
    cancelNow: 'It ends at once, and nothing more is charged.',
    cancelButton: 'Cancel subscription',
    keepButton: 'Keep subscription',
    change: 'Pay with another method',
    changeLabel: 'Charge from now on',
    changeButton: 'Save',
    expires: (month: string, year: string) => `Expires ${month}/${year}`,
    expired: 'Expired',
    /** @param order the number of the order that saved the payment method; null: it was saved without an order */
    savedOn: (day: string, order: number | null) =>
      order === null ? `Saved on ${day}` : `Saved on ${day} with order #${order}`,
    paysFor: (names: string) => `Pays for ${names}`,
    remove: 'Remove',
    removeText: 'Nothing more is charged to it. You can enter it again at any time.',
    removeButton: 'Remove it',
    add: 'Add a card',
    addButton: 'Save card',
    addText: 'It is stored safely, and nothing is charged now.',
    debitOnly: 'Debit and prepaid cards are taken here, credit cards are not.',
    notTaken: 'Credit cards are not taken here. Use a debit or prepaid card.',
    badCard: 'Check the card number. Only test cards work here.',
    details: 'Your details',
    contact: 'Name and contact',
    edit: 'Edit',
    noName: 'No name yet',
    noAddress: 'No shipping address yet.',
    addAddress: 'Add an address',
    saveDetails: 'Save',
    emailRefused: 'This email address cannot be used here. Perhaps another customer has it.',
    order: (number: number) => `Order #${number}`,
    refunded: (money: string) => `${money} refunded`,
    earlier: 'Earlier payments',
    newest: 'Newest payments',
    paidOn: (day: string) => `Paid on ${day}`,
    dueOn: (day: string) => `Due on ${day}`,
    view: 'View',
    whatWasBought: 'What was paid for',
    lost: { title: 'The connection was lost', text: 'Check it and try again. Nothing is done twice.' },
    tooMany: (seconds: number) => ({
      title: 'Too many attempts',
      text: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    }),
    /** The messages of each action: during it, and after it. */
    actions: {
      cancelled: {
        busy: 'Cancelling…',
        done: { title: 'The subscription is cancelled', text: 'Nothing more is charged for it.' },
        refused: { title: 'It could not be cancelled', text: 'This page shows how it stands now.' },
      },
      kept: {
        busy: 'One moment…',
        done: { title: 'You keep the subscription', text: 'It goes on as before.' },
        refused: { title: 'It could not be kept', text: 'This page shows how it stands now.' },
      },
      changed: {
        busy: 'Saving…',
        done: { title: 'The payment method is changed', text: 'The next payments are charged to it.' },
        refused: { title: 'This payment method cannot be used', text: 'Choose another one, or add a card.' },
      },
      added: {
        busy: 'Saving…',
        done: { title: 'The card is saved', text: 'You can use it for your subscriptions.' },
        refused: {
          title: 'The card was not saved',
          text: 'Check its number and its expiry date. Only test cards work here.',
        },
      },
      removed: {
        busy: 'Removing…',
        done: { title: 'The payment method is removed', text: 'It is charged no more.' },
        refused: {
          title: 'It could not be removed',
          text: 'A subscription is paid with it. Choose another payment method there first.',
        },
      },
      renamed: {
        busy: 'Saving…',
        done: { title: 'Your details are changed', text: 'Receipts and invoices have them from now on.' },
        refused: { title: 'Your details were not changed', text: 'Check what you have entered.' },
      },
      moved: {
        busy: 'Saving…',
        done: { title: 'Your shipping address is changed', text: 'What you order from now on is sent there.' },
        refused: { title: 'Your shipping address was not changed', text: 'Check what you have entered.' },
      },
    },
    /** Why a payment failed, below its amount. */
    failures: {
      declined: 'The bank declined it.',
      insufficient_funds: 'There was not enough money on it.',
      invalid_card: 'The card was not valid, or had expired.',
      cvc: 'The security code was wrong.',
      unsupported_card: 'This kind of card is not taken here.',
      duplicate: 'It looked like the same payment made twice.',
      configuration: 'The shop could not take payments just then.',
      gateway_unavailable: 'The payment service could not be reached.',
      unknown: 'It did not go through.',
      not_authorized: 'It was not authorized at the bank.',
      returned: 'The bank rejected the debit.',
    },
    subscriptionStates: {
      active: 'Active',
      scheduled: 'Starts later',
      paused: 'Paused',
      past_due: 'Payment missing',
      cancelled: 'Ended',
    },
    paymentStates: {
      pending_settlement: 'Processing',
      settled: 'Paid',
      failed: 'Failed',
      disputed: 'Disputed',
      voided: 'Cancelled',
      refunded: 'Refunded',
      partially_refunded: 'Partly refunded',
    },
    invoiceStates: { sent: 'Open', viewed: 'Open', processing: 'Processing', paid: 'Paid', void: 'Withdrawn' },
    overdue: 'Overdue',
  },
  /** The emulated sheet of a wallet. */
  sheet: {
    intro: 'An emulated sheet: no wallet is asked, no money moves.',
    pay: 'Pay',
    total: 'Total',
    card: 'Card',
    device: '(device)',
    /** The outcomes of a sheet's cards. */
    outcomes: {
      approved: 'Approved',
      device: 'Approved, as a token of this device',
      challenge: 'The bank asks to confirm where 3-D Secure is on, then approved',
      unasked: 'Approved; the bank is not asked',
      declined: 'Declined when charged',
      hidden: 'Approved, its number known to the wallet alone',
    },
    buyer: 'Buyer: Ada Lovelace, Springfield',
    delivery: 'The address is sent as the shipping address too.',
    address: 'Address',
    apartment: 'Apartment',
    city: 'City',
    state: 'State',
    postalCode: 'Postal code',
    /** @param amount the markup of the sum stands between the two */
    payAmount: { before: 'Pay ', after: '' },
  },
  /** The fields of the browser SDK. */
  sdkField: {
    cardNumber: 'Card number',
    cardExpiry: 'Expiry date, month and year',
    cardCvc: 'Security code',
    codeBehind: 'The last three digits on the back of the card',
    codeInFront: 'The four digits on the front of the card, above the number',
  },
};
export type PageTexts = typeof pageTexts;
