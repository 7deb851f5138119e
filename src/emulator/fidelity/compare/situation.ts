import { isObject } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { tiers } from '../../../core/kernel/declare/slice.ts';
import type { AnyCollectionDef, Stored } from '../../../core/store/collection.ts';
import { firstFault } from '../../../core/validation/validator.ts';
import { type GatewayKind, gatewayKinds } from '../../../payments/platform/settings.ts';
import type { WorkspaceFixture } from '../../../sandbox/fixtures/schema.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { idOf } from './bindings.ts';
import type { Routes } from './routes.ts';

/** The workspace that a capture is asked in again. */
export const situationId = 'ws_capture';
/** The app whose token calls of apps get. */
const app = { name: 'Captured app', client_id: 'app_capture', client_secret: 'app_secret_capture' };

/** The keys of the comparison's workspace, by the credentials of a capture, of which a capture shows only the kind. */
export class Keys {
  readonly fixture: NonNullable<WorkspaceFixture['keys']> = [];
  readonly #own = new Map<string, string>();
  /** The captures whose calls have no credentials: browsers leave them out of what they export. */
  readonly #bare: ReadonlySet<string>;

  constructor(calls: readonly CapturedCall[], routes: Routes) {
    const asked = calls.filter(({ kind }) => kind === 'call');
    const keyed = new Set(asked.flatMap((call) => (credentialOf(call) === null ? [] : call.capture)));
    this.#bare = new Set(asked.flatMap(({ capture }) => (keyed.has(capture) ? [] : capture)));
    if (this.#bare.size > 0) for (const kind of ['sk', 'pk']) this.fixture.push({ key: `${kind}_test_left_out` });
    const used = new Map<string, CapturedCall[]>();
    for (const call of calls) {
      const credential = credentialOf(call);
      if (credential === null || call.kind !== 'call') continue;
      getOrMake(used, credential, () => []).push(call);
    }
    for (const [credential, by] of used) {
      const kind = /\b(sk|pk)_(test|live)\b|(?:^|[^a-z])(sk|pk)_(test|live)_/.exec(credential);
      // What was never accepted is not a key; what is not a key of a merchant may be a token, which answers name.
      const wasAccepted = by.some(
        ({ method, path, status = 0 }) =>
          (status < 400 || (status !== 401 && status < 500)) && routes.of(method, path)?.operation.access !== 'public',
      );
      if (!wasAccepted) {
        this.#own.set(credential, `${kind?.[1] ?? kind?.[3] ?? 'sk'}_test_unknown`);
        continue;
      }
      if (kind === null && !/^sk|^pk/.test(credential) && by.some(({ path }) => path.startsWith('/api/v1/blocks')))
        continue;
      const prefix = kind === null ? 'sk_test' : `${kind[1] ?? kind[3]}_${kind[2] ?? kind[4]}`;
      const key = `${prefix}_capture_${this.#own.size + 1}`;
      this.#own.set(credential, key);
      const scopes = scopesOf(by, routes);
      this.fixture.push({ key, ...(scopes === null ? {} : { scopes }) });
    }
  }

  /** The key of a call whose capture leaves credentials out; undefined: it had none. */
  leftOutOf({ capture, status }: CapturedCall, operation: AnyOperation | null): string | undefined {
    if (!this.#bare.has(capture) || status === 401 || operation?.surface !== 'merchant') return undefined;
    if (operation.access === 'public') return undefined;
    return status === 403 ? 'pk_test_left_out' : 'sk_test_left_out';
  }

  /** The key that stands for a credential; undefined: it is none of a merchant. */
  of(credential: string): string | undefined {
    return this.#own.get(credential);
  }
}

/** The credential of a call without its scheme; null: it has none. */
export function credentialOf({ headers }: CapturedCall): string | null {
  const { authorization } = headers;
  return authorization === undefined ? null : authorization.replace(/^bearer\s+/i, '');
}

/** The scopes of a key that was refused where a scope is needed; null: nothing says that it is scoped. */
function scopesOf(by: readonly CapturedCall[], routes: Routes): string[] | null {
  const scoped = by.flatMap((call) => {
    const scope = routes.of(call.method, call.path)?.operation.scope;
    return scope === undefined ? [] : [{ scope, isRefused: call.status === 403 }];
  });
  if (!scoped.some(({ isRefused }) => isRefused)) return null;
  return [...new Set(scoped.flatMap(({ scope, isRefused }) => (isRefused ? [] : [scope])))];
}

/** The kind of gateway that the payments of a capture went through, where no call names another. */
export function gatewayOf(calls: readonly CapturedCall[]): GatewayKind | null {
  const counts = new Map<string, number>();
  const count = (value: unknown, weight: number): void => {
    if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + weight);
  };
  for (const { body, answer, kind } of calls) {
    const data = kind === 'delivery' ? body : answer;
    const objects = isObject(data) ? [data, data.data] : [];
    for (const each of objects.flat()) {
      if (!isObject(each)) continue;
      if (isObject(body) && kind === 'call' && body.gateway !== undefined) continue;
      count(each.processorType, 1);
    }
  }
  const known = [...counts].filter(([name]) => (gatewayKinds as readonly string[]).includes(name));
  return (known.sort((one, other) => other[1] - one[1])[0]?.[0] as GatewayKind | undefined) ?? null;
}

/** What the buyer's page tells of the workspace's settings. */
const pageSettings: Readonly<Record<string, string>> = {
  threeDsEnabled: 'three_ds_enabled',
  achEnabled: 'ach_enabled',
  requireCheckoutPhone: 'require_checkout_phone',
};

/** The settings of the service's workspace, as far as a capture tells them. */
export function settingsOf(calls: readonly CapturedCall[], routes: Routes): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const { kind, method, path, status = 500, answer, answerHeaders } of calls) {
    if (kind === 'delivery') continue;
    const tier = answerHeaders['x-ratelimit-tier'];
    if (tier !== undefined && (tiers as readonly string[]).includes(tier)) settings.rate_limit_tier ??= tier;
    const id = status < 300 ? routes.of(method, path)?.operation.id : undefined;
    const prepared = id === 'wallets.prepare' && isObject(answer) && isObject(answer.data) ? answer.data : {};
    if (prepared.three_ds_reason === 'three_ds_disabled') settings.three_ds_enabled ??= false;
    if (prepared.three_ds_required === true) settings.three_ds_enabled ??= true;
    if (id === 'checkout.address_suggest' && isObject(answer)) {
      if (Object.values(answer).some((value) => Array.isArray(value) && value.length > 0))
        settings.address_suggest = true;
    }
    if (id !== 'checkout.load' || !isObject(answer)) continue;
    const shown = { ...answer, ...(isObject(answer.workspace) ? answer.workspace : {}) };
    for (const [field, name] of Object.entries(pageSettings)) {
      if (typeof shown[field] === 'boolean') settings[name] ??= shown[field];
    }
  }
  return settings;
}

/** What a workspace has for a capture, beside its keys. @param base the workspace of a fixture whose settings it has */
export function workspaceOf(
  base: WorkspaceFixture,
  gateway: GatewayKind | null,
  known: Readonly<Record<string, unknown>>,
  keys: Keys,
  balances: Readonly<Record<string, number>>,
): WorkspaceFixture {
  const { keys: _keys, apps = [], endpoints: _endpoints, clock: _clock, balances: given, settings, ...rest } = base;
  return {
    ...rest,
    id: situationId,
    name: base.name ?? situationId,
    settings: { ...settings, ...known, ...(gateway === null ? {} : { gateway }) },
    webhook_secret: 'whsec_capture',
    keys: keys.fixture,
    apps: [...apps.filter(({ client_id }) => client_id !== app.client_id), app],
    ...(Object.keys(balances).length === 0 ? { balances: given } : { balances: { test: { ...balances } } }),
  };
}

/** The app's credentials, for the call that asks for its token. */
export const appCredentials = { client_id: app.client_id, client_secret: app.client_secret };

/** An object that the service had before the capture began. */
export interface EarlierObject {
  readonly id: string;
  /** As it was answered first. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly def: AnyCollectionDef;
  readonly record: Stored;
}

/** What becomes of an object that the emulator did not make: a record, or the reason why none can be made. */
export function earlierObject(registry: Registry, shown: Readonly<Record<string, unknown>>): EarlierObject | string {
  const id = idOf(shown);
  const name = shown.object;
  const def = typeof name === 'string' ? registry.collections.get(name) : undefined;
  if (id === undefined || def === undefined) return `nothing of the kind ${String(name)} can be made beforehand`;
  const required = new Set<string>((def.model as { required?: string[] }).required ?? []);
  const fields = Object.entries<object>(def.model.properties as Record<string, object>).map(([field, schema]) => [
    field,
    shown[field] !== undefined || !required.has(field) ? shown[field] : emptyOf(field, schema, shown),
  ]);
  const record = Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as unknown as Stored;
  const fault = firstFault(def.model, record);
  if (fault !== null) return `${name} ${id} cannot be made beforehand: ${fault.path.join('.') || 'it'} is not as here`;
  return { id, shown, def, record };
}

/** The value of a field that an answer does not show; undefined: it may be absent, or nobody can know it. */
function emptyOf(field: string, schema: object, shown: Readonly<Record<string, unknown>>): unknown {
  const { type, enum: words } = schema as { type?: unknown; enum?: unknown[] };
  if (field === 'slug') return lastPart(shown.pay_url ?? shown.url);
  // Cards that can be paid out to have one.
  if (field === 'billing_postal_code' && shown.payout_eligible === true) return '00000';
  if (field === 'email_key') return String(shown.email ?? '').toLowerCase();
  if (!('x-internal' in schema)) return undefined;
  if (words !== undefined) return words[0];
  const types = [type].flat();
  if (types.includes('null')) return null;
  if (types.includes('string')) return shown.created_at ?? '';
  if (types.includes('integer')) return 0;
  if (types.includes('boolean')) return false;
  return types.includes('array') ? [] : undefined;
}

/** The last part of an address, by which a page is found; null: there is no page. */
const lastPart = (address: unknown): string | null =>
  typeof address === 'string' ? (address.split(/[?#]/)[0]!.split('/').at(-1) ?? null) : null;
