import type { Session } from '../session.ts';

/** Serves an agent over stdin and stdout until the agent closes the connection. */
export async function mcp({ client, scope }: Session): Promise<void> {
  const { serveOverStdio } = await import('../mcp/server.ts');
  await serveOverStdio({ url: client.url, ca: client.ca, token: process.env.EMULATOR_TOKEN, ...scope });
}
