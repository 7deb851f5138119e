import type { Ways } from '../../src/desk/host.ts';

/** How things are done where nothing is drawn. */
export const ways: Ways = {
  trigger: 'trigger one',
  fault: 'Inject one',
  resend: 'send it first',
  clock: 'The clock moves',
  otherKinds: 'There are other kinds',
  keyOf: () => null,
};
