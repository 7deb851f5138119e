import { about, nullable, T } from '../../core/kernel/declare/schema.ts';

const text = T.String();
const textOrNull = nullable(text);
const texts = T.Array(text);
const count = T.Integer({ minimum: 0 });

/** The evidence of a finding. Its times are emulated, in ISO 8601. */
export const EvidenceModel = T.Object({
  requests: T.Array(
    T.Object({
      id: text,
      at: text,
      method: text,
      path: text,
      status: about(count, '0 if the connection was cut.'),
      asked: textOrNull,
      answered: textOrNull,
      fault: about(textOrNull, 'The injected fault that affected the request.'),
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
      change: about(text, 'The state change, such as `payout po_1 pay: pending > paid`.'),
      cause: about(T.Object({ type: text, id: text }), 'A request, a trigger or a job.'),
    }),
  ),
  effects: about(
    texts,
    "Differences between the application's accepted writes and those in the control runs, one per line.",
  ),
  state: about(texts, "Differences in the application's own state, one per line."),
  further: about(count, 'The number of further differences, which are not shown.'),
});
