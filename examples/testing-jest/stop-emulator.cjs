module.exports = () => globalThis.emulator.stop();
