import type { Session } from '../session.ts';

/** Serves an agent over stdin and stdout until the agent closes the connection. */
export async function mcp({ client, scope }: Session): Promise<void> {
  const { serveOverStdio } = await import('../mcp/server.ts');
  const { url, ca } = client;
  // The agent started this process, which can therefore read every file that the agent can read.
  await serveOverStdio({ url, ca, token: process.env.EMULATOR_TOKEN, mayRead: () => true, ...scope });
}
