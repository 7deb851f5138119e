/**
 * Collects garbage now, and gives what becomes free back to the system: for a process that is the emulator's own. V8 does it
 * when something is allocated, so that a process with nothing to do keeps what it had. Nothing is done in a Node that was
 * built without what debuggers ask.
 */
export async function collectGarbage(): Promise<void> {
  if (!process.features.inspector) return;
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
