const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/**
 * Returns the display name of a card brand.
 * @param otherwise the name for an unknown brand
 */
export const brandName = (brand: string | null, otherwise = 'Card'): string => names[brand ?? ''] ?? otherwise;
