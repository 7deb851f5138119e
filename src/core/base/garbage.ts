/**
 * Collects garbage now and returns the freed memory to the system. V8 by itself collects only when a program allocates
 * memory, so that an idle process keeps its garbage. Does nothing in a Node that was built without an inspector. Call
 * this only in the emulator's own process.
 */
export async function collectGarbage(): Promise<void> {
  if (!process.features.inspector) return;
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
