/** Adds styles to a shadow tree in a way that the page's content security policy allows. */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
}

export const cardInputsCss = `
:host { display: block; font: inherit; color: inherit; }
.fields { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px 12px; }
.cardNumber { grid-column: 1 / -1; }
.label { display: block; margin-bottom: 6px; font-size: 0.9375em; font-weight: 550; }
/* The height of a line is reserved, so that a message does not move the page's button while it is being pressed. */
.message { min-height: 1.4em; margin: 4px 0 0; font-size: 0.875em; line-height: 1.4; color: var(--danger, #b42318); }
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
  font: 400 16px/1.4 system-ui, sans-serif; color: #14171f; background: #fff; border: 1px solid #d5d9e0; border-radius: 16px;
  box-shadow: 0 24px 64px -16px rgb(10 12 18 / 0.5);
}
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(10 12 18 / 0.55); }
.head { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 6px 6px 6px 18px; border-bottom: 1px solid #d5d9e0; }
h2 { margin: 0; font-size: 16px; font-weight: 620; }
button {
  appearance: none; min-width: 44px; height: 44px; padding: 0 12px; font: inherit; font-size: 15px; color: inherit;
  background: none; border: 0; border-radius: 10px; cursor: pointer;
}
button:hover { background: #0b0c0f12; }
button:focus-visible { outline: 3px solid #4f46e5; outline-offset: -3px; }
@media (prefers-color-scheme: dark) {
  dialog { color: #eceef3; background: #181b21; border-color: #2b303a; }
  .head { border-color: #2b303a; }
  button:hover { background: #ffffff1c; }
  button:focus-visible { outline-color: #a5b4fc; }
}
`;
