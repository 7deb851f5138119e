import type { TSchema } from '../../../src/core/base/typebox.ts';
import type { AnyOperation } from '../../../src/core/kernel/declare/operation.ts';
import { resources } from '../../../src/payments/resources/registry.ts';
import { answerSchema, shownSchema } from '../../../src/sandbox/http/answers.ts';
import { clientOperations, merchantOperations } from '../declared.ts';

// biome-ignore lint/suspicious/noExplicitAny: requests and answers of every kind, of which single fields are read
export type Json = any;

export interface StandInRequest {
  readonly operation: AnyOperation | undefined;
  readonly method: string;
  /** Without its query, from `/api` on. */
  path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; a text that is none; undefined without a body. */
  body: Json;
}

export interface StandInAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Json;
}

/** An event as a webhook carries it. */
export interface StandInEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: Json;
}

/** Asks the emulator behind, with the key of the request. */
export type Ask = (method: string, path: string, body?: Json) => Promise<StandInAnswer>;

/** How a service differs. A plant may remember what it has seen. */
export interface Plant {
  /** Settings of the workspace behind. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Changes the texts of all answers and webhooks, and those of requests back again. */
  readonly text?: { readonly out: (text: string) => string; readonly back: (text: string) => string };
  /** Changes a request before anything answers it. */
  readonly request?: (request: StandInRequest) => void;
  /** Answers before the emulator is asked; null: the emulator is asked. */
  readonly before?: (request: StandInRequest, ask: Ask) => Promise<StandInAnswer | null>;
  /** Answers in the place of the emulator, which has done what was asked; null: the emulator's answer stays. */
  readonly after?: (answer: StandInAnswer, request: StandInRequest, ask: Ask) => Promise<StandInAnswer | null>;
  /** Changes an answer. */
  readonly answer?: (answer: StandInAnswer, request: StandInRequest) => void;
  /** An object of a kind, as answers and webhooks show it. */
  readonly object?: { readonly of: string; readonly change: (object: Json) => Json };
  /** The events that are sent in the place of one. */
  readonly event?: (event: StandInEvent) => readonly StandInEvent[];
}

export interface Place {
  /** The id of an operation, `event TYPE` or `client.…`, as a finding names it. */
  readonly operation: string;
  /** `status`, `error.code`, `header NAME`, `order`, `length`, `events`, or the path in a body. */
  readonly place: string;
}

export interface Difference extends Place {
  readonly id: string;
  readonly kind: 'assumption' | 'specification' | 'behaviour';
  /** Where else the same difference shows. */
  readonly also: readonly Place[];
  /** Whether a profile can hold it, without `--over-specification`. */
  readonly adoptable: boolean;
  readonly plant: () => Plant;
}

type Told = Partial<Pick<Difference, 'kind' | 'adoptable' | 'also'>>;

/** The places where a schema has objects of a kind: `data`, `data[]`. */
function objectsIn(schema: TSchema, of: string, at = ''): string[] {
  const { properties = {}, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (items !== undefined) return objectsIn(items, of, `${at}[]`);
  const own = (properties.object as { const?: string } | undefined)?.const === of ? [at] : [];
  const inner = Object.entries(properties).flatMap(([name, field]) =>
    objectsIn(field, of, at === '' ? name : `${at}.${name}`),
  );
  return [...own, ...inner];
}

const answering = [...merchantOperations, ...clientOperations];

/** The id by which a finding names an operation. */
const findingId = ({ id, surface }: AnyOperation): string =>
  surface === 'client' && !id.startsWith('client') ? `client.${id}` : id;

/** Every place that shows a field of an object; the plainest first: the operation that reads one. */
export function placesOf(of: string, field: string): Place[] {
  const inAnswers = answering.flatMap((operation) =>
    objectsIn(answerSchema(operation), of).map((at) => ({
      operation: findingId(operation),
      place: at === '' ? field : `${at}.${field}`,
    })),
  );
  const inEvents = resources
    .flatMap(({ events }) => events)
    .flatMap(({ type, payload }) =>
      objectsIn(shownSchema(payload), of, 'data').map((at) => ({
        operation: `event ${type}`,
        place: `${at}.${field}`,
      })),
    );
  const failed = of === 'transaction' ? [{ operation: 'charges.create', place: `data.${field}` }] : [];
  const all = [...inAnswers, ...inEvents, ...failed];
  const isPlain = ({ operation, place }: Place) => operation.endsWith('.get') && !place.includes('[]');
  const first = all.find(isPlain) ?? all[0]!;
  return [first, ...all.filter((each) => each !== first)];
}

const ofObject = (
  what: string,
  of: string,
  field: string,
  change: (object: Json) => Json,
  { kind = 'assumption', adoptable = kind === 'assumption', also = [] }: Told,
  request?: Plant['request'],
): Difference => {
  const [first, ...further] = placesOf(of, field);
  return {
    id: `${of}.${field} ${what}`,
    kind,
    adoptable,
    ...first!,
    also: [...further, ...also],
    plant: () => ({ object: { of, change }, ...(request === undefined ? {} : { request }) }),
  };
};

const mapped = (object: Json, change: (name: string, value: Json) => readonly (readonly [string, Json])[]): Json =>
  Object.fromEntries(Object.entries(object).flatMap(([name, value]) => change(name, value)));

/** A value of a field has another name; lists can be filtered by it. */
export const namedValue = (of: string, field: string, from: string, to: string, told: Told = {}): Difference =>
  ofObject(
    `${from} is ${to}`,
    of,
    field,
    (object) => (object[field] === from ? { ...object, [field]: to } : object),
    told,
    ({ query }) => {
      if (query.get(field) === to) query.set(field, from);
    },
  );

/** A field has another name, also in requests. */
export const namedField = (of: string, from: string, to: string, told: Told = {}): Difference =>
  ofObject(
    `is ${to}`,
    of,
    from,
    (object) => mapped(object, (name, value) => [[name === from ? to : name, value]]),
    { ...told, also: placesOf(of, to) },
    (request) => {
      if (request.body?.[to] === undefined) return;
      const { [to]: value, ...rest } = request.body;
      request.body = { ...rest, [from]: value };
    },
  );

/** A field that the emulator does not have. */
export const fieldBeside = (of: string, field: string, content: (object: Json) => Json, told: Told = {}): Difference =>
  ofObject('is beside', of, field, (object) => ({ ...object, [field]: content(object) }), told);

export const fieldMissing = (of: string, field: string, told: Told = {}): Difference =>
  ofObject(
    'is missing',
    of,
    field,
    (object) => mapped(object, (name, value) => (name === field ? [] : [[name, value]])),
    told,
  );

/** A value of a field is another. */
export const otherValue = (
  of: string,
  field: string,
  what: string,
  change: (value: Json, object: Json) => Json,
  told: Told = {},
): Difference =>
  ofObject(
    what,
    of,
    field,
    (object) => mapped(object, (name, value) => [[name, name === field ? change(value, object) : value]]),
    told,
  );

export const nullIs = (of: string, field: string, as: 'absent' | 'empty', told: Told = {}): Difference =>
  ofObject(
    `null is ${as}`,
    of,
    field,
    (object) =>
      mapped(object, (name, value) =>
        name !== field || value !== null ? [[name, value]] : as === 'absent' ? [] : [[name, '']],
      ),
    told,
  );

/** A difference in the answers of one operation. */
export const inAnswer = (
  operation: string,
  place: string,
  what: string,
  change: (answer: StandInAnswer, request: StandInRequest) => void,
  { kind = 'assumption', adoptable = kind === 'assumption', also = [] }: Told = {},
): Difference => ({
  id: `${operation} ${place} ${what}`,
  kind,
  operation: findingId(answering.find(({ id }) => id === operation)!),
  place,
  also,
  adoptable,
  plant: () => ({
    answer: (answer, request) => {
      if (request.operation?.id === operation) change(answer, request);
    },
  }),
});

/** The operations that may refuse with a code. */
const refusing = (code: string, place: string): Place[] =>
  answering
    .filter(({ refuses }) => refuses.some((each) => each.code === code))
    .map((each) => ({ operation: findingId(each), place }));

/** A refusal has another code. @param told `at` is the plainest operation; with `status`, only such refusals differ */
export function namedCode(
  from: string,
  to: string,
  { kind = 'assumption', adoptable = kind === 'assumption', at, status: only }: Told & { at: string; status?: number },
): Difference {
  const place = 'error.code';
  return {
    id: `code ${from} is ${to}`,
    kind,
    adoptable,
    operation: at,
    place,
    also: [...refusing(from, place), { operation: '*', place }],
    plant: () => ({
      answer: ({ status, body }) => {
        if (status >= 400 && body?.code === from && (only ?? status) === status) body.code = to;
      },
    }),
  };
}

/** A header that is sent under another name, or not at all. */
export const header = (name: string, to: string | null, at: string, told: Told = {}): Difference => {
  const { kind = 'assumption', adoptable = kind === 'assumption' && to === null } = told;
  return {
    id: `header ${name} ${to === null ? 'is missing' : `is ${to}`}`,
    kind,
    adoptable,
    operation: at,
    place: `header ${name}`,
    also: [
      { operation: '*', place: `header ${name}` },
      ...(to === null ? [] : [{ operation: '*', place: `header ${to}` }]),
    ],
    plant: () => ({
      answer: (answer) => {
        const { [name]: value, ...rest } = answer.headers;
        answer.headers = value === undefined || to === null ? rest : { ...rest, [to]: value };
      },
    }),
  };
};

/** Other events than the emulator's. @param event what is sent in the place of each */
export const events = (
  id: string,
  type: string,
  place: string,
  event: () => NonNullable<Plant['event']>,
  { kind = 'behaviour', adoptable = true, also = [] }: Told = {},
): Difference => ({ id, kind, operation: `event ${type}`, place, also, adoptable, plant: () => ({ event: event() }) });

/** Another payload of a type of event. */
export const payload = (
  type: string,
  field: string,
  what: string,
  change: (data: Json) => Json,
  told: Told = {},
): Difference =>
  events(
    `event ${type} data.${field} ${what}`,
    type,
    `data.${field}`,
    () => (event) => [event.type === type ? { ...event, data: change(event.data) } : event],
    { kind: 'assumption', adoptable: (told.kind ?? 'assumption') === 'assumption', ...told },
  );

/** The call has another outcome for one side alone, or its list another order. */
export const behaviour = (
  id: string,
  operation: string,
  place: string,
  plant: () => Plant,
  { kind = 'behaviour', adoptable = false, also = [] }: Told = {},
): Difference => ({ id, kind, operation, place, also, adoptable, plant });

/** An error as the service writes it. */
export const refusedWith = (status: number, type: string, code: string, error: string): StandInAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: { error, type, code },
});
