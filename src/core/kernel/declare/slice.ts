import type { TSchema } from '../../base/typebox.ts';
import type { AnyCollectionDef } from '../../store/collection.ts';
import type { Announcement } from '../change.ts';
import type { Context, Kernel } from '../context.ts';
import type { Workspace } from '../workspace.ts';
import type { AnyJob, EventDef, FixtureDef, ListDef, Reaction, SpendDef, TriggerDef } from './declarations.ts';
import type { AnyLifecycle, EmittedBy } from './lifecycle.ts';
import type { AnyOperation } from './operation.ts';
import type { SettingGroup } from './settings.ts';

export const tiers = ['new', 'established', 'scaled', 'high_volume'] as const;
/** The rate-limit tier of a merchant (specification, "Limits" 4). */
export type Tier = (typeof tiers)[number];

/** All declarations of a resource. */
export interface Slice {
  readonly name: string;
  /** The schemas of its responses, by their names in the interface description. */
  readonly models: Readonly<Record<string, TSchema>>;
  /** The workspace settings that the slice declares. */
  readonly settings: readonly SettingGroup[];
  readonly collections: readonly AnyCollectionDef[];
  readonly lifecycle?: AnyLifecycle;
  /** The operations on all surfaces. */
  readonly operations: readonly AnyOperation[];
  readonly events: readonly EventDef[];
  readonly jobs: readonly AnyJob[];
  readonly announces: readonly Announcement[];
  readonly reactions: readonly Reaction[];
  /** The slice's items that a charge can spend. */
  readonly spends: readonly SpendDef[];
  readonly trigger?: TriggerDef;
  readonly fixtures: readonly FixtureDef[];
  /** Returns the fields that must change after an edit of an object. Throws to refuse the edit. */
  // biome-ignore lint/suspicious/noExplicitAny: only its own slice knows the record type
  readonly afterEdit?: (ctx: Context, edited: any) => object;
  // biome-ignore lint/suspicious/noExplicitAny: only the list's own slice knows the record type
  readonly list?: ListDef<any>;
  /** Determines the rate-limit tier of a workspace at an emulated instant, in milliseconds. */
  readonly tiersOf?: (kernel: Kernel) => (workspace: Workspace, now: number) => Tier;
}

/** The events of a lifecycle that a slice does not declare; `never` if the slice declares all of them. */
type Undeclared<L, E extends readonly EventDef[]> = Exclude<EmittedBy<L>, E[number]['type']>;

type Declared<L, E extends readonly EventDef[]> = Partial<Omit<Slice, 'name' | 'lifecycle' | 'events'>> & {
  readonly lifecycle?: L;
} & ([Undeclared<L, E>] extends [never]
    ? { readonly events?: E }
    : { readonly events: { readonly 'events that are not declared': Undeclared<L, E> } });

const none: readonly never[] = [];

/** Declares a slice. The declaration omits the parts that the slice does not have. */
export const slice = <
  L extends AnyLifecycle | undefined = undefined,
  const E extends readonly EventDef[] = readonly [],
>(
  name: string,
  declared: Declared<L, E>,
): Slice => ({
  models: {},
  settings: none,
  collections: none,
  operations: none,
  jobs: none,
  announces: none,
  reactions: none,
  spends: none,
  fixtures: none,
  events: none,
  ...(declared as Partial<Slice>),
  name,
});
