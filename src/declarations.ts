import { serverRefusals } from './http/implied-refusals.ts';
import { declaredJobs } from './kernel/declare/declarations.ts';
import { Registry } from './kernel/declare/registry.ts';
import { declaredRefusals } from './kernel/errors.ts';
import { faults } from './kernel/faults/faults.ts';
import { mails } from './mail/staged.ts';
import { resources } from './resources/registry.ts';
import { webhookSlice } from './webhooks/deliveries.ts';
import { endpoints } from './webhooks/endpoints.ts';

/** All declarations of the emulator, checked. */
export const declarations = (): Registry =>
  new Registry([...resources, webhookSlice], {
    collections: [endpoints, faults, mails],
    refusals: serverRefusals,
    declared: { jobs: declaredJobs(), refusals: declaredRefusals() },
  });
