/* The parts of Node's `process` that modules read when they load. */

export const process = { cwd: () => '/', env: {}, platform: 'browser' };
