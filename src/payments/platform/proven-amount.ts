/**
 * The log entry for a 3-D Secure proof of an amount that is a hundred times or a hundredth of the charge's amount.
 * The authenticated amount follows: `three_ds.amount=420000`.
 */
export const provenAmount = 'three_ds.amount=';
