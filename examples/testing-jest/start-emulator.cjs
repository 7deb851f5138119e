// jest gives each test file a registry of modules of its own, so the emulator runs outside of them: one for the run.
module.exports = async () => {
  const { startEmulator } = await import('payments-emulator');
  globalThis.emulator = await startEmulator({ freeze: true, clock: '2026-03-01T09:00:00Z', seed: 1 });
  // What stands in the environment here reaches every worker.
  process.env.EMULATOR_URL = globalThis.emulator.url;
};
