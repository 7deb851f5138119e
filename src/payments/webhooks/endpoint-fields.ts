import { didYouMean } from '../../core/base/closest.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { about, OneOf, T, Text } from '../../core/kernel/declare/schema.ts';
import { invalid } from '../../core/kernel/errors.ts';
import { modes } from '../../core/kernel/workspace.ts';
import type { ShownEvents } from './sending-options.ts';

/** What the check of a field depends on. */
export interface FieldFacts {
  readonly registry: Registry;
  readonly shown?: ShownEvents | undefined;
}

/** A setting of an endpoint that a caller can send, in the form that is sent, and in the form that is stored. */
interface Field<Sent extends T.TSchema, Kept extends T.TSchema> {
  readonly sent: Sent;
  readonly kept: Kept;
  /** The value of an endpoint for which the field is not sent. */
  readonly initial: T.Static<Kept>;
  /** Converts a sent value to the stored form. @throws 400 `parameter_invalid` */
  readonly read: (value: T.Static<Sent>, facts: FieldFacts) => T.Static<Kept>;
}

const field = <S extends T.TSchema>(description: string, schema: S, initial: T.Static<S>): Field<S, S> => ({
  sent: about(schema, description),
  kept: schema,
  initial,
  read: (value) => value,
});

/**
 * The settings of an endpoint, besides its address, secret and mode. The control API, the typed client, the options of
 * the command, the tools for agents, fixtures and exports follow from this list.
 */
const endpointFields = {
  enabled: field('whether the endpoint receives webhooks (default: yes)', T.Boolean(), true),
  events: {
    sent: about(
      T.Unsafe<readonly string[]>(T.Array(Text(100), { maxItems: 100 })),
      'only these event types (default: all)',
    ),
    /** `['*']` means all types. */
    kept: T.Unsafe<readonly string[]>(T.Array(T.String(), { minItems: 1 })),
    initial: ['*'],
    read: readEvents,
  },
};
type Fields = typeof endpointFields;
type FieldName = keyof Fields;
const fieldNames = Object.keys(endpointFields) as FieldName[];

/** An object with a member for each field. */
const eachField = <A extends Readonly<Record<FieldName, unknown>>>(make: (name: FieldName) => A[FieldName]): A =>
  Object.fromEntries(fieldNames.map((name) => [name, make(name)])) as unknown as A;

type SentFields = { [N in FieldName]: ReturnType<typeof T.Optional<Fields[N]['sent']>> };
type KeptFields = { [N in FieldName]: Fields[N]['kept'] };

/** The schemas of the fields in a request. */
export const sentFields = eachField<SentFields>((name) => T.Optional(endpointFields[name].sent) as never);
/** The schemas of the stored fields. */
export const keptFields = eachField<KeptFields>((name) => endpointFields[name].kept as never);

const secret = T.Optional(about(Text(256), 'the secret that signs the webhooks (default: generated)'));

/** A change of a webhook endpoint. */
export const EndpointChange = T.Object({ url: T.Optional(Text(2048)), secret, ...sentFields });
export type EndpointChange = T.Static<typeof EndpointChange>;

/** A webhook endpoint to add. */
export const EndpointRequest = T.Object({
  url: Text(2048),
  mode: T.Optional(OneOf(modes)),
  secret,
  ...sentFields,
  again: T.Optional(about(T.Boolean(), 'add another endpoint even if this address already has one')),
});
export type EndpointRequest = T.Static<typeof EndpointRequest>;

export type EndpointSettings = { readonly [N in FieldName]: T.Static<Fields[N]['kept']> };
export type SentSettings = { readonly [N in FieldName]?: EndpointSettings[N] | undefined };

/** The settings of an endpoint. */
export const settingsOf = (endpoint: EndpointSettings): EndpointSettings =>
  eachField<EndpointSettings>((name) => endpoint[name]);

/**
 * The settings after a request: those that it sends, and otherwise the current or initial ones.
 * @throws 400 `parameter_invalid`
 */
export function settingsAfter(sent: SentSettings, facts: FieldFacts, current?: EndpointSettings): EndpointSettings {
  return eachField<EndpointSettings>((name) => {
    const { initial, read }: { initial: unknown; read: (value: never, facts: FieldFacts) => unknown } =
      endpointFields[name];
    const value = sent[name];
    return (value === undefined ? (current?.[name] ?? initial) : read(value as never, facts)) as never;
  });
}

function readEvents(types: readonly string[], { registry, shown }: FieldFacts): readonly string[] {
  if (types.length === 0) throw invalid('events', "events must contain event types, or '*' for all of them.");
  const known = [...registry.events.keys(), ...(shown?.eventTypes ?? [])];
  for (const type of types) {
    if (type !== '*' && !known.includes(type)) {
      const hint = didYouMean(type, known) || ` Known: ${known.join(', ')}.`;
      throw invalid('events', `'${type}' is not an event type.${hint}`);
    }
  }
  return types.includes('*') ? ['*'] : [...new Set(types)];
}
