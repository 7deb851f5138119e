import type { CardBrand } from './card-numbers.ts';

export type CardFunding = 'credit' | 'debit' | 'prepaid';

/**
 * The behavior of a special card. A card without a special behavior is approved wherever its brand and funding are
 * accepted.
 */
export type CardBehaviour =
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

/** A published test number. `country` is an ISO 3166-1 alpha-2 code; `about` is a phrase for a table. */
export interface TestCard {
  readonly number: string;
  readonly brand: CardBrand;
  readonly funding: CardFunding;
  readonly country: string;
  readonly behaviour: CardBehaviour | null;
  readonly about: string;
}

type SpecialRow = readonly [number: string, behaviour: CardBehaviour, about: string];
type PlainRow = readonly [number: string, funding: CardFunding, country: string, about: string];

/**
 * The special cards. All of them are Visa debit cards, which every rail accepts, so that `unsupported_card` never
 * hides the outcome.
 */
const specialRows: readonly SpecialRow[] = [
  ['4000000000000002', 'declined', 'Declined by the issuer'],
  ['4000000000009995', 'insufficient_funds', 'Declined: insufficient funds'],
  ['4000000000000069', 'expired', 'Declined: invalid card (expired)'],
  ['4000000000000127', 'incorrect_cvc', 'Declined: wrong security code'],
  ['4000000000000259', 'chargeback', 'Settles, then is charged back'],
  ['4000000000000119', 'unavailable_not_charged', 'Unknown outcome (503); later resolved as not charged'],
  ['4000000000000341', 'unavailable_charged', 'Unknown outcome (503); later resolved as charged'],
  ['4000000000005126', 'duplicate', 'Declined: duplicate of a recent charge'],
  ['4000000000003055', 'configuration', 'Declined: merchant account problem'],
  ['4000000000002701', 'three_ds_y', '3-D Secure Y, frictionless; declined when charged'],
  ['4000000000002503', 'three_ds_challenge', '3-D Secure challenge; declined when charged'],
  ['4000000000002925', 'three_ds_n', '3-D Secure N, denied; declined when charged'],
  ['4000000000002719', 'three_ds_a', '3-D Secure A, attempted; declined when charged'],
  ['4000000000002537', 'three_ds_r', '3-D Secure R, rejected; declined when charged'],
  ['4000000000002313', 'three_ds_u', '3-D Secure U, unavailable; declined when charged'],
  ['4000000000002990', 'three_ds_not_enrolled', 'Not enrolled in 3-D Secure; declined when charged'],
  ['4000000000003220', 'three_ds_challenge_approves', '3-D Secure challenge; approved when charged'],
  ['4000000000003238', 'three_ds_y_approves', '3-D Secure Y, frictionless; approved when charged'],
];

const visaRows: readonly PlainRow[] = [
  ['4242424242424242', 'credit', 'US', 'Visa credit'],
  ['4000056655665556', 'debit', 'US', 'Visa debit'],
  ['4111111111111111', 'credit', 'US', 'Visa credit'],
  ['4012888888881881', 'credit', 'US', 'Visa credit'],
  ['4222222222222', 'credit', 'US', 'Visa credit, 13 digits'],
  ['4007000000027', 'credit', 'US', 'Visa credit, 13 digits'],
  ['4005519200000004', 'credit', 'US', 'Visa credit'],
  ['4009348888881881', 'credit', 'US', 'Visa credit'],
  ['4012000033330026', 'credit', 'US', 'Visa credit'],
  ['4012000077777777', 'credit', 'US', 'Visa credit'],
  ['4217651111111119', 'credit', 'US', 'Visa credit'],
  ['4543474002249996', 'credit', 'US', 'Visa credit'],
  ['4532759734545858', 'credit', 'US', 'Visa credit'],
  ['4508750015741019', 'credit', 'US', 'Visa credit'],
  ['4111111111131010', 'credit', 'US', 'Visa credit, commercial'],
  ['4117101010101010', 'debit', 'US', 'Visa debit'],
  ['4111161010101010', 'debit', 'US', 'Visa debit, regulated'],
  ['4000620000000007', 'debit', 'US', 'Visa debit'],
  ['4111111111111210', 'prepaid', 'US', 'Visa prepaid'],
  ['4500600000000061', 'prepaid', 'US', 'Visa prepaid'],
  ['4000001240000000', 'credit', 'CA', 'Visa credit, Canada'],
  ['4000004840008001', 'credit', 'MX', 'Visa credit, Mexico'],
  ['4000000760000002', 'credit', 'BR', 'Visa credit, Brazil'],
  ['4000000320000021', 'credit', 'AR', 'Visa credit, Argentina'],
  ['4000001520000001', 'credit', 'CL', 'Visa credit, Chile'],
  ['4000001700000003', 'credit', 'CO', 'Visa credit, Colombia'],
  ['4000006040000068', 'credit', 'PE', 'Visa credit, Peru'],
  ['4000008260000000', 'credit', 'GB', 'Visa credit, United Kingdom'],
  ['4444333322221111', 'credit', 'GB', 'Visa credit, United Kingdom'],
  ['4929000000006', 'credit', 'GB', 'Visa credit, United Kingdom, 13 digits'],
  ['4000058260000005', 'debit', 'GB', 'Visa debit, United Kingdom'],
  ['4462030000000000', 'debit', 'GB', 'Visa debit, United Kingdom'],
  ['4462000000000003', 'debit', 'GB', 'Visa debit, United Kingdom'],
  ['4917610000000000', 'debit', 'GB', 'Visa debit, United Kingdom'],
  ['4917300000000008', 'debit', 'GB', 'Visa Electron, United Kingdom'],
  ['4917610000000000003', 'credit', 'GB', 'Visa credit, United Kingdom, 19 digits'],
  ['4000002500000003', 'credit', 'FR', 'Visa credit, France'],
  ['4000002760000016', 'credit', 'DE', 'Visa credit, Germany'],
  ['4000007240000007', 'credit', 'ES', 'Visa credit, Spain'],
  ['4988438843884305', 'credit', 'ES', 'Visa credit, Spain'],
  ['4000003800000008', 'credit', 'IT', 'Visa credit, Italy'],
  ['4000005280000002', 'credit', 'NL', 'Visa credit, Netherlands'],
  ['4166676667666746', 'credit', 'NL', 'Visa credit, Netherlands'],
  ['4000000560000004', 'credit', 'BE', 'Visa credit, Belgium'],
  ['4000003720000005', 'credit', 'IE', 'Visa credit, Ireland'],
  ['4000006200000007', 'credit', 'PT', 'Visa credit, Portugal'],
  ['4000000400000008', 'credit', 'AT', 'Visa credit, Austria'],
  ['4000007560000009', 'credit', 'CH', 'Visa credit, Switzerland'],
  ['4000002080000001', 'credit', 'DK', 'Visa credit, Denmark'],
  ['4000007520000008', 'credit', 'SE', 'Visa credit, Sweden'],
  ['4000005780000007', 'credit', 'NO', 'Visa credit, Norway'],
  ['4000002460000001', 'credit', 'FI', 'Visa credit, Finland'],
  ['4000006160000005', 'credit', 'PL', 'Visa credit, Poland'],
  ['4646464646464644', 'credit', 'PL', 'Visa credit, Poland'],
  ['4000002030000002', 'credit', 'CZ', 'Visa credit, Czechia'],
  ['4000000360000006', 'credit', 'AU', 'Visa credit, Australia'],
  ['4000005540000008', 'credit', 'NZ', 'Visa credit, New Zealand'],
  ['4000003920000003', 'credit', 'JP', 'Visa credit, Japan'],
  ['4000001560000002', 'credit', 'CN', 'Visa credit, China'],
  ['4000003440000004', 'credit', 'HK', 'Visa credit, Hong Kong'],
  ['4000007020000003', 'credit', 'SG', 'Visa credit, Singapore'],
  ['4000003560000008', 'credit', 'IN', 'Visa credit, India'],
  ['4000057640000008', 'debit', 'TH', 'Visa debit, Thailand'],
  ['4000007840000001', 'credit', 'AE', 'Visa credit, United Arab Emirates'],
];

const mastercardRows: readonly PlainRow[] = [
  ['5555555555554444', 'credit', 'US', 'Mastercard credit'],
  ['5200828282828210', 'debit', 'US', 'Mastercard debit'],
  ['5105105105105100', 'prepaid', 'US', 'Mastercard prepaid'],
  ['5424000000000015', 'credit', 'US', 'Mastercard credit'],
  ['5454545454545454', 'credit', 'US', 'Mastercard credit'],
  ['5111111111111118', 'credit', 'US', 'Mastercard credit'],
  ['5123450000000008', 'credit', 'US', 'Mastercard credit'],
  ['2223003122003222', 'credit', 'US', 'Mastercard credit, 2-series'],
  ['2223000048400011', 'credit', 'US', 'Mastercard credit, 2-series'],
  ['2223000010309703', 'credit', 'US', 'Mastercard credit, 2-series'],
  ['2223000010309711', 'credit', 'US', 'Mastercard credit, 2-series'],
  ['2223000000000007', 'credit', 'US', 'Mastercard credit, 2-series'],
  ['5555558265554449', 'credit', 'GB', 'Mastercard credit, United Kingdom'],
  ['5404000000000001', 'credit', 'GB', 'Mastercard credit, United Kingdom'],
  ['5573470000000001', 'debit', 'GB', 'Mastercard debit, United Kingdom'],
  ['5100290029002909', 'credit', 'NL', 'Mastercard credit, Netherlands'],
  ['5577000055770004', 'credit', 'PL', 'Mastercard credit, Poland'],
  ['5200007840000022', 'credit', 'AE', 'Mastercard credit, United Arab Emirates'],
];

const amexRows: readonly PlainRow[] = [
  ['378282246310005', 'credit', 'US', 'American Express credit'],
  ['371449635398431', 'credit', 'US', 'American Express credit'],
  ['378734493671000', 'credit', 'US', 'American Express credit, corporate'],
  ['345678901234564', 'credit', 'US', 'American Express credit'],
  ['340000000000009', 'credit', 'US', 'American Express credit'],
  ['343434343434343', 'credit', 'GB', 'American Express credit, United Kingdom'],
  ['374200000000004', 'credit', 'GB', 'American Express credit, United Kingdom'],
  ['370000000000002', 'credit', 'NL', 'American Express credit, Netherlands'],
];

const discoverRows: readonly PlainRow[] = [
  ['6011111111111117', 'credit', 'US', 'Discover credit'],
  ['6011981111111113', 'debit', 'US', 'Discover debit'],
  ['6011000990139424', 'credit', 'US', 'Discover credit'],
  ['6011000991300009', 'credit', 'US', 'Discover credit'],
  ['6011000000000012', 'credit', 'US', 'Discover credit'],
  ['6011000000000004', 'credit', 'US', 'Discover credit'],
  ['6445644564456445', 'credit', 'US', 'Discover credit, 644 range'],
  ['6011601160116611', 'credit', 'GB', 'Discover credit, United Kingdom'],
];

const dinersRows: readonly PlainRow[] = [
  ['36227206271667', 'credit', 'US', 'Diners Club credit, 14 digits'],
  ['3056930009020004', 'credit', 'US', 'Diners Club credit, 16 digits'],
  ['30569309025904', 'credit', 'US', 'Diners Club credit, 14 digits'],
  ['38520000023237', 'credit', 'US', 'Diners Club credit, 14 digits'],
  ['38000000000006', 'credit', 'US', 'Diners Club credit, 14 digits'],
  ['30123456789019', 'credit', 'US', 'Diners Club credit, 14 digits'],
  ['36259600000004', 'credit', 'US', 'Diners Club credit, 14 digits'],
];

const jcbRows: readonly PlainRow[] = [
  ['3566002020360505', 'credit', 'JP', 'JCB credit, Japan'],
  ['3530111333300000', 'credit', 'JP', 'JCB credit, Japan'],
  ['3566111111111113', 'credit', 'JP', 'JCB credit, Japan'],
  ['3569990010095841', 'credit', 'US', 'JCB credit'],
  ['3528000700000000', 'credit', 'JP', 'JCB credit, Japan'],
  ['3088000000000017', 'credit', 'US', 'JCB credit, 3088 range'],
];

const unionpayRows: readonly PlainRow[] = [
  ['6200000000000005', 'credit', 'CN', 'UnionPay credit, China'],
  ['6200000000000047', 'debit', 'CN', 'UnionPay debit, China'],
  ['6205500000000000004', 'credit', 'CN', 'UnionPay credit, China, 19 digits'],
  ['6243030000000001', 'credit', 'CN', 'UnionPay credit, China'],
  ['8171999900000000021', 'credit', 'CN', 'UnionPay credit, China, 19 digits'],
];

/**
 * All card numbers that the emulator accepts: published test numbers of the payments industry, with the special
 * numbers first (specification, "Sandbox outcome triggers"). Any other number that passes the Luhn check might be a
 * real card.
 */
export const testCards: readonly TestCard[] = [
  ...specialRows.map(
    ([number, behaviour, about]) =>
      ({ number, brand: 'visa', funding: 'debit', country: 'US', behaviour, about }) as const,
  ),
  ...plainCards('visa', visaRows),
  ...plainCards('mastercard', mastercardRows),
  ...plainCards('amex', amexRows),
  ...plainCards('discover', discoverRows),
  ...plainCards('diners', dinersRows),
  ...plainCards('jcb', jcbRows),
  ...plainCards('unionpay', unionpayRows),
];

function plainCards(brand: CardBrand, rows: readonly PlainRow[]): TestCard[] {
  return rows.map(([number, funding, country, about]) => ({ number, brand, funding, country, behaviour: null, about }));
}

const cardsByNumber: ReadonlyMap<string, TestCard> = new Map(testCards.map((card) => [card.number, card]));

/** The bundled test card with a number that consists only of digits (see `normalizeCardNumber`). */
export function findTestCard(number: string): TestCard | undefined {
  return cardsByNumber.get(number);
}
