interface QuestionOptions {
  readonly enter: (token: string) => void;
  /** Whether the user has entered a wrong token. */
  readonly isWrong: boolean;
}

/** Asks for the token of an emulator that other machines can reach. */
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
      <h1>This emulator requires a token</h1>
      <p>
        Other machines can reach this emulator, so it requires a token: the value of EMULATOR_TOKEN, or the token that
        the emulator showed at startup. A token from npx payments-emulator tokens add gives access only to its own
        workspace. The token is stored only in this tab.
      </p>
      <label>
        Token <input name="token" type="password" autocomplete="off" required />
      </label>
      {isWrong && (
        <p class="refusal" role="alert">
          That token is not valid for this emulator.
        </p>
      )}
      <button type="submit" class="button is-main">
        Look
      </button>
    </form>
  );
}
