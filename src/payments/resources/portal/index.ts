import { slice } from '../../../core/kernel/declare/slice.ts';
import {
  addCardInPortal,
  cancelInPortal,
  changeDetailsInPortal,
  changeMethodInPortal,
  keepInPortal,
  loadPortal,
  removeMethodInPortal,
} from './buyer-operations.ts';
import { portals } from './model.ts';
import { openPortal } from './operations.ts';

/**
 * A customer's portal page: payments, subscriptions, saved payment methods and invoices. The specification mentions
 * the page without details.
 */
export const portal = slice('portal', {
  collections: [portals],
  operations: [
    openPortal,
    loadPortal,
    changeDetailsInPortal,
    cancelInPortal,
    keepInPortal,
    changeMethodInPortal,
    addCardInPortal,
    removeMethodInPortal,
  ],
});
