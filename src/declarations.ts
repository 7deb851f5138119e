import { declaredJobs } from './kernel/declare/declarations.ts';
import { Registry } from './kernel/declare/registry.ts';
import { faults } from './kernel/faults/faults.ts';
import { mails } from './mail/staged.ts';
import { resources } from './resources/registry.ts';
import { webhookSlice } from './webhooks/deliveries.ts';
import { endpoints } from './webhooks/endpoints.ts';

/** Everything that the emulator is made of, checked. */
export const declarations = (): Registry =>
  new Registry([...resources, webhookSlice], [endpoints, faults, mails], declaredJobs());
