/**
 * The English texts for buyers and recipients. Every other language has the same texts, and the compiler reports a
 * missing text.
 */

/**
 * The effects of special test cards. Text modules do not import other modules, so the list is here. A page that has a
 * card with another effect does not compile.
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

/** A label within a sentence, such as `the street address`, but `the ZIP code`. */
const inSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/** Texts of dialogs, on the emulator's pages and on the merchants' pages. */
const dialogs = {
  close: 'Close',
  /** @param wallet the name of the wallet */
  walletSheet: (wallet: string) => `${wallet} (sandbox)`,
  confirmWithBank: 'Confirm with your bank',
};

/** Texts of the pages' scripts, which the server also uses. */
export const scriptTexts = {
  dialogs,
  /** The space between two sentences. */
  gap: ' ',
  /** The button of a checkout. @param money such as `$49.00` */
  pay: (money: string) => `Pay ${money}`,
  /** The button of a checkout that starts a subscription. */
  subscribe: 'Subscribe',
  progress: {
    sending: 'Sending…',
    paying: 'Paying…',
    checking: 'Checking…',
    wallet: 'Waiting for your wallet…',
    bank: 'Checking with your bank…',
    challenge: 'Your bank needs to confirm your identity…',
  },
  /** @param label the label of the field, such as `Street address` */
  enter: (label: string) => `Enter the ${inSentence(label)}.`,
  tick: 'Select this box to continue.',
  check: 'Check this field.',
  noNumber: (label: string) => `${label}: enter a valid number.`,
  missingNumber: (label: string) => `${label}: enter a number.`,
  /** @param label such as `ZIP code`, @param example such as `10001` */
  like: (label: string, example: string) => `Check the ${inSentence(label)}. Example: ${example}.`,
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
  email: { missing: 'Enter your email address.', wrong: 'Enter a valid email address.' },
  cardNumber: {
    missing: 'Enter the card number.',
    incomplete: 'The card number is incomplete.',
    wrong: 'Check the card number.',
    real: 'Only test cards can be used here. Choose one under "Test numbers".',
  },
  expiry: {
    missing: 'Enter the expiry date.',
    wrong: 'Enter the expiry date as MM / YY.',
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
    /** The sentence at the end of every reason. */
    unharmed: 'You were not charged.',
    reasons: {
      declined: 'Your bank declined the payment. Try another card.',
      insufficient_funds: 'This card has insufficient funds. Try another card.',
      invalid_card: 'Check the card number and the expiry date.',
      cvc: 'Check the security code.',
      unsupported_card: 'This type of card is not accepted here. Try another card.',
      duplicate: 'The same payment was attempted a moment ago. Wait a moment before you try again.',
      configuration: 'The shop cannot accept payments at the moment. Try again later, or contact the shop.',
      unknown: 'The payment did not go through. Try again, or use another payment method.',
    },
  },
  refused: {
    title: 'The payment could not be processed',
    fields: 'Check the highlighted fields. You were not charged.',
    order: 'The order has changed. Reload the page to see what is available.',
    unavailable: 'The shop cannot accept this payment at the moment. Try another payment method, or contact the shop.',
    tooLarge: 'The amount is too large to pay here.',
    stale: 'This took too long. Enter your card details again.',
    other: 'Some of the information was not accepted. Check the form and try again.',
  },
  discount: {
    /** @param code as the buyer typed it */
    unknown: (code: string) => `The discount code '${code}' does not exist.`,
    /** For a code that would reduce the amount to zero. */
    tooMuch: (code: string) => `The discount code ${code} cannot be used for this order.`,
    /** For a code that was accepted before. */
    refused: 'The discount code is no longer valid. Remove it, or use another code.',
    unchecked: 'The price could not be checked, because the connection was lost.',
    title: 'The price could not be calculated',
  },
  stock: {
    title: 'Not enough items are available',
    soldOut: 'Sold out',
    /** @param count 1 or more */
    left: (count: number) => `Only ${count} left`,
    nothing: 'Payment is not available here at the moment.',
    /** For an order that the service refuses. The reloaded page shows how many items are available. */
    fewer:
      'Fewer items are available than you ordered. Reload the page to see the available quantity. You were not charged.',
    /** @param available less than `ordered` */
    short: (name: string, available: number, ordered: number) =>
      available <= 0
        ? `${name} is sold out.`
        : `${name}: only ${available} ${available === 1 ? 'is' : 'are'} left, but this order has ${ordered}.`,
  },
  empty: { title: 'Nothing is chosen', text: 'Choose at least one item.' },
  /** The button after a success. */
  paid: 'Paid',
  notCharged: {
    title: 'The payment did not go through',
    text: 'You were not charged. You can try again.',
  },
  wallet: {
    leftOut:
      'Your wallet did not provide a required name or address. Choose another name or address in the wallet, or pay by card.',
    refused: 'This card in your wallet cannot be used here. Choose another card in the wallet, or pay by card.',
  },
  bank: {
    title: 'Your bank must confirm this payment',
    text: 'The payment was not confirmed, and you were not charged. Try again, or use another card.',
  },
  threeDs: {
    cancelled: {
      title: 'You cancelled the bank verification',
      text: 'You were not charged. Pay again when you are ready, or use another card.',
    },
    failedTitle: 'Your bank did not confirm the payment',
    failed: 'Your bank did not confirm your identity. You were not charged; try another card.',
    late: 'Your bank did not receive an answer in time. You were not charged; try again.',
    lost: 'The connection was lost, and you were not charged. Check your connection and try again.',
    unavailable: 'Your bank could not be reached. You were not charged; try again in a moment.',
    cancel: 'Cancel',
    frame: 'Bank confirmation',
  },
  closed: {
    title: 'This checkout is closed',
    text: 'The order has already been paid, or the checkout has expired. You were not charged this time.',
    action: 'See the current status',
  },
  wait: {
    title: 'Too many attempts',
    /** @param seconds 1 or more */
    text: (seconds: number) =>
      `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again. You were not charged.`,
  },
  lost: {
    title: 'The connection was lost',
    text: 'You were not charged. Check your connection and try again.',
  },
  unusable: { card: 'The card cannot be used', account: 'The account cannot be used' },
  /** For a payment that takes longer than usual. */
  slow: {
    title: 'Your payment is still in progress',
    text: 'This can take up to a minute. Keep this page open: the payment continues automatically, and you are charged only once.',
  },
  /** After a reload before the payment was sent. */
  interrupted: {
    title: 'The payment was not made',
    text: 'This page was reloaded before the payment was sent, so you were not charged. Please enter the payment again.',
  },
  uncertain: {
    title: 'We do not know yet whether your payment succeeded',
    text: 'The payment was sent, but the outcome is not known yet. Please do not pay in another way. This page checks again automatically, and you can also check yourself: the payment stays the same, so you can be charged only once.',
    action: 'Check again',
  },
  /** The pages of payout links. */
  payout: {
    notSent: 'Nothing was sent',
    lost: 'The connection was lost',
    broken: { title: 'Something went wrong here', text: 'Reload the page and try again.' },
    vaultLost: 'The card vault cannot be reached. Check your connection and try again.',
    wait: (seconds: number) => `Too many attempts. Try again in ${seconds} seconds.`,
    network: 'The payout network is not responding. Try again in a moment.',
    refused: 'Some of the information was not accepted. Check the form and try again.',
    creditCard: 'This card cannot receive payouts, because it is a credit card.',
    unknownBank: 'No bank has this routing number. Check the number and try again.',
    claimUncertain:
      'Check your connection and try again. The money can be claimed only once, so it cannot be sent twice.',
    requestUncertain:
      'Your request may have been received. Check with the merchant before you send it again, because sending it again creates a second request.',
    enterAmount: 'Enter the amount.',
    /** @param example `$25.50` */
    amountLike: (example: string) => `Enter the amount in this format: ${example}.`,
    noAmount: 'The amount must be greater than zero.',
    atMost: (money: string) => `You can request at most ${money}.`,
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
    text: 'You were not charged. Reload the page, or contact the shop.',
  },
  unreachable: {
    title: 'The checkout cannot be reached',
    text: 'You were not charged. Check your connection and reload the page.',
  },
  cardFields: {
    loading: 'The card fields are loading…',
    refused: {
      title: 'The card fields cannot be shown here',
      text: 'You were not charged. Reload the page, or contact the shop.',
    },
    unreachable: {
      title: 'The card fields cannot be reached',
      text: 'You were not charged. Check your connection and reload the page.',
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
  /** Whether the form starts with the family name. */
  familyNameFirst: false,
  sandbox: {
    name: 'Sandbox',
    inspector: 'Inspector',
    test: 'Test data: no real money moves',
    live: 'Live data: no real money moves',
    frameTest: 'Sandbox, test data: no real money moves',
    frameLive: 'Sandbox, live data: no real money moves',
    /** @param merchant the merchant's name, @param emulator this program's name */
    servedBy: (merchant: string, emulator: string) => `${merchant} · served by ${emulator}, a local sandbox`,
    /** Replaces the brand of the merchant on pages without a merchant. */
    brand: 'Payments sandbox',
    bank: 'Sandbox Bank',
  },
  /** Links to the merchant's terms. */
  links: { terms: 'Terms', privacy: 'Privacy', support: 'Contact' },
  backTo: (merchant: string) => `Back to ${merchant}`,
  viewInvoice: (number: string) => `View invoice ${number}`,
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
  needsScript: 'This form requires JavaScript. It sends your card number only to a vault.',
  hints: {
    title: 'Test numbers',
    intro: 'Select a number to fill in the form. Real cards are refused.',
    buyerIntro: 'Select a number to fill in the form; empty buyer fields get test data. Real cards are refused.',
    ordinary: 'Ordinary cards',
    special: 'Cards with special outcomes',
    threeDs: '3-D Secure',
    bankAccount: 'Bank account',
    /** An ordinary card. @param brand the brand in its usual spelling */
    card: (brand: string, funding: 'credit' | 'debit' | 'prepaid') => `${brand} ${funding}`,
    /** A special card. @param about its effect in English, from the list of test cards */
    effect: (about: string, _effect: CardEffect) => about,
    notCharged: (card: string) => `${card}: refused; only debit cards are accepted here`,
    notPaidTo: (card: string) => `${card}: cannot receive payouts`,
    notInstant: 'no instant network',
    all: 'All test cards, and amounts with special outcomes',
    pixels: 'A real checkout would load these pixels; no data leaves this machine',
  },
  checkout: {
    pay: (merchant: string) => `Pay ${merchant}`,
    order: 'Order',
    /** Expands the items and totals on a phone. */
    details: 'Order details',
    then: { before: 'Then ', after: (terms: string) => ` ${terms}.` },
    paidOnce: 'One-time payment; does not renew.',
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
    noPayments: (merchant: string) => `${merchant} does not accept payments here at the moment.`,
    contact: 'Contact',
    shippingAddress: 'Shipping address',
    moreAboutOrder: 'More about your order',
    payment: 'Payment',
    billingAddress: 'Billing address',
    sameAsShipping: 'Same as the shipping address',
    howToPay: 'How do you want to pay?',
    /**
     * The authorization of a bank debit. `{merchant}` and `{amount}` are placeholders for the name and the amount.
     */
    debitAuthorization:
      'By paying, I authorize {merchant} to debit {amount} from my bank account, and to credit it if a correction is needed.',
    wallets: 'Pay with a wallet',
    payWith: (wallet: string) => `Pay with ${wallet}`,
    orPay: { other: 'or pay another way', card: 'or pay with a card', bank: 'or pay with a bank account' },
    /** The sentences about the data that the shop stores, beside the button. */
    kept: {
      card: (merchant: string) =>
        `${merchant} saves this card for future payments; you can remove the card with the link in your receipt.`,
      account: (merchant: string) =>
        `${merchant} saves this account for future payments; you can choose another account with the link in your receipt.`,
    },
    /** The statements of a checkout about itself. */
    trust: {
      title: 'Secure payment',
      /** The digits of a typed number that the shop receives. */
      card: (merchant: string) =>
        `${merchant} sees only the last four digits of your card number; the full number goes directly to a vault.`,
      account: (merchant: string) =>
        `${merchant} sees only the last four digits of your account number; the full number goes directly to a vault.`,
      either: (merchant: string) =>
        `${merchant} sees only the last four digits of your card or account number; the full number goes directly to a vault.`,
      accepted: 'You can pay with',
      bank: 'Bank account',
      questions: 'Questions about your order?',
      ask: (merchant: string) => `Ask ${merchant}`,
    },
  },
  confirmation: {
    portal: 'See your payments and subscriptions',
    order: 'Order',
    authorize: 'Authorize the debit with your bank',
    payAgain: 'Pay again',
    tryAgainAt: (merchant: string) => `Try again at ${merchant}`,
    receiptTo: (email: string) => `A receipt will be sent to ${email}.`,
    leaving: (merchant: string) => `Taking you back to ${merchant}…`,
    continueTo: (merchant: string) => `Continue to ${merchant}`,
    paid: { title: 'Thank you for your payment', text: 'Your order is confirmed.' },
    onItsWay: {
      title: 'Thank you, your payment is on its way',
      text: 'The bank debit can take a few days.',
    },
    awaited: {
      title: 'One more step: authorize the debit',
      text: 'Your bank asks for your authorization once, before the first debit from this account.',
    },
    unanswered: {
      title: 'The debit was not authorized',
      text: 'Your bank did not receive your answer within 24 hours, so you will not be charged.',
    },
    refused: {
      title: 'You refused the debit',
      text: 'You told your bank not to allow the debit, so you will not be charged.',
    },
    failed: {
      title: 'The payment failed',
      text: 'The payment was rejected later. You will not be charged; contact the shop for the next steps.',
    },
    voided: { title: 'The payment was cancelled', text: 'You will not be charged.' },
    refunded: { title: 'The payment was refunded', text: 'The money is on its way back to you.' },
    challengeReturn: { title: 'Back to the shop', text: 'Continuing with your payment…' },
  },
  /** Why an object cannot be paid or claimed. */
  refusals: {
    paid: {
      title: 'Already paid',
      text: 'The payment has already been made, and a receipt was sent by email. You do not need to do anything.',
    },
    processing: {
      title: 'This payment is being processed',
      text: 'A payment has been made and is being processed. You cannot pay a second time.',
    },
    expired: {
      title: 'This checkout has expired',
      text: 'The checkout was open for a limited time. Go back to the shop to start again; you were not charged.',
    },
    inactive: {
      title: 'This payment link is not active',
      text: 'The merchant does not accept payments through this link at the moment. Ask the merchant for another link.',
    },
    void: { title: 'This invoice was withdrawn', text: 'The merchant voided this invoice. No payment is due.' },
    claimed: {
      title: 'This money has been claimed',
      text: 'The money is on its way to the destination that the recipient chose. A link can be claimed only once.',
    },
    claim_sent: {
      title: 'This money has been claimed',
      text: 'The money was sent to the destination that the recipient chose. A link can be claimed only once.',
    },
    claim_failed: {
      title: 'This money did not arrive',
      text: 'The money was claimed, but could not be sent to the destination that the recipient chose. Ask the sender for a new link.',
    },
    claim_cancelled: {
      title: 'This payout was cancelled',
      text: 'The sender withdrew this payout. Contact the sender if you think that this is a mistake.',
    },
    claim_expired: {
      title: 'This payout link has expired',
      text: 'The money was not claimed in time, so it was returned to the sender. Ask the sender for a new link.',
    },
    form_closed: {
      title: 'This form is closed',
      text: 'The form no longer accepts requests. Contact the person who sent you the link.',
    },
    no_payouts: {
      title: 'Payouts are turned off',
      text: 'The merchant cannot send money at the moment. Try again later, or contact the merchant.',
    },
    session_unknown: {
      title: 'The checkout cannot be shown here',
      text: 'You were not charged. Reload the page, or contact the shop.',
    },
    unknown: {
      title: 'This page does not exist',
      text: 'Check that the link is complete. If you received it by email, open it from the email again.',
    },
  },
  failure: { invalid: 'This request is not valid', broken: 'Something went wrong' },
  /** The pages of payout links. */
  payout: {
    billingPostalCode: 'Billing postal code',
    claimTitle: (money: string, merchant: string) => `Claim ${money} from ${merchant}`,
    /** @param recipient null if no name is known */
    sentYou: (merchant: string, recipient: string | null) =>
      `${recipient === null ? '' : `${recipient}, `}${merchant} has sent you`,
    claimUntil: (day: string) => `Claim it by ${day}`,
    whereTo: 'Where should the money go?',
    methods: 'Card or bank account',
    cardSpeed: 'Debit and prepaid cards. The money arrives within minutes.',
    bankSpeed: 'The money arrives in one to three business days.',
    who: 'Who are you?',
    claim: (money: string) => `Claim ${money}`,
    requestTitle: (merchant: string) => `Request a payout from ${merchant}`,
    requestIntro: (merchant: string) =>
      `Enter the amount and where to send the money. ${merchant} reviews each request before paying it.`,
    yourRequest: 'Your request',
    amount: 'Amount',
    name: 'Name',
    whatFor: 'What is this payout for?',
    cards: 'Debit and prepaid cards.',
    send: 'Send request',
    requested: (merchant: string) => ({
      title: 'Your request was sent',
      text: `${merchant} will review your request. If it is approved, the money goes to your card.`,
    }),
    to: 'To',
    reason: 'Reason',
    reference: 'Reference',
    sent: (merchant: string) => ({
      title: 'Your money was sent',
      text: `${merchant} sent the money, and your bank accepted it.`,
    }),
    returned: (merchant: string) => ({
      title: 'Your money was returned',
      text: `Your bank sent the money back. Ask ${merchant} for a new link, and then enter another card or bank account.`,
    }),
    failed: (merchant: string) => ({
      title: 'Your money did not arrive',
      text: `The payout failed, and the money was returned to ${merchant}. Ask ${merchant} for a new link, and then enter another card or bank account.`,
    }),
    cancelled: (merchant: string) => ({
      title: 'This payout was cancelled',
      text: `${merchant} withdrew the payout before it was sent. Contact the merchant if you think that this is a mistake.`,
    }),
    onItsWay: {
      title: 'Your money is on its way',
      card: 'The money arrives within minutes. You can close this page.',
      bank: 'The money arrives in one to three business days. You can close this page.',
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
    processingNotice: 'A payment has been made and is being processed. You do not need to do anything.',
    paidNotice: 'This invoice is paid. Thank you.',
    voidNotice: 'This invoice was withdrawn; no payment is due.',
  },
  bankAuth: {
    title: (merchant: string) => `Authorize the debit by ${merchant}`,
    question: 'Authorize this debit?',
    text: (merchant: string) =>
      `${merchant} is debiting your bank account for the first time, so your bank asks for your authorization once.`,
    merchant: 'Merchant',
    amount: 'Amount',
    account: 'Account',
    endingIn: (last4: string) => `Ending in ${last4}`,
    authorize: 'Authorize',
    refuse: 'Refuse',
    hint: 'If you do not answer, the debit fails after 24 hours on the sandbox clock.',
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
    hint: 'In the sandbox, you choose how the bank responds, here or in a terminal:',
    approved: { title: 'You approved the payment', text: 'Your bank has confirmed your identity.' },
    notOpen: {
      title: 'No challenge is open',
      text: 'The shop has not contacted your bank yet, or your bank did not require a challenge.',
    },
    refused: {
      title: 'The payment was refused',
      text: 'Your bank did not confirm your identity. You will not be charged.',
    },
    cancelled: { title: 'You cancelled', text: 'You will not be charged. You can pay with another card.' },
    decidedBefore: 'This challenge has already been completed. ',
    goBack: 'You can go back to the shop.',
    back: 'Back to the shop',
    returned: {
      title: 'The shop received your answer',
      text: 'The shop continues automatically. You can close this window.',
    },
    unknown: {
      title: 'This challenge does not exist',
      text: 'No payment authentication is in progress at this address.',
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
      payments: 'You have no payments yet.',
    },
    each: (money: string, every: string) => `${money} ${every}`,
    endsOn: (day: string) => `Ends on ${day}`,
    endsText: (day: string) => `The subscription stays active until ${day}. You will not be charged again.`,
    endedOn: (day: string) => `Ended on ${day}`,
    since: (day: string) => `Since ${day}`,
    nextOn: (day: string, method: string) => `Next payment on ${day}, with ${method}.`,
    startsOn: (day: string, method: string) => `The subscription starts on ${day}, with a payment by ${method}.`,
    retryOn: (day: string, method: string) =>
      `The last payment did not go through. The next attempt is on ${day}, with ${method}.`,
    pausedText: 'You are not charged while the subscription is paused.',
    pendingText: 'A payment is being processed.',
    gone: 'a removed payment method',
    cancel: 'Cancel',
    cancelAtEnd: (day: string) => `You keep the subscription until ${day}, and you will not be charged again.`,
    cancelNow: 'The subscription ends immediately, and you will not be charged again.',
    cancelButton: 'Cancel subscription',
    keepButton: 'Keep subscription',
    change: 'Pay with another method',
    changeLabel: 'Payment method for future charges',
    changeButton: 'Save',
    expires: (month: string, year: string) => `Expires ${month}/${year}`,
    expired: 'Expired',
    /** @param order the number of the order that saved the payment method; null if it was saved without an order */
    savedOn: (day: string, order: number | null) =>
      order === null ? `Saved on ${day}` : `Saved on ${day} with order #${order}`,
    paysFor: (names: string) => `Pays for ${names}`,
    remove: 'Remove',
    removeText: 'This payment method will not be charged again. You can add it again at any time.',
    removeButton: 'Remove it',
    add: 'Add a card',
    addButton: 'Save card',
    addText: 'Your card is stored securely, and you are not charged now.',
    debitOnly: 'Debit and prepaid cards are accepted here, but credit cards are not.',
    notTaken: 'Credit cards are not accepted here. Use a debit or prepaid card.',
    badCard: 'Check the card number. Only test cards work here.',
    details: 'Your details',
    contact: 'Name and contact',
    edit: 'Edit',
    noName: 'No name yet',
    noAddress: 'No shipping address yet.',
    addAddress: 'Add an address',
    saveDetails: 'Save',
    emailRefused: 'This email address cannot be used here. Another customer may already use it.',
    order: (number: number) => `Order #${number}`,
    refunded: (money: string) => `${money} refunded`,
    earlier: 'Earlier payments',
    newest: 'Newest payments',
    paidOn: (day: string) => `Paid on ${day}`,
    dueOn: (day: string) => `Due on ${day}`,
    view: 'View',
    whatWasBought: 'What you paid for',
    lost: {
      title: 'The connection was lost',
      text: 'Check your connection and try again. It is safe to repeat the action.',
    },
    tooMany: (seconds: number) => ({
      title: 'Too many attempts',
      text: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    }),
    /** The messages of each action: during it, and after it. */
    actions: {
      cancelled: {
        busy: 'Cancelling…',
        done: { title: 'The subscription was cancelled', text: 'You will not be charged for it again.' },
        refused: { title: 'The subscription could not be cancelled', text: 'This page shows its current state.' },
      },
      kept: {
        busy: 'One moment…',
        done: { title: 'You kept the subscription', text: 'The subscription continues as before.' },
        refused: { title: 'The subscription could not be kept', text: 'This page shows its current state.' },
      },
      changed: {
        busy: 'Saving…',
        done: {
          title: 'The payment method was changed',
          text: 'Future payments are charged to the new payment method.',
        },
        refused: { title: 'This payment method cannot be used', text: 'Choose another payment method, or add a card.' },
      },
      added: {
        busy: 'Saving…',
        done: { title: 'The card was saved', text: 'You can use it for your subscriptions.' },
        refused: {
          title: 'The card was not saved',
          text: 'Check the card number and the expiry date. Only test cards work here.',
        },
      },
      removed: {
        busy: 'Removing…',
        done: { title: 'The payment method was removed', text: 'It will not be charged again.' },
        refused: {
          title: 'The payment method could not be removed',
          text: 'A subscription uses this payment method. Choose another one for the subscription first.',
        },
      },
      renamed: {
        busy: 'Saving…',
        done: { title: 'Your details were changed', text: 'New receipts and invoices show the new details.' },
        refused: { title: 'Your details were not changed', text: 'Check the data that you entered.' },
      },
      moved: {
        busy: 'Saving…',
        done: { title: 'Your shipping address was changed', text: 'Future orders are sent to the new address.' },
        refused: { title: 'Your shipping address was not changed', text: 'Check the data that you entered.' },
      },
    },
    /** Why a payment failed, below its amount. */
    failures: {
      declined: 'The bank declined the payment.',
      insufficient_funds: 'There were insufficient funds.',
      invalid_card: 'The card was invalid or had expired.',
      cvc: 'The security code was wrong.',
      unsupported_card: 'This type of card is not accepted here.',
      duplicate: 'The payment looked like a duplicate of another payment.',
      configuration: 'The shop could not accept payments at that time.',
      gateway_unavailable: 'The payment service could not be reached.',
      unknown: 'The payment did not go through.',
      not_authorized: 'The debit was not authorized at the bank.',
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
    intro: 'This is an emulated wallet sheet. It does not contact a wallet, and no money moves.',
    pay: 'Pay',
    total: 'Total',
    card: 'Card',
    device: '(device)',
    /** The outcomes of a sheet's cards. */
    outcomes: {
      approved: 'Approved',
      device: 'Approved, with a device token',
      challenge: 'Approved after a bank challenge, if 3-D Secure is enabled',
      unasked: 'Approved without a bank challenge',
      declined: 'Declined when charged',
      hidden: 'Approved; only the wallet knows the card number',
    },
    buyer: 'Buyer: Ada Lovelace, Springfield',
    delivery: 'The address is also sent as the shipping address.',
    address: 'Address',
    apartment: 'Apartment',
    city: 'City',
    state: 'State',
    postalCode: 'Postal code',
    /** @param amount the markup of the amount is placed between the two texts */
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
