/** A bank that can receive payouts and debits, with its instant payment networks. */
export interface Bank {
  readonly routing_number: string;
  readonly name: string;
  readonly rtp: boolean;
  readonly fednow: boolean;
}

type Networks = 'both' | 'rtp' | 'fednow' | 'neither';
type BankRow = readonly [routingNumber: string, name: string, networks: Networks];

/** Numbers and names are real. The networks are fixed for testing, and can differ from the current ones. */
const bankRows: readonly BankRow[] = [
  ['011000028', 'State Street Bank and Trust', 'neither'],
  ['011000138', 'Bank of America', 'rtp'],
  ['011103093', 'TD Bank', 'rtp'],
  ['011401533', 'Citizens Bank', 'both'],
  ['011500120', 'Citizens Bank', 'both'],
  ['021000018', 'The Bank of New York Mellon', 'both'],
  ['021000021', 'JPMorgan Chase Bank', 'both'],
  ['021000089', 'Citibank', 'rtp'],
  ['021001088', 'HSBC Bank USA', 'rtp'],
  ['021201383', 'Valley National Bank', 'rtp'],
  ['021202337', 'JPMorgan Chase Bank', 'both'],
  ['021214891', 'Cross River Bank', 'both'],
  ['021300077', 'KeyBank', 'rtp'],
  ['021502011', 'Banco Popular de Puerto Rico', 'neither'],
  ['022000046', 'M&T Bank', 'rtp'],
  ['026009593', 'Bank of America', 'rtp'],
  ['031100649', 'Discover Bank', 'rtp'],
  ['031101279', 'The Bancorp Bank', 'both'],
  ['031176110', 'Capital One', 'rtp'],
  ['031201360', 'TD Bank', 'rtp'],
  ['036076150', 'Citizens Bank', 'both'],
  ['041001039', 'KeyBank', 'rtp'],
  ['042000013', 'U.S. Bank', 'both'],
  ['042000314', 'Fifth Third Bank', 'rtp'],
  ['043000096', 'PNC Bank', 'rtp'],
  ['044000024', 'The Huntington National Bank', 'rtp'],
  ['044000037', 'JPMorgan Chase Bank', 'both'],
  ['053000196', 'Bank of America', 'rtp'],
  ['053100300', 'First Citizens Bank', 'rtp'],
  ['053101121', 'Truist Bank', 'rtp'],
  ['061000104', 'Truist Bank', 'rtp'],
  ['061100606', 'Synovus Bank', 'rtp'],
  ['062000019', 'Regions Bank', 'rtp'],
  ['071000013', 'JPMorgan Chase Bank', 'both'],
  ['071000152', 'The Northern Trust Company', 'neither'],
  ['071000288', 'BMO Bank', 'rtp'],
  ['071212128', '1st Source Bank', 'fednow'],
  ['072000096', 'Comerica Bank', 'rtp'],
  ['084000026', 'First Horizon Bank', 'rtp'],
  ['084106768', 'Evolve Bank & Trust', 'rtp'],
  ['091000019', 'Wells Fargo Bank', 'both'],
  ['091000022', 'U.S. Bank', 'both'],
  ['091311229', 'Choice Financial Group', 'fednow'],
  ['101000019', 'Commerce Bank', 'rtp'],
  ['101000695', 'UMB Bank', 'both'],
  ['104000016', 'First National Bank of Omaha', 'rtp'],
  ['111000025', 'Bank of America', 'rtp'],
  ['111000614', 'JPMorgan Chase Bank', 'both'],
  ['114000093', 'Frost Bank', 'rtp'],
  ['121000248', 'Wells Fargo Bank', 'both'],
  ['121000358', 'Bank of America', 'rtp'],
  ['121042882', 'Wells Fargo Bank', 'both'],
  ['121202211', 'Charles Schwab Bank', 'neither'],
  ['121301015', 'First Hawaiian Bank', 'fednow'],
  ['121301028', 'Bank of Hawaii', 'fednow'],
  ['122000661', 'Bank of America', 'rtp'],
  ['124000054', 'Zions Bank', 'both'],
  ['124003116', 'Ally Bank', 'rtp'],
  ['124085066', 'American Express National Bank', 'neither'],
  ['124303120', 'Green Dot Bank', 'rtp'],
  ['211170101', 'Webster Bank', 'rtp'],
  ['231372691', 'Santander Bank', 'rtp'],
  ['253177049', "State Employees' Credit Union", 'neither'],
  ['256074974', 'Navy Federal Credit Union', 'neither'],
  ['256078446', 'Pentagon Federal Credit Union', 'neither'],
  ['271081528', 'Alliant Credit Union', 'rtp'],
  ['273976369', 'Veridian Credit Union', 'fednow'],
  ['314074269', 'USAA Federal Savings Bank', 'neither'],
  ['321175261', 'The Golden 1 Credit Union', 'neither'],
  ['321177968', 'Star One Credit Union', 'fednow'],
  ['322070381', 'East West Bank', 'rtp'],
  ['322271627', 'JPMorgan Chase Bank', 'both'],
  ['325081403', 'BECU', 'neither'],
];

/**
 * The directory of banks, in order of routing number (specification, "Sandbox outcome triggers": an invented routing
 * number is rejected). A bank with several numbers has several entries.
 */
export const banks: readonly Bank[] = bankRows.map(([routing_number, name, networks]) => {
  const rtp = networks === 'rtp' || networks === 'both';
  const fednow = networks === 'fednow' || networks === 'both';
  return { routing_number, name, rtp, fednow };
});

const banksByRoutingNumber: ReadonlyMap<string, Bank> = new Map(banks.map((bank) => [bank.routing_number, bank]));

export function findBank(routingNumber: string): Bank | undefined {
  return banksByRoutingNumber.get(routingNumber);
}

/** Whether a value is a valid ABA routing number: nine digits with a correct check digit (weights 3-7-1). */
export function isRoutingNumber(value: string): boolean {
  if (!/^\d{9}$/.test(value)) return false;
  const weights = [3, 7, 1];
  let sum = 0;
  for (let i = 0; i < value.length; i++) sum += Number(value[i]) * weights[i % 3]!;
  return sum % 10 === 0;
}

/**
 * The network of a payout with `rail: rtp` to a bank. RTP if the bank uses both networks; null if it uses neither.
 */
export function rtpNetworkOf(bank: Bank): 'rtp' | 'fednow' | null {
  if (bank.rtp) return 'rtp';
  return bank.fednow ? 'fednow' : null;
}
