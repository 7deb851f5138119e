import type { KindView } from '../../../sandbox/control/wire.ts';
import { activity } from './activity-view.ts';
import { clock } from './clock-view.ts';
import { comparison } from './comparison-view.ts';
import { endpoints } from './endpoints-view.ts';
import { faults } from './faults-view.ts';
import { findings } from './findings-view.ts';
import { ledger } from './ledger-view.ts';
import { mail } from './mail-view.ts';
import { objectViews } from './object-views.ts';
import type { View } from './view.ts';
import { webhooks } from './webhooks-view.ts';

/**
 * All views of an emulator with these kinds of objects, in the order of their places.
 * @param isCompared whether the emulator has a comparison with the service
 */
export const viewsOf = (kinds: readonly KindView[], isCompared: boolean): View[] =>
  [
    ...[activity, ...objectViews(kinds), webhooks, ledger, clock, mail, faults, findings, endpoints],
    ...(isCompared ? [comparison] : []),
  ].sort((a, b) => a.place - b.place);
