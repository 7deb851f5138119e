import { count, list, text, textOrNull, texts, whole } from '../../core/base/json-schema.ts';
import { levels, ruleStates, ways } from '../rule.ts';

const seconds = { type: 'number', minimum: 0 } as const;

const nullOr = (schema: object) => ({ anyOf: [{ type: 'null' }, schema] });

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
  further: { description: 'How many more differences there are, which follow from those that are shown.', ...count },
});

/** The JSON Schema of the output of `emulator audit --json`. */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'payments-emulator: the report of emulator audit --json',
  ...whole({
    version: { const: 1 },
    way: { enum: ways },
    about: { description: 'What was judged, in a sentence.', ...text },
    seed: { type: ['integer', 'null'] },
    command: { type: ['array', 'null'], items: text },
    recorded: {
      description: 'What each workspace recorded; null in a trial and where receivers were asked.',
      type: ['array', 'null'],
      items: whole({
        workspace: text,
        url: text,
        present: { description: 'Whether it was there when it was read; false: it was removed.', type: 'boolean' },
        requests: count,
        events: count,
        deliveries: count,
      }),
    },
    empty: { description: 'Whether nothing happened at all, so that no rule was judged.', type: 'boolean' },
    took: { description: 'How long all of it took, in seconds.', ...seconds },
    controls: whole({ runs: count, notRepeatable: texts }),
    record: {
      description: 'The record with the runs that findings show in; null without one.',
      ...nullOr(
        whole({
          file: text,
          runs: list(
            whole({ name: text, number: { description: 'As EMULATOR_RUN.', ...count }, adversity: textOrNull }),
          ),
        }),
      ),
    },
    weak: list(whole({ message: text, rules: texts })),
    rules: list(
      whole({
        id: text,
        level: { enum: levels },
        state: { enum: ruleStates },
        because: { description: 'Why it could not be judged; null where it was.', ...textOrNull },
        lets: { description: 'What would let it be judged, or make it apply.', ...textOrNull },
        tried: list(
          whole({
            adversity: text,
            tried: { description: 'The types of events, or the operations, that it was tried on.', ...texts },
            notTried: { description: 'Those that it found no moment for.', ...texts },
            of: { description: 'How many there are in all: more than both where it is a sample.', ...count },
            because: { description: 'Why there was none; null where there was.', ...textOrNull },
          }),
        ),
        took: { description: 'How long the runs took that it is judged by, in seconds.', ...seconds },
        findings: list(
          whole({
            message: text,
            where: { description: 'What it is about, by which it can be accepted.', ...text },
            level: { enum: levels },
            workspace: {
              description: 'Where it happened; null in a trial and where receivers were asked.',
              ...textOrNull,
            },
            mend: { description: 'How to mend it.', ...text },
            adversity: textOrNull,
            runs: { description: 'The runs in which it showed, by EMULATOR_RUN.', type: 'array', items: count },
            evidence,
            repeat: { description: 'The command that repeats just it.', ...text },
            place: {
              description: 'Where the record shows it, and the command that goes back there; null without a record.',
              ...nullOr(
                whole({
                  run: text,
                  control: { description: 'What it differs from; null where a control shows it.', ...textOrNull },
                  at: { description: 'A request, a delivery or an event.', ...textOrNull },
                  start: text,
                }),
              ),
            },
            accepted: { description: 'Why somebody accepted it; null where nobody did.', ...textOrNull },
          }),
        ),
      }),
    ),
    counts: whole(Object.fromEntries(ruleStates.map((state) => [state, count]))),
  }),
};
