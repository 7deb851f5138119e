import { inspectorAddress } from '../core/base/inspector-address.ts';
import type { Context } from '../core/kernel/context.ts';
import { publicOriginOf } from '../payments/platform/surroundings.ts';

/** The URL of an object in the inspector, for the ribbon of the object's page. */
export const inspectorLink = ({ kernel, workspace, mode }: Context, id: string): string =>
  inspectorAddress(publicOriginOf(kernel), { id, workspace: workspace.id, mode });
