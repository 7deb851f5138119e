import * as T from '../../../core/base/typebox.ts';

/*
 * What is read of a HAR. Browsers and proxies leave fields out, add their own, and write null for a field without a
 * value, so that only what a call cannot do without is required. Texts have no limit of their own: the file has one.
 */

const maybe = <S extends T.TSchema>(schema: S) => T.Optional(T.Union([schema, T.Null()]));

const Pairs = T.Array(T.Object({ name: T.String(), value: maybe(T.String()) }));

export const EntrySchema = T.Object({
  startedDateTime: maybe(T.String()),
  time: maybe(T.Number()),
  request: T.Object({
    method: T.String(),
    url: T.String(),
    headers: maybe(Pairs),
    bodySize: maybe(T.Number()),
    postData: maybe(
      T.Object({
        mimeType: maybe(T.String()),
        text: maybe(T.String()),
        params: maybe(Pairs),
        encoding: maybe(T.String()),
      }),
    ),
  }),
  response: maybe(
    T.Object({
      status: maybe(T.Number()),
      headers: maybe(Pairs),
      content: maybe(T.Object({ size: maybe(T.Number()), text: maybe(T.String()), encoding: maybe(T.String()) })),
    }),
  ),
  _delivery: T.Optional(T.Unknown()),
  _outcome: T.Optional(T.Unknown()),
});
export type ReadEntry = T.Static<typeof EntrySchema>;

/** The maximum number of entries in a capture. */
export const mostEntries = 100_000;

export const HarSchema = T.Object({
  log: T.Object({
    version: T.Union([T.String(), T.Number()]),
    entries: T.Array(T.Unknown(), { maxItems: mostEntries }),
  }),
});
