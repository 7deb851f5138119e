import type { Rule } from './rule.ts';
import { noReference } from './rules/request/no-reference.ts';
import { redirects } from './rules/webhook/redirects.ts';
import { slow } from './rules/webhook/slow.ts';

/** Every rule, as the manual and the reports list them. */
export const rules: readonly Rule[] = [redirects, slow, noReference];
