import type { Host } from '../model/host.ts';

/** The browser functions that the desk needs: clipboard and windows. */
export const browserHost = (): Host => ({
  name: 'inspector',
  isWindows: navigator.platform.startsWith('Win'),
  ways: {
    trigger: 'choose Trigger',
    fault: 'Choose Add',
    endpoint: 'Click Add to add one',
    resend: 'click Send again to send it',
    clock: 'to choose another time, click the time above',
    otherKinds: 'Use the tabs above to see the other kinds',
    keyOf: () => null,
  },
  copy: async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return 'was copied to the clipboard';
    } catch {
      throw new Error('the browser allows copying only on 127.0.0.1 or HTTPS pages, and only with your permission');
    }
  },
  browse: async (address) => {
    // With `noopener`, the browser does not report whether the page was opened.
    window.open(address, '_blank', 'noopener');
    return true;
  },
});
