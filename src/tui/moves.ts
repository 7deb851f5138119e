import type { TriggerView } from '../control/wire.ts';
import type { Command } from './keys.ts';

/** A move of an object, as the emulator's transition tables have it. */
export interface Move {
  /** `payout.return`: what is triggered. */
  readonly name: string;
  readonly kind: string;
  readonly verb: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly about: string;
  /** Options that it takes: `amount`, `code`. */
  readonly options: readonly string[];
}

/** Every move that can be triggered. */
export function movesOf(triggers: readonly TriggerView[]): Move[] {
  return triggers.flatMap(({ name, moves, about, options }) => {
    const [only] = moves;
    if (moves.length !== 1 || only === undefined || only.move !== name) return [];
    const [kind = '', verb = ''] = name.split('.');
    return [{ name, kind, verb, from: only.from, to: only.to, about, options }];
  });
}

/** The moves that an object in a state may make. */
export const legalFor = (moves: readonly Move[], kind: string, state: string): Move[] =>
  moves.filter((move) => move.kind === kind && move.from.includes(state));

/** What the keys of moves stand for: the first of these verbs that is legal. */
const verbsOf = {
  settle: ['complete', 'settle', 'transit', 'pay', 'approve', 'claim', 'activate', 'send', 'submit', 'match', 'renew'],
  fail: ['fail', 'decline', 'refuse', 'miss', 'lose', 'expire'],
  dispute: ['dispute', 'fight'],
  return: ['return', 'reject'],
  void: ['void', 'cancel', 'deactivate'],
  refund: ['refund'],
} satisfies Partial<Record<Command, readonly string[]>>;

export type MoveCommand = keyof typeof verbsOf;

export const moveCommands = Object.keys(verbsOf) as MoveCommand[];

export const isMoveCommand = (command: Command): command is MoveCommand => command in verbsOf;

/** The move that a key stands for among the legal ones. */
export function moveFor(command: MoveCommand, legal: readonly Move[]): Move | null {
  for (const verb of verbsOf[command]) {
    const move = legal.find((each) => each.verb === verb);
    if (move !== undefined) return move;
  }
  return null;
}

/** Moves that move no money and can be taken back or made again: they are made without a question. */
const unconfirmed: ReadonlySet<string> = new Set([
  'payout.transit',
  'dispute.fight',
  'dispute.match',
  'dispute.unmatch',
  'dispute.submit',
  'invoice.send',
  'invoice.view',
  'subscription.pause',
  'subscription.keep',
  'payment_link.activate',
  'payment_link.deactivate',
  'three_ds.approve',
  'three_ds.refuse',
  'three_ds.cancel',
]);

export const needsConfirmation = ({ name, options }: Move): boolean => !unconfirmed.has(name) || options.length > 0;
