import { shorten } from '../../../core/kernel/credentials.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { modes } from '../../../core/kernel/workspace.ts';
import { settingsOf } from '../../../payments/webhooks/endpoint-fields.ts';
import { endpointsOf, type WebhookEndpoint } from '../../../payments/webhooks/endpoints.ts';
import type { Webhooks } from '../../../payments/webhooks/webhooks.ts';
import type { EndpointView } from '../wire.ts';

/** An endpoint and its health. The secret is shortened unless `whole` is set. */
export function endpointView(webhooks: Webhooks, endpoint: WebhookEndpoint, whole = false): EndpointView {
  const { id, url, secret, former, mode, source, created_at, updated_at } = endpoint;
  return {
    id,
    url,
    secret: whole ? secret : shorten(secret),
    former: former === undefined ? null : { ...former, secret: whole ? former.secret : shorten(former.secret) },
    ...settingsOf(endpoint),
    mode,
    source,
    created_at,
    updated_at,
    health: webhooks.health(endpoint),
  };
}

/** The webhook endpoints of a workspace in both modes. */
export const endpointsIn = (
  { engine, webhooks }: { readonly engine: Engine; readonly webhooks: Webhooks },
  workspaceId: string,
): EndpointView[] =>
  modes.flatMap((mode) =>
    [...endpointsOf(engine.state.root, workspaceId, mode)].map((each) => endpointView(webhooks, each)),
  );
