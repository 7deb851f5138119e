/* What Node has everywhere, as far as something asks for it while it is loaded. */

export const process = { cwd: () => '/', env: {}, platform: 'browser' };
