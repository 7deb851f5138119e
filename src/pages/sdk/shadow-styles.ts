/** Adds styles to a shadow tree in a way that the page's content security policy permits. */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
}

export const cardInputsCss = `
:host { display: block; font: inherit; color: inherit; }
.label { display: block; margin-bottom: 6px; font-size: 0.9375em; font-weight: 550; }
/* Neighboring borders overlap; the border of a focused or invalid field is on top. */
.block { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.place { position: relative; min-width: 0; }
.cardNumber { grid-column: 1 / -1; }
.cardExpiry, .cardCvc { margin-top: -1px; }
.cardCvc { margin-inline-start: -1px; }
.loading .place { border-radius: 10px; background: light-dark(#e7e9ee, #2a2f38); }
.invalid { z-index: 1; }
.focused { z-index: 2; }
/* One line is reserved, so that a message does not move the page's button while it is being pressed. */
.messages { min-height: 1.4em; margin-top: 6px; font-size: 0.875em; line-height: 1.4; }
/* In browsers that support it, lines break between phrases. */
:host(:lang(ja)) { word-break: auto-phrase; }
.message { margin: 0; color: var(--danger, light-dark(#b42318, #ff9a90)); }
`;

/** The sentence in place of a frame that cannot be shown. */
export const refusedCss = `
.refused {
  display: grid; gap: 6px; font: 400 16px/1.5 system-ui, sans-serif; padding: 20px; color: light-dark(#14171f, #eceef3); background: light-dark(#fff, #181b21);
  border: 1px solid light-dark(#d5d9e0, #3a4150); border-radius: 12px; overflow-wrap: anywhere;
}
.refused p { margin: 0; }
.refused .hint { font-size: 14px; color: light-dark(#596072, #a2a9b8); }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

export const walletsCss = `
:host { display: block; }
.wallets { display: flex; flex-direction: column; gap: var(--gap); }
.wallets.row { flex-direction: row; flex-wrap: wrap; }
.wallets.row > button { flex: 1 1 140px; }
button {
  appearance: none; display: flex; align-items: center; justify-content: center; gap: 8px; width: 100%; min-width: 0;
  height: var(--height); padding: 0 16px; font: 600 16px/1 system-ui, sans-serif; letter-spacing: -0.01em; white-space: nowrap;
  color: #fff; background: #0b0c0f; border: 1px solid #0b0c0f; border-radius: var(--radius, 10px); cursor: pointer;
}
button.white { color: #0b0c0f; background: #fff; border-color: #6b7280; }
button:hover { filter: brightness(1.25); }
button.white:hover { filter: brightness(0.96); }
button:focus-visible { outline: 3px solid #4f46e5; outline-offset: 2px; }
button[aria-disabled="true"] { opacity: 0.6; cursor: default; }
svg { flex: none; width: 20px; height: 20px; }
`;

export const dialogCss = `
dialog {
  width: min(27rem, calc(100vw - 24px)); max-width: none; max-height: calc(100dvh - 24px); padding: 0; overflow: hidden;
  font: 400 16px/1.4 system-ui, sans-serif; color: light-dark(#14171f, #eceef3);
  background: light-dark(#fff, #181b21); border: 1px solid light-dark(#d5d9e0, #2b303a); border-radius: 16px;
  box-shadow: 0 24px 64px -16px rgb(10 12 18 / 0.5);
}
dialog[open] { display: flex; flex-direction: column; }
dialog:focus { outline: none; }
dialog::backdrop { background: rgb(10 12 18 / 0.55); }
.head { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 6px 6px 6px 18px; border-bottom: 1px solid light-dark(#d5d9e0, #2b303a); }
h2 { margin: 0; font-size: 16px; font-weight: 620; }
button {
  appearance: none; min-width: 44px; height: 44px; padding: 0 12px; font: inherit; font-size: 15px; color: inherit;
  background: none; border: 0; border-radius: 10px; cursor: pointer;
}
button:hover { background: light-dark(#0b0c0f12, #ffffff1c); }
button:focus-visible { outline: 3px solid light-dark(#4f46e5, #a5b4fc); outline-offset: -3px; }
`;

export const coverCss = `
:host { display: grid; container-type: inline-size; font: 400 16px/1.5 system-ui, sans-serif; }
.cover, .refused, ::slotted(iframe) { grid-area: 1 / 1; min-width: 0; }
.cover { display: grid; grid-template-columns: 1fr 1fr; align-content: start; gap: 16px 12px; padding: 4px; pointer-events: none; }
.outline { grid-column: 1 / -1; height: 46px; border-radius: 10px; background: light-dark(#e7e9ee, #2a2f38); animation: breathe 1.4s ease-in-out infinite alternate; }
.title { width: 40%; height: 28px; }
.half { grid-column: auto; }
.button { margin-top: 8px; height: 52px; }
/* The order is beside the form. */
@container (min-width: 56rem) {
  .cover { grid-template-columns: 1.8fr 1fr 1fr; }
  .outline { grid-column: 2 / -1; }
  .title { grid-column: 1; grid-row: 1; }
  .half:nth-child(even) { grid-column: 2; }
  .half:nth-child(odd) { grid-column: 3; }
}
@keyframes breathe { to { opacity: 0.45; } }
@media (prefers-reduced-motion: reduce) { .outline { animation: none; } }
@media (forced-colors: active) { .outline { border: 1px solid GrayText; } }
`;
