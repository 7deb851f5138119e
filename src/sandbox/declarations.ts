import { declaredJobs } from '../core/kernel/declare/declarations.ts';
import { Registry } from '../core/kernel/declare/registry.ts';
import { edits } from '../core/kernel/edits.ts';
import { declaredRefusals } from '../core/kernel/errors.ts';
import { faults } from '../core/kernel/faults/faults.ts';
import { mails } from '../payments/mail/mail-draft.ts';
import { resources } from '../payments/resources/registry.ts';
import { webhookSlice } from '../payments/webhooks/deliveries.ts';
import { endpoints } from '../payments/webhooks/endpoints.ts';
import { serverRefusals } from './http/openapi/implied-refusals.ts';

/** All declarations of the emulator, checked. */
export const declarations = (): Registry =>
  new Registry([...resources, webhookSlice], {
    collections: [edits, endpoints, faults, mails],
    refusals: serverRefusals,
    declared: { jobs: declaredJobs(), refusals: declaredRefusals() },
    folderOf: (slice) => `src/payments/resources/${slice.replaceAll('_', '-')}/`,
  });
