import { firstError } from '../core/validation/validator.ts';
import { notBlank, sentenceOf } from '../core/validation/value-error.ts';

/** A known finding that a user accepts, and the reason. */
export interface Acceptance {
  readonly rule: string;
  /**
   * A part of the finding's location, such as an operation, an event type or an address. Default: all findings of the
   * rule.
   */
  readonly where?: string;
  readonly reason: string;
}

export interface AuditSettings {
  readonly accept?: readonly Acceptance[];
}

const text = { type: 'string', pattern: notBlank } as const;

/** The JSON Schema of the `audit` key in the configuration file. */
export const auditSettingsSchema = {
  description: 'Settings of the audit',
  type: 'object',
  additionalProperties: false,
  properties: {
    accept: {
      description: 'Known findings that you accept',
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['rule', 'reason'],
        properties: {
          rule: { description: 'Id of a rule, such as webhook/slow', ...text },
          where: {
            description: 'Part of the location of the finding; without it, every finding of the rule is accepted',
            ...text,
          },
          reason: { description: 'Why you accept the finding; the report shows the reason', ...text },
        },
      },
    },
  },
} as const;

/** The error in the `audit` key of a configuration file, as a sentence; null if the key is valid. */
export function faultOfAuditSettings(value: unknown): string | null {
  const fault = firstError(auditSettingsSchema, value, ['audit']);
  return fault === null ? null : sentenceOf(fault);
}
