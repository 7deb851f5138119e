import { T, Words } from '../engine/schema.ts';
import { apps } from '../engine/workspace.ts';
import { defineControl } from './operation.ts';

export const appOperations = [
  defineControl({
    id: 'apps.create',
    method: 'POST',
    path: '/apps',
    summary: 'Install an app, with fresh credentials for its access tokens',
    body: T.Object({ name: Words(200) }),
    success: 201,
    envelope: 'data',
    answer: T.Object({ client_id: T.String(), client_secret: T.String() }),
    example: { body: { name: 'Loyalty' } },
    handle: ({ engine }, { body: { name }, workspace, cause }) => {
      const { client_id, client_secret } = engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
        const id = unit.nextId(root, apps.prefix);
        const secret = unit.nextId(root, 'app_secret');
        return unit.put(root, apps, { id, workspace_id: workspace.id, name, client_id: id, client_secret: secret });
      });
      return { client_id, client_secret };
    },
  }),
];
