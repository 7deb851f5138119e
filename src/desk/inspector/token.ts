/** The token of an emulator that requires one. It is kept for the tab, and never in an address. */

const place = 'emulator-token';

export const keptToken = (): string | undefined => sessionStorage.getItem(place) ?? undefined;

export const keepToken = (token: string): void => sessionStorage.setItem(place, token);
