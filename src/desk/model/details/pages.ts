import { inspectorAddress } from '../../../core/base/inspector-address.ts';
import type { MailView, ObjectView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { copyOrOffer, runAndCopy } from '../run-and-report.ts';
import { idOf, ownPageOf, type RowSubject, subjectOf } from '../targets.ts';
import { addressesOf, mailAddress, mailPages, originOf } from './addresses.ts';

/** Opens the pages of a row in the browser. */

/** The URL of an id in the inspector; without an id, the URL of its first page. */
function inspectorOf({ session }: Desk, id: string | null): string {
  const { workspace, mode } = session.status ?? {};
  return inspectorAddress(originOf(session), { id: id ?? undefined, workspace, mode });
}

/**
 * Opens the page of the row in the browser. If the row has several pages, the user chooses. If the row has no page,
 * the inspector opens at the row. If no row is selected, the inspector opens at its timeline.
 */
export function openPage(desk: Desk): void {
  const { target, session } = desk;
  if (target === null) {
    void browse(desk, inspectorOf(desk, null));
    return;
  }
  if (target.type === 'mail') {
    void browse(desk, mailAddress(session, target.mail.id));
    return;
  }
  void desk.during('its pages', async (signal) => {
    try {
      const id = subjectOf(target);
      const object = id === null ? null : await session.client.call('objects.get', { id });
      if (!signal.aborted) openPageOf(desk, target, object);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
  });
}

function openPageOf(desk: Desk, target: RowSubject, object: ObjectView | null): void {
  const own = object === null ? null : ownPageOf(desk.session, object);
  const choices = [
    ...(object === null ? [] : addressesOf(desk.session, object)).map((address) =>
      choice(new URL(address).pathname, address, () => void browse(desk, address)),
    ),
    ...(own === null ? [] : [choice(own.name, own.about, () => void browse(desk, own.address()))]),
  ];
  const [only] = choices;
  if (only === undefined) void browse(desk, inspectorOf(desk, object?.id ?? idOf(target)));
  else if (choices.length === 1) only.choose();
  else desk.dialog = new Chooser('Open in the browser', 'type to narrow', (typed) => narrow(choices, typed));
  desk.session.redraw('key');
}

/** Opens a URL in the browser. Without a browser, copies it to the clipboard. */
async function browse(desk: Desk, asked: string | Promise<string>): Promise<void> {
  try {
    const address = await asked;
    desk.say(`Opening ${address} …`, 'wait');
    if (await desk.host.browse(address)) {
      desk.say(`Opened ${address}`, 'good');
    } else {
      const { text, tone } = await copyOrOffer(desk, address, address);
      desk.say(`No browser is available; ${text}`, tone === 'bad' ? 'bad' : 'wait');
    }
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
  }
}

/** The page of an object whose kind has pages. */
export function pageChoices(desk: Desk, object: ObjectView | null): Choice[] {
  const page = object === null ? null : ownPageOf(desk.session, object);
  if (page === null) return [];
  return [choice(page.name, page.about, () => void runAndCopy(desk, null, page.address))];
}

/** The attachments of an email, which open in the browser. */
export const attachmentChoices = (desk: Desk, mail: MailView): Choice[] =>
  mailPages(desk.session, mail)
    .slice(1)
    .map(({ name, address }) => choice(`open ${name}`, 'in the browser', () => void browse(desk, address)));
