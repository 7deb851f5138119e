/**
 * Collects garbage now and returns the freed memory to the system. Call it only in the emulator's own process. V8
 * collects when something is allocated, so that an idle process keeps its garbage. Does nothing in a Node that was
 * built without an inspector.
 */
export async function collectGarbage(): Promise<void> {
  if (!process.features.inspector) return;
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
