import { isObject } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { tiers } from '../../../core/kernel/declare/slice.ts';
import type { AnyCollectionDef, Stored } from '../../../core/store/collection.ts';
import { firstError } from '../../../core/validation/validator.ts';
import { type GatewayKind, gatewayKinds } from '../../../payments/platform/settings.ts';
import type { WorkspaceFixture } from '../../../sandbox/fixtures/schema.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { idOf } from './bindings.ts';
import type { Routes } from './situation/routes.ts';

/** The workspace in which a capture is replayed. */
export const situationId = 'ws_capture';
/** The app that provides the token for calls by apps. */
const app = { name: 'Captured app', client_id: 'app_capture', client_secret: 'app_secret_capture' };

/**
 * The keys of the comparison's workspace, by the credentials in a capture. A capture shows only the kind of a
 * credential.
 */
export class Keys {
  readonly fixture: NonNullable<WorkspaceFixture['keys']> = [];
  readonly #own = new Map<string, string>();
  /** The captures whose calls have no credentials, because browsers omit them from exports. */
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
      // A credential that was never accepted is not a key. A credential that is not a merchant key can be a token,
      // which responses contain.
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

  /** The key for a call whose capture omits credentials; undefined if the call had none. */
  leftOutOf({ capture, status }: CapturedCall, operation: AnyOperation | null): string | undefined {
    if (!this.#bare.has(capture) || status === 401 || operation?.surface !== 'merchant') return undefined;
    if (operation.access === 'public') return undefined;
    return status === 403 ? 'pk_test_left_out' : 'sk_test_left_out';
  }

  /** The key that replaces a credential; undefined if the credential is not a merchant key. */
  of(credential: string): string | undefined {
    return this.#own.get(credential);
  }
}

/** The credential of a call, without its scheme; null if there is none. */
export function credentialOf({ headers }: CapturedCall): string | null {
  const { authorization } = headers;
  return authorization === undefined ? null : authorization.replace(/^bearer\s+/i, '');
}

/** The scopes of a key that was rejected for a missing scope; null if no call shows that the key has scopes. */
function scopesOf(by: readonly CapturedCall[], routes: Routes): string[] | null {
  const scoped = by.flatMap((call) => {
    const scope = routes.of(call.method, call.path)?.operation.scope;
    return scope === undefined ? [] : [{ scope, isRefused: call.status === 403 }];
  });
  if (!scoped.some(({ isRefused }) => isRefused)) return null;
  return [...new Set(scoped.flatMap(({ scope, isRefused }) => (isRefused ? [] : [scope])))];
}

/** The kind of gateway that most payments in a capture used, ignoring calls that name a gateway. */
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

/** The fields of the buyer's page that show workspace settings. */
const pageSettings: Readonly<Record<string, string>> = {
  threeDsEnabled: 'three_ds_enabled',
  achEnabled: 'ach_enabled',
  requireCheckoutPhone: 'require_checkout_phone',
};

/** The settings of the service's workspace, as far as a capture shows them. */
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

/**
 * The workspace in which a capture is replayed.
 * @param base the workspace in a fixture that provides the settings
 */
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

/** The app's credentials, for the call that requests its token. */
export const appCredentials = { client_id: app.client_id, client_secret: app.client_secret };

/** An object that the service had before the capture began. */
export interface EarlierObject {
  readonly id: string;
  /** The object as the first response showed it. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly def: AnyCollectionDef;
  readonly record: Stored;
}

/**
 * Converts an object that the emulator did not create to a record, or returns the reason why that is not possible.
 */
export function earlierObject(registry: Registry, shown: Readonly<Record<string, unknown>>): EarlierObject | string {
  const id = idOf(shown);
  const name = shown.object;
  const def = typeof name === 'string' ? registry.collections.get(name) : undefined;
  if (id === undefined || def === undefined)
    return `an object of type ${String(name)} cannot be created before the replay`;
  const required = new Set<string>((def.model as { required?: string[] }).required ?? []);
  const fields = Object.entries<object>(def.model.properties as Record<string, object>).map(([field, schema]) => [
    field,
    shown[field] !== undefined || !required.has(field) ? shown[field] : emptyOf(field, schema, shown),
  ]);
  const record = Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as unknown as Stored;
  const fault = firstError(def.model, record);
  if (fault !== null)
    return `${name} ${id} cannot be created before the replay: ${fault.path.join('.') || 'it'} is not valid in the emulator`;
  return { id, shown, def, record };
}

/** The value of a field that a response does not show; undefined if it can be absent or is unknown. */
function emptyOf(field: string, schema: object, shown: Readonly<Record<string, unknown>>): unknown {
  const { type, enum: words } = schema as { type?: unknown; enum?: unknown[] };
  if (field === 'slug') return lastPart(shown.pay_url ?? shown.url);
  // Cards that can receive payouts have a postal code.
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

/** The last part of an address, which identifies a page; null if there is no page. */
const lastPart = (address: unknown): string | null =>
  typeof address === 'string' ? (address.split(/[?#]/)[0]!.split('/').at(-1) ?? null) : null;
