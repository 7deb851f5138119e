/** Returns from a challenge by itself. Without script, the form has a button for that. */
document.querySelector<HTMLFormElement>('form#return')?.submit();
