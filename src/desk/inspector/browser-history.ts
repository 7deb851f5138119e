import { addressOf, goTo } from './address.ts';
import type { PageState } from './keyboard-focus.ts';

/** Keeps the URL and the desk in sync until the page is closed. */
export function follow({ desk }: PageState, closed: AbortSignal): void {
  /** The initial URL fragment, until the emulator has listed its views. */
  let first: string | null = location.hash;
  let said = location.hash;
  const goOn = (): void => {
    if (first !== null) {
      if (desk.session.kinds.length === 0) return;
      const asked = first;
      first = null;
      if (asked !== '') goTo(desk, asked);
      return;
    }
    if (desk.waits.isOn || desk.session.status === null) return;
    const now = addressOf(desk);
    if (now === said) return;
    // A filter change does not add an entry to the browser's history.
    const isSamePage = said === '' || withoutFilter(now) === withoutFilter(said);
    said = now;
    history[isSamePage ? 'replaceState' : 'pushState'](null, '', now);
  };
  desk.onChange(goOn);
  addEventListener(
    'popstate',
    () => {
      if (location.hash === said) return;
      said = location.hash;
      // A dialog and a message are about the page that was left.
      desk.dialog = null;
      desk.notices.message = null;
      goTo(desk, said);
      desk.touched();
    },
    { signal: closed },
  );
}

function withoutFilter(address: string): string {
  const [place = '', query = ''] = address.split('?');
  const asked = new URLSearchParams(query);
  asked.delete('q');
  return `${place}?${asked}`;
}
