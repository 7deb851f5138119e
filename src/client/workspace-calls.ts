import type {
  ApiKeyView,
  KeysView,
  NewToken,
  NewWorkspaceView,
  TokenView,
  WorkspaceView,
} from '../sandbox/control/wire.ts';
import type { controlCalls } from './control-calls.ts';

/** The fields of a workspace that a call can set. */
interface WorkspaceRequest {
  name?: string;
  settings?: Record<string, unknown> | undefined;
  expires_after?: number | string | null;
}

type Paging = { limit?: number; starting_after?: string };
const named = encodeURIComponent;

/** The calls for workspaces, their keys and their tokens. */
export function workspaceCalls({ requestData, get, list, post, remove }: ReturnType<typeof controlCalls>) {
  return {
    workspaces: {
      list: (query: Paging = {}) => list<WorkspaceView>('/workspaces', query),
      get: (id: string) => get<WorkspaceView>(`/workspaces/${named(id)}`),
      /** `expires_after`: how long the workspace can be unused before the emulator removes it, such as `7d`. */
      create: (request: WorkspaceRequest & { id?: string; fixture?: string | object } = {}) =>
        post<NewWorkspaceView>('/workspaces', request),
      update: (id: string, request: WorkspaceRequest) =>
        requestData<WorkspaceView>('PATCH', `/workspaces/${named(id)}`, request),
      remove: (id: string) => remove(`/workspaces/${named(id)}`),
    },
    keys: () => get<KeysView>('/keys'),
    apiKeys: {
      list: () => list<ApiKeyView>('/api-keys'),
      /** A key for the mode of the client; default: a secret key with all scopes. */
      add: (request: { kind?: 'secret' | 'publishable'; scopes?: string[] } = {}) =>
        post<ApiKeyView>('/api-keys', request),
      /** Creates a key in the place of another one, which stays valid for `overlap`, one day by default. */
      rotate: (id: string, overlap?: number | string) =>
        post<ApiKeyView>(`/api-keys/${named(id)}/rotate`, overlap === undefined ? {} : { overlap }),
      remove: (id: string) => remove(`/api-keys/${named(id)}`),
    },
    /**
     * Tokens that each give access to one workspace. `add` creates a token for the client's workspace; only its
     * response contains the token.
     */
    tokens: {
      list: (query: Paging = {}) => list<TokenView>('/tokens', query),
      add: (name?: string) => post<NewToken>('/tokens', { name }),
      remove: (id: string) => remove(`/tokens/${named(id)}`),
    },
  };
}
