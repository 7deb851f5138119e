import { notBlank, sentenceOf } from '../core/validation/fault.ts';
import { firstFault } from '../core/validation/validator.ts';

/** A known finding that a user accepts, and the reason. */
export interface Acceptance {
  readonly rule: string;
  /** A part of the finding's place: an operation, an event type, an address. Default: all findings of the rule. */
  readonly where?: string;
  readonly reason: string;
}

/** The audit settings of the configuration file. */
export interface AuditSettings {
  readonly accept?: readonly Acceptance[];
}

const text = { type: 'string', pattern: notBlank } as const;

/** The JSON Schema of the key `audit` of the configuration file. */
export const auditSettingsSchema = {
  description: 'what the audit is to know',
  type: 'object',
  additionalProperties: false,
  properties: {
    accept: {
      description: 'findings that are known and may stay',
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['rule', 'reason'],
        properties: {
          rule: { description: 'the id of a rule: webhook/slow', ...text },
          where: { description: 'a part of what the finding is about; left out: every finding of the rule', ...text },
          reason: { description: 'why it may stay; the report shows it', ...text },
        },
      },
    },
  },
} as const;

/** The fault of the key `audit` of a configuration file, in a sentence; null: the key is valid. */
export function faultOfAuditSettings(value: unknown): string | null {
  const fault = firstFault(auditSettingsSchema, value, ['audit']);
  return fault === null ? null : sentenceOf(fault);
}
