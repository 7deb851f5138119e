interface QuestionOptions {
  readonly enter: (token: string) => void;
  /** Whether a wrong token was tried. */
  readonly isWrong: boolean;
}

/** Asks for the token of an emulator that others than its machine can reach. */
export function TokenQuestion({ enter, isWrong }: QuestionOptions) {
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
      <p>
        Others can reach it, so it was started with a token (EMULATOR_TOKEN), or showed one then. A token of one
        workspace (npx payments-emulator tokens add) opens that one. It is kept for this tab alone.
      </p>
      <label>
        Token <input name="token" type="password" autocomplete="off" required />
      </label>
      {isWrong && (
        <p class="refusal" role="alert">
          That is not the token of this emulator.
        </p>
      )}
      <button type="submit" class="button is-main">
        Look
      </button>
    </form>
  );
}
