import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import { pathOf } from '../../src/core/kernel/declare/request-path.ts';
import type { Slice } from '../../src/core/kernel/declare/slice.ts';
import { exampleOf } from '../../src/emulator/fidelity/walk/example.ts';
import { resources } from '../../src/payments/resources/registry.ts';
import { merchantOperations } from './declared.ts';
import type { Caller, TestSandbox } from './sandbox.ts';

type Json = Record<string, unknown>;

/** A request as an operation's example has it, with the ids of real objects in the place of those that it names. */
export interface ExampleRequest {
  readonly workspace: string;
  /** A key, or the token of an app, that may call the operation. */
  readonly key: string;
  /** With its query. */
  readonly path: string;
  readonly body: Json | undefined;
}

const workspaces = { ws_demo: 'sk_test_demo', ws_demo_a: 'sk_test_demo_a' } as const;
type WorkspaceId = keyof typeof workspaces;

const owners = resources.flatMap((slice) => slice.collections.map((def) => ({ def, slice })));
const ownerOf = (id: string) => owners.find(({ def }) => id.startsWith(`${def.prefix}_`));

/** The fields of an example that name an object, as `customer_id: 'cus_ada'` does. */
const namedIn = (value: unknown, field = ''): [field: string, id: string][] => {
  if (typeof value === 'string') return /^[a-z]+_\w+$/.test(value) && ownerOf(value) ? [[field, value]] : [];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => namedIn(inner, name));
};

/** The fields that an operation's request has, without those that only the description shows. */
const namedBy = ({ example: { further: _further, ...request } = {} }: AnyOperation) => namedIn(request);

/** Makes requests of the examples of operations, in workspaces that the triggers of their slices prepare. */
export class ExampleRequests {
  readonly #sandbox: TestSandbox;
  #appToken: string | undefined;

  constructor(sandbox: TestSandbox) {
    this.#sandbox = sandbox;
  }

  /**
   * The requests for an operation, each after another trigger and the last ones in another workspace: an object must be
   * in a state that the operation takes, and which that is no declaration says. The caller stops at the first request
   * that is not refused.
   */
  async *for(operation: AnyOperation): AsyncGenerator<ExampleRequest> {
    for (const workspace of Object.keys(workspaces) as WorkspaceId[]) {
      for (const trigger of triggersFor(operation)) {
        const objects = trigger === null ? [] : await this.#objectsOf(trigger, workspace);
        if (objects !== null) yield this.#request(operation, workspace, objects);
      }
    }
  }

  /** The objects that a trigger makes or changes; null if it does not come about in the workspace. */
  async #objectsOf(trigger: string, workspace: WorkspaceId): Promise<Json[] | null> {
    const path = `/triggers/${trigger}?workspace=${workspace}`;
    const { status, body } = await this.#sandbox.control.post<{ data: { objects: { id: string }[] } }>(path, {});
    if (status !== 200) return null;
    return body.data.objects.map(({ id }) => ({ ...this.#recordsLike(id, workspace)?.get(id) }));
  }

  /** @param ids the ids of real objects by those in examples; this method adds to them */
  async #request(
    operation: AnyOperation,
    workspace: WorkspaceId,
    objects: readonly Json[],
    ids: Record<string, string> = {},
  ): Promise<ExampleRequest> {
    const own = objects.find(({ id }) => ownerOf(String(id))?.slice === sliceOf(operation));
    for (const [field, id] of namedBy(operation)) {
      const [prefix] = id.split('_');
      const fits = (value: unknown): value is string => typeof value === 'string' && value.startsWith(`${prefix}_`);
      const isFree = (value: unknown): value is string => fits(value) && !Object.values(ids).includes(value);
      const made = [own?.[field], ...objects.map((object) => object.id)].find(isFree);
      ids[id] ??= made ?? (await this.#madeByExample(id, workspace, objects, ids));
    }
    const request = exampleOf(operation, (value) => (typeof value === 'string' ? (ids[value] ?? value) : value));
    return {
      workspace,
      key: await this.keyFor(operation, workspace),
      path: pathOf(operation, request),
      body: request.body,
    };
  }

  /**
   * An object that no trigger made and that stands for no other id: by the example of the operation that makes one, or
   * what that made before. Where that only finds a customer again, another address makes another one.
   */
  async #madeByExample(
    id: string,
    workspace: WorkspaceId,
    objects: readonly Json[],
    ids: Record<string, string>,
  ): Promise<string> {
    const owner = ownerOf(id);
    const plural = `/${owner?.def.name.replaceAll('_', '-')}s`;
    const posts = merchantOperations.filter(({ method }) => method === 'POST');
    const create =
      posts.find(({ path }) => path.endsWith(plural)) ??
      posts.find((each) => owner?.slice.operations.includes(each) === true && /^\/[a-z-]+$/.test(each.path));
    if (owner === undefined || create === undefined) throw new Error(`No operation has an example that makes ${id}.`);
    const { path, body } = await this.#request(create, workspace, objects, ids);
    const caller: Caller = this.#sandbox.as(workspaces[workspace]);
    const isFree = (made: string | undefined): made is string =>
      made !== undefined && !Object.values(ids).includes(made);
    for (const sent of [body, { ...body, email: `${id}@example.com` }]) {
      const answer = await caller.post<Json>(path, sent);
      const made = JSON.stringify(answer.body).match(new RegExp(`"(${owner.def.prefix}_[^"]+)"`))?.[1];
      const last = this.#recordsLike(id, workspace)?.newest({})?.id;
      const found = answer.status < 300 ? made : last;
      if (isFree(found)) return found;
    }
    throw new Error(`The example of ${create.id} makes no ${id} beside ${Object.values(ids).join(', ')}.`);
  }

  /** The records of the collection that an id belongs to. */
  #recordsLike(id: string, workspace: WorkspaceId) {
    const owner = ownerOf(id);
    return owner && this.#sandbox.sandbox.engine.dataSet(workspace, 'test').of(owner.def);
  }

  /** A key, or the token of an app, that may call an operation. */
  async keyFor(operation: AnyOperation, workspace: WorkspaceId = 'ws_demo'): Promise<string> {
    if (operation.access !== 'app') return workspaces[workspace];
    const grant = merchantOperations.find(({ id }) => id === 'app_tokens.create')!.example!.body;
    this.#appToken ??= (
      await this.#sandbox.api.post<{ access_token: string }>('/oauth/token', grant)
    ).body.access_token;
    return this.#appToken;
  }
}

const sliceOf = (operation: AnyOperation): Slice => resources.find(({ operations }) => operations.includes(operation))!;

/** The triggers that can bring an object into a state for an operation; null alone where its example names none. */
function triggersFor(operation: AnyOperation): (string | null)[] {
  const named = namedBy(operation).map(([, id]) => ownerOf(id)?.slice);
  const slices = named.length === 0 ? [] : [sliceOf(operation), ...named];
  const { lifecycle } = slices.find((slice) => slice?.trigger !== undefined) ?? {};
  return lifecycle === undefined ? [null] : Object.keys(lifecycle.moves).map((move) => `${lifecycle.noun}.${move}`);
}
