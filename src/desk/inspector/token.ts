/** The token of an emulator that requires one. The tab stores the token, which never appears in a URL. */

const place = 'emulator-token';

export const storedToken = (): string | undefined => sessionStorage.getItem(place) ?? undefined;

export const keepToken = (token: string): void => sessionStorage.setItem(place, token);
