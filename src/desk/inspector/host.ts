import type { Host } from '../model/host.ts';

/** The browser's part of the desk: clipboard and windows. */
export const browserHost = (): Host => ({
  name: 'inspector',
  isWindows: navigator.platform.startsWith('Win'),
  ways: {
    trigger: 'choose Trigger',
    fault: 'Choose Add',
    endpoint: 'Add adds one',
    resend: 'Send again sends it',
    clock: 'the time above moves it anywhere',
    otherKinds: 'The tabs above show the other kinds',
    keyOf: () => null,
  },
  copy: async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return 'is on the clipboard';
    } catch {
      throw new Error('the browser allows it only on pages of 127.0.0.1 or https, and where the user permits it');
    }
  },
  browse: async (address) => {
    // With `noopener` the browser does not say whether the page was opened.
    window.open(address, '_blank', 'noopener');
    return true;
  },
});
