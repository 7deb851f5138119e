const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** A brand of cards as people write it. @param otherwise what a card of an unknown one is called */
export const brandName = (brand: string | null, otherwise = 'Card'): string => names[brand ?? ''] ?? otherwise;
