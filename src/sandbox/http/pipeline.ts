import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wakeAfter } from '../../core/base/time.ts';
import { type FairTurns, Turns } from '../../core/base/turns.ts';
import { requireCapability } from '../../core/kernel/declare/capability.ts';
import { type AnyOperation, ReplayedAnswer } from '../../core/kernel/declare/operation.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import { CommittedRefusal, errorOf, type ServiceError } from '../../core/kernel/errors.ts';
import { type RequestedOutcome, requestOutcome, whileFaultSays } from '../../payments/simulation/network.ts';
import { RawAnswer, StreamedJson } from '../control/operation.ts';
import type { Sandbox } from '../control/sandbox.ts';
import { checkGrowth } from '../control/workspaces/load-limits.ts';
import type { Profile } from '../profile/profile.ts';
import { type Body, bodyOf } from './answers.ts';
import { type BoundOperation, bindOperations } from './bound.ts';
import { type Call, type Caller, callerWithoutKey, isUnrouted, type ServedOperation, trackProgress } from './call.ts';
import { grown, type RouteFault, sendOwn, settleWork, takeRouteFault } from './faults.ts';
import { lookUp } from './lookup.ts';
import { noteChange, noteUse } from './note-change.ts';
import { acceptBy } from './profiled-requests.ts';
import { asServiceError, cutConnection, servedAs } from './replies.ts';
import { answerOnce, StoredAnswerText } from './requests/idempotent-answers.ts';
import { checkInput } from './requests/input.ts';
import { outcomeOf } from './requests/outcome-header.ts';
import { takeBodies } from './requests/read-body.ts';
import { note } from './requests/request-logging.ts';
import { RouteTable } from './route-table.ts';
import { sendJson, sendStreamed } from './send.ts';
import type { AccessPolicy } from './surfaces/admission.ts';
import type { Attempt, HandlerInput, Policy } from './surfaces/policy.ts';

const json = 'application/json; charset=utf-8';
/** How long a response waits for webhooks that a fault sends first, in real milliseconds. */
const webhookPatience = 3_000;

/** An operation to perform for a request. The steps before the work set the last three fields. */
interface Task {
  readonly bound: BoundOperation;
  readonly operation: AnyOperation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  input: HandlerInput;
  attempt: Attempt | null;
  fault: RouteFault | null;
  /** The outcome that a header of the request specifies. */
  outcome: RequestedOutcome | null;
}

/** The result of an operation. */
interface Performed {
  result: unknown;
  /** How long the response is delayed, in real milliseconds. */
  delay: number;
}

/** Responds to a request that no operation of a surface accepts. */
export type NoRoute = (request: FastifyRequest, reply: FastifyReply) => void;

/** How a pipeline is served. */
interface Scope {
  readonly noRoute: NoRoute;
  /** The profile that changes requests; null if requests contain the emulator's names. */
  readonly profile: Profile | null;
  /** The requests that the pipeline handles; if absent, it handles all requests. */
  readonly constraints?: Record<string, string>;
}

/**
 * Handles every request of every surface. Only the server's check of the host comes before it. A request passes these
 * methods in the order of this file: `#admit`, `#answer`, `#perform`, `#applyFault`, `#run`, `#sendWhenKept`, `#send`.
 * A call of the control API leaves this path after `#answer`, for `#act`. Every error ends in `#fail`.
 */
export class Pipeline {
  readonly #sandbox: Sandbox;
  readonly #policy: Policy;
  readonly #warn: (message: string) => void;
  readonly #bindings: ReadonlyMap<ServedOperation, BoundOperation>;
  /**
   * Attempts whose responses are delayed. A repeat of such an attempt is rejected, because the attempt is still in
   * flight.
   */
  readonly #inFlight = new Set<string>();
  /** The turns of callers of one workspace. */
  readonly #turns: FairTurns;
  /** Whether teams share the emulator, so that all calls take turns; if not, only calls with a team's token do. */
  readonly #isShared: boolean;

  constructor({ sandbox, isTokenRequired }: AccessPolicy, policy: Policy, warn: (message: string) => void) {
    this.#isShared = isTokenRequired;
    this.#turns = sandbox.turns;
    this.#sandbox = sandbox;
    this.#policy = policy;
    this.#warn = warn;
    this.#bindings = bindOperations(policy);
  }

  /** Registers every operation of the surface, in a separate scope. */
  register(scope: FastifyInstance, { noRoute, profile, constraints = {} }: Scope): void {
    const { isLogged, operations, prefix } = this.#policy;
    const routes = new RouteTable(prefix, operations);
    takeBodies(scope, this.#turns, (operation) => this.#bindings.get(operation)?.sensitive);
    scope.setErrorHandler((error, request, reply) => this.#refuseBody(request, reply, error));
    scope.addHook('onRequest', (request, _reply, done) => {
      routes.route(request);
      done();
    });
    if (profile !== null) acceptBy(profile, scope);
    scope.addHook('onRequest', (request, reply, done) => {
      try {
        this.#admit(request, reply);
        if (isUnrouted(request) && !request.is404) this.#inTurn(request.call, () => noRoute(request, reply));
        else done();
      } catch (error) {
        this.#inTurn(request.call, () => this.#fail(request, reply, error));
      }
    });
    if (isLogged) {
      // Responses of `sendJson` do not pass through here.
      scope.addHook('onSend', (request, reply, payload, done) => {
        note(this.#sandbox.requests, request, reply.statusCode, typeof payload === 'string' ? payload : null);
        done(null, payload);
      });
    }
    const shared = {
      config: { isOfOperations: true },
      constraints,
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        this.#inTurn(request.call, () => this.#answer(this.#bindings.get(request.operation!)!, request, reply)),
    };
    // The framework limits bodies by the route. A surface without a prefix must not take the addresses of the pages.
    const own = operations.filter(({ largestBody }) => prefix === '' || largestBody !== undefined);
    for (const { method, path, largestBody: bodyLimit } of own) {
      const url = path.replace(/\{(\w+)\}/g, ':$1');
      scope.route({ ...shared, method: servedAs(method), url, ...(bodyLimit === undefined ? {} : { bodyLimit }) });
    }
    if (prefix !== '') scope.route({ ...shared, method: routes.methods, url: '/*' });
  }

  /** Identifies the caller and applies rate limits. The request is in progress until it is answered. */
  #admit(request: FastifyRequest, { raw }: FastifyReply): void {
    const { begin, admit } = this.#policy;
    const call = begin(request.operation, request);
    request.call = call;
    trackProgress(this.#sandbox.inProgress, call, raw);
    admit(call, request);
  }

  /** Checks the input, finds the owner of the data, applies a fault, and performs the operation. */
  #answer(bound: BoundOperation, request: FastifyRequest, reply: FastifyReply): void {
    const { operation } = bound;
    const { surface, isStrict, queryOf, factsOf, locate } = this.#policy;
    try {
      const call = request.call!;
      if (call.caller === null) call.caller = ownerInBody(bound, this.#sandbox.engine, request.body);
      checkCapability(call);
      const checked = checkInput(bound, request, isStrict(), queryOf);
      const facts = factsOf?.(call, request);
      const input: HandlerInput = facts === undefined ? checked : { ...checked, ...facts };
      if ('act' in operation) {
        void this.#act(operation, input, request, reply);
        return;
      }
      locate?.(call, operation, input);
      const { workspace, mode } = call.caller!;
      if (this.#isShared && surface !== 'control' && (operation.method === 'POST' || operation.method === 'PATCH')) {
        checkGrowth(this.#sandbox, workspace.id);
      }
      const lookup = operation.lookup?.({ settings: workspace.settings, mode }, input) ?? null;
      const task: Task = { bound, operation, request, reply, input, attempt: null, fault: null, outcome: null };
      if (lookup === null) this.#perform(task);
      else {
        lookUp(lookup, (found) => {
          task.input = { ...input, found };
          this.#perform(task);
        });
      }
    } catch (error) {
      this.#fail(request, reply, error);
    }
  }

  /** Performs the work that remains after a fault and earlier attempts, and responds when the result is stored. */
  #perform(task: Task): void {
    const { operation, input, request, reply } = task;
    const { attemptOf, isLogged, isStrict } = this.#policy;
    try {
      const call = request.call!;
      if (isLogged) {
        task.outcome = outcomeOf(this.#sandbox.engine.registry, operation, request, isStrict());
        task.fault = takeRouteFault(this.#sandbox, call.caller!.workspace.id, task);
        if (task.fault !== null && this.#applyFault(task.fault, task)) return;
      }
      task.attempt = attemptOf?.(call, input, request) ?? null;
      if (task.attempt !== null && this.#inFlight.has(task.attempt.id)) throw stillInFlight(task.attempt);
      if (task.fault?.shortPages === true) task.input = { ...input, query: { ...input.query, limit: 1 } };
      const done = this.#run(task);
      // Nearly every read takes this path. Its response waits for nothing, so no promise is created.
      if (done.delay === 0 && !this.#sandbox.engine.hasPending) this.#send(task, done.result);
      else this.#sendWhenKept(task, done);
    } catch (error) {
      this.#fail(request, reply, error);
    }
  }

  /**
   * Marks the request with its fault.
   * @returns whether the fault has answered the request, so that no work remains
   * @throws the error response that the fault specifies
   */
  #applyFault({ name, audit, refusal, own, drop }: RouteFault, { request, reply }: Task): boolean {
    const call = request.call!;
    call.fault = name;
    call.audit = audit;
    call.headers = { 'x-emulator-fault': name };
    if (refusal !== undefined) throw refusal;
    if (own !== undefined) sendOwn(reply, own);
    else if (drop === 'request') this.#drop(request, reply);
    else return false;
    return true;
  }

  /** Runs the operation as one unit of work. */
  #run({ bound, operation, input, request, attempt, fault, outcome }: Task): Performed {
    const { callFacts, causeOf } = this.#policy;
    const call = request.call!;
    const { workspace, mode, key } = call.caller!;
    noteUse(this.#sandbox, operation, workspace.id, key);
    const keyed = attempt?.keyed ?? null;
    const performed: Performed = { result: null, delay: 0 };
    performed.result = this.#sandbox.engine.run(
      workspace,
      mode,
      causeOf(call, operation),
      (ctx): unknown => {
        const handle = (): unknown => operation.handle(ctx, input);
        const work = (): unknown => (keyed === null ? handle() : answerOnce(ctx, keyed, bound, handle));
        if (outcome !== null) requestOutcome(ctx, outcome);
        const answered = fault?.outcome === undefined ? work() : whileFaultSays(ctx, fault.outcome, work, fault.audit);
        performed.delay = ctx.answerDelay + (fault?.ms ?? 0);
        if (ctx.ignored.length > 0) call.unknown = [...call.unknown, ...ctx.ignored];
        return answered;
      },
      callFacts?.(call, request),
    );
    return performed;
  }

  /** Responds when the result is stored, after the delay of a fault or of the operation. */
  #sendWhenKept(task: Task, { result, delay }: Performed): void {
    const { engine, webhooks } = this.#sandbox;
    const { bound, request, reply, attempt, fault } = task;
    if (attempt !== null && delay > 0) this.#inFlight.add(attempt.id);
    const send = (): void => {
      if (attempt !== null) this.#inFlight.delete(attempt.id);
      this.#send(task, result);
    };
    engine.whenKept((refusal) => {
      if (refusal !== null) {
        if (attempt !== null) this.#inFlight.delete(attempt.id);
        if (bound.writes) this.#refuse(request, reply, refusal);
        else this.#readAgain(task);
      } else if (fault?.webhooksFirst === true) {
        const { workspace, mode } = request.call!.caller!;
        if (fault.settledFirst === true) settleWork(this.#sandbox, workspace.id, mode, request.id);
        void webhooks.firstAttemptsOf(workspace.id, mode, request.id, webhookPatience).then(send);
      } else if (delay > 0) wakeAfter(delay, send);
      else send();
    });
  }

  /** Sends the response, changed by a fault if there is one. */
  #send({ bound, request, reply, fault }: Task, result: unknown): void {
    const { operation, answers, writes } = bound;
    if (fault?.drop === 'answer') {
      this.#drop(request, reply);
      return;
    }
    if (result instanceof CommittedRefusal) {
      this.#refuse(request, reply, result.error);
      return;
    }
    const call = request.call!;
    const isKept = result instanceof StoredAnswerText;
    const isReplayed = isKept ? result.isReplayed : result instanceof ReplayedAnswer;
    if (isReplayed) call.headers = { ...call.headers, 'idempotency-replayed': 'true' };
    if ('refusalBody' in operation) call.headers = { ...call.headers, 'cache-control': 'no-store' };
    let body: Body;
    if (isKept) {
      body = bodyOf(result.body);
    } else {
      call.writer = answers;
      call.answer = result instanceof ReplayedAnswer ? result.body : result;
      body = writes ? bodyOf(answers.write(call.answer)) : answers.read(call.answer);
    }
    if (fault?.grown === true) body = bodyOf(grown(body.text));
    const status = isKept ? result.status : bound.status;
    // The request is logged before its response is sent, because the log must also show requests whose caller has
    // disconnected.
    if (this.#policy.isLogged) note(this.#sandbox.requests, request, status, body.text);
    sendJson(request, reply, status, body, this.#policy.profile?.unsent);
  }

  /** Repeats a read, which may have seen a change that the disk then rejected and that was undone. */
  #readAgain(task: Task): void {
    try {
      this.#send(task, this.#run(task).result);
    } catch (error) {
      this.#fail(task.request, task.reply, error);
    }
  }

  /** Closes the connection without a response. */
  #drop(request: FastifyRequest, reply: FastifyReply): void {
    note(this.#sandbox.requests, request, 0, null);
    cutConnection(request, reply);
  }

  /** Performs an operation on the sandbox itself. */
  async #act(
    operation: Extract<ServedOperation, { act: unknown }>,
    input: HandlerInput,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    try {
      const call = request.call!;
      const { token } = call;
      const turns = token === null ? new Turns() : this.#turns.slicesOf(token.workspace_id);
      if (token !== null && operation.waits !== true) await turns.next();
      const renewed = token === null ? input : this.#renewed(call, input);
      const result = await operation.act(this.#sandbox, Object.assign(renewed, { turns }));
      if (operation.method !== 'GET') noteChange(this.#sandbox, call, request.params, result);
      await this.#sandbox.engine.kept();
      if (result instanceof RawAnswer) {
        reply.type(result.type).send(result.body);
        return;
      }
      if (result instanceof StreamedJson) {
        await sendStreamed(request, reply, result, turns);
        return;
      }
      const body = operation.envelope === 'data' ? { data: result } : result;
      sendJson(request, reply, operation.status, bodyOf(JSON.stringify(body)));
    } catch (error) {
      this.#fail(request, reply, error);
    }
  }

  /** The input with the workspace as it is now, because it may have changed while the call waited for its turn. */
  #renewed({ caller }: Call, input: HandlerInput): HandlerInput {
    const workspace = caller === null ? undefined : this.#sandbox.engine.workspace(caller.workspace.id);
    return workspace === undefined ? input : Object.assign(input, { workspace });
  }

  #refuse(request: FastifyRequest, reply: FastifyReply, error: ServiceError): void {
    if (request.call !== null) request.call.retryAfter = error.retryAfter ?? null;
    const operation = request.call?.operation;
    if (operation?.refusalBody === undefined || error.status >= 500) {
      this.#policy.sendError(reply, error);
      return;
    }
    if (error.status === 401) reply.header('WWW-Authenticate', 'Basic realm="apps"');
    reply.header('Cache-Control', 'no-store').code(error.status).type(json);
    reply.send(JSON.stringify(operation.refusalBody(error)));
  }

  #fail(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const refusal = asServiceError(request, error, this.#warn);
    if (!reply.raw.headersSent) this.#refuse(request, reply, refusal);
  }

  /** Rejects an invalid body, unless the caller may not use the operation, because that error comes first. */
  #refuseBody(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    try {
      checkCapability(request.call);
      this.#fail(request, reply, error);
    } catch (refusal) {
      this.#fail(request, reply, refusal);
    }
  }

  /** Does work at once for the operator and in an emulator for one; for a team of a shared emulator, in its turn. */
  #inTurn(call: Call | null, work: () => void): void {
    const isOperator = this.#policy.surface === 'control' && call !== null && call.token === null;
    if (!this.#isShared || isOperator) work();
    else this.#turns.pass(call?.caller?.workspace.id ?? '', work);
  }
}

/** @throws 400 `capability_required` */
function checkCapability(call: Call | null): void {
  if (call?.caller != null) requireCapability(call.operation?.capability, call.caller);
}

/**
 * The owner of the data that a body identifies.
 * @throws 400 `parameter_missing` or `parameter_invalid` if the body does not identify an owner correctly
 */
function ownerInBody({ operation, ownerBody }: BoundOperation, engine: Engine, sent: unknown): Caller | null {
  if (ownerBody === null || !('owner' in operation)) return null;
  const body = ownerBody.body(sent === undefined ? {} : sent);
  return callerWithoutKey(operation.owner?.(engine, { body, query: {}, params: {} }));
}

const stillInFlight = ({ inFlight }: Attempt): ServiceError =>
  errorOf(inFlight, 'A request with this Idempotency-Key is still in progress. Wait for its response.');
