import type { Session } from '../session.ts';

/** Answers an agent over stdin and stdout until it ends the connection. */
export async function mcp({ client, scope }: Session): Promise<void> {
  const { serveOverStdio } = await import('../mcp/server.ts');
  await serveOverStdio({ url: client.url, ca: client.ca, token: process.env.EMULATOR_TOKEN, ...scope });
}
