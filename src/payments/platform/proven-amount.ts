/**
 * How the log names a proof of another amount than the charge asks for, a hundred times as much or a hundredth: with the
 * amount that was authenticated, `three_ds.amount=420000`.
 */
export const provenAmount = 'three_ds.amount=';
