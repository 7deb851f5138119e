import type { AnyCollectionDef } from './collection.ts';
import { events } from './events.ts';
import { jobs } from './jobs.ts';
import { faultsOf } from './lifecycle.ts';
import type { EventDef, JobDef, Reaction, ResourceDef } from './resource.ts';
import { apiKeys, apps, appTokens, rules, workspaces } from './workspace.ts';

const none: readonly Reaction[] = [];

/** All declarations, checked once and arranged for look-up. */
export class Registry {
  readonly resources: readonly ResourceDef[];
  readonly collections = new Map<string, AnyCollectionDef>();
  readonly events = new Map<string, EventDef>();
  readonly #jobs = new Map<string, JobDef>();
  readonly #reactions = new Map<string, Reaction[]>();

  /** @throws Error that lists everything wrong with the declarations. */
  constructor(resources: readonly ResourceDef[], furtherCollections: readonly AnyCollectionDef[] = []) {
    this.resources = resources;
    const faults: string[] = [];
    const own: AnyCollectionDef[] = [workspaces, apiKeys, apps, appTokens, rules, events, jobs];
    const collections = [...own, ...furtherCollections, ...resources.flatMap((resource) => resource.collections)];
    for (const def of collections) {
      if (this.collections.has(def.name)) faults.push(`two collections are called ${def.name}`);
      this.collections.set(def.name, def);
    }
    for (const resource of resources) {
      for (const [type, def] of Object.entries(resource.events ?? {})) {
        if (this.events.has(type)) faults.push(`two slices declare the event ${type}`);
        this.events.set(type, def);
      }
      for (const [kind, def] of Object.entries(resource.jobs ?? {})) {
        if (this.#jobs.has(kind)) faults.push(`two slices declare the job ${kind}`);
        this.#jobs.set(kind, def);
      }
      for (const reaction of resource.reactions ?? []) {
        const known = this.#reactions.get(reaction.on);
        if (known === undefined) this.#reactions.set(reaction.on, [reaction]);
        else known.push(reaction);
      }
    }
    faults.push(...this.#faults());
    if (faults.length > 0) throw new Error(`The declarations do not hold together:\n  ${faults.join('\n  ')}`);
  }

  event(type: string): EventDef {
    const def = this.events.get(type);
    if (def === undefined) throw new Error(`No slice declares the event ${type}.`);
    return def;
  }

  job(kind: string): JobDef | undefined {
    return this.#jobs.get(kind);
  }

  reactionsTo(move: string): readonly Reaction[] {
    return this.#reactions.get(move) ?? none;
  }

  resource(name: string): ResourceDef | undefined {
    return this.resources.find((resource) => resource.name === name);
  }

  #faults(): string[] {
    const faults: string[] = [];
    const moves = new Set<string>();
    const emitted = new Set<string>();
    const operations = new Set<string>();
    for (const { lifecycle, announces = [], operations: offered, clientOperations = [] } of this.resources) {
      for (const name of announces) moves.add(name);
      if (lifecycle !== undefined) {
        faults.push(...faultsOf(lifecycle));
        for (const [name, verb] of Object.entries(lifecycle.verbs)) {
          moves.add(`${lifecycle.noun}.${name}`);
          for (const type of verb.emits ?? []) {
            emitted.add(type);
            if (!this.events.has(type)) faults.push(`${lifecycle.noun}.${name} emits ${type}, which nobody declares`);
          }
        }
      }
      for (const { id } of clientOperations) {
        if (operations.has(id)) faults.push(`two operations are called ${id}`);
        operations.add(id);
      }
      for (const operation of offered) {
        if (operations.has(operation.id)) faults.push(`two operations are called ${operation.id}`);
        operations.add(operation.id);
        if (operation.body !== undefined && operation.bodyOptional !== true && operation.example.body === undefined) {
          faults.push(`the operation ${operation.id} has no example`);
        }
      }
    }
    for (const type of this.events.keys()) if (!emitted.has(type)) faults.push(`no move emits ${type}`);
    for (const on of this.#reactions.keys())
      if (!moves.has(on)) faults.push(`a reaction waits for ${on}, no such move`);
    return faults;
  }
}
