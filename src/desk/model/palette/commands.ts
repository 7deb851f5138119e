import { problemsWord } from '../../../core/base/filter-words.ts';
import type { Desk } from '../desk.ts';
import { copyId, copyJson, openCopies } from '../details/copy-as.ts';
import { openPage } from '../details/pages.ts';
import { type Choice, choice } from '../forms/chooser.ts';
import { copyMarked, removeMarked, replayMarked, resendMarked } from '../moves/bulk.ts';
import { chooseForMarked } from '../moves/bulk-moves.ts';
import { editObject } from '../moves/edit-object.ts';
import { remove, replay, resend } from '../moves/resend-and-replay.ts';
import { chooseAction } from '../moves/row-actions.ts';
import { resendUndelivered } from '../moves/undelivered.ts';
import { askToAdvance, settleAll } from '../sandbox/clock.ts';
import { openClock } from '../sandbox/clock-palette.ts';
import { openEndpoints } from '../sandbox/endpoints.ts';
import { openFaults } from '../sandbox/fault-forms.ts';
import { openSnapshots } from '../sandbox/snapshots.ts';
import { openWorkspaces } from '../sandbox/workspaces.ts';

/** A command for the sandbox, or for the selected row. */
interface DeskCommand {
  readonly about: string;
  readonly run: (desk: Desk) => void;
  /** The command's action on the marked rows, if rows are marked. */
  readonly forMarked?: (desk: Desk) => void;
  /** Whether the command deletes something. */
  readonly destroys?: boolean;
  /** Whether the command also works in a recorded run, which is read-only. */
  readonly onlyLooks?: boolean;
}

/** The commands of all renderers, which palettes list and keys run. */
export const deskCommands = {
  problems: { about: 'show only problems, or show everything again', run: showProblems, onlyLooks: true },
  workspace: { about: 'switch workspace or mode; create, reset, delete', run: openWorkspaces, onlyLooks: true },
  actions: {
    about: 'all actions on the selected or marked rows',
    run: chooseAction,
    forMarked: chooseForMarked,
  },
  edit: { about: 'edit the stored fields of the object', run: editObject },
  resend: {
    about: 'resend a webhook, marked rows, or with filter ! all failed',
    run: (desk) => {
      if (desk.details === null && isOfProblems(desk)) resendFailed(desk);
      else void resend(desk);
    },
    forMarked: resendMarked,
  },
  resendAll: { about: 'resend all undelivered webhooks', run: resendFailed },
  replay: { about: 'send a request again', run: (desk) => void replay(desk), forMarked: replayMarked },
  clock: { about: 'move, freeze or run the clock', run: openClock },
  advanceTo: { about: 'move the clock to the due time of the job', run: advanceToRow },
  settleAll: { about: 'run all jobs that are due or waiting for settlement', run: (desk) => void settleAll(desk) },
  snapshot: { about: 'snapshots: save, compare, restore, rename', run: openSnapshots },
  fault: { about: 'inject a fault, or add a rule', run: openFaults },
  endpoints: { about: 'webhook endpoints: add, change, disable', run: openEndpoints },
  remove: {
    about: 'remove a fault or a rule',
    run: (desk) => void remove(desk),
    forMarked: removeMarked,
    destroys: true,
  },
  copy: { about: 'copy the id', run: copyId, forMarked: copyMarked, onlyLooks: true },
  copyAll: { about: 'copy the JSON', run: copyJson, onlyLooks: true },
  copyAs: { about: 'copy as curl, signed webhook, URL or key', run: openCopies, onlyLooks: true },
  browser: { about: 'open the page or the inspector row in the browser', run: openPage },
} as const satisfies Readonly<Record<string, DeskCommand>>;

export type DeskCommandName = keyof typeof deskCommands;

export const isOfDesk = (name: string): name is DeskCommandName => Object.hasOwn(deskCommands, name);

/** Whether a command also works in a recorded run, which is read-only. */
export const looksOnly = (name: DeskCommandName): boolean =>
  ((deskCommands as Readonly<Record<string, DeskCommand>>)[name]?.onlyLooks ?? false) === true;

/** Whether commands act on the marked rows. */
export const actsOnMarked = ({ details, marks }: Desk): boolean => details === null && marks.count > 0;

/** Runs a command, on the marked rows if the command supports several rows. */
export function doCommand(desk: Desk, name: DeskCommandName): void {
  const { run, forMarked = run }: DeskCommand = deskCommands[name];
  (actsOnMarked(desk) ? forMarked : run)(desk);
}

/** The name of a command in a list, such as `settle all`. */
export const wordsOfCommand = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The commands as choices of a list. */
export const commandChoices = (desk: Desk): Choice[] =>
  (Object.entries(deskCommands) as [DeskCommandName, DeskCommand][])
    .filter(([, { onlyLooks }]) => desk.session.run === null || onlyLooks === true)
    .map(([name, { about, destroys }]) => ({
      ...choice(wordsOfCommand(name), about, () => doCommand(desk, name)),
      destroys,
    }));

/** Whether the view shows only problems. */
const isOfProblems = ({ position }: Desk): boolean => position.filter.split(/\s+/).includes(problemsWord);

/** The words of the filter that do not ask for problems. */
const otherWords = ({ position }: Desk): string[] =>
  position.filter.split(/\s+/).filter((word) => word !== '' && word !== problemsWord);

/** Resends the undelivered webhooks; in the Webhooks view, those that match its filter. */
export function resendFailed(desk: Desk): void {
  resendUndelivered(desk, desk.view.name === 'webhooks' ? otherWords(desk).join(' ') : '');
}

function showProblems(desk: Desk): void {
  const others = otherWords(desk);
  desk.filter((isOfProblems(desk) ? others : [...others, problemsWord]).join(' '));
}

/** Goes to a view, and shows only its problems. */
export function showProblemsOf(desk: Desk, name: string): void {
  desk.go(desk.views.find((view) => view.name === name) ?? desk.view);
  desk.filter(problemsWord);
  desk.touched();
}

function advanceToRow(desk: Desk): void {
  const { target } = desk;
  if (target?.type === 'job') void askToAdvance(desk, target.job.id);
  else desk.say(`Select a job in Clock to move the clock to its due time; ${desk.host.ways.clock}.`, 'wait');
}
