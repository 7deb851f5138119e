import type { Session } from '../session.ts';

export async function keys({ client, out }: Session): Promise<void> {
  const answer = await client.keys();
  out.document(answer, () =>
    out.pairs([
      ['workspace', answer.id],
      ['secret, test', answer.keys.secret.test],
      ['publishable, test', answer.keys.publishable.test],
      ['secret, live', answer.keys.secret.live],
      ['publishable, live', answer.keys.publishable.live],
      ...answer.scoped.map(({ key, mode, scopes }) => [`scoped, ${mode}`, `${key} (${scopes.join(', ')})`] as const),
      ...answer.apps.map((app) => ['app', `${app.client_id} ${app.client_secret} (${app.name})`] as const),
      ['webhook secret', answer.webhook_secret],
      ['API', answer.api_base],
      ['client API', answer.client_base],
    ]),
  );
}
