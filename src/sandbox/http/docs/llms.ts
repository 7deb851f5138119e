import type { ManualEntry } from './manual.ts';

/** `/llms.txt`: an index of the docs for programs. */
export const llmsText = (origin: string, manual: readonly ManualEntry[]): string =>
  `# payments-emulator

> A local sandbox of a payments platform: merchant API, client API, pages, signed webhooks, and a clock that you can move. No real money moves.

The merchant API is at ${origin}/api/v1, and the control API (triggers, clock, faults, snapshots) is at ${origin}/_emulator.

## API descriptions

- [Merchant API](${origin}/openapi.json): OpenAPI, with webhooks
- [Client API](${origin}/openapi-client.json): OpenAPI, for pages and apps without a key

## Manual

${manual.map(({ name, title, about }) => `- [${title}](${origin}/docs/manual/${name}.md): ${about}`).join('\n')}
`;
