import { about, nullable, T } from '../../core/kernel/declare/schema.ts';

const text = T.String();
const textOrNull = nullable(text);
const texts = T.Array(text);
const count = T.Integer({ minimum: 0 });

/** The evidence of a finding; its times are emulated, in ISO 8601. */
export const EvidenceModel = T.Object({
  requests: T.Array(
    T.Object({
      id: text,
      at: text,
      method: text,
      path: text,
      status: about(count, '0: the connection was cut.'),
      asked: textOrNull,
      answered: textOrNull,
      fault: about(textOrNull, 'The injected fault that acted on it.'),
    }),
  ),
  deliveries: T.Array(
    T.Object({
      id: text,
      event_id: text,
      event_type: text,
      url: text,
      attempts: T.Array(
        T.Object({
          number: count,
          at: text,
          status: nullable(T.Integer()),
          latency_ms: T.Number(),
          error: textOrNull,
          fault: textOrNull,
        }),
      ),
    }),
  ),
  events: T.Array(
    T.Object({
      id: text,
      type: text,
      subject: text,
      change: about(text, 'The change of state in it: `payout po_1 pay: pending > paid`.'),
      cause: about(T.Object({ type: text, id: text }), 'A request, a trigger or a job.'),
    }),
  ),
  effects: about(
    texts,
    "Differences between the application's accepted writes and those of the controls, a line each.",
  ),
  state: about(texts, "Differences in the application's own state, a line each."),
  further: about(count, 'How many more differences there are, which follow from those that are shown.'),
});
