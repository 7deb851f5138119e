/** The challenge is over: the browser goes on by itself. Where no script runs, a button does the same. */
document.querySelector<HTMLFormElement>('form#return')?.submit();
