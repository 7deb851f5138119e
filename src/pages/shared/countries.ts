/** The address formats of the countries that differ most, in the terms that buyers in these countries know. */
import type { ScriptTexts } from '../texts/en.ts';

interface State {
  readonly code: string;
  readonly name: string;
}

type Labels = ScriptTexts['address'];

/** The fields of a country's addresses; labels are the names of their texts. */
interface AddressRules {
  readonly city: keyof Labels['city'];
  readonly postalCode: { readonly label: keyof Labels['postalCode']; readonly form: RegExp; readonly example: string };
  /** Null if the country's addresses have no state. */
  readonly state: { readonly label: keyof Labels['state']; readonly choices: readonly State[] | null } | null;
  /** Whether an address goes from large to small: state, city, street. Default: false. */
  readonly isLargestFirst?: boolean;
}

/** The rules of a country's addresses, with labels in the page's language. */
export interface AddressForm {
  readonly city: string;
  readonly postalCode: { readonly label: string; readonly form: RegExp; readonly example: string };
  readonly state: { readonly label: string; readonly choices: readonly State[] | null } | null;
  readonly isLargestFirst: boolean;
}

const states = (list: string): readonly State[] =>
  list.split(',').map((each) => {
    const [code = '', name = ''] = each.trim().split(':');
    return { code, name };
  });

const ofUnitedStates = states(
  'AL:Alabama,AK:Alaska,AZ:Arizona,AR:Arkansas,CA:California,CO:Colorado,CT:Connecticut,DE:Delaware,' +
    'DC:District of Columbia,FL:Florida,GA:Georgia,HI:Hawaii,ID:Idaho,IL:Illinois,IN:Indiana,IA:Iowa,KS:Kansas,' +
    'KY:Kentucky,LA:Louisiana,ME:Maine,MD:Maryland,MA:Massachusetts,MI:Michigan,MN:Minnesota,MS:Mississippi,' +
    'MO:Missouri,MT:Montana,NE:Nebraska,NV:Nevada,NH:New Hampshire,NJ:New Jersey,NM:New Mexico,NY:New York,' +
    'NC:North Carolina,ND:North Dakota,OH:Ohio,OK:Oklahoma,OR:Oregon,PA:Pennsylvania,RI:Rhode Island,' +
    'SC:South Carolina,SD:South Dakota,TN:Tennessee,TX:Texas,UT:Utah,VT:Vermont,VA:Virginia,WA:Washington,' +
    'WV:West Virginia,WI:Wisconsin,WY:Wyoming,AA:Armed Forces Americas,AE:Armed Forces Europe,AP:Armed Forces Pacific',
);

const ofCanada = states(
  'AB:Alberta,BC:British Columbia,MB:Manitoba,NB:New Brunswick,NL:Newfoundland and Labrador,NT:Northwest Territories,' +
    'NS:Nova Scotia,NU:Nunavut,ON:Ontario,PE:Prince Edward Island,QC:Quebec,SK:Saskatchewan,YT:Yukon',
);

const ofAustralia = states(
  'ACT:Australian Capital Territory,NSW:New South Wales,NT:Northern Territory,QLD:Queensland,SA:South Australia,' +
    'TAS:Tasmania,VIC:Victoria,WA:Western Australia',
);

const postal = (label: keyof Labels['postalCode'], form: RegExp, example: string) => ({ label, form, example });

const usual: AddressRules = {
  city: 'city',
  postalCode: postal('postal', /./, ''),
  state: { label: 'region', choices: null },
};

/** Five digits and no state, as in most European countries. */
const fiveDigits = (example: string): AddressRules => ({
  city: 'city',
  postalCode: postal('postal', /^\d{5}$/, example),
  state: null,
});

const fourDigits = (example: string): AddressRules => ({
  city: 'city',
  postalCode: postal('postal', /^\d{4}$/, example),
  state: null,
});

const forms: Readonly<Record<string, AddressRules>> = {
  US: {
    city: 'city',
    postalCode: postal('zip', /^\d{5}([- ]?\d{4})?$/, '10001'),
    state: { label: 'state', choices: ofUnitedStates },
  },
  CA: {
    city: 'city',
    postalCode: postal('postal', /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i, 'K1A 0B1'),
    state: { label: 'province', choices: ofCanada },
  },
  GB: {
    city: 'town',
    postalCode: postal('postcode', /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i, 'SW1A 1AA'),
    state: null,
  },
  IE: {
    city: 'town',
    postalCode: postal('eircode', /^[a-z]\d[\dw] ?[a-z\d]{4}$/i, 'D02 X285'),
    state: { label: 'county', choices: null },
  },
  AU: {
    city: 'suburb',
    postalCode: postal('postcode', /^\d{4}$/, '2000'),
    state: { label: 'state', choices: ofAustralia },
  },
  NZ: { ...fourDigits('6011'), postalCode: postal('postcode', /^\d{4}$/, '6011') },
  IN: {
    city: 'city',
    postalCode: postal('pin', /^\d{3} ?\d{3}$/, '110001'),
    state: { label: 'state', choices: null },
  },
  JP: {
    city: 'city',
    postalCode: postal('postal', /^\d{3}-?\d{4}$/, '100-0001'),
    state: { label: 'prefecture', choices: null },
    isLargestFirst: true,
  },
  CN: { ...usual, isLargestFirst: true },
  KR: { ...usual, isLargestFirst: true },
  TW: { ...usual, isLargestFirst: true },
  DE: fiveDigits('10115'),
  FR: fiveDigits('75001'),
  ES: { ...fiveDigits('28001'), state: { label: 'province', choices: null } },
  IT: { ...fiveDigits('00118'), state: { label: 'province', choices: null } },
  FI: fiveDigits('00100'),
  SE: { ...fiveDigits('111 22'), postalCode: postal('postal', /^\d{3} ?\d{2}$/, '111 22') },
  AT: fourDigits('1010'),
  CH: fourDigits('8001'),
  BE: fourDigits('1000'),
  DK: fourDigits('1050'),
  NO: fourDigits('0150'),
  NL: { ...fourDigits('1012 AB'), postalCode: postal('postal', /^\d{4} ?[a-z]{2}$/i, '1012 AB') },
  PT: { ...fourDigits('1000-001'), postalCode: postal('postal', /^\d{4}-?\d{3}$/, '1000-001') },
  PL: { ...fiveDigits('00-001'), postalCode: postal('postal', /^\d{2}-?\d{3}$/, '00-001') },
};

/** @param country ISO 3166-1 alpha-2 */
export function addressForm(country: string, { address }: ScriptTexts): AddressForm {
  const { city, postalCode, state, isLargestFirst = false } = forms[country] ?? usual;
  return {
    isLargestFirst,
    city: address.city[city],
    postalCode: { ...postalCode, label: address.postalCode[postalCode.label] },
    state: state === null ? null : { ...state, label: address.state[state.label] },
  };
}

/** The error of a postal code in a country; null if the code is valid. */
export function postalCodeFault(text: string, country: string, texts: ScriptTexts): string | null {
  const { label, form, example } = addressForm(country, texts).postalCode;
  const code = text.trim();
  if (code === '') return texts.enter(label);
  return form.test(code) ? null : texts.like(label, example);
}
