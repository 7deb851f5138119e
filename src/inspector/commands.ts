import { openCopies } from '../desk/details/copy-as.ts';
import { openPage } from '../desk/details/pages.ts';
import { type Choice, choice } from '../desk/forms/chooser.ts';
import { resendShown } from '../desk/moves/bulk.ts';
import { settleAll } from '../desk/sandbox/clock.ts';
import { openClock } from '../desk/sandbox/clock-palette.ts';
import { openEndpoints } from '../desk/sandbox/endpoints.ts';
import { openFaults } from '../desk/sandbox/fault-forms.ts';
import { openSnapshots } from '../desk/sandbox/snapshots.ts';
import { openWorkspaces } from '../desk/sandbox/workspaces.ts';
import type { Look } from './look.ts';

/** Commands for the sandbox, whatever is selected. */
export const commands = (look: Look): Choice[] => {
  const { desk } = look;
  return [
    choice('Clock', 'advance it, set it, let it run or stand', () => openClock(desk)),
    choice('Settle', 'settle everything that is pending', () => void settleAll(desk)),
    choice('Faults and rules', 'make something go wrong', () => openFaults(desk)),
    choice('Endpoints', 'where webhooks go', () => openEndpoints(desk)),
    choice('Snapshots', 'save, compare, go back', () => openSnapshots(desk)),
    choice('Workspaces', 'other data sets, and live mode', () => openWorkspaces(desk)),
    choice('Send failed webhooks again', 'those that are shown', () => void resendShown(desk)),
    choice('Copy as', 'curl, JSON, keys', () => openCopies(desk)),
    choice('Open page', 'what a buyer sees of the row', () => openPage(desk)),
    choice('Help', 'the keys', () => {
      look.isHelpOpen = true;
    }),
  ];
};
