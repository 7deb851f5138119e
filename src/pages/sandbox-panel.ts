import type { Context } from '../kernel/context.ts';
import { accountSettings } from '../resources/account/model.ts';
import { banks } from '../simulation/banks.ts';
import type { PanelState } from './state.ts';

/** What a page says of itself to the developer's panel. */
interface PanelFacts {
  /** What it is: `Checkout`. */
  readonly page: string;
  /** The ids of what it shows, the most important first. */
  readonly about: readonly string[];
  /** By which the request log is searched for what the page has asked. */
  readonly slug: string | null;
  /** Whether money comes in or goes out on it; absent where none moves. */
  readonly direction?: PanelState['direction'];
}

/** What the panel of a page is told; null where the workspace has it switched off. Everything else it asks the control API. */
export function panelOf(ctx: Context, { page, about, slug, direction }: PanelFacts): PanelState | null {
  if (!accountSettings.of(ctx).sandbox_panel) return null;
  return {
    page,
    about,
    slug,
    direction: direction ?? null,
    workspace: ctx.workspace.id,
    mode: ctx.mode,
    banks: direction === undefined ? [] : sampleBanks,
  };
}

/** A bank of each kind: on both instant networks, on one of them, on none. */
const sampleBanks: PanelState['banks'] = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
].flatMap(([rtp, fednow]) => banks.filter((bank) => bank.rtp === rtp && bank.fednow === fednow).slice(0, 1));
