import { instant } from '../../output.ts';
import type { Session } from '../../session.ts';

export interface ApiKeyOptions {
  publishable?: boolean;
  scope?: string[];
}

export async function listApiKeys({ client, out }: Session): Promise<void> {
  const page = await client.call('api_keys.list');
  out.document(page, () =>
    out.table(
      ['id', 'key', 'mode', 'scopes', 'created', 'last used', 'ends'],
      page.data.map(({ id, key, mode, scopes, created_at, last_used_at, expires_at }) => [
        id,
        key,
        mode,
        scopes === null ? 'all' : scopes.join(', '),
        instant(created_at),
        last_used_at === null ? 'not since startup' : instant(last_used_at),
        instant(expires_at),
      ]),
      'No keys.',
    ),
  );
}

export async function addApiKey({ client, out }: Session, { publishable, scope }: ApiKeyOptions): Promise<void> {
  const made = await client.call('api_keys.create', {
    kind: publishable === true ? 'publishable' : 'secret',
    ...(scope === undefined ? {} : { scopes: scope }),
  });
  out.document(made, () =>
    out.pairs([
      ['key', made.key],
      ['id', made.id],
      ['mode', made.mode],
    ]),
  );
}

export async function rotateApiKey({ client, out }: Session, id: string, overlap: string | undefined): Promise<void> {
  const made = await client.call('api_keys.rotate', { id, overlap });
  const old = (await client.call('api_keys.list')).data.find((each) => each.id === id);
  out.document(made, () =>
    out.pairs([
      ['key', made.key],
      ['id', made.id],
      ['old key', old === undefined ? 'has ended' : `ends ${instant(old.expires_at)}`],
    ]),
  );
}

export async function revokeApiKey({ client, out }: Session, id: string): Promise<void> {
  const removed = await client.call('api_keys.delete', { id });
  out.document(removed, () => `Revoked ${removed.id}.`);
}
