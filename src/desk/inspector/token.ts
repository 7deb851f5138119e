/** The token of an emulator that requires one. The tab keeps the token, which never stands in an address. */

const place = 'emulator-token';

export const storedToken = (): string | undefined => sessionStorage.getItem(place) ?? undefined;

export const keepToken = (token: string): void => sessionStorage.setItem(place, token);
