import type { ObjectView } from '../control/wire.ts';
import { shortId } from '../desk/format.ts';
import type { Session } from '../desk/session.ts';
import { idOf, ownPageOf, subjectOf, type Target } from '../desk/targets.ts';
import { Chooser, choice, narrow } from './dialogs.ts';
import { reasonOf } from './outcomes.ts';
import type { UiState } from './ui-state.ts';

/** The pages that a row leads to, and the browser. */

/** The emulator's own address, as it says it. */
const originOf = ({ status, client }: Session): string => status?.url ?? client.url;

/** The addresses of the emulator's own pages that an object names, whole or, as its list shows it, by the path. */
export function addressesOf(session: Session, { data, what }: ObjectView): string[] {
  const origin = originOf(session);
  const shown = what.text.split(/\s+/).map((word) => (word.startsWith('/') ? `${origin}${word}` : word));
  const addresses = [...Object.values(data), ...shown].filter(
    (value): value is string => typeof value === 'string' && value.startsWith(`${origin}/`),
  );
  return [...new Set(addresses)];
}

/** The page that shows a captured mail. */
export function mailAddress(session: Session, id: string): string {
  const { workspace = '', mode = session.mode } = session.status ?? {};
  return `${originOf(session)}/mail/${id}?${new URLSearchParams({ workspace, mode })}`;
}

/** Opens the page of the row in the browser; of several, the one that is chosen. */
export function openPage(ui: UiState): void {
  const { target, session } = ui;
  if (target === null) {
    ui.say('Select a row first.', 'wait');
    return;
  }
  if (target.type === 'mail') {
    void browse(ui, mailAddress(session, target.mail.id));
    return;
  }
  void ui.typeAhead.holdWhile('its pages', async (signal) => {
    try {
      const id = subjectOf(target);
      const object = id === null ? null : await session.client.objects.get(id);
      if (!signal.aborted) openPageOf(ui, target, object);
    } catch (error) {
      ui.say(reasonOf(error), 'bad');
    }
  });
}

function openPageOf(ui: UiState, target: Target, object: ObjectView | null): void {
  const own = object === null ? null : ownPageOf(ui.session, object);
  const choices = [
    ...(object === null ? [] : addressesOf(ui.session, object)).map((address) =>
      choice(new URL(address).pathname, address, () => void browse(ui, address)),
    ),
    ...(own === null ? [] : [choice(own.name, own.about, () => void browse(ui, own.address()))]),
  ];
  const [only] = choices;
  if (only === undefined) ui.say(`${shortId(object?.id ?? idOf(target) ?? 'This row')} has no page.`, 'wait');
  else if (choices.length === 1) only.choose();
  else ui.dialog = new Chooser('Open in the browser', 'type to narrow', (typed) => narrow(choices, typed));
  ui.session.redraw('key');
}

/** Has the browser show an address; where there is none, the address goes to the clipboard. */
async function browse(ui: UiState, asked: string | Promise<string>): Promise<void> {
  try {
    const address = await asked;
    ui.say(`Opening ${address} …`, 'wait');
    if (await ui.host.browse(address)) {
      ui.say(`Opened ${address}`, 'good');
    } else {
      ui.say(`No browser here; ${address} ${await ui.host.copy(address)}`, 'wait');
    }
  } catch (error) {
    ui.say(reasonOf(error), 'bad');
  }
}
