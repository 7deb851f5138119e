import { isObject } from '../../../core/base/json-values.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { answerSchema } from '../../../sandbox/http/answers.ts';
import { answerHeaders } from '../../../sandbox/http/openapi/openapi-refusals.ts';
import type { FieldSchema } from '../../../sandbox/profile/places.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Assumptions } from './assumptions.ts';
import { idOf } from './bindings.ts';
import type { Differences } from './differences.ts';
import type { Exchange } from './exchange.ts';
import type { Change, FindingKind, Findings, OpenFinding } from './findings.ts';
import { idsIn, namesIn } from './names.ts';
import type { At } from './place.ts';

/** The name of an operation in findings. */
export const nameOf = ({ surface, id }: AnyOperation): string =>
  surface === 'client' && !id.startsWith('client') ? `client.${id}` : id;

/** Adds a finding for a call. */
type Add = (
  place: string,
  kind: FindingKind,
  service: unknown,
  emulator: unknown,
  more?: {
    readonly change?: Change | null;
    readonly refusal?: string | null;
    /** The key of a difference that is one finding for all operations, reported for the first. */
    readonly everywhere?: string;
  },
) => OpenFinding;

/** Compares the responses to calls. */
export class Answers {
  readonly #findings: Findings;
  readonly #differences: Differences;
  readonly #assumptions: Assumptions;
  readonly #origins = new Map<string, string>();

  constructor(registry: Registry, findings: Findings, differences: Differences, assumptions: Assumptions) {
    this.#findings = findings;
    this.#differences = differences;
    this.#assumptions = assumptions;
    for (const { code, origin } of registry.refusals) if (code !== null) this.#origins.set(code, origin);
  }

  /**
   * @param exchange an exchange with a response from the emulator
   * @param reseeded the body of the same response with another seed
   */
  compare({ call, operation, answer, at: now }: Exchange, reseeded: unknown): void {
    const { status = 0 } = call;
    const { consequences, values } = this.#differences;
    const name = nameOf(operation!);
    const named = namesIn(call);
    for (const text of named.sent) values.sent.add(text);
    const lost = named.ids.find((id) => consequences.isLost(id));
    if (lost !== undefined) {
      this.#lose(call, consequences.rootOfLost(lost));
      return;
    }
    for (const id of idsIn(call.answer)) consequences.shown.add(id);
    const root = named.ids.map((id) => consequences.rootOf(id)).find((each) => each != null) ?? null;
    // Time alone does not decide whether a call is rejected.
    const reason = root === consequences.unknown ? null : root;
    const row = rowOf(operation!);
    const add: Add = (place, kind, service, emulator, { change = null, refusal = null, everywhere } = {}) => {
      const key = everywhere ?? `${name}|${place}|${service}|${emulator}`;
      const counted = everywhere === undefined ? `${name}|${place}` : place;
      const met = { key, kind, operation: name, place, service, emulator, refusal, counted, row, change };
      return this.#findings.add(met, call, reason);
    };
    this.#findings.count(`${name}|status`);
    const isDone = status < 400;
    const emulated = answer!.status;
    if (isDone !== emulated < 400) {
      const refusal = sentenceOf(isDone ? answer!.body : call.answer);
      this.#part(call, answer!.body, named.ids, operation!, add('status', 'behaviour', status, emulated, { refusal }));
      return;
    }
    this.#compareHeaders(call, answer!.headers, add);
    if (operation!.assumed === true && isDone) this.#assumptions.note(`operation ${operation!.id}`, true);
    if (status !== emulated) {
      const code = isObject(answer!.body) && typeof answer!.body.code === 'string' ? answer!.body.code : null;
      // The routes list every 409, but the other error statuses only by their meaning.
      const isNamed = emulated === 409 || code === null || this.#origins.get(code) !== 'assumed';
      const isOwn = isDone ? operation!.assumed === true : !isNamed;
      const change = {
        change: 'status',
        operation: operation!.id,
        from: emulated,
        to: status,
        ...(isDone || code === null ? {} : { code }),
      };
      add('status', isOwn ? 'assumption' : 'specification', status, emulated, { change });
      if (!isDone) return;
    }
    if (!isDone) {
      this.#compareRefusals(call, answer!.body, add);
      return;
    }
    this.#noteRequest(call, operation!);
    const at: At = {
      ...{ call, operation: name, owner: name, path: '', field: '', root, now, row },
      schema: answerSchema(operation!) as FieldSchema,
      assumed: operation!.assumed === true,
    };
    this.#differences.compare([call.answer, answer!.body, reseeded], at);
  }

  /** Records that only one side accepted a call. What the call created or changed then differs as a consequence. */
  #part(
    call: CapturedCall,
    emulated: unknown,
    ids: readonly string[],
    { method }: AnyOperation,
    root: OpenFinding,
  ): void {
    for (const id of [...idsIn(call.answer), ...idsIn(emulated)]) {
      if (!ids.includes(id)) this.#differences.consequences.lost.set(id, root);
    }
    if (method === 'GET') return;
    for (const id of ids) this.#differences.consequences.taint(id, root);
    // A token is in no list, and moves no money.
    if ([call.answer, emulated].some(hasObject)) this.#differences.consequences.move(root);
  }

  #lose(call: CapturedCall, root: OpenFinding | null): void {
    if (root !== null) root.consequences++;
    for (const id of idsIn(call.answer))
      if (!this.#differences.consequences.lost.has(id)) this.#differences.consequences.lost.set(id, root);
  }

  #noteRequest({ body, query }: CapturedCall, operation: AnyOperation): void {
    const names = [...(isObject(body) ? Object.keys(body) : []), ...query.keys()];
    for (const name of names) this.#assumptions.note(`request ${operation.id} ${name}`, true);
  }

  #compareHeaders({ answerHeaders: given }: CapturedCall, own: Readonly<Record<string, string>>, add: Add): void {
    if (Object.keys(given).length === 0) return;
    for (const [title, declared] of Object.entries(answerHeaders)) {
      const header = title.toLowerCase();
      if (header.startsWith('x-emulator-') || (given[header] === undefined && own[header] === undefined)) continue;
      const isAssumed = 'x-assumed' in declared;
      const place = `header ${header}`;
      this.#findings.count(place);
      const agrees = (given[header] === undefined) === (own[header] === undefined);
      if (isAssumed) this.#assumptions.note(place, agrees);
      if (agrees) continue;
      const change = own[header] === undefined ? null : { change: 'header', name: header, sent: false };
      add(place, isAssumed ? 'assumption' : 'specification', given[header], own[header], { change, everywhere: place });
    }
  }

  #compareRefusals({ answer }: CapturedCall, emulated: unknown, add: Add): void {
    if (!isObject(answer) || !isObject(emulated)) {
      if (isObject(answer) !== isObject(emulated)) add('error', 'specification', answer ?? null, emulated ?? null);
      return;
    }
    const names = new Set([...Object.keys(answer), ...Object.keys(emulated)]);
    for (const field of names) {
      if (field === 'error' || field === 'data' || field === 'message') continue;
      const [one, other] = [answer[field], emulated[field]];
      const place = `error.${field}`;
      this.#findings.count(place);
      const code = emulated.code;
      const isOwn = field === 'code' && typeof code === 'string' && this.#origins.get(code) !== 'specified';
      if (isOwn && this.#origins.get(code as string) === 'assumed')
        this.#assumptions.note(`code ${code}`, one === other);
      if (one === other) this.#differences.agreeOn(field, one);
      if (one === other || (!valued.has(field) && (one === undefined) === (other === undefined))) continue;
      const isStated = field === 'type' || field === 'code' || named.has(field);
      const kind = decided.has(field) ? 'behaviour' : isOwn || !isStated ? 'assumption' : 'specification';
      const from = typeof one === 'string' && typeof other === 'string' ? { from: other, to: one } : null;
      const change = from === null || !adoptable.has(field) ? null : { change: field, ...from };
      const told = decided.has(field)
        ? `${field} ${one}`
        : valued.has(field)
          ? `${field} ${one} ${other}`
          : `${field} ${one === undefined}`;
      add(place, kind, one, other, { change, everywhere: `error ${told}` });
    }
  }
}

/** The fields of an error whose values are compared. For the other fields, only their presence is compared. */
const valued = new Set(['type', 'code', 'decline_code', 'category', 'status']);
/** The fields that the networks behind the service decide. A difference in them is behaviour, not a name. */
const decided = new Set(['decline_code', 'category']);
/** The fields of an error whose values a profile can rename. */
const adoptable = new Set(['type', 'code']);
/** The other fields of an error that the specification names. */
const named = new Set(['decline_code', 'category', 'reference_id']);

/** The row of an operation in the coverage table. */
export const rowOf = ({ surface, method, path }: AnyOperation): string =>
  `${surface === 'client' ? 'Client API' : 'Operations'}: ${method} ${path}`;

/** The message of an error, with its code. */
function sentenceOf(refusal: unknown): string | null {
  if (!isObject(refusal) || typeof refusal.error !== 'string') return null;
  return typeof refusal.code === 'string' ? `${refusal.code}: ${refusal.error}` : refusal.error;
}

const hasObject = (answer: unknown): boolean => isObject(answer) && (idOf(answer) ?? idOf(answer.data)) !== undefined;
