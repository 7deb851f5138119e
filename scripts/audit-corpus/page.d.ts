/** The result of an audit; `rule` is that of the planted bug. */
export interface Judged {
  rule?: string;
  failure?: string;
  violations?: readonly { rule: string }[];
  rules?: Readonly<Record<string, { state: string; because: string | null }>>;
}
export function metBy(judged: Judged): 'found' | 'told' | 'missed' | 'failed';
export function falseOnes(judged: Judged): string[];
