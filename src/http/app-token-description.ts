type Json = Record<string, unknown>;

/** Where apps get their access tokens. */
export const appTokenRoute = { method: 'POST', path: '/oauth/token' } as const;

const text = (description: string): Json => ({ type: 'string', description, 'x-assumed': true });

const TokenRequest: Json = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: ['client_credentials'], 'x-assumed': true },
    client_id: text("The app's own, or in an Authorization header of the Basic scheme"),
    client_secret: text('With it'),
    workspace_id: text('The workspace that the app is installed in; where it is given it must be that one'),
    mode: { type: 'string', enum: ['test', 'live'], default: 'test', 'x-assumed': true },
  },
};

const TokenAnswer: Json = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  properties: {
    access_token: text('Begins with pat_; what app routes take'),
    token_type: { type: 'string', const: 'bearer' },
    expires_in: { type: 'integer', description: 'Seconds' },
    scope: { type: 'string' },
  },
};

const refusal = (codes: readonly string[]): Json => ({
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string', enum: codes }, error_description: text('For people') },
});

const example = { grant_type: 'client_credentials', client_id: 'app_demo', client_secret: 'app_secret_demo' };

/** The same for people. */
export const tokenOperation = {
  ...appTokenRoute,
  summary: 'Get an access token for an installed app',
  body: TokenRequest,
  query: undefined,
  example: { body: example },
  success: 200,
  errors: [400],
};

/** The token route of apps in the interface description: OAuth 2.0 client credentials (RFC 6749), all of it assumed. */
export function describeTokenRoute(headers: Json): Json {
  const json = (schema: Json): Json => ({ headers, content: { 'application/json': { schema } } });
  return {
    operationId: 'app_tokens_create',
    summary: tokenOperation.summary,
    tags: ['app_token'],
    'x-assumed': true,
    security: [],
    parameters: [],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: TokenRequest, example },
        'application/x-www-form-urlencoded': { schema: TokenRequest, example },
      },
    },
    responses: {
      200: { description: 'Done', ...json(TokenAnswer) },
      400: { description: 'Invalid request', ...json(refusal(['invalid_request', 'unsupported_grant_type'])) },
      401: { description: 'No app has these credentials', ...json(refusal(['invalid_client'])) },
      default: { description: 'A failure of the service', ...json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}
