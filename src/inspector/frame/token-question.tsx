/** Asks for the token of an emulator that was started with `--allow-remote`. */
export function TokenQuestion({ enter }: { readonly enter: (token: string) => void }) {
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('token');
        if (typeof typed === 'string' && typed !== '') enter(typed);
      }}
    >
      <h1>This emulator asks for its token</h1>
      <p>It was started with --allow-remote, and printed the token then. It is kept for this tab alone.</p>
      <label>
        Token <input name="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit" class="button is-main">
        Look
      </button>
    </form>
  );
}
