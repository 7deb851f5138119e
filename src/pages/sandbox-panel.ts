import type { Context } from '../kernel/context.ts';
import { accountSettings } from '../resources/account/model.ts';
import { banks } from '../simulation/banks.ts';
import type { PanelState } from './state.ts';

/** What a page tells the developer's panel. */
interface PanelFacts {
  /** The kind of page: `Checkout`. */
  readonly page: string;
  /** The ids of its objects, the most important first. */
  readonly about: readonly string[];
  /** Finds the page's requests in the log. */
  readonly slug: string | null;
  /** Whether money comes in or goes out on it; absent: neither. */
  readonly direction?: PanelState['direction'];
}

/**
 * The data of a page's panel; null: the workspace has turned the panel off. Everything else comes from the control API.
 */
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

/** A bank of each kind: on both instant networks, on one, on none. */
const sampleBanks: PanelState['banks'] = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
].flatMap(([rtp, fednow]) => banks.filter((bank) => bank.rtp === rtp && bank.fednow === fednow).slice(0, 1));
