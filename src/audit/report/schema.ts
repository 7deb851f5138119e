import { levels, ruleStates, ways } from '../rule.ts';

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const texts = { type: 'array', items: text } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** An object that has every one of these fields, and no other. */
const whole = <P extends Record<string, object>>(properties: P) =>
  ({ type: 'object', additionalProperties: false, required: Object.keys(properties), properties }) as const;
const list = (items: object) => ({ type: 'array', items });

const evidence = whole({
  requests: list(
    whole({
      id: text,
      at: text,
      method: text,
      path: text,
      status: count,
      asked: textOrNull,
      answered: textOrNull,
      fault: textOrNull,
    }),
  ),
  deliveries: list(
    whole({
      id: text,
      event_id: text,
      event_type: text,
      url: text,
      attempts: list(
        whole({
          number: count,
          at: text,
          status: { type: ['integer', 'null'] },
          latency_ms: { type: 'number' },
          error: textOrNull,
          fault: textOrNull,
        }),
      ),
    }),
  ),
  events: list(whole({ id: text, type: text, subject: text, change: text, cause: whole({ type: text, id: text }) })),
  effects: texts,
  state: texts,
});

/** The JSON Schema of what `emulator audit --json` prints. */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'payments-emulator: the report of emulator audit --json',
  ...whole({
    version: { const: 1 },
    way: { enum: ways },
    about: { description: 'What was judged, in a sentence.', ...text },
    seed: { type: ['integer', 'null'] },
    command: { type: ['array', 'null'], items: text },
    controls: whole({ runs: count, notRepeatable: texts }),
    weak: list(whole({ message: text, rules: texts })),
    rules: list(
      whole({
        id: text,
        level: { enum: levels },
        state: { enum: ruleStates },
        because: { description: 'Why it could not be judged; null where it was.', ...textOrNull },
        lets: { description: 'What would let it be judged, or make it apply.', ...textOrNull },
        findings: list(
          whole({
            message: text,
            where: { description: 'What it is about, by which it can be accepted.', ...text },
            level: { enum: levels },
            mend: { description: 'How to mend it.', ...text },
            adversity: textOrNull,
            evidence,
            repeat: { description: 'The command that repeats just it.', ...text },
            accepted: { description: 'Why somebody accepted it; null where nobody did.', ...textOrNull },
          }),
        ),
      }),
    ),
    counts: whole(Object.fromEntries(ruleStates.map((state) => [state, count]))),
  }),
};
